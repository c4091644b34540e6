"""Who may think next: all minds share as many threads as there are cores, one slice at a time.

Moves that are due come first, by deadline; then hints; then pondering, in fair turns, and it is the first to wait.
A mind is only ever worked on by one thread. Kernels release the interpreter lock; the switch interval is lowered so
that a thread coming back from a kernel, from the disk or from the network does not wait 5 ms for a busy one: and
the searching threads are a little nicer than the others.
"""

from __future__ import annotations

import contextlib
import heapq
import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from engine.games import Move
from engine.mind.planner import Purpose
from engine.mind.schedule.priority import AnswerPriority

_log = logging.getLogger(__name__)

SWITCH_INTERVAL = 0.0002
IDLE_SECONDS = 300.0
_ASLEEP = 0.25
_NICER = 5
_LEFT_OVER = 64
"""Jobs without a claim any more that may wait to be skipped."""

ALIKE = 0.25
"""Seconds: moves whose deadlines fall into the same such span take turns, so that the first of many that are due at
once does not take all the time of the others."""


DUE, HINT, ANALYSIS, PONDER = 0, 1, 2, 3
_PURPOSES = {DUE: Purpose.CHOOSE, HINT: Purpose.ANALYSE, ANALYSIS: Purpose.ANALYSE, PONDER: Purpose.PONDER}


class Thinker(Protocol):
    """What can be given cores: a Mind, or a LevelPreview through a level's eyes; its answer goes to whoever asked."""

    lock: threading.RLock
    moves: tuple[Move, ...]
    closed: bool
    expected: Move | None

    @property
    def awake(self) -> bool:
        """Whether what it needs is compiled."""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""

    def work(self, purpose: Purpose) -> bool:
        """One slice; True while there is more to think about."""

    def hurry(self, until: float) -> None:
        """End the slice that runs, if one does, about then (of time.perf_counter)."""

    def answer(self, *, seconds: float, expected: Move | None) -> Any:
        """What it has to say, from what it knows now."""


@dataclass(eq=False, slots=True)
class _Job:
    """One mind's claim to the cores; a newer claim of the same mind takes its place."""

    mind: Thinker
    moves: tuple[Move, ...]
    rank: int
    until: float  # due and hints: the deadline; others: when it has idled long enough
    began: float
    done: Callable[[Any], None] | None = None
    wake: float = 0.0
    slices: int = 0

    def __lt__(self, other: _Job) -> bool:
        return self._order < other._order

    @property
    def _order(self) -> tuple[int, int, float]:
        return int(self.until / ALIKE), self.slices, self.until


@dataclass(frozen=True, slots=True)
class Load:
    """What the cores have to do, and what they have done: jobs that wait or run, the age in seconds of the oldest move
    that is due, positions searched so far and the seconds of work that took."""

    due: int
    hints: int
    pondering: int
    oldest: float
    nodes: int
    busy_seconds: float


class Scheduler:
    """Shares the cores between all minds.

    Args:
        threads: how many searches run at once; None: one for each core.
        idle_seconds: how long a mind ponders at most without being asked again.
        clock: seconds that pass.
    """

    def __init__(
        self,
        threads: int | None = None,
        *,
        idle_seconds: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.priority = AnswerPriority()
        self._clock = clock
        self._count = threads or os.cpu_count() or 1
        self.idle_seconds = idle_seconds
        self._claims: dict[Thinker, _Job] = {}
        self._due: list[_Job] = []  # heaps by deadline; jobs without a claim any more are skipped
        self._hints: list[_Job] = []
        self._in_turns: dict[int, deque[_Job]] = {ANALYSIS: deque(), PONDER: deque()}
        self._wake = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._stopping = False
        self._nodes = 0
        self._busy_seconds = 0.0

    def start(self) -> None:
        """Start the worker threads; calling it again does nothing."""
        with self._wake:
            if self._threads:
                return
            self._stopping = False
            sys.setswitchinterval(SWITCH_INTERVAL)
            self._threads = [
                threading.Thread(target=self._run, name=f"think {i}", daemon=True) for i in range(self._count)
            ]
            for thread in self._threads:
                thread.start()

    def close(self) -> None:
        """Stop the threads (each within a slice) and forget all jobs."""
        with self._wake:
            self._stopping = True
            self._claims.clear()
            self._due, self._hints = [], []
            for queue in self._in_turns.values():
                queue.clear()
            self._wake.notify_all()
        for thread in self._threads:
            thread.join(timeout=5.0)
        self._threads = []

    def choose(self, mind: Thinker, done: Callable[[Any], None], *, seconds: float = 3.0) -> None:
        """The mind's move is due: ``done`` gets its Choice, from a worker thread, at the latest about ``seconds`` from
        now; never if the mind has followed other moves or rests by then."""
        self._add(mind, DUE, seconds, done)

    def hint(self, mind: Thinker, done: Callable[[Any], None], *, seconds: float = 2.0) -> None:
        """As :meth:`choose`, after all moves that are due."""
        self._add(mind, HINT, seconds, done)

    def ponder(self, mind: Thinker) -> None:
        """Think on the other side's time, until all is solved, memory is full, or the mind rests."""
        self._add(mind, PONDER, self.idle_seconds, None)

    def analyse(self, mind: Thinker) -> None:
        """Find out what every move is worth, as long as :meth:`ponder` would, and before all pondering."""
        self._add(mind, ANALYSIS, self.idle_seconds, None)

    def rest(self, mind: Thinker) -> None:
        """No more work for this mind; a slice that runs ends by itself."""
        with self._wake:
            self._claims.pop(mind, None)

    def pondering(self, mind: Thinker) -> bool:
        """Whether the mind is thinking on the other side's time."""
        with self._wake:
            job = self._claims.get(mind)
            return job is not None and job.rank == PONDER

    def busy(self, mind: Thinker) -> bool:
        """Whether the mind has anything to do."""
        with self._wake:
            return mind in self._claims

    def load(self) -> Load:
        """How busy it is."""
        now = self._clock()
        with self._wake:
            jobs = list(self._claims.values())
            nodes, busy = self._nodes, self._busy_seconds
        ranks = [job.rank for job in jobs]
        oldest = max((now - job.began for job in jobs if job.rank == DUE), default=0.0)
        return Load(ranks.count(DUE), ranks.count(HINT), ranks.count(PONDER), oldest, nodes, busy)

    def step(self) -> bool:
        """Run the next slice in the calling thread; False when there is nothing to do now. For programs that have no
        threads to spare; the worker threads do the same."""
        job = self._take(wait=False)
        if job:
            self._work(job)
        return job is not None

    # --- inside ---

    def _add(self, mind: Thinker, rank: int, seconds: float, done: Callable[[Any], None] | None) -> None:
        now = self._clock()
        job = _Job(mind, mind.moves, rank, now + seconds, now, done)
        with self._wake:
            self._claims[mind] = job
            self._put(job)
            self._wake.notify()

    def _put(self, job: _Job) -> None:
        if job.rank in self._in_turns:
            queue = self._in_turns[job.rank]
            queue.append(job)
            if len(queue) > 2 * len(self._claims) + _LEFT_OVER:  # where moves are always due, nobody comes to take them
                standing = [job for job in queue if self._stands(job)]
                queue.clear()
                queue.extend(standing)
        else:
            heapq.heappush(self._due if job.rank == DUE else self._hints, job)

    def _stands(self, job: _Job) -> bool:
        return self._claims.get(job.mind) is job

    def _take(self, *, wait: bool = True) -> _Job | None:
        """The next job, out of its queue while it runs; None when it is time to stop, or nothing to wait for."""
        with self._wake:
            while not self._stopping:
                for heap in (self._due, self._hints):
                    while heap:
                        job = heapq.heappop(heap)
                        if self._stands(job):
                            return job
                now = self._clock()
                for queue in self._in_turns.values():
                    for _ in range(len(queue)):
                        job = queue.popleft()
                        if not self._stands(job):
                            continue
                        if job.wake <= now:
                            return job
                        queue.append(job)
                if not wait:
                    return None
                self._wake.wait(_ASLEEP if any(self._in_turns.values()) else None)
            return None

    def _run(self) -> None:
        _give_way()
        while (job := self._take()) is not None:
            self._work(job)
            self.priority.wait_for_answers()

    def _work(self, job: _Job) -> None:
        """One slice for a job that was taken, and back into its queue if it goes on."""
        try:
            goes_on = self._slice(job)
        except Exception:
            _log.exception("a slice of thinking failed")
            goes_on = False
        job.slices += 1
        with self._wake:
            if goes_on and self._stands(job):
                self._put(job)
                self._wake.notify()
            elif self._stands(job):
                del self._claims[job.mind]

    def _slice(self, job: _Job) -> bool:
        """One slice for this job; whether it goes on."""
        mind = job.mind
        if mind.moves != job.moves or mind.closed:
            return False
        nodes, began = mind.nodes, self._clock()
        late = job.rank not in self._in_turns and job.slices and began >= job.until
        with self.priority.searching(mind):
            more = False if late else mind.work(_PURPOSES[job.rank])
        now = self._clock()
        with self._wake:
            self._nodes += mind.nodes - nodes
            self._busy_seconds += now - began
        if job.rank in self._in_turns:
            if not mind.awake and not mind.closed:
                job.wake = now + _ASLEEP  # its kernels are still being compiled
                return True
            return more and now <= job.until
        if more and now < job.until:
            return True
        self._answer(job, now - job.began)
        return False

    def _answer(self, job: _Job, seconds: float) -> None:
        mind = job.mind
        with mind.lock:
            with self._wake:
                if not self._stands(job) or mind.moves != job.moves or mind.closed:
                    return
                del self._claims[mind]
            choice = mind.answer(seconds=seconds, expected=mind.expected)
        if job.done:
            job.done(choice)


def _give_way() -> None:
    """Let the threads that answer people go before this one whenever they have something to do (Linux, where a thread
    has a priority of its own)."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICER)
