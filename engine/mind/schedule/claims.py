"""Holds the job of each mind, and counts the minds of each asker."""

from __future__ import annotations

from collections import Counter

from engine.mind.schedule.jobs import Job, Thinker


class Claims:
    """Holds at most one job for each mind: the newest. The caller takes a lock."""

    def __init__(self) -> None:
        self._claims: dict[Thinker, tuple[Job, str]] = {}
        self._minds: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._claims)

    def set(self, job: Job) -> None:
        """Lets a job take the place of the mind's older one."""
        self.drop(job.mind)
        self._claims[job.mind] = job, job.mind.asker  # the asker of a mind can change
        self._minds[job.mind.asker] += 1

    def drop(self, mind: Thinker) -> None:
        """Withdraws the job of a mind, if there is one."""
        _, asker = self._claims.pop(mind, (None, None))
        if asker is not None:
            self._minds[asker] -= 1
            if not self._minds[asker]:
                del self._minds[asker]

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

    def minds_of(self, asker: str) -> int:
        """Returns the number of an asker's minds with a job, pondering ones, too."""
        return self._minds[asker]

    def is_current(self, job: Job) -> bool:
        """Tells whether no other job has taken the place of a job."""
        return self.of(job.mind) is job

    def is_waiting(self, job: Job) -> bool:
        """Tells whether a job still counts, and waits for a thread."""
        return job.waiting and self.is_current(job)
