"""Lists the positions of a weak solution: the moves of one side that keep its claim, and what follows each reply."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.coach.certificate import Claim
from engine.coach.proving.oracle import keeps
from engine.games import LineGame, LineState
from engine.solver.book.book import book_of
from engine.solver.solver import Solver

Words = tuple[int, ...]
"""A card as words: the cells of each kind of marks, which are the levels but for the last."""


class Position(NamedTuple):
    """Holds the stones of the side that claims, which is to move unless a text says otherwise, and of the other."""

    mine: int
    yours: int

    @property
    def mask(self) -> int:
        """Returns all stones."""
        return self.mine | self.yours


class Option(NamedTuple):
    """Holds a move that keeps the claim, as a cell, and the positions after replies that decide nothing."""

    cell: int
    after: tuple[Position, ...]


class Board:
    """Knows the moves that keep one side's claim on a board."""

    def __init__(self, game: LineGame, claim: Claim, solver: Solver) -> None:
        self.game, self.claim, self._solver = game, claim, solver
        self.book = book_of(game)
        self.step = game.height + 1
        self.floor = sum(1 << column * self.step for column in range(game.width))
        self.holes = lru_cache(1 << 14)(self._holes)

    def landing(self, mask: int) -> Iterator[int]:
        """Yields the playable cells, from the left."""
        free = (mask + self.floor) & self.game.full & ~mask
        while free:
            yield free & -free
            free &= free - 1

    def flip(self, word: int) -> int:
        """Returns the mirror image of some cells."""
        step, last, column = self.step, self.game.width - 1, (1 << self.step) - 1
        return sum((word >> at * step & column) << (last - at) * step for at in range(last + 1))

    def image(self, at: Position) -> Position:
        """Returns the mirror image of a position."""
        return Position(self.flip(at.mine), self.flip(at.yours))

    def key(self, at: Position) -> Position:
        """Returns the smaller one of a position and its mirror image."""
        return min(at, self.image(at))

    def keeps(self, at: Position) -> bool:
        """Tests if the claim holds, with the other side to move and no line on the board."""
        known = self.book.score(LineState(at.yours, at.mask)) if self.book else None
        if known is not None:
            return known < 0 or (known == 0 and not self.claim.wins)
        return keeps(self._solver, self.claim, *at, lambda: None)

    def options(self, at: Position) -> tuple[Option, ...]:
        """Returns the moves that keep the claim. The side cannot complete a line immediately."""
        danger = self.holes(at.yours, at.mask)
        cells = list(self.landing(at.mask))
        cells = [cell for cell in cells if cell & danger] or cells
        return tuple(self.option(at, cell) for cell in cells if self.keeps(Position(at.mine | cell, at.yours)))

    def option(self, at: Position, cell: int) -> Option:
        """Returns a move with the positions that follow."""
        return Option(cell, self.after(Position(at.mine | cell, at.yours)))

    def after(self, at: Position) -> tuple[Position, ...]:
        """Returns the positions after the other side's replies, mirror images once, in which the side can choose."""
        mine, mask, found = self.holes(at.mine, at.mask), at.mask, dict[Position, None]()
        for cell in self.landing(mask):
            then = mask | cell
            if then != self.game.full and not any(one & mine for one in self.landing(then)):
                found[self.key(Position(at.mine, at.yours | cell))] = None
        return tuple(found)

    def roots(self) -> tuple[Position, ...]:
        """Returns the first positions with the side to move."""
        empty = Position(0, 0)
        return self.after(empty) if self.claim.side else (empty,)

    def _holes(self, stones: int, mask: int) -> int:
        return self.game.holes(stones, mask)
