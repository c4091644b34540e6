"""Checks published solutions by their newest description, with no code of ours: a leaf is the number of a diagram.

Each column is a string of stones from below. The side that claims has ``R`` or ``Y`` as the first or the second player.
"""

from collections.abc import Iterator
from functools import lru_cache

Columns = tuple[str, ...]
LEVELS = "0123456789abcdef"


class FaultError(Exception):
    """Says what is wrong with a solution."""


def needs(condition: bool, why: str) -> None:
    """Raises FaultError unless a condition holds."""
    if not condition:
        raise FaultError(why)


def dropped(columns: Columns, at: int, stone: str) -> Columns:
    return (*columns[:at], columns[at] + stone, *columns[at + 1 :])


@lru_cache(1 << 17)
def has_line(columns: Columns, at: int, connect: int) -> bool:
    """Tells if the topmost stone of a column is in a line of equal stones."""
    row = len(columns[at]) - 1
    stone = columns[at][row]

    def same(x: int, y: int) -> bool:
        return 0 <= x < len(columns) and 0 <= y < len(columns[x]) and columns[x][y] == stone

    def run(dx: int, dy: int) -> int:
        return next(n for n in range(1, connect + 1) if not same(at + n * dx, row + n * dy) or n == connect) - 1

    return any(run(dx, dy) + run(-dx, -dy) + 1 >= connect for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)))


class Solution:
    """Checks a solution of a claim such as ``7x6 4 first wins``. Raises FaultError."""

    def __init__(self, claim: str) -> None:
        size, connect, side, verb = claim.split()
        self.width, self.height = map(int, size.split("x"))
        self.connect, self.wins, self.first = int(connect), verb == "wins", side == "first"
        self.me, self.you = ("R", "Y") if self.first else ("Y", "R")
        self.leaf = lru_cache(1 << 14)(self._leaf)

    def moves(self, columns: Columns, stone: str) -> Iterator[tuple[Columns, bool]]:
        """Yields what follows each move of a stone, and whether that makes a line."""
        for at in range(self.width):
            if len(columns[at]) < self.height:
                then = dropped(columns, at, stone)
                yield then, has_line(then, at, self.connect)

    def can_win(self, columns: Columns) -> bool:
        return any(line for _, line in self.moves(columns, self.me))

    def replies(self, columns: Columns) -> Iterator[Columns]:
        """Yields the positions after the other side's replies in which the side has to choose."""
        found = list(self.moves(columns, self.you))
        needs(bool(found) or not self.wins, "nobody has won")
        for then, line in found:
            needs(not line, "the other side makes a line")
            if not self.can_win(then):
                if any(len(column) < self.height for column in then):
                    yield then
                else:
                    needs(not self.wins, "nobody has won")

    def answer(self, columns: Columns, rows: tuple[str, ...]) -> int:
        """Returns the column that a diagram names where the side cannot make a line: a stop, or by the levels."""
        open_ = [at for at in range(self.width) if len(columns[at]) < self.height]
        stops = [at for at in open_ if has_line(dropped(columns, at, self.you), at, self.connect)]
        if stops:
            return stops[0]
        for level in LEVELS:
            alone = [at for at in open_ if rows[self.height - 1 - len(columns[at])][at] == level]
            if len(alone) == 1:
                return alone[0]
        raise FaultError("a diagram names no move")

    def _leaf(self, columns: Columns, rows: tuple[str, ...]) -> str:
        """Returns what is wrong with a diagram in a position, or ""."""
        todo, seen = [columns], {columns}
        try:
            while todo:
                at = todo.pop()
                new = {*self.replies(dropped(at, self.answer(at, rows), self.me))} - seen
                seen |= new
                todo += new
        except FaultError as why:
            return str(why)
        return ""

    def fault(self, branches: dict[str, str | int], diagrams: list[list[str]]) -> str:
        """Returns what is wrong with a solution, or ""."""
        try:
            self._check(branches, [tuple(rows) for rows in diagrams])
        except FaultError as why:
            return str(why)
        return ""

    def _check(self, branches: dict[str, str | int], diagrams: list[tuple[str, ...]]) -> None:
        for rows in diagrams:
            fits = len(rows) == self.height and all(len(row) == self.width and {*row} <= {*LEVELS} for row in rows)
            needs(fits, "a diagram is none of this board")
        images = {min(rows, tuple(row[::-1] for row in rows)) for rows in diagrams}
        needs(len(images) == len(diagrams), "a diagram stands twice")
        said = dict[Columns, tuple[str, bool]]()
        for key in branches:
            at = self.position(key)
            needs(at not in said, "a position stands twice")
            said |= {at[::-1]: (key, True), at: (key, False)}
        used, numbers = set[str](), set[int]()
        empty = ("",) * self.width
        todo = [empty] if self.first else list(self.replies(empty))
        while todo:
            at = todo.pop()
            needs(at in said, "a position has no entry")
            key, mirrored = said[at]
            if key in used:
                continue
            used.add(key)
            entry = branches[key]
            at = at[::-1] if mirrored else at
            if isinstance(entry, int):
                needs(0 <= entry < len(diagrams), "there is no such diagram")
                numbers.add(entry)
                why = self.leaf(at, diagrams[entry])
                needs(not why, why)
                continue
            column = int(entry) - 1
            needs(0 <= column < self.width and len(at[column]) < self.height, "a move is not possible")
            todo += self.replies(dropped(at, column, self.me))
        needs(used == {*branches}, "an entry is not needed")
        needs(numbers == {*range(len(diagrams))}, "a diagram is not needed")

    def position(self, key: str) -> Columns:
        """Returns the position after some moves."""
        columns: Columns = ("",) * self.width
        for ply, move in enumerate(key):
            at = int(move) - 1
            needs(0 <= at < self.width and len(columns[at]) < self.height, "a move is not possible")
            columns = dropped(columns, at, "RY"[ply % 2])
        return columns
