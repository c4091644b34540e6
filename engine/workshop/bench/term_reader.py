"""Reads the words of proofs a second time: every term of the theory must follow from the certificate.

The reader shares no code with ``engine.coach``. From the certificate as plain values it works out rows, counts, pairs
and lines itself, and compares them with the values of each sentence. ``fourthought bench words`` reads all proofs that
ship.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

Cell = tuple[int, int]
_TERM = re.compile(r"(?:odd|even|double|stacked) threat|zugzwang|claimeven|baseinverse|some day|may wait")
_WAITING = (
    "{me} has a {four} waiting on {cell}: {cells}.",
    "Later a {four} may wait on {cell}: {cells}.",
    "On {cell} {me} then completes a {four}: {cells}.",
)
"""The sentences before the one which calls the line an odd or an even threat."""


def cells(names: Any) -> set[Cell]:
    """Returns the cells named by a value: a name, a list of names, or a sentence whose values name cells."""
    if isinstance(names, dict):
        names = list(names["values"].values())
    if isinstance(names, list):
        return {cell for name in names for cell in cells(name)}
    return {(ord(name[0]) - 96, int(name[1:])) for name in names.split(", ")}


class Reader:
    """Reads an explanation of plain values. ``terms`` counts the terms read, ``wrong`` lists those without a proof."""

    def __init__(self, explanation: Any) -> None:
        self.proof = explanation["certificate"]
        self.nodes, rows, k = self.proof["nodes"], self.proof["rows"], self.proof["connect"]
        self.board = {(c, len(rows) - r): stone for r, row in enumerate(rows) for c, stone in enumerate(row, 1)}
        ways = [(cell, way) for cell in self.board for way in ((1, 0), (0, 1), (1, 1), (1, -1))]
        lines = ({(c + n * x, r + n * y) for n in range(k)} for (c, r), (x, y) in ways)
        self.lines = [line for line in lines if line <= self.board.keys()]
        self.terms, self.wrong = Counter[str](), list[str]()
        for step in explanation["steps"]:
            self.read(step["said"], *self.at(step))

    def at(self, step: Any) -> tuple[set[Cell], set[Cell], Any]:
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

    def read(self, said: list[Any], me: set[Cell], you: set[Cell], node: Any) -> None:
        """Checks the term of each sentence of a step, and that no other sentence has one."""
        empty = self.board.keys() - me - you
        free = {cell for cell in empty if (cell[0], cell[1] - 1) not in empty}
        fours = {cell for line in self.lines for cell in line & empty if line - {cell} <= me}
        waits, pairs = node.get("waits", []), [(tuple(one), tuple(two)) for one, two in node.get("pairs", [])]
        closed = {cell for cell in empty for w in waits if cell[0] == w["below"][0] and cell[1] >= w["below"][1]}
        upper = {two for one, two in pairs if one[0] == two[0] and not node["block"]}
        even = {cell for cell in upper if cell[1] % 2 == 0}
        aside = {tuple(cell) for one in self.nodes for pair in one["aside"] for cell in pair} & empty
        lost = me | closed | upper | {tuple(cell) for pair in node.get("aside", []) for cell in pair}
        fit = [line for line in self.lines if not line & lost]
        both = [{*pair} for pair in pairs if {*pair} <= free and any({*pair} <= line for line in fit)]
        under, left = {tuple(w["below"]) for w in waits}, empty - closed
        counted = len(left) % 2 == 0 and left == {cell for pair in pairs for cell in pair} | aside
        above, line = {(c, r + 1) for c, r in free}, {*map(tuple, node.get("line", []))}
        before: dict[str, Any] = {"text": "", "values": {}}

        def threat(values: Any, odd: int) -> bool:
            known = self.below(node) if "may" in before["text"] else waits
            told = before["text"] in _WAITING and (cells(before["values"]["cell"]), cells(before["values"]["cells"]))
            row = values["n"]
            return row % 2 == odd and any(
                told == ({tuple(wait["target"])}, {*map(tuple, wait["line"])}) and wait["target"][1] == row
                for wait in known
            )

        forced = not fours & free and above <= fours
        taken = "So {you} runs out first and must fill {either}, and {me} completes a {four}."
        reply = "If {you} plays column {n}, {me} answers with column {m}"
        terms: dict[str, tuple[str, Callable[[Any], object]]] = {
            "That is an odd threat, in row {n}.": ("threat", lambda one: threat(one, 1)),
            "That is an even threat, in row {n}.": ("threat", lambda one: threat(one, 0)),
            "Later a {four} may wait on {cell}: {cells}.": ("", lambda _: True),
            f"{reply}, and {{you}} must some day fill {{either}}.": (
                "some day",
                lambda one: cells(one["either"]) == under,
            ),
            "That is zugzwang.": (
                "zugzwang",
                lambda _: before["text"] == taken and cells(before["values"]["either"]) == under and counted,
            ),
            "{you} must fill {cell}: that is zugzwang.": ("zugzwang", lambda _: forced),
            "Every move of {you} opens a {four}: that is zugzwang.": ("zugzwang", lambda _: forced),
            "Answering above in an even row is claimeven: {me} gets {cells}.": (
                "claimeven",
                lambda one: cells(one["cells"]) == even,
            ),
            "For a {four} {you} needs both {cell} and {other}, and {me} takes one: that is baseinverse.": (
                "baseinverse",
                lambda one: cells(one["cell"]) | cells(one["other"]) in both,
            ),
            "The rule is claimeven.": ("rule", lambda _: even & (line or even)),
            "The rule is baseinverse.": ("rule", lambda _: both),
            "The rules are claimeven and baseinverse.": ("rule", lambda _: even & (line or even) and both),
            "That is a double threat: {you} has one move against two.": (
                "double threat",
                lambda _: len(fours & free) > 1,
            ),
            "One cell lies above the other: these are stacked threats.": (
                "stacked threats",
                lambda _: {(c, r + 1) for c, r in fours & free} & fours,
            ),
        }
        for sentence in said:
            template, values = sentence["text"], sentence["values"]
            if template in terms or _TERM.search(template):
                term, fine = terms.get(template, ("term without proof", lambda _: False))
                self.terms[term] += bool(term)
                self.wrong += [] if fine(values) else [f"{term}: {template} {values}"]
            before = sentence

    def below(self, node: Any) -> list[Any]:
        """Returns the waiting lines at a node and below."""
        on = [one[2] for one in node.get("answers", []) if one[2] is not None]
        return [*node.get("waits", []), *(wait for place in on for wait in self.below(self.nodes[place]))]
