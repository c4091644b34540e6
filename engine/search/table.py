"""The transposition table: what is known of a state serves every way to it; symmetric states share an entry.

Alpha-beta knows some states by a bound only; where that does not settle a later window, the state is searched again.
``memo.py`` has the form without bounds, in which each state is evaluated once.

Wins and losses are stored as seen from the entry's own state, so an entry holds wherever in the tree, and in whatever
later search, the state is met.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from engine.games import Move
from engine.search.values import Bound, shifted


class Entry(NamedTuple):
    """What is known of a state, for the side to move there. ``proven``: it holds at every depth."""

    state: Hashable
    depth: int
    value: float
    bound: Bound
    move: Move | None
    proven: bool


class Table:
    """A dictionary of entries with a cap; when it is full the older half is forgotten.

    Args:
        capacity: the most entries it holds (an entry takes about 300 bytes).
    """

    def __init__(self, capacity: int = 1_000_000) -> None:
        self.capacity = capacity
        self._entries: dict[Hashable, Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: Hashable) -> Entry | None:
        """The entry of a key, as stored."""
        return self._entries.get(key)

    def store(self, key: Hashable, entry: Entry) -> None:
        """Keep an entry; a proven one is never replaced by a guess."""
        old = self._entries.get(key)
        if old is not None and old.proven and not entry.proven:
            return
        if old is None and len(self._entries) >= self.capacity:
            self._forget()
        self._entries[key] = entry

    def _forget(self) -> None:
        kept = list(self._entries.items())[len(self._entries) // 2 + 1 :]
        self._entries = dict(kept)


def usable(entry: Entry, depth: int, alpha: float, beta: float, ply: int, decay: bool) -> float | None:
    """The entry's value at ``ply`` if it settles a search of ``depth`` in the window, else None."""
    if entry.depth < depth and not entry.proven:
        return None
    value = shifted(entry.value, ply) if decay else entry.value
    if entry.bound is Bound.EXACT:
        return value
    if entry.bound is Bound.LOWER:
        return value if value >= beta else None
    return value if value <= alpha else None


def entry(
    state: Any,
    depth: int,
    value: float,
    window: tuple[float, float],
    move: Move | None,
    ply: int,
    proven: bool,
    decay: bool,
) -> Entry:
    """The entry for a fail-soft ``value`` found at ``ply`` with ``window`` = (alpha, beta)."""
    bound = Bound.UPPER if value <= window[0] else Bound.LOWER if value >= window[1] else Bound.EXACT
    return Entry(state, depth, shifted(value, -ply) if decay else value, bound, move, proven)
