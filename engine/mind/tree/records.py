"""Keeps the nodes of a search tree in one array of records, within a hard cap of memory. A node is a number, the place
of a record in the array. The array grows by doubling up to the cap. Then the least visited subtrees collapse into the
bounds of the nodes above."""

from __future__ import annotations

import threading
import weakref
from typing import Any

import numpy as np

from engine.kernels.words import BITS, halves
from engine.mind.tree import kernels
from engine.mind.tree.kernels import EXPANDED, FREE, PRINCIPAL, TOUCHED, USED


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


_FIRST_CAPACITY = 1 << 9


class Boards:
    """Reads and writes boards of two words, whose halves are two columns of the records."""

    def __init__(self, low: memoryview, high: memoryview) -> None:
        self._low, self._high = low, high

    def __getitem__(self, node: int) -> int:
        return int(self._low[node]) | int(self._high[node]) << BITS

    def __setitem__(self, node: int, board: int) -> None:
        self._low[node], self._high[node] = halves(board, 2)


class Records:
    """Keeps the nodes of one mind in at most ``cap_mb`` MiB. ``step``: bits of a column, 0 without bitboards. ``words``
    are those of a board."""

    parent: memoryview
    first: memoryview
    next: memoryview
    size: memoryview
    visits: memoryview
    value: memoryview[float]
    depth: memoryview
    low: memoryview
    high: memoryview
    move: memoryview
    best: memoryview
    flags: memoryview
    own: memoryview | Boards
    mask: memoryview | Boards

    def __init__(self, cap_mb: float = 16.0, step: int = 0, words: int = 1) -> None:
        self.words, self._node, self._steps = words, kernels.node_of(words), kernels.build(words)
        self.boards = ["own", "mask", "own_high", "mask_high"][: 2 * words]
        self.cap = max(256, int(cap_mb * 2**20) // self._node.itemsize)
        self.step = step
        self.collapsed = 0
        self._stack = np.zeros(1024, np.int32)
        self._share = TreeMemory(MEMORY)
        self.close = weakref.finalize(self, self._share.release)  # called at the latest when the tree is collected
        self._counters = np.zeros(3, np.int64)
        self._nodes: Any = np.zeros(0, self._node)
        self._counters[FREE] = -1
        first = min(_FIRST_CAPACITY, self.cap)
        self._share.take(first * self._node.itemsize)
        self._grow(first)
        self.root = self.add_node()

    @property
    def used(self) -> int:
        """Counts the nodes in use, the nodes above the root included."""
        return int(self._counters[USED])

    @property
    def records(self) -> Any:
        """Returns the records that were ever in use. Those of freed nodes still hold what was proved."""
        return self._nodes[: self.touched]

    @property
    def touched(self) -> int:
        """Counts the records that were ever in use."""
        return int(self._counters[TOUCHED])

    @property
    def free(self) -> int:
        """Returns the first free record, the head of a list linked by ``next`` and ``first``, or -1."""
        return int(self._counters[FREE])

    @property
    def memory(self) -> int:
        """Returns the size of the array of nodes in bytes."""
        return int(self._nodes.nbytes)

    def reserve(self, count: int) -> bool:
        """Makes room for ``count`` more nodes, by growth or collapse. Returns False when the cap leaves no room."""
        while len(self._nodes) - self.used < count:
            larger = min(2 * len(self._nodes), self.cap)
            if larger > len(self._nodes) and self._share.grant((larger - len(self._nodes)) * self._node.itemsize):
                self._grow(larger)
            elif not self._collapse(count):
                return False
        return True

    def _collapse(self, count: int) -> bool:
        """Frees the least visited subtrees, except on the principal variation, then the branches taken back."""
        line, node = [], self.root
        while (node := self.child(node, self.best[node])) >= 0:
            line.append(node)
        for node in line:
            self.flags[node] |= PRINCIPAL
        visits, enough = 64, max(count, self.cap // 4)
        while len(self._nodes) - self.used < enough and visits < 1 << 60:
            self.collapsed += self._steps.collapse(self._nodes, self._counters, self.root, visits)
            visits *= 8
        for node in line:
            self.flags[node] &= ~PRINCIPAL & 0xFF
        if len(self._nodes) - self.used < count:
            self._forget_taken_back()
        return len(self._nodes) - self.used >= count

    def _forget_taken_back(self) -> None:
        node = self.root
        while self.parent[node] >= 0:
            for other in self.children(self.parent[node]):
                if other != node:
                    self.collapsed += self.drop(other)
            self.flags[self.parent[node]] &= ~EXPANDED & 0xFF
            node = self.parent[node]

    def _grow(self, capacity: int) -> None:
        nodes = np.empty(capacity, self._node)
        self._steps.copy(self._nodes, nodes)
        self._nodes = nodes
        columns: dict[str, Any] = {name: nodes[name] for name in self._node.names or ()}
        for name, column in columns.items():
            setattr(self, name, memoryview(column))
        if self.words > 1:
            for name in ("own", "mask"):
                setattr(self, name, Boards(getattr(self, name), getattr(self, f"{name}_high")))

    def add_node(self, parent: int = -1, move: int = 0) -> int:
        """Returns a new node. Raises MemoryError when the cap leaves no room."""
        if not self.reserve(1):
            raise MemoryError("the tree is at its cap")
        return int(self._steps.add(self._nodes, self._counters, parent, move))

    def drop(self, node: int) -> int:
        """Frees a subtree and returns the number of nodes freed."""
        return int(self._steps.drop(self._nodes, self._counters, node))

    def child(self, node: int, move: int) -> int:
        """Returns the child of ``node`` by ``move``, or -1."""
        child: int = self.first[node]
        while child >= 0 and self.move[child] != move:
            child = self.next[child]
        return child

    def children(self, node: int) -> list[int]:
        """Returns the children of ``node`` in any order."""
        children = []
        child: int = self.first[node]
        while child >= 0:
            children.append(child)
            child = self.next[child]
        return children
