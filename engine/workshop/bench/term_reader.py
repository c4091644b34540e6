"""Reads the words of proofs a second time: every term of the theory must follow from the certificate.

The reader shares no code with ``engine.coach``. From the certificate as plain values it works out rows, counts, pairs
and lines itself (:class:`Facts`), and compares them with the values of each sentence. :data:`TERMS` says by which
method each sentence with a term is checked. ``fourthought bench words`` reads all proofs that ship.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Cell = tuple[int, int]
"""A column and a row, counted from 1."""
Cells = set[Cell]
Said = dict[str, Any]
"""A sentence: the template as "text", and its "values"."""

_TERM = re.compile(r"(?:odd|even|double|stacked) threat|zugzwang|claimeven|baseinverse|some day|may wait")
_LATER = "Later a {four} may wait on {cell}: {cells}."
_WAITING = (
    "{me} has a {four} waiting on {cell}: {cells}.",
    _LATER,
    "On {cell} {me} then completes a {four}: {cells}.",
)
"""The sentences before the one which calls the line an odd or an even threat."""
_RUNS_OUT = "So {you} runs out first and must fill {either}, and {me} completes a {four}."
_REPLY = "If {you} plays column {n}, {me} answers with column {m}"


def cells(names: Any) -> Cells:
    """Returns the cells named by a value: a name, a list of names, or a sentence whose values name cells."""
    if isinstance(names, dict):
        names = list(names["values"].values())
    if isinstance(names, list):
        return {cell for name in names for cell in cells(name)}
    return {(ord(name[0]) - 96, int(name[1:])) for name in names.split(", ")}


def above(cell: Cell) -> Cell:
    """Returns the cell right above a cell."""
    return cell[0], cell[1] + 1


@dataclass
class Facts:
    """Knows what follows from the certificate at one step, with the other side to move.

    Attributes:
        me: the stones of the side that claims. ``you`` are those of the other side.
        lines: all lines of the board.
        node: what the certificate says of the position.
        waits: the waiting lines of the node. ``later`` are those of the node and of all nodes below it.
        aside: the cells that any node sets aside.
        before: the sentence before the one that is checked.
    """

    me: Cells
    you: Cells
    board: Cells
    lines: list[Cells]
    node: dict[str, Any]
    later: list[Any]
    aside: Cells
    before: Said

    def __post_init__(self) -> None:
        self.waits = self.node.get("waits", [])
        self.pairs = [(tuple(one), tuple(two)) for one, two in self.node.get("pairs", [])]
        self.empty = self.board - self.me - self.you
        self.free = {(column, row) for column, row in self.empty if (column, row - 1) not in self.empty}
        self.fours = {cell for line in self.lines for cell in line & self.empty if line - {cell} <= self.me}
        self.below = {tuple(wait["below"]) for wait in self.waits}
        self.closed = {cell for cell in self.empty for low in self.below if cell[0] == low[0] and cell[1] >= low[1]}
        covers = not self.node.get("block")
        self.upper = {two for one, two in self.pairs if covers and one[0] == two[0]}
        self.even = {cell for cell in self.upper if cell[1] % 2 == 0}

    # --- threats ---

    def odd_threat(self, values: Any) -> bool:
        """Tells whether the line of the sentence before waits in this row, an odd one."""
        return values["n"] % 2 == 1 and self._waits_in_row(values["n"])

    def even_threat(self, values: Any) -> bool:
        """Tells whether the line of the sentence before waits in this row, an even one."""
        return values["n"] % 2 == 0 and self._waits_in_row(values["n"])

    def _waits_in_row(self, row: int) -> bool:
        if self.before["text"] not in _WAITING:
            return False
        told = cells(self.before["values"]["cell"]), cells(self.before["values"]["cells"])
        known = self.later if self.before["text"] == _LATER else self.waits
        return any(
            wait["target"][1] == row and told == ({tuple(wait["target"])}, {*map(tuple, wait["line"])})
            for wait in known
        )

    def double_threat(self, _: Any) -> bool:
        """Tells whether two cells that complete a line can be filled next."""
        return len(self.fours & self.free) > 1

    def stacked_threats(self, _: Any) -> bool:
        """Tells whether a cell that completes a line and can be filled next has another one right above it."""
        return bool({above(cell) for cell in self.fours & self.free} & self.fours)

    # --- zugzwang ---

    def must_fill_below(self, values: Any) -> bool:
        """Tells whether the cells are those below the waiting lines."""
        return cells(values["either"]) == self.below

    def counted_zugzwang(self, _: Any) -> bool:
        """Tells whether the sentence before forces the cells below, and an even rest is in pairs or set aside."""
        before, left = self.before, self.empty - self.closed
        in_pairs = {cell for pair in self.pairs for cell in pair} | self.aside & self.empty
        return (
            before["text"] == _RUNS_OUT
            and cells(before["values"]["either"]) == self.below
            and len(left) % 2 == 0
            and left == in_pairs
        )

    def forced(self, _: Any) -> bool:
        """Tells whether every move opens a cell that completes a line, and none can be filled now."""
        return not self.fours & self.free and {above(cell) for cell in self.free} <= self.fours

    # --- rules for pairs ---

    def claimeven(self, values: Any) -> bool:
        """Tells whether the cells are the upper ones of pairs in even rows."""
        return cells(values["cells"]) == self.even

    def rule_of_claimeven(self, _: Any) -> bool:
        """Tells whether a pair has its upper cell in an even row."""
        return bool(self.even)

    def baseinverse(self, values: Any) -> bool:
        """Tells whether the cells are a pair of the rule of baseinverse."""
        return cells(values["cell"]) | cells(values["other"]) in self._both_needed()

    def rule_of_baseinverse(self, _: Any) -> bool:
        """Tells whether the rule of baseinverse has a pair."""
        return bool(self._both_needed())

    def both_rules(self, values: Any) -> bool:
        """Tells whether both rules have pairs."""
        return self.rule_of_claimeven(values) and self.rule_of_baseinverse(values)

    def _both_needed(self) -> list[Cells]:
        """Returns the pairs of cells that can be filled next and stand in a line that the other side might get."""
        set_aside = {tuple(cell) for pair in self.node.get("aside", []) for cell in pair}
        lost = self.me | self.closed | self.upper | set_aside
        fit = [line for line in self.lines if not line & lost]
        return [{*pair} for pair in self.pairs if {*pair} <= self.free and any({*pair} <= line for line in fit)]


TERMS: dict[str, tuple[str, Callable[[Facts, Any], object]]] = {
    "That is an odd threat, in row {n}.": ("threat", Facts.odd_threat),
    "That is an even threat, in row {n}.": ("threat", Facts.even_threat),
    _LATER: ("", lambda *_: True),
    f"{_REPLY}, and {{you}} must some day fill {{either}}.": ("some day", Facts.must_fill_below),
    "That is zugzwang.": ("zugzwang", Facts.counted_zugzwang),
    "{you} must fill {cell}: that is zugzwang.": ("zugzwang", Facts.forced),
    "Every move of {you} opens a {four}: that is zugzwang.": ("zugzwang", Facts.forced),
    "Answering above in an even row is claimeven: {me} gets {cells}.": ("claimeven", Facts.claimeven),
    "For a {four} {you} needs both {cell} and {other}, and {me} takes one: that is baseinverse.": (
        "baseinverse",
        Facts.baseinverse,
    ),
    "The rule is claimeven.": ("rule", Facts.rule_of_claimeven),
    "The rule is baseinverse.": ("rule", Facts.rule_of_baseinverse),
    "The rules are claimeven and baseinverse.": ("rule", Facts.both_rules),
    "That is a double threat: {you} has one move against two.": ("double threat", Facts.double_threat),
    "One cell lies above the other: these are stacked threats.": ("stacked threats", Facts.stacked_threats),
}
"""The sentences with a term: the name under which it is counted, and what must hold."""


class Reader:
    """Reads an explanation of plain values. ``terms`` counts the terms read, ``wrong`` lists those without a proof."""

    def __init__(self, explanation: Any) -> None:
        self.proof = explanation["certificate"]
        self.nodes, rows, connect = self.proof["nodes"], self.proof["rows"], self.proof["connect"]
        self.board = {(c, len(rows) - r): stone for r, row in enumerate(rows) for c, stone in enumerate(row, 1)}
        ways = [(cell, way) for cell in self.board for way in ((1, 0), (0, 1), (1, 1), (1, -1))]
        lines = ({(c + n * x, r + n * y) for n in range(connect)} for (c, r), (x, y) in ways)
        self.lines = [line for line in lines if line <= self.board.keys()]
        self.aside = {tuple(cell) for node in self.nodes for pair in node["aside"] for cell in pair}
        self.terms, self.wrong = Counter[str](), list[str]()
        for step in explanation["steps"]:
            self.read(step["said"], *self.at(step))

    def at(self, step: Any) -> tuple[Cells, Cells, Any]:
        """Returns the stones of the side that claims, those of the other side, which is to move, and the node."""
        sides = {mark: {cell for cell, stone in self.board.items() if stone == mark} for mark in "XO"}
        me, you = ("XO", "OX")[self.proof["claim"]["side"]]
        turns, node, answer = [you, me] * 21, self.nodes[0] if self.nodes else {}, self.nodes[:0]
        moves = [*step["moves"], *([0] if step["kind"] == "reply" else [])]  # 0: the answer
        for mark, move in zip(turns if self.proof["first"] is None else [me, *turns], moves, strict=False):
            if mark == you:
                answer = next(one for one in node["answers"] if one[0] == move)
            column = move or answer[1]
            sides[mark].add((column, 1 + sum(cell[0] == column for side in sides.values() for cell in side)))
            if mark == me and answer:
                node = {} if answer[2] is None else self.nodes[answer[2]]
        return sides[me], sides[you], node

    def read(self, said: list[Said], me: Cells, you: Cells, node: Any) -> None:
        """Checks the term of each sentence of a step, and that no other sentence has one."""
        before: Said = {"text": "", "values": {}}
        for one in said:
            template, values = one["text"], one["values"]
            if template in TERMS or _TERM.search(template):
                term, follows = TERMS.get(template, ("term without proof", lambda *_: False))
                facts = Facts(me, you, {*self.board}, self.lines, node, self.waits_from(node), self.aside, before)
                self.terms[term] += bool(term)
                self.wrong += [] if follows(facts, values) else [f"{term}: {template} {values}"]
            before = one

    def waits_from(self, node: Any) -> list[Any]:
        """Returns the waiting lines at a node and below."""
        on = [one[2] for one in node.get("answers", []) if one[2] is not None]
        return [*node.get("waits", []), *(wait for place in on for wait in self.waits_from(self.nodes[place]))]
