"""Computes jobs on the machines of a Ray cluster, an item a task. A worker lives on between items, so it loads kernels
once. A dead worker costs one item. Ray itself makes the cluster (``pip install '.[ray]'`` on each machine)::

    export RAY_AUTH_MODE=token RAY_AUTH_TOKEN=...   # one secret on all machines: openssl rand -hex 32
    ray start --head --port 6379 --num-cpus 0       # on 10.0.0.6
    ray start --address 10.0.0.6:6379               # on each machine that works, and where the command runs
    fourthought bench ladder --on 10.0.0.6:6379

Ray runs every program that it is sent, and listens on all addresses: keep its ports in a private network."""

import functools
import hashlib
import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import click

import engine
from engine.games import GameError
from engine.workshop.pool import Item, Job, LocalPool, Pool, Result, Workers

AHEAD = 3
"""Submitted items for each core: one is computed, and the others wait."""
_LOWEST = 19
_TRIES = 20
"""Dead workers from which on their item is taken for the cause."""
_PATIENCE = 5.0


def compute(code: str, job: Job[Item, Result], item: Item) -> Result:
    """Returns the result of an item, computed with the lowest priority. Raises GameError if this machine has other code
    of the engine than ``code``, so results could differ."""
    if code != code_of_engine():
        raise GameError(f"the machine {os.uname().nodename} has another release of Fourthought; install the same one")
    _lower_priority()
    _prepare(job.prepare, job.given)
    return job.work(item)


class ClusterPool:
    """Computes items as tasks of Ray, each on one core, which end in any order. A task whose worker dies begins again.
    ``code`` is that of this program's engine."""

    def __init__(self, ray: Any, code: str) -> None:
        self._ray, self._code = ray, code
        self._remote = ray.remote(compute).options(num_cpus=1, max_retries=_TRIES, retry_exceptions=False)

    @property
    def cores(self) -> int:
        """Returns the present number of cores for jobs."""
        return int(self._ray.cluster_resources().get("CPU", 0))

    @contextmanager
    def workers(self, job: Job[Item, Result]) -> Iterator[Workers[Item, Result]]:
        """Yields what computes items of the job: the machines hold no process for it between two runs."""
        yield functools.partial(self.over, job)

    def over(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yields the result of each item in their order, without end if they have none. Raises GameError."""
        source, waiting = iter(items), deque[Any]()
        try:
            while True:
                more = islice(source, max(0, self.cores * AHEAD - len(waiting)))
                waiting.extend(self._remote.remote(self._code, job, item) for item in more)
                if not waiting:
                    return
                done = self._result(waiting[0])
                waiting.popleft()
                yield done
        finally:
            for ticket in waiting:
                self._ray.cancel(ticket, force=True)  # and its worker ends

    def _result(self, ticket: Any) -> Any:
        dead = self._ray.exceptions
        try:
            return self._ray.get(ticket)
        except GameError as error:
            raise GameError(str(getattr(error, "cause", error))) from None
        except (dead.WorkerCrashedError, dead.NodeDiedError, dead.OutOfMemoryError):
            raise GameError(f"{_TRIES} workers have died over one item; their machines' logs say why") from None


@contextmanager
def open_cluster(address: str) -> Iterator[Pool]:
    """Joins the cluster with the head at an address, on a machine of that cluster, and leaves at the end. Raises
    GameError without Ray, if there is no such cluster, or if no machine of the cluster takes jobs."""
    # Never without the token. No statistics about a cluster are sent.
    os.environ.update(RAY_AUTH_MODE="token", RAY_USAGE_STATS_ENABLED="0")
    try:
        import ray
    except ModuleNotFoundError:
        raise GameError("--on needs ray: pip install 'fourthought[ray]'") from None
    reach(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, configure_logging=False)
    except (ConnectionError, RuntimeError, ray.exceptions.RayError):
        raise GameError(
            f"the cluster at {address} does not let this program in; RAY_AUTH_TOKEN must be as at the head, and this "
            "machine must have joined by: ray start"
        ) from None
    try:
        pool = ClusterPool(ray, code_of_engine())
        if not pool.cores:
            raise GameError(f"no machine of the cluster at {address} takes jobs; join one by: ray start")
        yield pool
    finally:
        ray.shutdown()


on_option = click.option(
    "--on", metavar="ADDRESS", help="The head of a Ray cluster, as 10.0.0.7:6379; all its machines do the work."
)
"""The option of a command whose work other machines may do."""


@contextmanager
def open_pool(on: str | None, processes: int | None = None) -> Iterator[Pool]:
    """Opens the pool of a command: the cluster at ``on``, or without it this machine. ``processes`` counts the parallel
    items on this machine (None: one for each core). Raises GameError if both places are named, or the cluster cannot be
    reached."""
    if on is None:
        yield LocalPool(processes)
        return
    if processes is not None:
        raise GameError("--processes is for work on this machine; leave it out where --on names a cluster")
    with open_cluster(on) as pool:
        yield pool


def reach(address: str) -> None:
    """Raises GameError for no address, and where no head listens: Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise GameError(f"{address!r} is no address of a head; one looks like 10.0.0.7:6379")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
    except (OSError, OverflowError):
        raise GameError(f"there is no head at {address}; start one there with: ray start --head") from None


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
