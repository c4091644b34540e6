"""The search tree that is kept between turns: one array of records, its root moving down the line that is played.

Nodes are numbers into the array. A node that was played keeps its place above the root (the spine), so that a move
taken back finds its tree again. Memory is a hard cap: the array grows by doubling up to it, and then the least visited
subtrees collapse into their bounds.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.mind.tree.advance import Kept
from engine.mind.tree.kernels import EXPANDED, FREE, NODE, PLAYED, PRINCIPAL, TOUCHED, USED, build
from engine.mind.tree.memory import MEMORY, TreeMemory
from engine.mind.tree.snapshot import Snapshot, take_snapshot
from engine.mind.values import LIMIT

_FIRST_CAPACITY = 1 << 9


class Tree:
    """The nodes of one mind.

    Args:
        cap_mb: the most memory the nodes may take, in MiB.
        step: bits of a column (height + 1) for boards on bitboards; 0 for other games.
    """

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
    own: memoryview
    mask: memoryview

    def __init__(self, cap_mb: float = 16.0, step: int = 0) -> None:
        self._kernels = build()
        self.cap = max(256, int(cap_mb * 2**20) // NODE.itemsize)
        self.step = step
        self.collapsed = 0
        self._stack = np.zeros(1024, np.int32)
        self._share = TreeMemory(MEMORY)
        self.close = weakref.finalize(self, self._share.release)  # called at the latest when the tree is collected
        self._counters = np.zeros(3, np.int64)
        self._nodes: Any = np.zeros(0, NODE)
        self._counters[FREE] = -1
        first = min(_FIRST_CAPACITY, self.cap)
        self._share.take(first * NODE.itemsize)
        self._grow(first)
        self.root = self.add_node()

    # --- memory ---

    @property
    def used(self) -> int:
        """Nodes in use, those above the root included."""
        return int(self._counters[USED])

    @property
    def touched(self) -> int:
        """Counts the records that were ever in use."""
        return int(self._counters[TOUCHED])

    @property
    def free(self) -> int:
        """Returns the first free record, the head of a list linked by ``next`` and ``first``; -1 if there is none."""
        return int(self._counters[FREE])

    @property
    def memory(self) -> int:
        """Bytes of the array of nodes."""
        return int(self._nodes.nbytes)

    def reserve(self, count: int) -> bool:
        """Make room for ``count`` more nodes: grow, else collapse; False when the cap leaves no room."""
        while len(self._nodes) - self.used < count:
            larger = min(2 * len(self._nodes), self.cap)
            if larger > len(self._nodes) and self._share.grant((larger - len(self._nodes)) * NODE.itemsize):
                self._grow(larger)
            elif not self._collapse(count):
                return False
        return True

    def _collapse(self, count: int) -> bool:
        """Free the least visited subtrees, off the principal variation, then branches that were taken back."""
        line, node = [], self.root
        while (node := self.child(node, self.best[node])) >= 0:
            line.append(node)
        for node in line:
            self.flags[node] |= PRINCIPAL
        visits, enough = 64, max(count, self.cap // 4)
        while len(self._nodes) - self.used < enough and visits < 1 << 60:
            self.collapsed += self._kernels.collapse(self._nodes, self._counters, self.root, visits)
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
        nodes = np.empty(capacity, NODE)
        self._kernels.copy(self._nodes, nodes)
        self._nodes = nodes
        for name in NODE.names or ():
            column: Any = nodes[name]
            setattr(self, name, memoryview(column))

    # --- structure ---

    def add_node(self, parent: int = -1, move: int = 0) -> int:
        """A new node; raises MemoryError when the cap leaves no room."""
        if not self.reserve(1):
            raise MemoryError("the tree is at its cap")
        return int(self._kernels.add(self._nodes, self._counters, parent, move))

    def drop(self, node: int) -> int:
        """Free a subtree; returns its number of nodes."""
        return int(self._kernels.drop(self._nodes, self._counters, node))

    def child(self, node: int, move: int) -> int:
        """The child of ``node`` by ``move``, or -1."""
        found: int = self.first[node]
        while found >= 0 and self.move[found] != move:
            found = self.next[found]
        return found

    def children(self, node: int) -> list[int]:
        """The children of ``node``, in no order that means anything."""
        found: int = self.first[node]
        nodes = []
        while found >= 0:
            nodes.append(found)
            found = self.next[found]
        return nodes

    def expand(self, node: int, moves: list[tuple[int, int, int]]) -> list[int]:
        """Give ``node`` a child for every legal move, one ply below; returns them in the order of ``moves``.

        Args:
            node: the parent.
            moves: (move, own, mask) of each child; the words are 0 for games that have none.
        """
        if self.flags[node] & EXPANDED:
            by_move = {self.move[child]: child for child in self.children(node)}
            return [by_move[move] for move, _, _ in moves]
        if not self.reserve(len(moves) + 1):
            raise MemoryError("the tree is at its cap")
        deeper = self.children(node)  # what a search reported below a chain of forced moves goes beneath the new ones
        ready = {self.move[c]: c for c in deeper if not self.step or self.mask[c] in {mask for _, _, mask in moves}}
        for child in deeper:
            if child not in ready.values():
                self._kernels.unlink(self._nodes, child)
        out = []
        for move, own, mask in moves:
            child = ready.get(move, -1)
            if child < 0:
                child = self.add_node(node, move)
                self.own[child], self.mask[child] = own, mask
            out.append(child)
        self.flags[node] |= EXPANDED
        for child in deeper:
            if child not in ready.values():
                self.attach(node, child)
        return out

    def attach(self, parent: int, node: int) -> None:
        """Hang the parentless ``node`` where it belongs beneath ``parent``."""
        self._kernels.attach(self._nodes, self._counters, parent, node, self.step, self._stack)

    def backup(self, node: int) -> None:
        """Tighten proven bounds from ``node`` upwards."""
        self._kernels.backup(self._nodes, node)

    def tighten(self, node: int, low: int, high: int) -> None:
        """A search proved these bounds of ``node``: take them in, and tell the ancestors."""
        self.low[node] = max(self.low[node], low)
        self.high[node] = min(self.high[node], high)
        if self.parent[node] >= 0:
            self.backup(self.parent[node])

    def proven(self, node: int) -> bool:
        """Whether the exact result of ``node`` is known."""
        return bool(self.low[node] == self.high[node])

    def ended(self, node: int) -> bool:
        """Whether ``node`` is proven or, where lots are drawn, no evaluation has a part in its value."""
        return bool(self.low[node] == self.high[node] or self.depth[node] >= LIMIT)

    def merge_report(self, lane: int, rows: Any, pending: Any, waiting: int) -> int:
        """Link a search's report under ``lane``; returns the new number of nodes that wait in ``pending``."""
        if not self.reserve(len(rows)):
            return waiting
        return int(
            self._kernels.merge_report(
                self._nodes, self._counters, lane, rows, len(rows), pending, waiting, self.step, self._stack
            )
        )

    # --- the line that is played ---

    def advance(self, move: int, own: int = 0, mask: int = 0) -> Kept:
        """The child by ``move`` becomes the root; its subtree stays bit for bit, all else beneath the old root is
        freed, except branches that were played before and taken back."""
        old = self.root
        before = self.size[old]
        new = self._direct_child(old, move, own, mask)
        cut = []
        children = self.children(old)
        searched = tuple(sorted((self.move[child], self.visits[child]) for child in children))
        for child in children:
            if child != new and not self.flags[child] & PLAYED:
                cut.append((self.move[child], self.drop(child)))
        self.flags[old] &= ~EXPANDED & 0xFF
        self.flags[new] |= PLAYED
        self.root = new
        kept = int(self.size[new])
        pruned = max(0, int(before) - kept - 1)
        return Kept(kept, pruned, tuple(sorted(cut)), searched, max(0, self.depth[new]), self.ended(new))

    def retreat(self) -> None:
        """Back to the parent of the root."""
        if self.parent[self.root] < 0:
            raise ValueError("the root of the tree has no parent")
        self.root = self.parent[self.root]

    def plies_taken_back(self) -> int:
        """How many plies of moves that were taken back still have their nodes below the root."""
        plies, row = 0, [self.root]
        while row := [child for node in row for child in self.children(node) if self.flags[child] & PLAYED]:
            plies += 1
        return plies

    def _direct_child(self, node: int, move: int, own: int, mask: int) -> int:
        """The child one ply below by ``move``: found, set between, or made."""
        found = self.child(node, move)
        if found >= 0 and (not self.step or self.mask[found] == mask):
            return found
        if not self.step:
            return self.add_node(node, move)
        new = self.add_node()
        self.own[new], self.mask[new], self.move[new] = own, mask, move
        self.attach(node, new)
        return self.child(node, move)

    # --- for whoever wants to know ---

    def walk(self, node: int) -> Iterator[int]:
        """Every node of a subtree."""
        todo = [node]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(self.children(node))

    def snapshot(self, plies: int, limit: int) -> Snapshot:
        """A copy of the first plies below the root, of at most so many nodes."""
        return take_snapshot(self._nodes, self.root, plies, limit)
