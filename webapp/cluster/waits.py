"""Waits in the loop: for some seconds, or for work in another thread."""

from collections.abc import Callable
from typing import TypeVar

from webapp.play.steps import Pending
from webapp.serving.loop import Loop
from webapp.serving.workers import Workers

T = TypeVar("T")


async def sleep(loop: Loop, seconds: float) -> None:
    """Waits for some seconds."""
    waiting = Pending[None]()
    loop.later(seconds, lambda: waiting.resolve(None))
    await waiting


async def run_in(workers: Workers, work: Callable[[], T]) -> T:
    """Calls ``work`` in a thread of ``workers``, and returns the result or raises the error."""
    result = Pending[T]()
    workers.run(work, result.settle)
    return await result
