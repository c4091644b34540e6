"""Shares the cores among askers: the jobs of each asker wait in a line of their own.

An asker is a name given by the caller, such as an IP address. The next slice goes to the asker with the least use of
the cores of late and the fewest minds, and of askers with about equal use to the one with the shortest job and to the
one with the oldest, in turns; askers with much use come after all others. So a thousand jobs of one asker do not
delay a job of another (fair queueing, J. Nagle, RFC 970, 1985; shortest elapsed time first, E. Coffman and L.
Kleinrock, "Feedback queueing models for time-shared systems", 1968).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from operator import itemgetter

from engine.mind.schedule.claims import Claims
from engine.mind.schedule.jobs import Job

HALF_LIFE = 10.0
"""Seconds after which half of the use of an asker is forgotten."""

ALLOWANCE = 6.0
"""Seconds of use from which on an asker is greedy: the moves due of a greedy asker wait for the hints and analyses of
the others. In the long run, 6 seconds are used by 0.4 of a core."""

MODEST = 0.5
"""Seconds of processor time: askers with less use count as equal where the oldest job goes first; an asker with more
use, and with more than half of the use of all, is greedy, too, for busy machines search little."""

LITTLE = MODEST / 16
"""Seconds of processor time, a few slices: the first step of an asker's use. In all later steps the use doubles."""

ENTRY = 1.5 * LITTLE
"""Seconds of use that a new asker begins with, forgotten after some seconds as all use is: a crowd of new addresses
goes after those who came before."""

NEW_SECONDS, KNOWN_SECONDS = 6.0, 12.0
"""Seconds from the first slice of an asker, up to which the asker is new, and from which on the asker is known. Beside
the known ones all new askers count as one: each as if it had used what they have used together, but :data:`MODEST` at
most. Twenty new addresses would else go before everybody with more use than :data:`ENTRY` until each of the twenty has
used as much. Between the two an asker counts alone: the first of a crowd must not go before the last."""

_ASKERS_KEPT = 1024
"""Askers whose use is remembered at least."""

_HEAVIEST = 2.0**100


class Use:
    """Counts the seconds of processor time searched for each asker; the count halves every :data:`HALF_LIFE` seconds.

    Instead of all counts falling, new seconds weigh more and more: so the order of the askers holds without a look at
    the clock.
    """

    def __init__(self) -> None:
        self._counts: dict[str, float] = {}  # by asker, in seconds of the moment ``_began``
        self._total = 0.0
        self._came: dict[str, float] = {}  # by asker, when the first slice was
        self._new: dict[str, float] = {}  # of the new askers the use, the one who came first stands first
        self._of_new = 0.0
        self._began = 0.0

    def of(self, asker: str, now: float) -> float:
        """Returns the seconds of an asker that are not forgotten yet."""
        weight = self._weight(now)
        return self._counts.get(asker, ENTRY * weight) / weight

    def next_of(
        self, jobs: Iterable[tuple[str, Job]], now: float, minds_of: Callable[[str], int], *, oldest: bool
    ) -> str:
        """Returns the asker to serve next: not a greedy one, and one with little use, or with a short job.

        A doubled use counts as much as four times the length of the job. So a stranger goes before a crowd of many
        addresses with some use each, and a quick move before the long ones of askers with about as much use. Each mind
        of an asker but one counts as :data:`LITTLE` use: a crowd of addresses with ten games each, all back after a
        rest, would else go before a player who has played on, until each has used as much. Where the oldest job goes
        first, new askers and askers with many minds count as all others do, so they never wait for long.

        Args:
            jobs: the askers, each with the next job.
            now: the time.
            minds_of: returns the number of an asker's minds with a job.
            oldest: whether the oldest job goes first among askers with about equal use.
        """
        counts, most, weight = self._counts, self._most(now), self._weight(now)
        entry, step = ENTRY * weight, (MODEST if oldest else LITTLE) * weight

        def key(item: tuple[str, Job], at_least: float = 0.0) -> tuple[bool, int, float]:
            asker, job = item
            used = counts.get(asker, entry)
            if used > most:
                return True, 0, used
            if oldest:
                return False, int(used / step).bit_length(), job.until
            used = max(used, at_least) + max(minds_of(asker) - 1, 0) * step
            return False, 2 * int(used / step).bit_length() + job.length, used

        if oldest:
            return min(jobs, key=key)[0]
        groups: tuple[list[tuple[str, Job]], list[tuple[str, Job]]] = [], []
        for item in jobs:
            groups[now - self._came.get(item[0], now) < KNOWN_SECONDS].append(item)
        known, other = (min(group, key=key, default=None) for group in groups)
        if known is None or other is None:
            return (known or other)[0]  # type: ignore[index]  # there is at least one job
        together = min(self._of_new, MODEST * weight) if self._is_new(other[0], now) else 0.0
        return known[0] if key(known) <= key(other, together) else other[0]

    def is_greedy(self, asker: str, now: float) -> bool:
        """Tells whether an asker has used more than :data:`ALLOWANCE`, or more than all others together."""
        return self._counts.get(asker, 0.0) > self._most(now)

    def charge(self, asker: str, seconds: float, now: float) -> None:
        """Adds the processor time of a slice, in seconds."""
        weight = self._weight(now)
        if asker not in self._counts:
            self._counts[asker], self._new[asker], self._came[asker] = ENTRY * weight, 0.0, now
        self._counts[asker] += seconds * weight
        self._total += seconds * weight
        if asker in self._new:
            self._new[asker] += seconds * weight
            self._of_new += seconds * weight
        while self._new and not self._is_new(first := next(iter(self._new)), now):
            self._of_new -= self._new.pop(first)
        if len(self._counts) > 2 * _ASKERS_KEPT or weight > _HEAVIEST:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Forgets the askers with the least use, and lets seconds weigh little again."""
        weight = self._weight(now)
        most = heapq.nlargest(_ASKERS_KEPT, self._counts.items(), key=itemgetter(1))
        self._counts, self._began = {name: count / weight for name, count in most}, now
        self._came = {name: came for name, came in self._came.items() if name in self._counts}
        self._new = {name: used / weight for name, used in self._new.items() if name in self._counts}
        self._total, self._of_new = sum(self._counts.values()), sum(self._new.values())

    def _is_new(self, asker: str, now: float) -> bool:
        return now - self._came.get(asker, now) < NEW_SECONDS

    def _most(self, now: float) -> float:
        """Returns the most use of an asker who is not greedy, in seconds of the moment ``_began``."""
        weight = self._weight(now)
        return min(ALLOWANCE * weight, max(MODEST * weight, 0.5 * self._total))

    def _weight(self, now: float) -> float:
        return float(2.0 ** min((now - self._began) / HALF_LIFE, 1000.0))


class Line:
    """Holds the waiting jobs of one rank, by asker.

    Args:
        claims: the jobs that count; others are dropped.
        use: the use of all askers; None: for pondering, where all askers take turns.
    """

    def __init__(self, claims: Claims, use: Use | None) -> None:
        self._claims, self._use = claims, use
        self._jobs: dict[str, list[Job]] = {}  # heaps; the asker served last stands last
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, job: Job) -> None:
        """Adds a job."""
        heapq.heappush(self._jobs.setdefault(job.mind.asker, []), job)
        self._count += 1

    def take(self, now: float, *, greedy: bool, oldest: bool) -> Job | None:
        """Takes out the next job; returns None without a job.

        Args:
            now: the time.
            greedy: whether jobs of greedy askers are taken, too.
            oldest: whether old jobs go before short ones.
        """
        while self._jobs:
            if self._use is None:
                asker = next(iter(self._jobs))
            else:
                jobs_next = ((name, jobs[0]) for name, jobs in self._jobs.items())
                asker = self._use.next_of(jobs_next, now, self._claims.minds_of, oldest=oldest)
            if not greedy and (self._use is None or self._use.is_greedy(asker, now)):
                return None
            jobs = self._jobs.pop(asker)
            while jobs:
                job = heapq.heappop(jobs)
                self._count -= 1
                if self._claims.is_waiting(job):
                    if jobs:
                        self._jobs[asker] = jobs
                    return job
        return None

    def tidy(self) -> None:
        """Drops all jobs that do not count any more."""
        kept = {asker: [job for job in jobs if self._claims.is_waiting(job)] for asker, jobs in self._jobs.items()}
        self._jobs = {asker: jobs for asker, jobs in kept.items() if jobs}
        for jobs in self._jobs.values():
            heapq.heapify(jobs)
        self._count = sum(map(len, self._jobs.values()))

    def clear(self) -> None:
        """Drops all jobs."""
        self._jobs.clear()
        self._count = 0
