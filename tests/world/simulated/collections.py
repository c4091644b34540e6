"""Counts what a process keeps: the sizes of all collections of the server's own objects."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from typing import Any

from tests.world.simulated.limits import STATES
from webapp.common.parts import Parts

BOUNDED = (
    "Archive._states",
    "NewGames._histories",
    "Parts._counts",
    "Parts._items",
    "Reports._hidden",
    "ShownTables._list",
    "Windows._windows",
)
"""The memories of the server with a bound of their own."""
APART = ("Loop._calls", "Loop._due", "Loop._timers")
"""What is counted apart: acts and timers."""
OWN, _AT_ONCE = ("EngineClient._open", "FairQueue._waiting", "FairQueue._running"), 3
"""Where the server's own questions and work may stand at any moment, and at most how many."""
BY_PROCESS = ("LoopSocket._descriptors", "Mesh._began", "Mesh._hosts", "Mesh._lines")
"""What a process holds for each of the others."""
_COLLECTIONS = (dict, list, set, deque)


_MOST = {"Archive._states": STATES, "NewGames._histories": 100, "Windows._windows": 3 * 16_384}


def sizes(root: object) -> Counter[str]:
    """Returns the sizes of the collections of the server's own objects below ``root``, by class and attribute."""
    return _sizes(root, [])


def excess(root: object) -> str | None:
    """Returns what is beyond its bound below ``root``, or None."""
    parts = list[Parts[Any]]()
    for name, size in _sizes(root, parts).items():
        if size > _MOST.get(name, size):
            return f"{size} items in {name}"
    for one in parts:
        counts = Counter(address for address, _ in one._items.values())
        if counts != one._counts:
            return f"wrong counts of addresses ({one._counts!r:.100})"
        if len(one) > one._most or max(counts.values(), default=0) > one._of_address:
            return f"{len(one)} items, {max(counts.values())} of one address, in memory for {one._most}"
    return None


def _sizes(root: object, parts: list[Parts[Any]]) -> Counter[str]:
    counted: Counter[str] = Counter()
    seen, ahead = {id(root)}, [root]
    while ahead:
        one = ahead.pop()
        if isinstance(one, Mapping):
            inner = [*one.keys(), *one.values()]
        elif isinstance(one, list | set | tuple | deque | frozenset):
            inner = list(one)
        else:
            inner = []
            if isinstance(one, Parts):
                parts.append(one)
            for name, value in _attributes(one):
                if isinstance(value, _COLLECTIONS):
                    counted[f"{type(one).__name__}.{name}"] += len(value)
                inner.append(value)
        for value in inner:
            if id(value) not in seen and (isinstance(value, (*_COLLECTIONS, tuple, frozenset)) or _is_own(value)):
                seen.add(id(value))
                ahead.append(value)
    return counted


def grown(now: Counter[str], before: Counter[str], more: bool) -> dict[str, int]:
    """Returns the collections that are larger than before, by how much, but for memories with a bound. ``more``: there
    are more processes now."""
    left_out = BOUNDED + APART + BY_PROCESS * more
    more_by = {name: size - before[name] for name, size in now.items() if name not in left_out}
    return {name: count for name, count in more_by.items() if count > (_AT_ONCE if name in OWN else 0)}


def _is_own(value: object) -> bool:
    return type(value).__module__.startswith("webapp.")


def _attributes(one: object) -> Iterator[tuple[str, Any]]:
    yield from getattr(one, "__dict__", {}).items()
    for kind in type(one).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(one, name):
                yield name, getattr(one, name)
