"""Stores states in a transposition table: an entry serves every path to the state, and all its symmetric images.

Alpha-beta stores some states with a bound only. If the bound does not answer a later window, the state is searched
again. ``memo.py`` has the form without bounds, with each state evaluated once.

Wins and losses are stored from the view of the entry's own state, so an entry holds at every ply and in every search.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from engine.games import Move
from engine.search.parts.values import Bound, delay


class Entry(NamedTuple):
    """Holds the knowledge of a state, for the side to move there, from a search of ``depth`` plies. With symmetry,
    ``state`` is one of several with the same key. ``value`` is counted from ``state`` itself, and if ``proven`` it
    holds at every depth. ``move`` is the best or refuting move."""

    state: Hashable
    depth: int
    value: float
    bound: Bound
    move: Move | None
    proven: bool


class Table:
    """Stores at most ``capacity`` entries of about 300 bytes each. A full table drops its older half."""

    def __init__(self, capacity: int = 1_000_000) -> None:
        self.capacity = capacity
        self._entries: dict[Hashable, Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def copy(self) -> Table:
        """Returns a table with the same entries, separate from this one."""
        twin = Table(self.capacity)
        twin._entries = dict(self._entries)
        return twin

    def get(self, key: Hashable) -> Entry | None:
        """Returns the entry of a key."""
        return self._entries.get(key)

    def store(self, key: Hashable, entry: Entry) -> None:
        """Stores an entry. A guess never replaces a proven entry."""
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
    """Returns the entry's value at ``ply`` if it answers the search, else None. ``depth`` counts the plies left to the
    horizon. ``decay`` tells whether the game's wins decay with every ply."""
    if entry.depth < depth and not entry.proven:
        return None
    value = delay(entry.value, ply) if decay else entry.value
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
    """Returns the entry for a fail-soft ``value`` of a search of ``depth`` plies in ``window`` (alpha, beta). ``ply``
    counts the plies between the root and the state. ``decay`` tells whether the game's wins decay."""
    bound = Bound.UPPER if value <= window[0] else Bound.LOWER if value >= window[1] else Bound.EXACT
    return Entry(state, depth, delay(value, -ply) if decay else value, bound, move, proven)
