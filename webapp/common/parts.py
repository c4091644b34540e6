"""Keeps a bounded number of items, with a bound for each address, so that no address pushes out the items of others."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Parts(Generic[T]):
    """Keeps items by key, in the order of their coming. Beyond ``most`` goes the oldest item of the address with the
    most, beyond ``of_address`` the oldest of this address. Only items of which ``may_go`` holds do. ``on_end`` is told
    of every item that goes."""

    def __init__(
        self,
        most: int,
        of_address: int,
        may_go: Callable[[T], bool] = lambda _: True,
        on_end: Callable[[T], object] = lambda _: None,
    ) -> None:
        self._most, self._of_address, self._may_go, self._on_end = most, of_address, may_go, on_end
        self._items: OrderedDict[str, tuple[str, T]] = OrderedDict()
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return (item for _, item in self._items.values())

    def __contains__(self, key: str) -> bool:
        return key in self._items

    def get(self, key: str) -> T | None:
        """Returns an item, or None."""
        return self._items.get(key, ("", None))[1]

    def put(self, key: str, address: str, item: T) -> None:
        """Adds an item as the newest, in place of another with the same key."""
        self._take(key, item)
        self._items[key] = address, item
        self._counts[address] += 1
        if self._counts[address] > self._of_address:
            self._end_oldest_of([address], key)
        elif len(self._items) > self._most:
            self._end_oldest_of([address for address, _ in self._counts.most_common()], key)

    def end(self, key: str) -> None:
        """Drops an item, if it is here."""
        self._take(key)

    def end_while(self, gone: Callable[[T], bool]) -> None:
        """Drops the oldest items as long as ``gone`` is true of them."""
        while self._items and gone(next(iter(self))):
            self.end(next(iter(self._items)))

    def clear(self) -> None:
        """Drops all items."""
        self.end_while(lambda _: True)

    def _take(self, key: str, again: T | None = None) -> None:
        """Takes an item out, and tells so unless it is ``again``."""
        if key in self._items:
            address, item = self._items.pop(key)
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]
            if item is not again:
                self._on_end(item)

    def _end_oldest_of(self, addresses: list[str], newest: str) -> None:
        """Drops the oldest item that may go, of the first address with one. The newest item stays."""
        for address in addresses:
            for key, (owner, item) in self._items.items():
                if owner == address and key != newest and self._may_go(item):
                    self.end(key)
                    return
