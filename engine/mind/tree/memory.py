"""Caps the memory that all search trees of the process take together."""

import threading


class Memory:
    """Counts the bytes of all trees against one cap. A tree without a grant collapses instead of growing."""

    def __init__(self, cap_mb: float) -> None:
        self.cap = int(cap_mb * 2**20)
        self.used = 0
        self._lock = threading.Lock()

    def limit(self, cap_mb: float) -> None:
        """Sets the cap to ``cap_mb`` MiB. Trees keep all memory already granted."""
        with self._lock:
            self.cap = int(cap_mb * 2**20)

    def taken(self) -> int:
        """Returns the bytes of all trees."""
        return self.used

    def grant(self, size: int) -> bool:
        """Returns whether ``size`` more bytes fit below the cap, and counts them as used if so."""
        with self._lock:
            if self.used + size > self.cap:
                return False
            self.used += size
            return True

    def take(self, size: int) -> None:
        """Counts ``size`` bytes without asking the cap: a tree's first few nodes, or memory given back (negative)."""
        with self._lock:
            self.used += size


MEMORY = Memory(1024.0)  # the memory of all trees of this process

limit_memory, tree_bytes = MEMORY.limit, MEMORY.taken


class TreeMemory:
    """Holds one tree's share of the process's memory until the tree is deleted."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._size = 0

    def take(self, size: int) -> None:
        """Takes ``size`` bytes without asking the cap."""
        self._memory.take(size)
        self._size += size

    def grant(self, size: int) -> bool:
        """Takes ``size`` bytes and returns True if they fit below the cap."""
        granted = self._memory.grant(size)
        if granted:
            self._size += size
        return granted

    def release(self) -> None:
        """Gives the whole share back."""
        self._memory.take(-self._size)
        self._size = 0
