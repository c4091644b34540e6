"""Reads the words of proofs a second time: every term of the theory must follow from the certificate.

The reader shares no code with ``engine.coach``. From the certificate as plain values it works out rows, counts, pairs
and lines itself. ``fourthought bench words`` reads all proofs that ship.
"""

import re
from collections import Counter
from typing import Any

Cell = tuple[int, int]
_TERM = r"(?:odd|even|double|stacked) threat|zugzwang|claimeven|baseinverse|some day|may wait"
_WAIT = (
    r"(four waiting on|Later a \w+ may wait on|On) (\w+)(?: \w+ then completes a \w+)?: ([^.]*)\. "
    r"That is an (odd|even) threat, in row (\d+)\."
)


def cells(names: str) -> set[Cell]:
    """Returns the cells named in a text."""
    return {(ord(name[0]) - 96, int(name[1:])) for name in re.findall(r"\b[a-p]\d+", names)}


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
            self.read(step["text"], *self.at(step))

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

    def read(self, text: str, me: set[Cell], you: set[Cell], node: Any) -> None:
        """Checks each term of a step, and that no other term is left in the text."""
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

        def waiting(one: Any) -> bool:
            known, row = self.below(node) if "may" in one[0] else waits, int(one[1][1:])
            told = [cells(one[1]) == {tuple(w["target"])} and cells(one[2]) == {*map(tuple, w["line"])} for w in known]
            return any(told) and (one[3], int(one[4])) == (("even", "odd")[row % 2], row)

        under, left = {tuple(w["below"]) for w in waits}, empty - closed
        counted = len(left) % 2 == 0 and left == {cell for pair in pairs for cell in pair} | aside
        above, line = {(c, r + 1) for c, r in free}, {*map(tuple, node.get("line", []))}
        for term, pattern, fine in (
            ("threat", _WAIT, waiting),
            ("some day", r"must some day fill ([^.]*)\.", lambda one: cells(one) == under),
            (
                "zugzwang",
                r"must fill ([^.]*), and [^.]*\. That is zugzwang",
                lambda one: cells(one) == under and counted,
            ),
            ("zugzwang", r": that is zugzwang", lambda _: not fours & free and above <= fours),
            ("claimeven", r"in an even row is claimeven: \w+ gets ([^.]*)", lambda one: cells(one) == even),
            ("baseinverse", r"both ([^,]*), and \w+ takes one: that is baseinverse", lambda one: cells(one) in both),
            ("rule", r"The rules? (?:is|are) claimeven(?= and|\.)", lambda _: even & (line or even)),
            ("rule", r"(?:rule is| and) baseinverse\.", lambda _: both),
            ("double threat", r"That is a double threat", lambda _: len(fours & free) > 1),
            ("stacked threats", r"these are stacked threats", lambda _: {(c, r + 1) for c, r in fours & free} & fours),
            ("term without proof", _TERM, lambda _: False),
        ):
            for found in re.findall(pattern, text):
                self.terms[term] += 1
                self.wrong += [] if fine(found) else [f"{term}: {text}"]
            text = re.sub(pattern, "", text)

    def below(self, node: Any) -> list[Any]:
        """Returns the waiting lines at a node and below."""
        on = [one[2] for one in node.get("answers", []) if one[2] is not None]
        return [*node.get("waits", []), *(wait for place in on for wait in self.below(self.nodes[place]))]
