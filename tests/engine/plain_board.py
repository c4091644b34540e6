"""Plays and solves Connect Four on lists of stones, by walking: no bits, and no code of the engine."""

from collections.abc import Iterable
from typing import Any


class PlainBoard:
    """Holds the stones of each column as a list, and looks for four in a row by walking."""

    def __init__(self, width: int, height: int, line: Iterable[int] = ()) -> None:
        self.width, self.height = width, height
        self.columns: list[list[int]] = [[] for _ in range(width)]
        self._known: dict[Any, tuple[int, int]] = {}
        for number, move in enumerate(line):
            self.columns[move - 1].append(number % 2)

    def owner(self, column: int, row: int) -> int | None:
        inside = 0 <= column < self.width and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else None

    def wins(self, column: int, player: int) -> bool:
        """Tells whether the highest stone of a column is in a line of ``player``."""
        row = len(self.columns[column]) - 1
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                c, r = column + way * across, row + way * up
                while self.owner(c, r) == player:
                    length, c, r = length + 1, c + way * across, r + way * up
            if length >= 4:
                return True
        return False

    def perft(self, depth: int, player: int = 0) -> int:
        """Counts the paths of ``depth`` moves. A finished game has no further moves."""
        if depth == 0:
            return 1
        paths = 0
        for column in self._free():
            self.columns[column].append(player)
            paths += (depth == 1) if self.wins(column, player) else self.perft(depth - 1, 1 - player)
            self.columns[column].pop()
        return paths

    def number(self, player: int, low: int = -99, high: int = 99) -> int:
        """Returns the score number for ``player``, to move, exact within (low, high): by alpha-beta with a memory."""
        left, free = self.width * self.height - sum(map(len, self.columns)), self._free()
        if not free:
            return 0
        for column in free:
            self.columns[column].append(player)
            won = self.wins(column, player)
            self.columns[column].pop()
            if won:
                return 1 + (left - 1) // 2
        key = tuple(map(tuple, self.columns))
        least, most = self._known.get(key, (-left, left))
        if least >= high or most <= low or least == most:
            return least if least >= high or least == most else most
        best, floor = -left, low
        for column in free:
            self.columns[column].append(player)
            best = max(best, -self.number(1 - player, -high, -floor))
            self.columns[column].pop()
            floor = max(floor, best)
            if best >= high:
                break
        self._known[key] = max(least, best if best > low else least), min(most, best if best < high else most)
        return best

    def _free(self) -> list[int]:
        columns = (column for column, stones in enumerate(self.columns) if len(stones) < self.height)
        return sorted(columns, key=lambda column: abs(2 * column - self.width + 1))
