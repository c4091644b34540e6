"""Keeps the search tree between turns, with a root that follows the moves played. A node once played stays above the
root (the spine), so a move taken back finds the old tree again."""

from collections.abc import Iterator
from typing import Any

from engine.mind.tree.advance import Kept
from engine.mind.tree.kernels import EXPANDED, PLAYED
from engine.mind.tree.records import Records
from engine.mind.tree.snapshot import Snapshot, take_snapshot
from engine.mind.values import LIMIT


class Tree(Records):
    """Keeps the nodes of one mind: expands them, links the reports of searches, and follows the game."""

    def expand(self, node: int, moves: list[tuple[int, int, int]]) -> list[int]:
        """Gives ``node`` a child for every legal move, and returns the children in the order of ``moves``. ``moves``
        holds (move, own, mask) of each child, with words 0 for games without bitboards. Raises MemoryError if the cap
        leaves no room."""
        if self.flags[node] & EXPANDED:
            by_move = {self.move[child]: child for child in self.children(node)}
            return [by_move[move] for move, _, _ in moves]
        if not self.reserve(len(moves) + 1):
            raise MemoryError("the tree is at its cap")
        deeper = self.children(node)  # a node reported below a chain of forced moves goes beneath a new child
        ready = {self.move[c]: c for c in deeper if not self.step or self.mask[c] in {mask for _, _, mask in moves}}
        for child in deeper:
            if child not in ready.values():
                self._steps.unlink(self._nodes, child)
        children = []
        for move, own, mask in moves:
            child = ready.get(move, -1)
            if child < 0:
                child = self.add_node(node, move)
                self.own[child], self.mask[child] = own, mask
            children.append(child)
        self.flags[node] |= EXPANDED
        for child in deeper:
            if child not in ready.values():
                self.attach(node, child)
        return children

    def attach(self, parent: int, node: int) -> None:
        """Links the parentless ``node`` at its place beneath ``parent``, merged with the nodes there."""
        self._steps.attach(self._nodes, self._counters, parent, node, self.step, self._stack)

    def backup(self, node: int) -> None:
        """Tightens the proven bounds of ``node`` and of the ancestors from the children."""
        self._steps.backup(self._nodes, node)

    def tighten(self, node: int, low: int, high: int) -> None:
        """Tightens the bounds of ``node`` to bounds proven by a search, then the bounds of the ancestors."""
        self.low[node] = max(self.low[node], low)
        self.high[node] = min(self.high[node], high)
        if self.parent[node] >= 0:
            self.backup(self.parent[node])

    def proven(self, node: int) -> bool:
        """Returns whether the exact result of ``node`` is known."""
        return bool(self.low[node] == self.high[node])

    def is_final(self, node: int) -> bool:
        """Returns whether the value of ``node`` is proven or, in a game with chance, free of any evaluation."""
        return bool(self.low[node] == self.high[node] or self.depth[node] >= LIMIT)

    def merge_report(self, lane: int, rows: Any, pending: Any, waiting: int) -> int:
        """Links a search's report, uint64[count, fields] (:mod:`engine.mind.tree.kernels`), under the node ``lane``.
        ``pending`` (int32) holds ``waiting`` reported nodes without a parent. Returns the new number of these."""
        if not self.reserve(len(rows)):
            return waiting
        return int(
            self._steps.merge_report(
                self._nodes, self._counters, lane, rows, len(rows), pending, waiting, self.step, self._stack
            )
        )

    def advance(self, move: int, own: int = 0, mask: int = 0) -> Kept:
        """Makes the child by ``move`` the root and returns counts of the change. The subtree of the new root stays bit
        for bit. Everything else beneath the old root is freed, except branches once played and taken back. ``own`` and
        ``mask`` are the stones after ``move``, 0 for games without bitboards."""
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
        return Kept(kept, pruned, tuple(sorted(cut)), searched, max(0, self.depth[new]), self.is_final(new))

    def retreat(self) -> None:
        """Makes the parent of the root the root again. Raises ValueError if the root has no parent."""
        if self.parent[self.root] < 0:
            raise ValueError("the root of the tree has no parent")
        self.root = self.parent[self.root]

    def plies_taken_back(self) -> int:
        """Returns the number of plies below the root with nodes of moves once played and taken back."""
        plies, row = 0, [self.root]
        while row := [child for node in row for child in self.children(node) if self.flags[child] & PLAYED]:
            plies += 1
        return plies

    def _direct_child(self, node: int, move: int, own: int, mask: int) -> int:
        """Returns the child one ply below by ``move``, a new node where the tree has none."""
        child = self.child(node, move)
        if child >= 0 and (not self.step or self.mask[child] == mask):
            return child
        if not self.step:
            return self.add_node(node, move)
        new = self.add_node()
        self.own[new], self.mask[new], self.move[new] = own, mask, move
        self.attach(node, new)
        return self.child(node, move)

    def after(self, node: int, move: int) -> int:
        """Returns the node right after a move, or -1. A child that a search has reported may lie more moves below."""
        child = self.child(node, move)
        deeper = child >= 0 and self.step and (self.mask[child] ^ self.mask[node]).bit_count() != 1
        return -1 if deeper else child

    def holding(self, node: int, least: int) -> int:
        """Returns a move at ``node`` that is proven to be worth at least the score number ``least`` to the side to move
        there, first of all the best move; 0 without one. A best move alone may be no more than an opinion, or hold an
        earlier, lower bound."""
        moves = [self.best[node], *(self.move[child] for child in self.children(node))]
        return next((int(m) for m in moves if m and (to := self.after(node, m)) >= 0 and -self.high[to] >= least), 0)

    def walk(self, node: int) -> Iterator[int]:
        """Yields every node of a subtree, parents before children."""
        todo = [node]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(self.children(node))

    def snapshot(self, plies: int, limit: int) -> Snapshot:
        """Returns a copy of the first ``plies`` below the root, of at most ``limit`` nodes."""
        return take_snapshot(self._nodes, self.root, plies, limit, self.words)
