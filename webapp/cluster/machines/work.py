"""Computes one batch in a worker of the cluster. Knows no Ray."""

from __future__ import annotations

import functools
import hashlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import engine
from engine.games import GameError
from webapp.cluster.machines.batches import Batch, Computed

_LOWEST = 19


def compute(batch: Batch) -> Computed:
    """Returns the results of a batch, at the lowest priority: games on the same machine go first.

    Raises:
        GameError: this machine has other code of the engine than the caller, so results could differ.
    """
    if batch.code != code_of_engine():
        raise GameError(f"the machine {os.uname().nodename} has another release of Fourthought; install the same one")
    _lower_priority()
    _prepare(batch.job.prepare, batch.job.given)
    started = time.process_time()
    results = [batch.job.work(item) for item in batch.items]
    return Computed(results, time.process_time() - started)


@functools.cache
def code_of_engine() -> str:
    """Returns a hash of all code and data of the engine: with the same hash the same item has the same result."""
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
