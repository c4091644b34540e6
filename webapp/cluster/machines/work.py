"""Computes one batch in a worker of the cluster. Knows no Ray."""

import functools
import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import engine
from engine.games import GameError
from webapp.cluster.machines import quiet as quiet_file
from webapp.cluster.machines.batches import Batch, Computed

REST = 1.0
"""Seconds without a due move before an item begins."""
LONGEST = 180.0
"""Seconds after which a batch returns without its last items, which another machine may compute."""
_LOOK = 0.2
_LOWEST = 19


def compute(batch: Batch, quiet: Callable[[], float] = quiet_file.seconds) -> Computed:
    """Returns the results of the first items of a batch, as many as ``LONGEST`` allows, with the lowest priority.

    Args:
        quiet: returns for how many seconds no move has been due here. No item begins while one is due.

    Raises:
        GameError: this machine has other code of the engine, so results could differ.
    """
    if batch.code != code_of_engine():
        raise GameError(f"the machine {os.uname().nodename} has another release of Fourthought; install the same one")
    _lower_priority()
    end = time.monotonic() + LONGEST
    _prepare(batch.job.prepare, batch.job.given)
    started, results = time.process_time(), []
    for item in batch.items:
        while quiet() < REST and time.monotonic() < end:
            time.sleep(_LOOK)
        if time.monotonic() >= end:
            break
        results.append(batch.job.work(item))
    return Computed(results, time.process_time() - started)


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
