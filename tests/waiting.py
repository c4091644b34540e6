"""Waits for what other threads and processes do. No test depends on how long that takes."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 120.0
"""Seconds after which a wait counts as hung: long, because the machine may be busy with other work."""


def wait_until(holds: Callable[[], T], seconds: float = PATIENCE) -> T:
    """Asks again and again until the answer is true, and returns the answer.

    Raises:
        AssertionError: no answer within ``seconds`` was true.
    """
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, f"this has not come true: {holds}"
        time.sleep(0.01)
    return found


def run_together(act: Callable[[Any], object], values: Iterable[Any]) -> None:
    """Calls a function for each value, all in threads at the same time, and waits for the ends.

    Raises:
        Exception: the first error of a call.
    """
    chosen = list(values)
    with ThreadPoolExecutor(len(chosen)) as pool:
        list(pool.map(act, chosen))
