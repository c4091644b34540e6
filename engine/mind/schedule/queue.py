"""Holds the waiting jobs of a scheduler, and picks the next one."""

import heapq
import itertools
from collections.abc import Callable

from engine.mind.schedule.jobs import ANALYSIS, DUE, HINT, PONDER, SHOW, Claims, Job
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
