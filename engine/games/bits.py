"""Describes a board by the bits of a word: cells, lines, symmetries. Bit ``(column - 1) * (height + 1) + (row - 1)`` is
a cell. The top bit of each column is a guard, so that no line continues in the next column. A board takes one word of
64 bits, or two."""

from collections.abc import Sequence
from functools import cached_property

from engine.games.game import Cell, Move

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The steps of a line from cell to cell: along a row, up a column, up and down a diagonal."""


def straight_lines(cells: Sequence[Cell], connect: int) -> list[tuple[Cell, ...]]:
    """Splits the cells of complete lines into the single lines, the longest first."""
    taken, lines = set(cells), []
    for right, up in WAYS:
        for column, row in cells:
            line = [(column, row)] if (column - right, row - up) not in taken else []
            while line and (after := (line[-1][0] + right, line[-1][1] + up)) in taken:
                line.append(after)
            if len(line) >= connect:
                lines.append(tuple(line))
    return sorted(lines, key=len, reverse=True)


class BoardBits:
    """Describes a board of ``width`` times ``height`` cells with lines of ``connect`` stones."""

    width: int
    height: int
    connect: int
    gravity: bool

    @property
    def words(self) -> int:
        """Counts the words of 64 bits that hold a board."""
        return -(-self.width * (self.height + 1) // 64)

    def bit(self, cell: Cell) -> int:
        """Returns the bit of a cell in the words of a :class:`LineState`."""
        return 1 << ((cell[0] - 1) * (self.height + 1) + cell[1] - 1)

    def square(self, move: Move) -> Cell:
        """Returns the cell of a square given in reading order (1 is the upper left)."""
        return (move - 1) % self.width + 1, self.height - (move - 1) // self.width

    def mirror(self, word: int) -> int:
        """Returns the word with the columns reversed."""
        step = self.height + 1
        column = (1 << step) - 1
        return sum((word >> c * step & column) << (self.width - 1 - c) * step for c in range(self.width))

    @cached_property
    def board(self) -> tuple[Cell, ...]:
        """Lists every cell, column by column from below."""
        return tuple((c, r) for c in range(1, self.width + 1) for r in range(1, self.height + 1))

    @cached_property
    def full(self) -> int:
        """Returns every cell of the board as a word."""
        return sum(map(self.bit, self.board))

    @cached_property
    def cell_lines(self) -> tuple[tuple[Cell, ...], ...]:
        """Lists the cells of every winning line."""
        rows = (tuple((c + dc * i, r + dr * i) for i in range(self.connect)) for dc, dr in WAYS for c, r in self.board)
        return tuple(line for line in rows if line[-1] in self.board)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Lists every winning line as a word."""
        return tuple(sum(map(self.bit, line)) for line in self.cell_lines)

    @cached_property
    def _columns(self) -> dict[Move, tuple[int, int]]:
        shifts = ((column, (column - 1) * (self.height + 1)) for column in range(1, self.width + 1))
        return {column: (shift, 1 << (shift + self.height - 1)) for column, shift in shifts}

    @cached_property
    def _bit_of(self) -> dict[Cell, int]:
        """Maps each cell to its bit."""
        return dict(self._bits)

    def _cells_of(self, word: int) -> tuple[Cell, ...]:
        return tuple(cell for cell, bit in self._bits if word & bit)

    @cached_property
    def _bits(self) -> tuple[tuple[Cell, int], ...]:
        """Lists every cell with its bit."""
        return tuple((cell, self.bit(cell)) for cell in self.board)

    @cached_property
    def _last_bits(self) -> tuple[tuple[Move, int], ...]:
        """Lists every move with the cell filled by the last stone of that column or square."""
        if self.gravity:
            return tuple((column, top) for column, (_, top) in self._columns.items())
        return tuple((move, self.bit(self.square(move))) for move in range(1, self.width * self.height + 1))

    @cached_property
    def _symmetries(self) -> tuple[dict[int, int], ...]:
        """Lists each symmetry of the board without gravity, as the new bit of every cell's bit."""
        images = []
        for flip_c in (False, True):
            for flip_r in (False, True):
                for swap in (False, True) if self.width == self.height else (False,):
                    image = {}
                    for c, r in self.board:
                        x, y = (self.width + 1 - c if flip_c else c), (self.height + 1 - r if flip_r else r)
                        image[self.bit((c, r))] = self.bit((y, x) if swap else (x, y))
                    images.append(image)
        return tuple(images)

    @staticmethod
    def _permute(word: int, image: dict[int, int]) -> int:
        out = 0
        while word:
            low = word & -word
            out |= image[low]
            word ^= low
        return out
