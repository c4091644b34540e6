"""Keeps a bounded number of items, with a bound for each address, so that no address pushes out the items of others."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Parts(Generic[T]):
    """Keeps items by key, in the order of their coming.

    Beyond ``most`` goes the oldest item of the address with the most, beyond ``of_address`` the oldest of this address.
    """

    def __init__(self, most: int, of_address: int) -> None:
        self._most, self._of_address = most, of_address
        self._items: OrderedDict[str, tuple[str, T]] = OrderedDict()
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return (item for _, item in self._items.values())

    def get(self, key: str) -> T | None:
        """Returns an item, or None."""
        return self._items.get(key, ("", None))[1]

    def put(self, key: str, address: str, item: T) -> None:
        """Adds an item as the newest."""
        self._drop(key)
        self._items[key] = address, item
        self._counts[address] += 1
        if self._counts[address] > self._of_address:
            self._drop_oldest_of(address)
        elif len(self._items) > self._most:
            self._drop_oldest_of(self._counts.most_common(1)[0][0])

    def drop_while(self, gone: Callable[[T], bool]) -> None:
        """Drops the oldest items as long as ``gone`` is true of them."""
        while self._items and gone(next(iter(self))):
            self._drop(next(iter(self._items)))

    def _drop(self, key: str) -> None:
        if key in self._items:
            address, _ = self._items.pop(key)
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def _drop_oldest_of(self, address: str) -> None:
        self._drop(next(key for key, (owner, _) in self._items.items() if owner == address))
