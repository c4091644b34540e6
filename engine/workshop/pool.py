"""Maps a function over items in parallel processes: the interface, and the processes of this machine. A job is a
function of a module, and each result follows from the item alone. So an item computed twice, because a worker has died,
counts once, and a file written in the order of the items holds the same bytes wherever the items were computed."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing.pool import Pool as Processes
from typing import Any, Generic, Protocol, TypeVar

from engine.child import paths

Item = TypeVar("Item")
Result = TypeVar("Result")


def nothing(*_: Any) -> None:
    """Prepares nothing."""


@dataclass(frozen=True, slots=True)
class Job(Generic[Item, Result]):
    """Describes the ``work`` on every item of a run. All parts can be pickled. Both functions belong to a module.
    ``work`` has no other input. Every process calls ``prepare(*given)`` first."""

    work: Callable[[Item], Result]
    prepare: Callable[..., None] = nothing
    given: tuple[Any, ...] = ()


Workers = Callable[[Iterable[Item]], Iterator[Result]]
"""Yields the result of each item, in the order of the items."""


class Pool(Protocol):
    """Computes the items of a job in some processes."""

    def workers(self, job: Job[Item, Result]) -> AbstractContextManager[Workers[Item, Result]]:
        """Holds the processes of a job for several runs, each of which is as ``over`` tells."""

    def over(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yields the result of each item in order, with few items taken ahead. Raises GameError if none can be had."""


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ignores Ctrl-C, which the main thread alone may do, and alone hears."""
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    try:
        yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)


@contextmanager
def processes_of(count: int, prepare: Callable[..., None], given: tuple[Any, ...]) -> Iterator[Processes]:
    """Opens new processes, which import nothing from the folder where the command was started."""
    ours = {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(paths())}
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)  # the module starts the interpreter with the variables of this process
    try:
        with _uninterrupted():  # a process inherits this: Ctrl-C is for the command alone, from their first line on
            pool = multiprocessing.get_context("spawn").Pool(count, _begin, (prepare, given))
        with pool:
            yield pool
    finally:
        for name, value in before.items():
            del os.environ[name]
            if value is not None:
                os.environ[name] = value


def _begin(prepare: Callable[..., None], given: tuple[Any, ...]) -> None:
    """Prepares a process. Ctrl-C is sent to all processes of a command: one that ended by it might hold the lock of a
    queue, for which the command would wait without end. So only the command hears it, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prepare(*given)


class LocalPool:
    """Computes on this machine, with ``processes`` items in parallel (None: one for each core, 1: in this process)."""

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1

    @contextmanager
    def workers(self, job: Job[Item, Result]) -> Iterator[Workers[Item, Result]]:
        """Holds the processes of a job for several runs."""
        if self.processes == 1:
            job.prepare(*job.given)
            yield partial(map, job.work)
            return
        with processes_of(self.processes, job.prepare, job.given) as pool:
            yield partial(pool.imap, job.work)

    def over(self, job: Job[Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yields the result of each item, in the order of the items, which may be endless."""
        with self.workers(job) as results:
            yield from results(items)
