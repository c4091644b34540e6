"""Keeps a bounded number of things, with a part for each address: no address pushes out the things of others."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Parts(Generic[T]):
    """Keeps things by key, in the order of their coming.

    Args:
        most: the most things; then the oldest thing goes of the address with the most.
        of_address: the most things of one address; then its oldest thing goes.
    """

    def __init__(self, most: int, of_address: int) -> None:
        self._most, self._of_address = most, of_address
        self._things: OrderedDict[str, tuple[str, T]] = OrderedDict()
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[T]:
        return (thing for _, thing in self._things.values())

    def get(self, key: str) -> T | None:
        """Returns a thing, or None."""
        return self._things.get(key, ("", None))[1]

    def put(self, key: str, address: str, thing: T) -> None:
        """Keeps a thing as the newest."""
        self._drop(key)
        self._things[key] = address, thing
        self._counts[address] += 1
        if self._counts[address] > self._of_address:
            self._drop_oldest_of(address)
        elif len(self._things) > self._most:
            self._drop_oldest_of(self._counts.most_common(1)[0][0])

    def drop_while(self, gone: Callable[[T], bool]) -> None:
        """Drops the oldest things as long as ``gone`` is true of them."""
        while self._things and gone(next(iter(self))):
            self._drop(next(iter(self._things)))

    def _drop(self, key: str) -> None:
        if key in self._things:
            address, _ = self._things.pop(key)
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def _drop_oldest_of(self, address: str) -> None:
        self._drop(next(key for key, (owner, _) in self._things.items() if owner == address))
