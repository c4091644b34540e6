"""Holds the job of each mind, and counts the minds of each visitor."""

from __future__ import annotations

from collections import Counter

from engine.mind.schedule.jobs import Job, Thinker


class Claims:
    """Holds at most one job for each mind, the newest. A user takes a lock."""

    def __init__(self) -> None:
        self._claims: dict[Thinker, tuple[Job, str]] = {}
        self._minds: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._claims)

    def set(self, job: Job) -> None:
        """Replaces the mind's older job by a new one."""
        self.drop(job.mind)
        self._claims[job.mind] = job, job.mind.visitor  # the visitor of a mind can change
        self._minds[job.mind.visitor] += 1

    def drop(self, mind: Thinker) -> None:
        """Withdraws the job of a mind, if there is one."""
        _, visitor = self._claims.pop(mind, (None, None))
        if visitor is not None:
            self._minds[visitor] -= 1
            if not self._minds[visitor]:
                del self._minds[visitor]

    def clear(self) -> None:
        """Withdraws all jobs."""
        self._claims.clear()
        self._minds.clear()

    def of(self, mind: Thinker) -> Job | None:
        """Returns the job of a mind."""
        return self._claims.get(mind, (None, ""))[0]

    def jobs(self) -> list[Job]:
        """Returns all jobs."""
        return [job for job, _ in self._claims.values()]

    def minds_of(self, visitor: str) -> int:
        """Returns the number of a visitor's minds with a job, the pondering ones included."""
        return self._minds[visitor]

    def is_current(self, job: Job) -> bool:
        """Tells whether a job is the newest of its mind."""
        return self.of(job.mind) is job

    def is_waiting(self, job: Job) -> bool:
        """Tells whether a job still counts, and waits for a thread."""
        return job.waiting and self.is_current(job)
