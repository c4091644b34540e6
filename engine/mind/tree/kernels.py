"""The steps of the kept tree, on one array of records: take, link, free, back up, merge, collapse.

Compiled, without the interpreter lock, without memory of their own. Numbers are the solver's: a bound of a node is
from the point of view of the side to move there, so a parent's value is minus its child's.
"""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np

from engine.compiled import kernel

Array = Any
"""A NumPy array inside a kernel, where a type checker cannot follow."""

NODE = np.dtype(
    [
        ("own", "u8"),  # stones of the side to move (games on bitboards; 0 elsewhere)
        ("mask", "u8"),  # all stones
        ("visits", "i8"),  # positions searched beneath this node, itself included
        ("value", "f8"),  # opinion in (-1, 1), for the side to move
        ("parent", "i4"),
        ("first", "i4"),  # first child, or -1
        ("next", "i4"),  # next sibling; in a free record: next free one (its children are free as well)
        ("size", "i4"),  # nodes in this subtree, itself included
        ("depth", "i2"),  # plies that opinion looks ahead; -1: none yet
        ("low", "i1"),  # proven bounds of the Score number
        ("high", "i1"),
        ("move", "u1"),  # the (first) move that leads here from the parent
        ("best", "u1"),  # the move that is best here, or that cut the search: the refutation
        ("flags", "u1"),
    ],
    align=True,
)

FREE, USED, TOUCHED = 0, 1, 2
"""Places in the tree's counters: head of the free list, nodes in use, records that were ever in use: those beyond hold
anything."""

EXPANDED, PLAYED, CHANCE, EXACT, LOWER, PINNED, PRINCIPAL = 1, 2, 4, 8, 16, 64, 128
"""Flags: every legal move has a child; part of the line played; chance decides here; the opinion is a minimax value;
it is a lower bound (neither: an upper bound); the record is in use; a search stands here, its children must stay;
it is on the principal variation while the tree collapses."""


@functools.cache
def build() -> SimpleNamespace:  # noqa: C901
    """Compile the tree's functions, or load them from the disk cache."""
    i = numba.int64
    nodes_t = numba.from_dtype(NODE)[::1]
    meta_t = numba.int64[::1]
    ids = numba.int32[::1]
    rows_t = numba.uint64[:, ::1]

    @kernel(i(numba.uint64))
    def popcount(word: Any) -> int:
        """How many bits are set."""
        count = 0
        while word:
            word &= word - np.uint64(1)
            count += 1
        return count

    @kernel(numba.void(nodes_t, nodes_t))
    def copy(nodes: Array, larger: Array) -> None:
        """Put all records at the same places of a larger array."""
        for index in range(len(nodes)):
            larger[index] = nodes[index]

    @kernel(numba.void(nodes_t, i, i))
    def link(nodes: Array, parent: int, node: int) -> None:
        """Put a parentless node under ``parent`` and count its subtree up to the top."""
        nodes[node].parent = parent
        nodes[node].next = nodes[parent].first
        nodes[parent].first = node
        size = nodes[node].size
        while parent >= 0:
            nodes[parent].size += size
            parent = nodes[parent].parent

    @kernel(numba.void(nodes_t, i))
    def unlink(nodes: Array, node: int) -> None:
        """Take a node, with its subtree, out of its parent's children."""
        parent = nodes[node].parent
        if parent < 0:
            return
        if nodes[parent].first == node:
            nodes[parent].first = nodes[node].next
        else:
            before = nodes[parent].first
            while nodes[before].next != node:
                before = nodes[before].next
            nodes[before].next = nodes[node].next
        nodes[node].parent = -1
        nodes[node].next = -1
        size = nodes[node].size
        while parent >= 0:
            nodes[parent].size -= size
            parent = nodes[parent].parent

    @kernel(i(nodes_t, meta_t, i, i))
    def take(nodes: Array, meta: Array, parent: int, move: int) -> Any:
        """A fresh node under ``parent`` (-1: none), or -1 when the array is full."""
        node = meta[0]
        if node >= 0:
            after = nodes[node].next
            child = nodes[node].first
            if child >= 0:  # freed with it: they come next
                last = child
                while nodes[last].next >= 0:
                    last = nodes[last].next
                nodes[last].next = after
                after = child
            meta[0] = after
        elif meta[2] < len(nodes):
            node = meta[2]
            meta[2] += 1
        else:
            return -1
        meta[1] += 1
        nodes[node].own = nodes[node].mask = nodes[node].visits = 0
        nodes[node].parent = -1
        nodes[node].first = -1
        nodes[node].next = -1
        nodes[node].size = 1
        nodes[node].value = 0.0
        nodes[node].depth = -1
        nodes[node].low = -127
        nodes[node].high = 127
        nodes[node].move = move
        nodes[node].best = 0
        nodes[node].flags = 0
        if parent >= 0:
            link(nodes, parent, node)
        return node

    @kernel(i(nodes_t, meta_t, i))
    def drop(nodes: Array, meta: Array, node: int) -> Any:
        """Free a node and everything beneath it, at once, however much that is: the subtree goes onto the free list as
        it stands, and is taken apart as its nodes are taken. Returns how many nodes that were."""
        unlink(nodes, node)
        freed = nodes[node].size
        nodes[node].next = meta[0]
        meta[0] = node
        meta[1] -= freed
        return freed

    @kernel(i(nodes_t, i, i))
    def child(nodes: Array, node: int, move: int) -> Any:
        """The child that ``move`` leads to, or -1."""
        found = nodes[node].first
        while found >= 0 and nodes[found].move != move:
            found = nodes[found].next
        return found

    @kernel(numba.void(nodes_t, i))
    def backup(nodes: Array, node: int) -> None:
        """Tighten the proven bounds of ``node`` and of its ancestors from their children, as far as they change."""
        while node >= 0:
            flags = nodes[node].flags
            if flags & 4 or nodes[node].first < 0:
                return
            low = -127
            high = -127
            found = nodes[node].first
            while found >= 0:
                # A child more than one ply below hangs here until the plies between are known. Forced they mostly are,
                # but a report may leave out a parent, too: as its mark rises, or the array is full.
                if popcount(nodes[found].mask ^ nodes[node].mask) <= 1:
                    low = max(low, -nodes[found].high)
                    high = max(high, -nodes[found].low)
                found = nodes[found].next
            if not flags & 1:
                high = 127
            low = max(low, nodes[node].low)
            high = min(high, nodes[node].high)
            if low == nodes[node].low and high == nodes[node].high:
                return
            nodes[node].low = low
            nodes[node].high = high
            node = nodes[node].parent

    @kernel(i(nodes_t, i, i, i))
    def edge(nodes: Array, parent: int, node: int, step: int) -> int:
        """The column of the first move from ``parent`` to its descendant ``node`` (a chain of forced moves may lie
        between), or 0 where play cannot lead there; ``step`` is the number of bits of a column."""
        before = nodes[parent].mask
        diff = nodes[node].mask ^ before
        plies = 0
        rest = diff
        while rest:
            rest &= rest - np.uint64(1)
            plies += 1
        mover = nodes[node].own if plies % 2 == 0 else nodes[node].own ^ nodes[node].mask
        rest = mover & diff
        bit = 0
        while bit < 64:
            if rest >> np.uint64(bit) & np.uint64(1) and (
                bit % step == 0 or before >> np.uint64(bit - 1) & np.uint64(1)
            ):
                return bit // step + 1
            bit += 1
        return 0

    @kernel(numba.boolean(nodes_t, i, i))
    def within(nodes: Array, above: int, below: int) -> bool:
        """Whether every stone of the first position lies in the second, as it must where play leads there."""
        mask = nodes[above].mask
        own = nodes[below].own
        if (popcount(nodes[below].mask) - popcount(mask)) % 2:
            own ^= nodes[below].mask
        return bool(nodes[below].mask & mask == mask and own & mask == nodes[above].own)

    @kernel(numba.void(nodes_t, meta_t, i, i, i, ids))
    def attach(nodes: Array, meta: Array, parent: int, node: int, step: int, stack: Array) -> None:
        """Hang the parentless ``node`` where it belongs beneath ``parent``, merged with what is known there."""
        top = 0
        stack[0] = parent
        stack[1] = node
        top = 2
        while top > 0:
            top -= 2
            above = stack[top]
            below = stack[top + 1]
            if nodes[above].mask == nodes[below].mask:  # the same position: merge
                # A visit that proved no more than "not above" has no best move.
                if nodes[below].best and (nodes[above].best == 0 or nodes[below].low > nodes[above].low):
                    nodes[above].best = nodes[below].best
                if not nodes[above].flags & 4:
                    nodes[above].low = max(nodes[above].low, nodes[below].low)
                    nodes[above].high = min(nodes[above].high, nodes[below].high)
                nodes[above].visits += nodes[below].visits
                kid = nodes[below].first
                while kid >= 0:
                    after = nodes[kid].next
                    unlink(nodes, kid)
                    if top + 2 <= len(stack):
                        stack[top] = above
                        stack[top + 1] = kid
                        top += 2
                    else:
                        drop(nodes, meta, kid)
                    kid = after
                drop(nodes, meta, below)
                continue
            move = edge(nodes, above, below, step)
            if move == 0:  # the stones are all there, but no order of moves leads from one to the other
                drop(nodes, meta, below)
                continue
            nodes[below].move = move
            found = nodes[above].first
            while found >= 0:
                if nodes[found].move == move and (within(nodes, found, below) or within(nodes, below, found)):
                    break
                found = nodes[found].next
            if found < 0:
                link(nodes, above, below)
            elif within(nodes, found, below):  # found lies between: go on beneath it
                stack[top] = found
                stack[top + 1] = below
                top += 2
            else:  # the new one lies between
                unlink(nodes, found)
                link(nodes, above, below)
                stack[top] = below
                stack[top + 1] = found
                top += 2

    @kernel(i(nodes_t, meta_t, i, rows_t, i, ids, i, i, ids))
    def merge_log(
        nodes: Array,
        meta: Array,
        lane: int,
        rows: Array,
        count: int,
        pending: Array,
        waiting: int,
        step: int,
        stack: Array,
    ) -> int:
        """Link the solver's report (children before parents) under ``lane``; returns how many nodes still wait for
        their parents, which a later report brings. Stops early (the rest is dropped) when the array is full."""
        base = popcount(nodes[lane].mask)
        row = 0
        while row < count:
            mask = rows[row, 1]
            ply = popcount(mask)
            packed = i(rows[row, 2])
            work = i(rows[row, 3])
            if mask == nodes[lane].mask:
                node = lane
            else:
                node = take(nodes, meta, -1, 0)
                if node < 0:
                    return waiting
                nodes[node].own = rows[row, 0]
                nodes[node].mask = mask
            low = (packed >> 8 & 255) - 128
            high = (packed >> 16 & 255) - 128
            if packed >> 24 & 255 and (nodes[node].best == 0 or low > nodes[node].low):
                nodes[node].best = packed >> 24 & 255
            nodes[node].low = max(nodes[node].low, low)
            nodes[node].high = min(nodes[node].high, high)
            nodes[node].visits += work
            while waiting > 0 and within(nodes, node, pending[waiting - 1]):
                if nodes[pending[waiting - 1]].mask != mask and edge(nodes, node, pending[waiting - 1], step) == 0:
                    break
                waiting -= 1
                attach(nodes, meta, node, pending[waiting], step, stack)
            if ply > base:
                if waiting < len(pending):
                    pending[waiting] = node
                    waiting += 1
                else:
                    drop(nodes, meta, node)
            row += 1
        return waiting

    @kernel(i(nodes_t, meta_t, i, i))
    def collapse(nodes: Array, meta: Array, root: int, visits: int) -> int:
        """Free every subtree below the root's grandchildren whose root has fewer than ``visits`` visits, off the
        principal variation; what it proved stays in the bounds of the node above. Returns the number freed."""
        freed = 0
        node = nodes[root].first
        depth = 1
        while node >= 0 and node != root:
            after = -1
            parent = nodes[node].parent
            pinned = nodes[parent].flags & 64
            if depth > 2 and not pinned and nodes[node].visits < visits and not nodes[node].flags & 128:
                after = nodes[node].next
                nodes[parent].flags = nodes[parent].flags & 254
                freed += drop(nodes, meta, node)
            elif nodes[node].first >= 0:
                node = nodes[node].first
                depth += 1
                continue
            else:
                after = nodes[node].next
            while after < 0 and parent != root:
                after = nodes[parent].next
                parent = nodes[parent].parent
                depth -= 1
            node = after
        return freed

    return SimpleNamespace(
        copy=copy,
        take=take,
        link=link,
        unlink=unlink,
        drop=drop,
        child=child,
        backup=backup,
        attach=attach,
        merge_log=merge_log,
        collapse=collapse,
    )
