"""Walks through a proof as the checker does, and writes each byte which the checker will ask for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from engine.coach.checker import Check, Side
from engine.coach.proving.leaves import BRANCH, Leaves
from engine.coach.proving.oracle import Oracle
from engine.coach.proving.small import SmallProofs

Streams = tuple[bytes, bytes]


class Strategy(Check):
    """Builds the two strings of a packed certificate; :class:`Check` asks for each byte in turn.

    Args:
        small: finds small proofs of wins.
        begun: strings written before an interruption; the walk repeats those first, without a search.
        tick: called before each choice with the strategy.

    Attributes:
        done: the share of the proof that is done, from 0 to 1; the replies at a branch count alike.
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
        self._columns, self._shapes = bytearray(begun[0]), bytearray(begun[1])
        self.done, self._share = 0.0, 1.0
        shapes = chain.from_iterable(iter(self._next_shape, b""))
        super().__init__(given, chain(begun[0], iter(self._next_column, -1)), chain(begun[1], shapes))

    @property
    def streams(self) -> Streams:
        """Returns the strings so far."""
        return bytes(self._columns), bytes(self._shapes)

    def _branch(self, me: Side, you: Side, void: int, answers: Any) -> int:
        share = self._share
        self._share = share / max(1, self._landing(me[0] | you[0]).bit_count())
        total, self._share = super()._branch(me, you, void, answers), share
        return total

    def _after(self, me: Side, you: Side, void: int, node: Any) -> int:
        done = self.done + self._share
        total = super()._after(me, you, void, node)
        self.done = done
        return total

    def _next_column(self) -> int:
        self._tick(self)
        me, you, free, last = self.at
        column = (self._cell(me[0], you, free).bit_length() - 1) // self.step
        self._columns.append((column - last) % len(self.columns))
        return self._columns[-1]

    def _next_shape(self) -> bytes:
        (mine, _), (yours, _) = self.at[:2]
        shape = self._leaves.shape(mine, yours)
        self._shapes.extend(shape)
        return shape

    def _cell(self, mine: int, you: Side, free: int) -> int:
        """Returns my next stone: at best one that leads to a position known already or to a leaf."""
        yours, cells = you[0], self._safe(mine, you, free)
        known = (cell for cell in cells if self._key(mine | cell, yours) in self.seen)
        leaves = (cell for cell in cells[1:] and cells if self._leaves.shape(mine | cell, yours)[0] != BRANCH)
        found = next(known, 0) or next(leaves, 0) or (self._small.best(mine, yours) if self.wins and cells[1:] else 0)
        return found or self._oracle.best(mine, yours, cells)

    def _safe(self, mine: int, you: Side, free: int) -> list[int]:
        """Returns the next cells after which the other side has no line at once."""
        lines = you[1] & ~(mine | you[0])
        cells = [free & column for column in self.columns]
        return [cell for cell in cells if cell and not lines & (free ^ cell | cell << 1)]
