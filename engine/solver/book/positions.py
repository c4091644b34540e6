"""Enumerates all positions of a gravity board, ply by ply, as arrays of codes.

A position's code has, in each column of ``height + 1`` bits, the stones of the side to move, with one marker bit above.
The code gives the stones of both sides, and no two positions share a code. Of a position and the mirror image only the
smaller code is kept. All functions take Python's ints and arrays of uint64.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.bitboard import centre_out
from engine.games import LineGame, LineState

Codes = npt.NDArray[np.uint64]

_CHUNK = 1 << 20


class Positions:
    """Codes the positions of one board with gravity, of at most 64 bits with the guards."""

    def __init__(self, game: LineGame) -> None:
        self.game = game
        self._step = game.height + 1
        self._bottom = sum(1 << c * self._step for c in range(game.width))
        self._board = self._bottom * ((1 << game.height) - 1)
        self._column = (1 << self._step) - 1

    def code(self, own: Any, mask: Any) -> Any:
        """Returns the code of positions: the smaller code of each position and the mirror image."""
        code = own + mask + self._bottom
        image = self._mirror(code)
        return np.minimum(code, image) if isinstance(code, np.ndarray) else min(code, image)

    def states(self, codes: Codes) -> tuple[Codes, Codes]:
        """Returns own stones and all stones of coded positions."""
        own, mask = np.zeros_like(codes), np.zeros_like(codes)
        height = np.array([max(0, v.bit_length() - 1) for v in range(self._column + 1)])
        full = ((1 << height) - 1).astype(np.uint64)
        inside = (np.arange(self._column + 1) - (1 << height)).clip(0).astype(np.uint64)
        for shift in range(0, self.game.width * self._step, self._step):
            column = (codes >> np.uint64(shift)) & np.uint64(self._column)
            mask |= full[column] << np.uint64(shift)
            own |= inside[column] << np.uint64(shift)
        return own, mask

    def wins(self, stones: Any, mask: Any) -> Any:
        """Returns the cells that can be filled next and complete a line of ``stones``."""
        connect, found = self.game.connect, mask & 0
        for step in (1, self._step - 1, self._step, self._step + 1):
            for gap in range(connect):
                line = mask | self._board
                for place in range(connect):
                    distance = (gap - place) * step
                    if distance > 0:
                        line = line & (stones << distance)
                    elif distance < 0:
                        line = line & (stones >> -distance)
                found = found | line
        return found & (mask + self._bottom) & self._board

    def quiet(self, own: Any, mask: Any) -> Any:
        """Tests if neither side can complete a line with the next stone (and the board is not full)."""
        return ((self.wins(own, mask) | self.wins(own ^ mask, mask)) == 0) & (mask != self._board)

    def quiet_ones(self, codes: Codes) -> Codes:
        """Returns the quiet positions among coded positions."""
        pieces = np.array_split(codes, len(codes) // _CHUNK + 1)
        return np.concatenate([piece[self.quiet(*self.states(piece))] for piece in pieces])

    def levels(self, plies: int) -> Iterator[Codes]:
        """Yields all unfinished positions after 0, 1, ... ``plies`` moves, as sorted codes."""
        level = np.array([self.code(0, 0)], dtype=np.uint64)
        for _ in range(plies):
            yield level
            level = np.unique(np.concatenate([codes for _, codes in self.children(level)]))
        yield level

    def children(self, codes: Codes) -> Iterator[tuple[npt.NDArray[np.intp], Codes]]:
        """Yields (places in ``codes``, codes of unfinished positions one ply later), for each column and chunk."""
        for start in range(0, len(codes), _CHUNK):
            own, mask = self.states(codes[start : start + _CHUNK])
            wins = self.wins(own, mask)
            for shift in range(0, self.game.width * self._step, self._step):
                cell = (mask + np.uint64(self._bottom)) & np.uint64(self._column << shift) & np.uint64(self._board)
                going_on = (cell != 0) & (wins & cell == 0) & (mask | cell != self._board)
                places = np.flatnonzero(going_on)
                yield places + start, self.code((own ^ mask)[places], (mask | cell)[places])

    def parents(self, own: int, mask: int) -> Iterator[tuple[int, int]]:
        """Returns own stones and all stones of the positions one move before an unfinished position."""
        return (before for before in self._positions_before(own, mask) if self._is_reachable(*before))

    def _is_reachable(self, own: int, mask: int) -> bool:
        """Tests if alternate moves lead to a position: not every arrangement of stones has an order of moves."""
        seen, open_ends = set(), [(own, mask)]
        while open_ends:
            own, mask = open_ends.pop()
            if not mask:
                return True
            for before in self._positions_before(own, mask):
                if before not in seen:
                    seen.add(before)
                    open_ends.append(before)
        return False

    def _positions_before(self, own: int, mask: int) -> Iterator[tuple[int, int]]:
        last = own ^ mask
        for shift in range(0, self.game.width * self._step, self._step):
            column = mask >> shift & self._column
            top = (column + 1 >> 1) << shift
            if top & last:
                yield last ^ top, mask ^ top

    def from_the_middle(self, codes: Codes) -> Codes:
        """Returns a number for each position, for sorting by the middle columns first."""
        found = np.zeros_like(codes)
        for column in centre_out(self.game.width):
            piece = (codes >> np.uint64(column * self._step)) & np.uint64(self._column)
            found = (found << np.uint64(self._step)) | piece
        return found

    def _mirror(self, code: Any) -> Any:
        image = code & 0
        for column in range(self.game.width):
            image |= ((code >> column * self._step) & self._column) << (self.game.width - 1 - column) * self._step
        return image

    def state(self, code: int) -> LineState:
        """Returns one coded position."""
        own, mask = self.states(np.array([code], dtype=np.uint64))
        return LineState(int(own[0]), int(mask[0]))
