"""Who may think next: all minds share as many threads as there are cores, one slice at a time.

Moves that are due come first, by deadline; then hints; then pondering, in fair turns, and it is the first to wait.
A mind is only ever worked on by one thread. Kernels release the interpreter lock; the switch interval is lowered so
that a thread coming back from a kernel does not wait 5 ms for a busy one.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.games import Move
from engine.mind.mind import Mind, Purpose
from engine.mind.views import Choice

_log = logging.getLogger(__name__)

SWITCH_INTERVAL = 0.0005
IDLE_SECONDS = 300.0
_ASLEEP = 0.25


@dataclass(eq=False, slots=True)
class _Job:
    """One mind's claim to the cores."""

    mind: Mind
    moves: tuple[Move, ...]
    rank: int  # 0: due, 1: hint, 2: ponder
    until: float  # due and hints: deadline; ponder: when it has idled long enough
    began: float
    turn: int = 0
    wake: float = 0.0
    done: Callable[[Choice], None] | None = None
    running: bool = field(default=False)


class Scheduler:
    """Shares the cores between all minds.

    Args:
        threads: how many searches run at once; None: one for each core.
        idle_seconds: how long a mind ponders at most without being asked again.
    """

    def __init__(self, threads: int | None = None, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._count = threads or os.cpu_count() or 1
        self._idle = idle_seconds
        self._jobs: list[_Job] = []
        self._wake = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._stopping = False
        self._turn = 0

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
            self._jobs.clear()
            self._wake.notify_all()
        for thread in self._threads:
            thread.join(timeout=5.0)
        self._threads = []

    def choose(self, mind: Mind, done: Callable[[Choice], None], *, seconds: float = 3.0) -> None:
        """The mind's move is due: ``done`` gets its Choice, from a worker thread, at the latest about ``seconds`` from
        now; never if the mind has followed other moves or rests by then."""
        self._add(mind, 0, seconds, done)

    def hint(self, mind: Mind, done: Callable[[Choice], None], *, seconds: float = 2.0) -> None:
        """As :meth:`choose`, after all moves that are due."""
        self._add(mind, 1, seconds, done)

    def ponder(self, mind: Mind) -> None:
        """Think on the other side's time, until all is solved, memory is full, or the mind rests."""
        self._add(mind, 2, self._idle, None)

    def rest(self, mind: Mind) -> None:
        """No more work for this mind; a slice that runs ends by itself."""
        with self._wake:
            self._jobs = [job for job in self._jobs if job.mind is not mind]

    def pondering(self, mind: Mind) -> bool:
        """Whether the mind is thinking on the other side's time."""
        with self._wake:
            return any(job.mind is mind and job.rank == 2 for job in self._jobs)

    def busy(self, mind: Mind) -> bool:
        """Whether the mind has anything to do."""
        with self._wake:
            return any(job.mind is mind for job in self._jobs)

    # --- inside ---

    def _add(self, mind: Mind, rank: int, seconds: float, done: Callable[[Choice], None] | None) -> None:
        now = time.monotonic()
        with self._wake:
            self._jobs = [job for job in self._jobs if job.mind is not mind]
            self._jobs.append(_Job(mind, mind.moves, rank, now + seconds, now, self._turn, done=done))
            self._wake.notify()

    def _take(self) -> _Job | None:
        """The next job, marked as running; waits until there is one; None when it is time to stop."""
        with self._wake:
            while not self._stopping:
                now = time.monotonic()
                running = {id(job.mind) for job in self._jobs if job.running}
                free = [job for job in self._jobs if id(job.mind) not in running and job.wake <= now]
                if free:
                    job = min(free, key=lambda j: (j.rank, j.until if j.rank < 2 else j.turn))
                    self._turn += 1
                    job.turn = self._turn
                    job.running = True
                    return job
                self._wake.wait(_ASLEEP if self._jobs else None)
            return None

    def _run(self) -> None:
        while (job := self._take()) is not None:
            try:
                self._slice(job)
            except Exception:
                _log.exception("a slice of thinking failed")
                self._finish(job)
            with self._wake:
                job.running = False
                self._wake.notify()

    def _slice(self, job: _Job) -> None:
        mind = job.mind
        if mind.moves != job.moves or mind.closed:
            self._finish(job)
            return
        purpose = Purpose.PONDER if job.rank == 2 else Purpose.CHOOSE if job.rank == 0 else Purpose.ANALYSE
        more = mind.work(purpose)
        now = time.monotonic()
        if job.rank == 2:
            if not mind.awake and not mind.closed:
                job.wake = now + _ASLEEP  # its kernels are still being compiled
            elif not more or now > job.until:
                self._finish(job)
        elif not more or now >= job.until:
            self._answer(job, now - job.began)

    def _answer(self, job: _Job, seconds: float) -> None:
        mind = job.mind
        with mind.lock:
            if mind.moves != job.moves or mind.closed or not self._finish(job):
                self._finish(job)
                return
            choice = mind.answer(seconds=seconds, expected=mind.expected)
        if job.done:
            job.done(choice)

    def _finish(self, job: _Job) -> bool:
        """Take the job off the list; False if it was taken off already (the mind rests, or was asked anew)."""
        with self._wake:
            before = len(self._jobs)
            self._jobs = [other for other in self._jobs if other is not job]
            return len(self._jobs) < before
