"""Decides which mind thinks next: all minds share as many threads as there are cores, one slice at a time.

Due moves come first, the short ones and the earlier deadlines before others. Then follow hints, then moves of games
between engines, then analyses, then pondering, in turns, and less under load (``load.py``). All visitors have an
equal share (``shares.py``). Only one thread works on a mind at a time. Kernels release the interpreter lock, and
searching threads have a lower priority (nice value).
"""

import contextlib
import heapq
import itertools
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from engine.mind.schedule.jobs import ANALYSIS, DUE, HINT, PONDER, PURPOSES, SHOW, Claims, Job, Thinker
from engine.mind.schedule.load import PAUSE, Load, Shedding
from engine.mind.schedule.shares import Line, Use

_STALE_JOBS = 64  # the number of withdrawn jobs left in a queue before a clean-up


class Queue:
    """Holds the jobs of all ranks: ready, or asleep while their minds must not ponder. A user takes a lock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.claims, self.use = Claims(), Use()
        # The lines of the ranks, the most urgent first. Jobs without a claim are skipped.
        self._lines = {rank: Line(self.claims, self.use) for rank in (DUE, HINT, SHOW, ANALYSIS)}
        self._lines[PONDER] = Line(self.claims, None)
        self._deadlines: dict[int, list[tuple[float, int, Job]]] = {DUE: [], HINT: []}
        self._asleep: list[tuple[float, int, Job]] = []
        self._oldest_first = False
        self._numbers = itertools.count()

    @property
    def has_sleepers(self) -> bool:
        """Tells whether a job is asleep."""
        return bool(self._asleep)

    def clear(self) -> None:
        """Drops all jobs."""
        self.claims.clear()
        self._deadlines, self._asleep = {DUE: [], HINT: []}, []
        for line in self._lines.values():
            line.clear()

    def add(self, job: Job) -> None:
        """Adds a new job, in the place of the mind's older one."""
        self.claims.set(job)
        if job.rank in self._deadlines:
            heapq.heappush(self._deadlines[job.rank], (job.until, next(self._numbers), job))
        self.put(job)

    def put(self, job: Job) -> None:
        """Puts a job into its line, again after a slice."""
        job.waiting, job.turn = True, next(self._numbers)
        if job.wake > self._clock():
            heapq.heappush(self._asleep, (job.wake, job.turn, job))
            return
        line, most = self._lines[job.rank], 2 * len(self.claims) + _STALE_JOBS
        line.put(job)
        if len(line) > most:  # where moves are always due, no thread takes the jobs of lower ranks
            line.tidy()
        deadlines = self._deadlines.get(job.rank, [])
        if len(deadlines) > most:
            deadlines[:] = [entry for entry in deadlines if self.claims.is_current(entry[2])]
            heapq.heapify(deadlines)

    def next(self, now: float) -> Job | None:
        """Returns the next job: of the most urgent rank alternately a short one and a late or old one. Greedy visitors
        wait. So no quick move waits for many old jobs, and no old job for endless quick ones."""
        while self._asleep and self._asleep[0][0] <= now:
            job = heapq.heappop(self._asleep)[2]
            if self.claims.is_waiting(job):
                self._lines[job.rank].put(job)
        oldest = self._oldest_first = not self._oldest_first
        for greedy in (False, True):
            for rank, line in self._lines.items():
                late = self._late(rank, now) if oldest else None
                next_job = late or line.take(now, greedy=greedy, oldest=oldest)
                if next_job is not None:
                    return next_job
        return None

    def _late(self, rank: int, now: float) -> Job | None:
        """Returns a job of a rank that is late, to be answered, but none of a greedy visitor before the first slice."""
        deadlines = self._deadlines.get(rank)
        while deadlines and deadlines[0][0] <= now:
            job = heapq.heappop(deadlines)[2]
            if self.claims.is_waiting(job) and (job.slices or not self.use.is_greedy(job.mind.visitor, now)):
                return job
        return None


_log = logging.getLogger(__name__)

IDLE_SECONDS = 300.0  # the longest pondering of a mind in seconds without a new request
_LOOK_SECONDS = 0.25  # seconds between two looks at jobs that wait until a later time
_NICENESS = 5  # added to the nice value of searching threads


def _start_thread(name: str, turn: Callable[[], bool]) -> threading.Thread:
    """Starts a thread that calls ``turn`` until the answer is False. An exception is logged."""

    def run() -> None:
        more = True
        while more:
            try:
                more = turn()
            except Exception:
                _log.exception("a slice of thinking failed")

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread


class Scheduler:
    """Shares the cores among all minds. ``threads`` counts the parallel searches (None: one for each core). A mind
    ponders ``idle_seconds`` at most without a new request. ``processor_time`` returns that of the present thread, in
    seconds: on a busy machine, a slice's time by the monotonic ``clock`` is mostly the wait for other threads.
    Each slice of a mind runs within ``working(mind)``."""

    def __init__(
        self,
        threads: int | None = None,
        *,
        idle_seconds: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        processor_time: Callable[[], float] = time.thread_time,
        working: Callable[[Any], contextlib.AbstractContextManager[object]] = contextlib.nullcontext,
    ) -> None:
        self._clock, self._processor_time, self._working = clock, processor_time, working
        self._count = threads or os.cpu_count() or 1
        self.idle_seconds = idle_seconds
        self._queue, self._shedding = Queue(clock), Shedding(self._count)
        self._wake = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._stopping = False
        self._nodes = 0
        self._busy_seconds = 0.0

    def start(self) -> None:
        """Starts the worker threads. Another call does nothing."""
        with self._wake:
            if self._threads:
                return
            self._stopping = False
            self._threads = [_start_thread(f"think {i}", self._turn) for i in range(self._count)]

    def close(self) -> None:
        """Stops the threads (each within a slice) and drops all jobs."""
        with self._wake:
            self._stopping = True
            self._queue.clear()
            self._wake.notify_all()
        for thread in self._threads:
            thread.join(timeout=5.0)
        self._threads = []

    def choose(
        self, mind: Thinker, done: Callable[[Any], None], *, seconds: float = 3.0, is_shown: bool = False
    ) -> None:
        """Requests the move of a mind or a preview within ``seconds``. A worker thread passes the Choice to ``done``,
        unless the mind follows other moves or rests first. A move that ``is_shown`` in a game between engines waits for
        the moves and hints of people."""
        self._add(mind, SHOW if is_shown else DUE, seconds, done)

    def hint(self, mind: Thinker, done: Callable[[Any], None], *, seconds: float = 2.0) -> None:
        """Requests an answer as :meth:`choose` does, after all due moves."""
        self._add(mind, HINT, seconds, done)

    def ponder(self, mind: Thinker) -> None:
        """Makes the mind think on the other side's time, until all is solved, memory is full, or the mind rests."""
        self._add(mind, PONDER, self.idle_seconds, None)

    def analyse(self, mind: Thinker) -> None:
        """Makes the mind value every move, for as long as :meth:`ponder` would, and before all pondering."""
        self._add(mind, ANALYSIS, self.idle_seconds, None)

    def rest(self, mind: Thinker) -> None:
        """Withdraws the mind's job. A running slice ends by itself."""
        with self._wake:
            self._queue.claims.drop(mind)

    def pondering(self, mind: Thinker) -> bool:
        """Tells whether the mind is thinking on the other side's time."""
        with self._wake:
            job = self._queue.claims.of(mind)
            return job is not None and job.rank == PONDER

    def busy(self, mind: Thinker) -> bool:
        """Tells whether the mind has a job."""
        with self._wake:
            return self._queue.claims.of(mind) is not None

    def load(self) -> Load:
        """Returns the present load and the work so far."""
        now = self._clock()
        with self._wake:
            jobs = self._queue.claims.jobs()
            nodes, busy = self._nodes, self._busy_seconds
            urgent = self._shedding.share(now)
        ranks = [job.rank for job in jobs]
        oldest = max((now - job.began for job in jobs if job.rank == DUE), default=0.0)
        due, hints = ranks.count(DUE) + ranks.count(SHOW), ranks.count(HINT)
        return Load(due, hints, ranks.count(PONDER), oldest, nodes, busy, urgent)

    def step(self) -> bool:
        """Runs the next slice in the calling thread, for programs without worker threads. False without any work."""
        job = self._take(wait=False)
        if job:
            try:
                self._work(job)
            except Exception:
                _log.exception("a slice of thinking failed")
        return job is not None

    def _add(self, mind: Thinker, rank: int, seconds: float, done: Callable[[Any], None] | None) -> None:
        now = self._clock()
        job = Job(mind, mind.moves, rank, now + seconds, now, done)
        with self._wake:
            self._queue.add(job)
            self._wake.notify()

    def _take(self, *, wait: bool = True) -> Job | None:
        with self._wake:
            while not self._stopping:
                job = self._queue.next(self._clock())
                if job is not None:
                    job.waiting = False
                    return job
                if not wait:
                    return None
                self._wake.wait(_LOOK_SECONDS if self._queue.has_sleepers else None)
            return None

    def _turn(self) -> bool:
        """Waits for a job and runs one slice. False at the end."""
        _lower_thread_priority()
        job = self._take()
        if job is not None:
            self._work(job)
        return job is not None

    def _work(self, job: Job) -> None:
        """Runs one slice of a taken job, and puts an unfinished job back into the queue. A failed job is dropped."""
        more = False
        try:
            more = self._run_slice(job)
        finally:
            job.slices += 1
            with self._wake:
                if more and self._queue.claims.is_current(job):
                    self._queue.put(job)
                    self._wake.notify()
                elif self._queue.claims.is_current(job):
                    self._queue.claims.drop(job.mind)

    def _run_slice(self, job: Job) -> bool:
        mind = job.mind
        if mind.moves != job.moves or mind.closed:
            return False
        nodes, began, used = mind.nodes, self._clock(), self._processor_time()
        if job.rank == PONDER and began - job.began > self._shedding.ponder_seconds(began):
            job.wake = began + PAUSE
            return began <= job.until
        in_turns = job.rank in (ANALYSIS, PONDER)
        late = not in_turns and job.slices and began >= job.until
        with self._working(mind):
            more = False if late else mind.work(PURPOSES[job.rank])
        now, used = self._clock(), self._processor_time() - used
        job.used += used
        with self._wake:
            self._nodes += mind.nodes - nodes
            self._busy_seconds += now - began
            if job.rank in (DUE, HINT):
                self._shedding.charge(now - began, now)
            if job.rank != PONDER:
                self._queue.use.charge(mind.visitor, used, now)
        if in_turns:
            return more and now <= job.until
        if more and now < job.until:
            return True
        self._answer(job, now - job.began)
        return False

    def _answer(self, job: Job, seconds: float) -> None:
        mind = job.mind
        with mind.lock:
            with self._wake:
                if not self._queue.claims.is_current(job) or mind.moves != job.moves or mind.closed:
                    return
                self._queue.claims.drop(mind)
            choice = mind.answer(seconds=seconds, expected=mind.expected)
        if job.done:
            job.done(choice)


_lowered = threading.local()


def _lower_thread_priority() -> None:
    """Lowers this thread's priority, once, below those that answer (on Linux, where threads have nice values)."""
    if sys.platform == "linux" and not getattr(_lowered, "done", False):
        _lowered.done = True
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICENESS)
