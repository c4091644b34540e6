"""Builds a packed certificate: walks through the proof as the checker does, and writes each byte it asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from engine.coach import leaf as lf
from engine.coach.checker import Answer, Check, Side
from engine.coach.diagram import cells_of
from engine.coach.proving.oracle import Oracle, SmallProofs
from engine.games import LineGame
from engine.kernels.words import joined, numbers, shape_of

Streams = tuple[bytes, bytes]
BRANCH, BLOCK, COVER = 0, 1, 2


class Strategy(Check):
    """Builds the two strings of a packed certificate. :class:`Check` asks for each byte one after the other.

    Args:
        begun: strings written before an interruption. The walk repeats those first, without a search.
        tick: called before each choice with the strategy.

    Attributes:
        done: the share of the proof that is done, from 0 to 1. The replies at a branch count alike.
    """

    def __init__(
        self,
        given: Any,
        oracle: Oracle,
        leaves: Leaves,
        small: SmallProofs,
        begun: Streams,
        tick: Callable[[Strategy], None],
    ) -> None:
        self._oracle, self._leaves, self._small, self._tick = oracle, leaves, small, tick
        self._columns, self._leaf_bytes = bytearray(begun[0]), bytearray(begun[1])
        self.done, self._share = 0.0, 1.0
        shapes = chain.from_iterable(iter(self._next_shape, b""))
        super().__init__(given, chain(begun[0], iter(self._next_column, -1)), chain(begun[1], shapes))

    @property
    def streams(self) -> Streams:
        """Returns the strings so far."""
        return bytes(self._columns), bytes(self._leaf_bytes)

    def _branch(self, me: Side, you: Side, taken: int, answers: Iterator[Answer] | None) -> int:
        share = self._share
        self._share = share / max(1, self.board.playable(taken).bit_count())
        total, self._share = super()._branch(me, you, taken, answers), share
        return total

    def _after(self, me: Side, you: Side, taken: int, node: Any) -> int:
        done = self.done + self._share
        total = super()._after(me, you, taken, node)
        self.done = done
        return total

    def _next_column(self) -> int:
        self._tick(self)
        cell = self._cell(self.asked.me.stones, self.asked.you, self.asked.playable)
        self._columns.append((self.board.column_of(cell) - self.asked.column) % self.board.width)
        return self._columns[-1]

    def _next_shape(self) -> bytes:
        shape = self._leaves.shape(self.asked.me.stones, self.asked.you.stones)
        self._leaf_bytes.extend(shape)
        return shape

    def _cell(self, mine: int, you: Side, free: int) -> int:
        """Returns my next stone: preferably one that leads to a known position or to a leaf."""
        yours, cells = you.stones, self._safe(mine, you, free)
        known = (cell for cell in cells if self.key(mine | cell, yours) in self.sizes)
        leaves = (cell for cell in cells[1:] and cells if self._leaves.shape(mine | cell, yours)[0] != BRANCH)
        found = next(known, 0) or next(leaves, 0) or (self._small.best(mine, yours) if self.wins and cells[1:] else 0)
        return found or self._oracle.best(mine, yours, cells)

    def _safe(self, mine: int, you: Side, free: int) -> list[int]:
        """Returns the next cells after which the other side has no line immediately."""
        lines = you.targets & ~(mine | you.stones)
        cells = [free & column for column in self.board.columns]
        return [cell for cell in cells if cell and not lines & (free ^ cell | cell << 1)]


class Leaves:
    """Finds leaves of one claim, in the packed form that ``engine.coach.checker`` reads."""

    def __init__(self, game: LineGame, wins: bool) -> None:
        self._game, self._wins = game, wins
        self._columns = [((1 << game.height) - 1) << c * (game.height + 1) for c in range(game.width)]
        self._words, self._leaf = game.words, lf.leaf.of_words(game.words)
        self._geometry = lf.geometry(game.width, game.height, game.connect, self._words)
        self._out = np.zeros(shape_of((lf.WORDS,), self._words), np.uint64)

    def shape(self, mine: int, yours: int) -> bytes:
        """Returns the bytes of a leaf, or the byte of a branch. The other side is to move."""
        words = numbers((mine, yours, 0), self._words)
        found = self._leaf(*words, self._wins, self._geometry, self._out)
        return self._found(mine, yours) if found else bytes([BRANCH])

    def _found(self, mine: int, yours: int) -> bytes:
        """Returns the bytes of the leaf that the kernel has just written."""
        closed, lower, block, count = map(joined, self._out[: lf.PAIRS + 1])
        level = [[*cells_of(joined(word))] for word in self._out[lf.FIRST : lf.FIRST + count]]
        return self._block(mine, lower, level) if block else self._cover(mine, mine | yours, closed, level)

    def _cover(self, mine: int, taken: int, closed: int, level: list[list[int]]) -> bytes:
        waits = self._waits(mine, taken, closed)
        return bytes([COVER + waits, *_ranks(level)]) if COVER + waits < 256 else bytes([BRANCH])

    def _waits(self, mine: int, taken: int, closed: int) -> int:
        """Returns the number that names every cell "below"."""
        under = self._game.holes(mine, taken) >> 1 & ~taken
        number, weight = 0, 1
        for column in self._columns:
            choices = [0, *cells_of(under & column)]
            number += weight * choices.index(closed & column)
            weight *= len(choices)
        return number

    def _block(self, mine: int, lower: int, level: list[list[int]]) -> bytes:
        """Returns a leaf by block with as few of the pairs as hold two cells of each line."""
        words = {(a, b): a | b for a, b in [*level, *((bit, bit << 1) for bit in cells_of(lower))]}
        pairs = lf.needed(self._game.lines, mine, words)
        return bytes([BLOCK, len(pairs), *(bit.bit_length() - 1 for pair in pairs for bit in pair)])


def _ranks(level: Sequence[Sequence[int]]) -> list[int]:
    """Returns the place of each partner among the odd cells that are left. The last two need none."""
    partner = {one: other for a, b in level for one, other in ((a, b), (b, a))}
    odd, ranks = sorted(partner), list[int]()
    while len(odd) > 2:
        ranks.append(odd.index(partner[odd.pop(0)]))
        del odd[ranks[-1]]
    return ranks
