"""Shares the cores among visitors: the jobs of each visitor wait in a separate line.

A visitor is a name given by the program, such as an IP address. ``Use`` counts the processor time charged to each, and
half of it expires every ``HALF_LIFE`` seconds. The next slice goes to the visitor with the least use and the fewest
minds. Among visitors with about equal use, it goes alternately to the one with the shortest and the one with the oldest
job. So a thousand jobs of one visitor do not delay a job of another (fair queueing, J. Nagle, RFC 970, 1985, and
shortest elapsed time first, E. Coffman and L. Kleinrock, "Feedback queueing models for time-shared systems", 1968).

The constants divide the use of a visitor, in seconds of processor time, into bands::

    0         LITTLE     ENTRY     MODEST                                 ALLOWANCE
    |---------|----------|---------|--------------------------------------|------------>
     one step            new ones    greedy if above half of the use of all  greedy
                         begin here
    |- equal where the oldest job --|
                 goes first

Each doubling of the use above LITTLE is a further step in the order. A greedy visitor waits for all others. A visitor
is new for NEW_SECONDS after its first slice. All new visitors together count as one visitor against a known one, up to
MODEST. Between NEW_SECONDS and KNOWN_SECONDS a visitor counts alone.
"""

import heapq
from collections.abc import Callable, Iterable
from operator import itemgetter

from engine.mind.schedule.jobs import Claims, Job

HALF_LIFE = 10.0  # seconds after which half of the use of a visitor is forgotten

ALLOWANCE = 6.0
"""Seconds of use from which a visitor is greedy: its due moves wait for the hints and analyses of the others. In the
long run, 0.4 of a core uses 6 seconds."""

MODEST = 0.5
"""Seconds of use below which visitors count as equal where the oldest job goes first. A visitor with more, and with
more than half of the use of all, is greedy as well, because busy machines search little."""

LITTLE = MODEST / 16
"""Seconds of use, a few slices: the first step of a visitor's use. In all later steps the use doubles."""

ENTRY = 1.5 * LITTLE
"""Seconds of use that a new visitor begins with: many new addresses come after those who came before."""

NEW_SECONDS, KNOWN_SECONDS = 6.0, 12.0
"""Seconds from the first slice of a visitor, up to which the visitor is new, and from which it is known. Compared with
known ones, each new visitor counts as if it had used what all new ones have used together, but :data:`MODEST` at most.
Otherwise twenty new addresses would go before everybody with more use than :data:`ENTRY` until each of the twenty has
used as much. Between the two a visitor counts alone: the first of many new ones must not go before the last."""

_VISITORS_KEPT = 1024  # visitors whose use is remembered at least

_HEAVIEST = 2.0**100


class Use:
    """Counts the seconds of processor time of each visitor. The count halves every :data:`HALF_LIFE` seconds. Instead
    of all counts falling, new seconds weigh more and more. So the order of the visitors is valid without a look at the
    clock."""

    def __init__(self) -> None:
        self._counts: dict[str, float] = {}  # by visitor, in seconds of the moment ``_began``
        self._total = 0.0
        self._came: dict[str, float] = {}  # by visitor, when the first slice was
        self._new: dict[str, float] = {}  # the use of the new visitors, in the order of their coming
        self._of_new = 0.0
        self._began = 0.0

    def of(self, visitor: str, now: float) -> float:
        """Returns the seconds of a visitor that are not forgotten yet."""
        weight = self._weight(now)
        return self._counts.get(visitor, ENTRY * weight) / weight

    def next_of(
        self, jobs: Iterable[tuple[str, Job]], now: float, minds_of: Callable[[str], int], *, oldest: bool
    ) -> str:
        """Returns the visitor to serve next of those in ``jobs``, each with its next job.

        It is not a greedy one, and has little use, or a short job. A doubled use counts as much as four times the
        length of the job. So a stranger goes before many addresses with some use each, and a quick move before the long
        ones of visitors with about as much use. Each mind of a visitor but one counts as :data:`LITTLE` use. Otherwise
        many addresses with ten games each, all back after a rest, would go before a player who has played on, until
        each has used as much. Where the ``oldest`` job goes first among visitors with about equal use, new visitors and
        visitors with many minds count as all others do, so they never wait for long.
        """
        counts, most, weight = self._counts, self._most(now), self._weight(now)
        entry, step = ENTRY * weight, (MODEST if oldest else LITTLE) * weight

        def key(item: tuple[str, Job], at_least: float = 0.0) -> tuple[bool, int, float]:
            visitor, job = item
            used = counts.get(visitor, entry)
            if used > most:
                return True, 0, used
            if oldest:
                return False, int(used / step).bit_length(), job.until
            used = max(used, at_least) + max(minds_of(visitor) - 1, 0) * step
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

    def is_greedy(self, visitor: str, now: float) -> bool:
        """Tells whether a visitor has used more than :data:`ALLOWANCE`, or more than all others together."""
        return self._counts.get(visitor, 0.0) > self._most(now)

    def charge(self, visitor: str, seconds: float, now: float) -> None:
        """Adds the processor time of a slice, in seconds."""
        weight = self._weight(now)
        if visitor not in self._counts:
            self._counts[visitor], self._new[visitor], self._came[visitor] = ENTRY * weight, 0.0, now
        self._counts[visitor] += seconds * weight
        self._total += seconds * weight
        if visitor in self._new:
            self._new[visitor] += seconds * weight
            self._of_new += seconds * weight
        while self._new and not self._is_new(first := next(iter(self._new)), now):
            self._of_new -= self._new.pop(first)
        if len(self._counts) > 2 * _VISITORS_KEPT or weight > _HEAVIEST:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Forgets the visitors with the least use, and resets the weight of a second."""
        weight = self._weight(now)
        most = heapq.nlargest(_VISITORS_KEPT, self._counts.items(), key=itemgetter(1))
        self._counts, self._began = {name: count / weight for name, count in most}, now
        self._came = {name: came for name, came in self._came.items() if name in self._counts}
        self._new = {name: used / weight for name, used in self._new.items() if name in self._counts}
        self._total, self._of_new = sum(self._counts.values()), sum(self._new.values())

    def _is_new(self, visitor: str, now: float) -> bool:
        return now - self._came.get(visitor, now) < NEW_SECONDS

    def _most(self, now: float) -> float:
        """Returns the most use of a visitor who is not greedy, in seconds of the moment ``_began``."""
        weight = self._weight(now)
        return min(ALLOWANCE * weight, max(MODEST * weight, 0.5 * self._total))

    def _weight(self, now: float) -> float:
        return float(2.0 ** min((now - self._began) / HALF_LIFE, 1000.0))


class Line:
    """Holds the waiting jobs of one rank, by visitor. Jobs without one of the ``claims`` are dropped. ``use`` counts
    the use of all visitors. Without it, for pondering, the visitors take turns."""

    def __init__(self, claims: Claims, use: Use | None) -> None:
        self._claims, self._use = claims, use
        self._jobs: dict[str, list[Job]] = {}  # heaps, with the visitor served last at the end
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, job: Job) -> None:
        """Adds a job."""
        heapq.heappush(self._jobs.setdefault(job.mind.visitor, []), job)
        self._count += 1

    def take(self, now: float, *, greedy: bool, oldest: bool) -> Job | None:
        """Takes out the next job, if there is one, an old or a short one. ``greedy`` admits greedy visitors."""
        while self._jobs:
            if self._use is None:
                visitor = next(iter(self._jobs))
            else:
                jobs_next = ((name, jobs[0]) for name, jobs in self._jobs.items())
                visitor = self._use.next_of(jobs_next, now, self._claims.minds_of, oldest=oldest)
            if not greedy and (self._use is None or self._use.is_greedy(visitor, now)):
                return None
            jobs = self._jobs.pop(visitor)
            while jobs:
                job = heapq.heappop(jobs)
                self._count -= 1
                if self._claims.is_waiting(job):
                    if jobs:
                        self._jobs[visitor] = jobs
                    return job
        return None

    def tidy(self) -> None:
        """Drops all jobs that do not count any more."""
        kept = {name: [job for job in jobs if self._claims.is_waiting(job)] for name, jobs in self._jobs.items()}
        self._jobs = {name: jobs for name, jobs in kept.items() if jobs}
        for jobs in self._jobs.values():
            heapq.heapify(jobs)
        self._count = sum(map(len, self._jobs.values()))

    def clear(self) -> None:
        """Drops all jobs."""
        self._jobs.clear()
        self._count = 0
