"""Computes jobs on the machines of a Ray cluster, an item a task. Only :class:`RayMachines` knows Ray. A worker lives
on between items, so it loads kernels once. A dead worker costs one item."""

import functools
import hashlib
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import engine
from engine.games import GameError
from engine.pool import Item, Job, Pool, Result, Workers
from webapp.cluster.machines import quiet as quiet_file
from webapp.cluster.machines.ray_settings import MachinesError, reach

AHEAD = 3
"""Submitted items for each core: one is computed, and the others wait."""
REST = 1.0
"""Seconds without a due move before an item begins."""
LONGEST = 180.0
"""Seconds after which a machine gives an item back that could not begin."""
_LOOK = 0.2
_LOWEST = 19
_TRIES = 20
"""Dead workers from which on their item is taken for the cause."""


def compute(code: str, job: Job[Item, Result], item: Item, quiet: Callable[[], float] = quiet_file.seconds) -> Any:
    """Returns the result of an item in a tuple, computed with the lowest priority, or () if a move is always due here.
    ``quiet`` returns for how many seconds none has been. Raises GameError if this machine has other code of the engine
    than ``code``, so results could differ."""
    if code != code_of_engine():
        raise GameError(f"the machine {os.uname().nodename} has another release of Fourthought; install the same one")
    _lower_priority()
    end = time.monotonic() + LONGEST
    _prepare(job.prepare, job.given)
    while quiet() < REST:
        if time.monotonic() >= end:
            return ()
        time.sleep(_LOOK)
    return (job.work(item),)


class ClusterPool:
    """Computes jobs on ``machines``, whose items end in any order. ``code`` is that of this program's engine."""

    def __init__(self, machines: Any, code: str) -> None:
        self._machines, self._code = machines, code

    @contextmanager
    def workers(self, job: Job[Item, Result]) -> Iterator[Workers[Item, Result]]:
        """Yields what computes items of the job: the machines hold no process for it between two runs."""
        yield functools.partial(self.over, job)

    def over(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yields the result of each item in their order, without end if they have none. Raises GameError."""
        source, waiting = iter(items), deque[tuple[Item, Any]]()
        submit = functools.partial(self._machines.submit, self._code, job)
        try:
            while True:
                more = islice(source, max(0, self._machines.cores * AHEAD - len(waiting)))
                waiting.extend((item, submit(item)) for item in more)
                if not waiting:
                    return
                item, ticket = waiting[0]
                done = self._machines.result(ticket)
                waiting.popleft()
                if not done:
                    waiting.appendleft((item, submit(item)))
                yield from done
        finally:
            for _, ticket in waiting:
                self._machines.cancel(ticket)


class RayMachines:
    """Computes items as tasks of Ray, each on one core. A task whose worker dies begins again."""

    def __init__(self) -> None:
        import ray  # after ``ray_settings.prepare``

        self._ray = ray
        self._remote = ray.remote(compute).options(num_cpus=1, max_retries=_TRIES, retry_exceptions=False)

    @property
    def cores(self) -> int:
        """Returns the present number of cores for jobs."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    def submit(self, *given: Any) -> Any:
        """Begins ``compute`` with these arguments, and returns the reference."""
        return self._remote.remote(*given)

    def result(self, ticket: Any) -> Any:
        """Waits for a task. Raises GameError if the work refuses an item, or kills every worker."""
        dead = self._ray.exceptions
        try:
            return self._ray.get(ticket)
        except GameError as error:
            raise GameError(str(getattr(error, "cause", error))) from None
        except (dead.WorkerCrashedError, dead.NodeDiedError, dead.OutOfMemoryError):
            raise GameError(f"{_TRIES} workers have died over one item; their machines' logs say why") from None

    def cancel(self, ticket: Any) -> None:
        """Cancels a task, and ends its worker."""
        self._ray.cancel(ticket, force=True)


@contextmanager
def open_cluster(address: str) -> Iterator[Pool]:
    """Joins the cluster with the head at an address, on a machine of that cluster, and leaves at the end. Raises
    MachinesError if there is no such cluster, or no machine of the cluster takes jobs."""
    import ray  # after ``ray_settings.prepare``

    reach(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, configure_logging=False)
    except (ConnectionError, RuntimeError, ray.exceptions.RayError):
        raise MachinesError(
            f"the cluster at {address} does not let this program in; RAY_AUTH_TOKEN must be as at the head, and this "
            "machine must run the head or a host of the cluster"
        ) from None
    try:
        machines = RayMachines()
        if not machines.cores:
            start = f"start one: fourthought cluster host --on {address}"
            raise MachinesError(f"no machine of the cluster at {address} takes jobs; {start}")
        yield ClusterPool(machines, code_of_engine())
    finally:
        ray.shutdown()


@functools.cache
def code_of_engine() -> str:
    """Returns a hash of all code and data of the engine: equal hashes give equal results."""
    root, whole = Path(engine.__file__).parent, hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".md":
            whole.update(path.relative_to(root).as_posix().encode() + b"\0")
            whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


@functools.cache
def _prepare(prepare: Callable[..., None], given: tuple[Any, ...]) -> None:
    prepare(*given)


@functools.cache
def _lower_priority() -> None:
    os.nice(_LOWEST)
