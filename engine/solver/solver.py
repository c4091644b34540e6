"""Offers the compiled kernel to the engine's other rooms, as Solver and Search."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.nets.net import Net
from engine.solver import learnt_order
from engine.solver import memory as k
from engine.solver.kernel import build
from engine.solver.nearness import Nearness
from engine.solver.switches import Switch
from engine.solver.table import Words, allocate, buckets_log2, buckets_log2_of

SMALL_TABLE_MB = 1.0
"""Size of the table for late plies: it should stay in the core's second-level cache."""
SHARED_TABLE_MB = 2.0
"""Size, a thread, of the table for late plies which several threads share. Such a table lies beyond that cache anyway
(positions of two threads with half the size: 1.03; with twice the size: 0.99, but 1.09 times the time)."""

UNLIMITED = 1 << 62
_NEVER = np.uint64(1 << 63)


@dataclass(frozen=True, slots=True)
class Solved:
    """Holds an exact result for the side to move: score number, a best move (None: the game is over), and the cost."""

    score: int
    move: int | None
    nodes: int
    seconds: float


Lent = tuple[Words, Any]
"""The tables of one thread in addition to the big one: for late plies, and the sums of the network (or None)."""


class Solver:
    """Solves one gravity board exactly. Any number of searches in any threads share the table.

    The first solver of a board compiles the kernel, or loads it from the disk cache, which may take seconds.

    Args:
        width: columns of the board; width * (height + 1) at most 64.
        table_mb: size of the shared table in MiB.
        switches: the techniques to use, for tests and measurements (None: all, in a quicker kernel).
        net: a learnt network which orders early moves (None: the network which ships for the board, if one does).

    Raises:
        ValueError: the board or the table size is outside the limits.
        GameError: the network is for another board.
    """

    def __init__(
        self,
        width: int = 7,
        height: int = 6,
        connect: int = 4,
        *,
        table_mb: float = 64,
        switches: Switch | None = None,
        net: Net | None = None,
    ) -> None:
        if width < 1 or height < 1 or width * (height + 1) > 64 or not 3 <= connect <= 5:
            raise ValueError(
                f"there is no solver for {connect} in a row on {width}x{height}: "
                "width x (height + 1) must be at most 64, and connect 3 to 5"
            )
        if not 0 < table_mb <= 1 << 20:
            raise ValueError(f"a table of {table_mb} MB is not possible; give 1 or more")
        self.width, self.height, self.connect = width, height, connect
        self._network = learnt_order.network_for(width, height, connect, net)
        self._kernel = build(width, height, connect, switchable=switches is not None, learnt=self._network is not None)
        self._switches = Switch.ALL if switches is None else switches
        self._key_bits = width * (height + 1)
        self._big_log2 = buckets_log2(table_mb, self._key_bits)
        self._big = allocate(self._big_log2)
        self._free: dict[int, list[list[Lent]]] = defaultdict(list)
        self.nearness = Nearness()

    def begin(self, own: int, mask: int, *, report: int = 0, log_rows: int = 0) -> Search:
        """Begins a search of a position, without searching yet. The arguments are those of :class:`Search`."""
        return Search(self, own, mask, report, log_rows)

    def solve(self, own: int, mask: int) -> Solved:
        """Returns the exact result of one position. :func:`engine.solver.team.solve` uses several threads."""
        return self.solve_many([(own, mask)])[0]

    def solve_many(
        self, positions: Iterable[tuple[int, int]], stop: npt.NDArray[np.uint64] | None = None
    ) -> list[Solved]:
        """Returns the exact results of many positions, from one kernel call.

        ``seconds`` is each result's share by nodes. If ``stop`` ends the call, only the results so far are returned.
        """
        pairs = list(positions)
        if not pairs:
            return []
        jobs = np.zeros((len(pairs), 5), dtype=np.uint64)
        jobs[:, :2] = np.array(pairs, dtype=np.uint64)
        memory = self.new_memory()
        memory[k.MODE] = k.EXACT
        memory[k.LIMIT] = UNLIMITED
        started = time.perf_counter()
        self.call(memory, np.zeros((0, 4), np.uint64), jobs, np.zeros(1, np.uint64) if stop is None else stop)
        seconds = time.perf_counter() - started
        total = int(jobs[:, 4].sum()) + len(pairs)
        return [
            Solved(score, move or None, nodes, seconds * (nodes + 1) / total)
            for score, move, nodes in jobs[: int(memory[k.JOB]), 2:].astype(np.int64).tolist()
        ]

    @property
    def table(self) -> Words:
        """Returns the words of the shared table, which may be kept in a file and filled in again."""
        return self._big

    def clear(self) -> None:
        """Empties the tables. Correctness never needs this, because all bounds are exact."""
        self._big[:] = 0
        for loans in list(self._free.values()):
            for (late, _), *_ in loans:
                late[:] = 0

    def new_memory(self) -> Words:
        """Returns the memory of a new search."""
        memory = np.zeros(k.memory_words(self.width, self.height), dtype=np.uint64)
        memory[k.BIG_TAG] = self._key_bits - self._big_log2
        memory[k.REPORT] = _NEVER
        memory[k.SWITCHES] = int(self._switches)
        return memory

    def lend(self, threads: int = 1) -> list[Lent]:
        """Returns tables for the ``threads`` of one search, one each, for them alone until ``give_back``.

        Several threads share the table for late plies, of ``SHARED_TABLE_MB`` a thread: late positions often come up in
        several threads (with a table each, two threads searched 10 % more nodes).
        """
        try:
            return self._free[threads].pop()
        except IndexError:  # asking first whether there is one would let two threads take the same
            size = SMALL_TABLE_MB if threads == 1 else SHARED_TABLE_MB * threads
            late = allocate(buckets_log2(size, self._key_bits))
            return [(late, self._network.arrays() if self._network else None) for _ in range(threads)]

    def give_back(self, lent: list[Lent]) -> None:
        """Takes back the tables of ``lend`` with their content."""
        self._free[len(lent)].append(lent)

    def call(
        self, memory: Words, log: Words, jobs: Words, stop: Words, busy: Words | None = None, tables: Lent | None = None
    ) -> int:
        """Runs the kernel and returns the status. ``engine.solver.kernel`` describes the arrays.

        ``tables`` are tables of ``lend`` for this thread. None: any that are free.
        """
        lent = self.lend() if tables is None else []
        small, network = tables or lent[0]
        memory[k.SMALL_TAG] = self._key_bits - buckets_log2_of(small)
        try:
            busy = _NOT_SHARED if busy is None else busy
            return self._kernel(memory, self._big, small, log, jobs, stop, busy, network)
        finally:
            if lent:
                self.give_back(lent)


class Search:
    """Searches one position, with pauses. One thread at a time runs a search. Many searches share a solver's table.

    Attributes:
        stop: uint64[1]. Any value but zero ends a running step within a millisecond. The user sets and resets this.
        log: uint64[rows, 4]. Rows ``log[:logged]`` are the significant nodes since the last drain, children before
            parents.
        tables: tables of ``Solver.lend`` for this search alone. None: each step takes any free ones. May change between
            steps.

    Args:
        own: stones of the side to move, as in :class:`engine.games.LineState`.
        report: log every node with a subtree of at least this many nodes (0: none).
        log_rows: rows of the log; a full log ends a step early.
        busy: the table of positions under search, shared by several threads.
    """

    def __init__(
        self,
        solver: Solver,
        own: int,
        mask: int,
        report: int = 0,
        log_rows: int = 0,
        busy: Words | None = None,
        tables: Lent | None = None,
    ) -> None:
        self.own, self.mask = own, mask
        self.stop = np.zeros(1, dtype=np.uint64)
        self.log = np.zeros((log_rows, 4), dtype=np.uint64)
        self._solver = solver
        self._busy, self.tables = busy, tables
        self._memory = solver.new_memory()
        self._memory[k.ROOT_OWN] = own
        self._memory[k.ROOT_MASK] = mask
        self.report = report
        # A window that is decided before it begins: the kernel looks at the root and returns.
        self._memory[k.MODE] = k.ONE_WINDOW
        self._memory[k.ALPHA] = np.uint64(100)
        self._call(0)

    @property
    def memory(self) -> Words:
        """Returns the words of the search, which may be kept in a file and filled in again between two steps."""
        return self._memory

    @property
    def low(self) -> int:
        """Returns the proven lower bound of the score number of the side to move."""
        return int(self._memory[k.LOW].view(np.int64))

    @property
    def high(self) -> int:
        """Returns the proven upper bound of the score number of the side to move."""
        return int(self._memory[k.HIGH].view(np.int64))

    @property
    def exact(self) -> bool:
        """Tests if the score is known."""
        return self.low == self.high

    @property
    def nodes(self) -> int:
        """Returns the number of positions searched so far."""
        return int(self._memory[k.NODES])

    @property
    def move(self) -> int:
        """Returns the 1-based column that proves ``low``, a best move once exact, or 0 while there is none."""
        proved = int(self._memory[k.MOVE])
        return proved or (self.fallback if self.exact else 0)

    @property
    def fallback(self) -> int:
        """Returns the 1-based column to play if no move loses later than others. 0: the game is over."""
        return int(self._memory[k.FALLBACK])

    @property
    def report(self) -> int:
        """Returns the least subtree in nodes for a row in the log (0: nothing is logged). May change between steps."""
        return 0 if self._memory[k.REPORT] == _NEVER else int(self._memory[k.REPORT])

    @report.setter
    def report(self, nodes: int) -> None:
        self._memory[k.REPORT] = nodes if nodes and len(self.log) else _NEVER

    @property
    def logged(self) -> int:
        """Returns the number of filled rows of the log."""
        return int(self._memory[k.LOGGED])

    def drain(self) -> list[k.Row]:
        """Returns the logged rows as values, and empties the log."""
        rows = [k.unpack(row) for row in self.log[: self.logged].tolist()]
        self.reset_log()
        return rows

    def reset_log(self) -> None:
        """Empties the log, after use of the rows in place."""
        self._memory[k.LOGGED] = 0

    def tighten(self, low: int) -> None:
        """Raises the lower bound of the score number to a bound proven elsewhere."""
        self._memory[k.LOW] = np.int64(max(self.low, low)).view(np.uint64)

    def set_score(self, score: int) -> None:
        """Sets the score number to a score proven elsewhere."""
        self._memory[[k.LOW, k.HIGH]] = np.int64(score).view(np.uint64)

    def aim(self, alpha: int) -> None:
        """Chooses the window: is the score above ``alpha``? An unfinished window ends, but its work stays stored."""
        self._memory[k.MODE] = k.ONE_WINDOW
        self._memory[k.ALPHA] = np.int64(alpha).view(np.uint64)
        self._memory[k.SP] = 0
        self._memory[k.PHASE] = k.WINDOW

    def step(self, budget: int) -> bool:
        """Searches at most ``budget`` nodes. True: the window is decided and the bounds are tightened.

        False: the budget is used up, ``stop`` was set, or the log is full and must be drained.
        """
        return self._call(budget) == k.DONE

    def run(self, budget: int = UNLIMITED) -> bool:
        """Searches at most ``budget`` nodes through windows of the search's own choice. True: the score is exact."""
        if self._memory[k.MODE] != k.EXACT:
            self._memory[k.MODE] = k.EXACT
            if self._memory[k.PHASE] == k.WINDOW:
                self._memory[k.SP] = 0
        return self._call(budget) == k.DONE

    def _call(self, budget: int) -> int:
        self._memory[k.LIMIT] = min(self.nodes + budget, UNLIMITED)
        return self._solver.call(self._memory, self.log, _NO_JOBS, self.stop, self._busy, self.tables)


_NO_JOBS = np.zeros((0, 5), dtype=np.uint64)
_NOT_SHARED = np.zeros(0, dtype=np.uint64)
