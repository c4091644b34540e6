"""Holds the steps of the kept tree on one array of records: allocate, link, free, back up, merge, collapse.

The steps run without the interpreter lock and keep no memory of their own. Scores are the solver's: a bound of a node
is from the point of view of the side to move there, so a parent's value is minus the value of the child.
"""

import functools
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.bitboard import bit_of, lowest, popcount
from engine.kernels import instruction, kernel
from engine.kernels.words import in_memory, words_of
from engine.mind.values import LIMIT

Array = Any  # a NumPy array inside a kernel, where a type checker cannot follow

_FIELDS: list[tuple[str, str]] = [
    ("own", "u8"),  # stones of the side to move (games on bitboards, 0 elsewhere)
    ("mask", "u8"),  # all stones
    ("visits", "i8"),  # positions searched beneath this node, the node's own included
    ("value", "f8"),  # heuristic value in (-1, 1), for the side to move
    ("parent", "i4"),
    ("first", "i4"),  # first child, or -1
    ("next", "i4"),  # next sibling, or in a free record the next free record (its children are also free)
    ("size", "i4"),  # nodes in this subtree, its root included
    ("depth", "i2"),  # depth in plies of the search that gave the value, or -1 without a search
    ("low", "i1"),  # proven bounds of the Score number
    ("high", "i1"),
    ("move", "u1"),  # the (first) move that leads here from the parent
    ("best", "u1"),  # the best move here, or the refutation: the move that cut the search
    ("flags", "u1"),
]
NODE = np.dtype(_FIELDS, align=True)
_WIDE_NODE = np.dtype([*_FIELDS, ("own_high", "u8"), ("mask_high", "u8")], align=True)


def node_of(words: int) -> np.dtype[Any]:
    """Returns the record of a node of boards of so many words: of two, the upper halves stand behind all else."""
    return NODE if words == 1 else _WIDE_NODE


FREE, USED, TOUCHED = 0, 1, 2
"""Places in the tree's counters: the head of the free list, the nodes in use, the records ever in use. The
records beyond the last count have no defined content."""

EXPANDED, PLAYED, CHANCE, EXACT, LOWER, PINNED, PRINCIPAL = 1, 2, 4, 8, 16, 64, 128
"""Flags of a node. EXPANDED: every legal move has a child. PLAYED: the node is part of the line played. CHANCE: chance
decides here. EXACT: the value is a minimax value. LOWER: the value is a lower bound. Neither flag: an upper bound.
PINNED: a search is at this node, and the children must stay. PRINCIPAL: the node is on the principal variation while
the tree collapses."""

OWN, MASK, BOUNDS, WORK = 0, 1, 2, 3
"""Columns of the solver's report. BOUNDS packs the ply, low + 128, high + 128 and the best move, one byte each. Of
boards of two words the upper halves stand behind."""

own_of = instruction("engine.kernels.wide", "own_of")
mask_of = instruction("engine.kernels.wide", "mask_of")
put = instruction("engine.kernels.wide", "put_boards")

_ROW = 4  # the columns of a report, without upper halves


@functools.cache
def build(words: int) -> SimpleNamespace:  # noqa: C901
    """Returns the steps of a tree of boards of so many words."""
    _step = functools.partial(kernel, records={"node": node_of(words)})
    get = in_memory(words, _ROW, rows=True).get
    none, one = words_of(words).word(0), np.uint64(1)

    @_step("void(node[::1], node[::1])", words)
    def copy(nodes: Array, larger: Array) -> None:
        """Puts all records at the same places of a larger array."""
        for index in range(len(nodes)):
            larger[index] = nodes[index]

    @_step("void(node[::1], int64, int64)", words)
    def link(nodes: Array, parent: int, node: int) -> None:
        """Puts a parentless node under ``parent`` and counts the node's subtree up to the top."""
        nodes[node].parent = parent
        nodes[node].next = nodes[parent].first
        nodes[parent].first = node
        size = nodes[node].size
        while parent >= 0:
            nodes[parent].size += size
            parent = nodes[parent].parent

    @_step("void(node[::1], int64)", words)
    def unlink(nodes: Array, node: int) -> None:
        """Takes a node, with the subtree beneath, out of the parent's children."""
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

    @_step("int64(node[::1], int64[::1])", words)
    def allocate(nodes: Array, counters: Array) -> Any:
        """Takes a record off the free list, or the first record never used. Returns -1 when the array is full."""
        node = counters[FREE]
        if node >= 0:
            after = nodes[node].next
            child = nodes[node].first
            if child >= 0:  # freed together with the node: the children come next
                last = child
                while nodes[last].next >= 0:
                    last = nodes[last].next
                nodes[last].next = after
                after = child
            counters[FREE] = after
        elif counters[TOUCHED] < len(nodes):
            node = counters[TOUCHED]
            counters[TOUCHED] += 1
        else:
            return -1
        counters[USED] += 1
        return node

    @_step("int64(node[::1], int64[::1], int64, int64)", words)
    def add(nodes: Array, counters: Array, parent: int, move: int) -> Any:
        """Returns a new node under ``parent`` (-1: without a parent), or -1 when the array is full."""
        node = allocate(nodes, counters)
        if node < 0:
            return -1
        put(nodes[node], none, none)
        nodes[node].visits = 0
        nodes[node].parent = -1
        nodes[node].first = -1
        nodes[node].next = -1
        nodes[node].size = 1
        nodes[node].value = 0.0
        nodes[node].depth = -1
        nodes[node].low = -LIMIT
        nodes[node].high = LIMIT
        nodes[node].move = move
        nodes[node].best = 0
        nodes[node].flags = 0
        if parent >= 0:
            link(nodes, parent, node)
        return node

    @_step("int64(node[::1], int64[::1], int64)", words)
    def drop(nodes: Array, counters: Array, node: int) -> Any:
        """Frees a node and the subtree beneath, in one step for any size, and returns the number of nodes freed. The
        subtree goes onto the free list whole. ``allocate`` takes it apart node by node."""
        unlink(nodes, node)
        freed = nodes[node].size
        nodes[node].next = counters[FREE]
        counters[FREE] = node
        counters[USED] -= freed
        return freed

    @_step("void(node[::1], int64)", words)
    def backup(nodes: Array, node: int) -> None:
        """Tightens the proven bounds of ``node`` and the ancestors from the children, as far as the bounds change."""
        while node >= 0:
            flags = nodes[node].flags
            if flags & CHANCE or nodes[node].first < 0:
                return
            low = -LIMIT
            high = -LIMIT
            child = nodes[node].first
            while child >= 0:
                # A child more than one ply below proves nothing here: most plies between are forced, but a report may
                # also have left out a parent, because the subtree was small or the array was full.
                if popcount(mask_of(nodes[child]) ^ mask_of(nodes[node])) <= 1:
                    low = max(low, -nodes[child].high)
                    high = max(high, -nodes[child].low)
                child = nodes[child].next
            if not flags & EXPANDED:
                high = LIMIT
            low = max(low, nodes[node].low)
            high = min(high, nodes[node].high)
            if low == nodes[node].low and high == nodes[node].high:
                return
            nodes[node].low = low
            nodes[node].high = high
            node = nodes[node].parent

    @_step("int64(node[::1], int64, int64, int64)", words)
    def first_move(nodes: Array, parent: int, node: int, step: int) -> Any:
        """Returns the column of the first move from ``parent`` to the descendant ``node``, or 0 if no play leads there.
        A chain of forced moves may lie between the two. ``step`` is the number of bits of a column."""
        before = mask_of(nodes[parent])
        added = mask_of(nodes[node]) ^ before
        mover = own_of(nodes[node]) if popcount(added) % 2 == 0 else own_of(nodes[node]) ^ mask_of(nodes[node])
        candidates = mover & added
        while candidates:
            bit = lowest(candidates)
            if bit % step == 0 or bit_of(before, bit - 1):
                return bit // step + 1
            candidates &= candidates - one
        return 0

    @_step("boolean(node[::1], int64, int64)", words)
    def contains(nodes: Array, below: int, above: int) -> bool:
        """Returns whether the position ``below`` holds every stone of ``above``, as after any play between the two."""
        mask = mask_of(nodes[above])
        own = own_of(nodes[below])
        if (popcount(mask_of(nodes[below])) - popcount(mask)) % 2:
            own ^= mask_of(nodes[below])
        return bool(mask_of(nodes[below]) & mask == mask and own & mask == own_of(nodes[above]))

    @_step("int64(node[::1], int64[::1], int64, int64, int32[::1], int64)", words)
    def absorb(nodes: Array, counters: Array, node: int, twin: int, stack: Array, top: int) -> int:
        """Merges ``twin``, a second record of one position, into ``node``. Returns the new top of the ``stack``. The
        children of ``twin`` wait on the stack for their places beneath ``node``."""
        # A search which has proven only an upper bound knows no best move.
        if nodes[twin].best and (nodes[node].best == 0 or nodes[twin].low > nodes[node].low):
            nodes[node].best = nodes[twin].best
        if not nodes[node].flags & CHANCE:
            nodes[node].low = max(nodes[node].low, nodes[twin].low)
            nodes[node].high = min(nodes[node].high, nodes[twin].high)
        nodes[node].visits += nodes[twin].visits
        child = nodes[twin].first
        while child >= 0:
            after = nodes[child].next
            unlink(nodes, child)
            if top + 2 <= len(stack):
                stack[top] = node
                stack[top + 1] = child
                top += 2
            else:
                drop(nodes, counters, child)
            child = after
        drop(nodes, counters, twin)
        return top

    @_step("void(node[::1], int64[::1], int64, int64, int64, int32[::1])", words)
    def attach(nodes: Array, counters: Array, parent: int, node: int, step: int, stack: Array) -> None:
        """Links the parentless ``node`` at its place beneath ``parent``, merged with the nodes there."""
        stack[0] = parent
        stack[1] = node
        top = 2
        while top > 0:
            top -= 2
            above = stack[top]
            below = stack[top + 1]
            if mask_of(nodes[above]) == mask_of(nodes[below]):
                top = absorb(nodes, counters, above, below, stack, top)
                continue
            move = first_move(nodes, above, below, step)
            if move == 0:  # all stones are there, but no order of moves leads from above to below
                drop(nodes, counters, below)
                continue
            nodes[below].move = move
            child = nodes[above].first
            while child >= 0:
                if nodes[child].move == move and (contains(nodes, below, child) or contains(nodes, child, below)):
                    break
                child = nodes[child].next
            if child < 0:
                link(nodes, above, below)
            elif contains(nodes, below, child):  # the child lies between: continue beneath the child
                stack[top] = child
                stack[top + 1] = below
                top += 2
            else:  # the new node lies between
                unlink(nodes, child)
                link(nodes, above, below)
                stack[top] = below
                stack[top + 1] = child
                top += 2

    @_step("int64(node[::1], int64[::1], int64, uint64[:, ::1], int64, int32[::1], int64, int64, int32[::1])", words)
    def merge_report(
        nodes: Array,
        counters: Array,
        lane: int,
        rows: Array,
        count: int,
        pending: Array,
        waiting: int,
        step: int,
        stack: Array,
    ) -> int:
        """Links the solver's report (children before parents) under ``lane``, or drops the rest when the array is full.
        Returns the number of nodes in ``pending``, which wait for parents from a later report."""
        base = popcount(mask_of(nodes[lane]))
        row = 0
        while row < count:
            mask = get(rows, (row, MASK))
            packed = np.int64(rows[row, BOUNDS])
            if mask == mask_of(nodes[lane]):
                node = lane
            else:
                node = add(nodes, counters, -1, 0)
                if node < 0:
                    return waiting
                put(nodes[node], get(rows, (row, OWN)), mask)
            low = (packed >> 8 & 255) - 128
            high = (packed >> 16 & 255) - 128
            best = packed >> 24 & 255
            if best and (nodes[node].best == 0 or low > nodes[node].low):
                nodes[node].best = best
            nodes[node].low = max(nodes[node].low, low)
            nodes[node].high = min(nodes[node].high, high)
            nodes[node].visits += np.int64(rows[row, WORK])
            while waiting > 0 and contains(nodes, pending[waiting - 1], node):
                child = pending[waiting - 1]
                if mask_of(nodes[child]) != mask and first_move(nodes, node, child, step) == 0:
                    break
                waiting -= 1
                attach(nodes, counters, node, child, step, stack)
            if popcount(mask) > base:
                if waiting < len(pending):
                    pending[waiting] = node
                    waiting += 1
                else:
                    drop(nodes, counters, node)
            row += 1
        return waiting

    @_step("int64(node[::1], int64[::1], int64, int64)", words)
    def collapse(nodes: Array, counters: Array, root: int, visits: int) -> int:
        """Frees every subtree with fewer than ``visits`` visits at the top, and returns the number of nodes freed.

        The root's children and grandchildren, the principal variation and the children of pinned nodes stay. The bounds
        of the node above keep everything proven in the freed subtree.
        """
        freed = 0
        node = nodes[root].first
        depth = 1
        while node >= 0 and node != root:
            after = -1
            parent = nodes[node].parent
            pinned = nodes[parent].flags & PINNED
            if depth > 2 and not pinned and nodes[node].visits < visits and not nodes[node].flags & PRINCIPAL:
                after = nodes[node].next
                nodes[parent].flags = nodes[parent].flags & ~EXPANDED
                freed += drop(nodes, counters, node)
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

    steps = copy, unlink, add, drop, backup, attach, merge_report, collapse
    return SimpleNamespace(**{step.__name__: step for step in steps})
