"""Runs the compiled kernel of a board with its tables, which many searches share."""

from collections import defaultdict
from typing import Any

import numpy as np

from engine.nets.net import Net
from engine.solver import learnt_order
from engine.solver import memory as k
from engine.solver.kernel import build
from engine.solver.nearness import Nearness
from engine.solver.switches import Switch
from engine.solver.table import Words, allocate, buckets_log2, tag_bits

SMALL_TABLE_MB = 1.0  # size of the table for late plies: it should stay in the core's second-level cache
SHARED_TABLE_MB = 2.0
"""Size, a thread, of the table for late plies which several threads share. Such a table lies beyond that cache anyway
(positions of two threads with half the size: 1.03; with twice the size: 0.99, but 1.09 times the time)."""

NEVER = np.uint64(1 << 63)  # as a report: no node is logged
_NOT_SHARED = np.zeros(0, dtype=np.uint64)
Lent = tuple[Words, Any]
"""The tables of one thread in addition to the big one: for late plies, and the sums of the network (or None)."""


class Machine:
    """Holds the kernel and the tables of one board. ``table`` may be kept in a file and filled in again."""

    def __init__(
        self,
        width: int = 7,
        height: int = 6,
        connect: int = 4,
        *,
        table_mb: float = 64,
        switches: Switch | None = None,
        net: Net | None = None,
        words: int = 0,
    ) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 128 or not 3 <= connect <= 5:
            raise ValueError(
                f"there is no solver for {connect} in a row on {width}x{height}: "
                "width x (height + 1) must be at most 128, and connect 3 to 5"
            )
        if not 0 < table_mb <= 1 << 20:
            raise ValueError(f"a table of {table_mb} MB is not possible; give 1 or more")
        self.width, self.height, self.connect = width, height, connect
        self._network = learnt_order.network_for(width, height, connect, net)
        learnt = self._network is not None
        self._kernel = build(width, height, connect, switchable=switches is not None, learnt=learnt, words=words)
        self._kernel.load()
        self._switches = Switch.ALL if switches is None else switches
        self._key_bits = width * (height + 1)
        self.layout = k.layout(width, height, words)
        self.table = self._new_table(table_mb)
        self._free: dict[int, list[list[Lent]]] = defaultdict(list)
        self.nearness = Nearness()

    def clear(self) -> None:
        """Empties the tables. Correctness never needs this, because all bounds are exact."""
        self.table[:] = 0
        for loans in list(self._free.values()):
            for (late, _), *_ in loans:
                late[:] = 0

    def _new_table(self, megabytes: float) -> Words:
        return allocate(buckets_log2(megabytes, self._key_bits), self._key_bits)

    def new_memory(self) -> Words:
        """Returns the memory of a new search."""
        memory = np.zeros(self.layout.size, dtype=np.uint64)
        memory[k.BIG_TAG] = tag_bits(self.table, self._key_bits)
        memory[k.REPORT] = NEVER
        memory[k.SWITCHES] = int(self._switches)
        return memory

    def lend(self, threads: int = 1) -> list[Lent]:
        """Returns tables for the ``threads`` of one search, one each, for them alone until ``give_back``. Several
        threads share the table for late plies, of ``SHARED_TABLE_MB`` a thread: late positions often come up in several
        threads (with a table each, two threads searched 10 % more nodes)."""
        try:
            return self._free[threads].pop()
        except IndexError:  # asking first whether there is one would let two threads take the same
            size = SMALL_TABLE_MB if threads == 1 else SHARED_TABLE_MB * threads
            late = self._new_table(size)
            return [(late, self._network.arrays() if self._network else None) for _ in range(threads)]

    def give_back(self, lent: list[Lent]) -> None:
        """Takes back the tables of ``lend`` with their content."""
        self._free[len(lent)].append(lent)

    def call(
        self, memory: Words, log: Words, jobs: Words, stop: Words, busy: Words | None = None, tables: Lent | None = None
    ) -> int:
        """Runs the kernel and returns the status. ``tables`` are this thread's from ``lend``, None: any free ones."""
        lent = self.lend() if tables is None else []
        small, network = tables or lent[0]
        memory[k.SMALL_TAG] = tag_bits(small, self._key_bits)
        try:
            busy = _NOT_SHARED if busy is None else busy
            return int(self._kernel(memory, self.table, small, log, jobs, stop, busy, network))
        finally:
            if lent:
                self.give_back(lent)
