"""Reads published solutions for our checker: ``python -m tests.engine.workshop.cards.reading FILE``.

Exports a file of cards, and has the checker written apart (``published.py``) play it; the exit code is 1 where that
refuses it.
"""

import sys
from pathlib import Path

from engine.cards.check import Board, Part, RefusedError, Stones, parts
from engine.cards.play import Opening
from engine.workshop.cards.export import Branches, Diagrams, shared
from tests.engine.workshop.cards.published import Solution


class Reader(Part):
    """Walks the positions as the checker does, and writes the opening instead of reading it: ``lines`` are those of the
    part. Raises RefusedError if the files say nothing of a position, or something that is not needed."""

    def __init__(self, claim: str, branches: Branches, diagrams: Diagrams) -> None:
        super().__init__()
        second = " second " in claim
        self.board = Board(len(diagrams[0][0]), len(diagrams[0]), int(claim.split()[1]))
        self.wins, self._second = " wins" in claim, second
        self._said = dict[Stones, tuple[str | int, bool]]()
        for key, what in branches.items():
            at = self._stones(key)
            if at in self._said:
                raise RefusedError(f"the position after {key} stands twice")
            self._said |= {(self.board.flip(at[0]), self.board.flip(at[1])): (what, True), at: (what, False)}
        self._opening, self._diagrams = list[str](), diagrams
        self._numbers = dict[str, str]()
        (self._replies if second else self._turn)((0, 0))
        if len(self._opening) < len(branches):
            raise RefusedError("a branch is not needed")
        if len({word[1:] for word in self._opening if not word.isdigit()}) < len(diagrams):
            raise RefusedError("a diagram is not needed")
        self.lines = [claim, " ".join(self._opening), *("".join(rows) for rows in diagrams)]

    def _stones(self, key: str) -> Stones:
        """Returns the stones after some moves."""
        sides = [0, 0]
        for ply, move in enumerate(key):
            cell = self.board.landing(sides[0] | sides[1]) & self.board.column(int(move))
            if not cell:
                raise RefusedError(f"after {key[:ply]} column {move} cannot be played")
            sides[ply % 2] |= cell
        return (sides[1], sides[0]) if self._second else (sides[0], sides[1])

    def _turn(self, at: Stones) -> None:
        if at not in self._said:
            raise RefusedError(f"after {''.join(map(str, self.path))} there is neither a branch nor a diagram")
        what, mirrored = self._said[at]
        if isinstance(what, int):
            self._opening.append(f"{'m' if mirrored else 'c'}{what + 1}")
            return
        column = self.board.width + 1 - int(what) if mirrored else int(what)
        cell = self.board.landing(at[0] | at[1]) & self.board.column(column)
        if not cell:
            raise RefusedError(f"column {column} cannot be played")
        self._opening.append(str(column))
        self.path.append(column)
        self._replies((at[0] | cell, at[1]))
        self.path.pop()


def fault_of(data: bytes) -> str:
    """Returns why the checker written apart refuses a file of cards, or ""."""
    try:
        for lines in parts(data):
            opening = Opening()
            opening.check(lines)
            if why := Solution(lines[0]).fault(*shared(lines, opening)):
                return f"{lines[0]}: {why}"
    except RefusedError as why:
        return str(why)
    return ""


if __name__ == "__main__":
    found = fault_of(Path(sys.argv[1]).read_bytes())
    sys.stdout.write(f"{sys.argv[1]}: the checker written apart {f'refuses it: {found}' if found else 'accepts it'}\n")
    sys.exit(bool(found))
