"""Finishes coroutines, for tests whose fakes answer without a wait."""

import inspect
from collections.abc import Awaitable
from typing import Any, TypeVar

from webapp.play.table.table import Table

T = TypeVar("T")


def finish(awaitable: Awaitable[T]) -> T:
    """Runs a coroutine to its end, and returns the result.

    Raises:
        AssertionError: the coroutine waits for something.
    """
    steps = awaitable.__await__()
    try:
        next(steps)
    except StopIteration as end:
        return end.value
    raise AssertionError("the coroutine waits")


class Finished:
    """Passes calls on and finishes the coroutines that they return: one command after another."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.inner, name)
        if not inspect.ismethod(value):
            return value

        def call(*args: Any, **options: Any) -> Any:
            result = value(*args, **options)
            if inspect.isawaitable(result):
                result = finish(result)
            return Finished(result) if isinstance(result, Table) else result

        return call

    def __eq__(self, other: object) -> bool:
        return self.inner is getattr(other, "inner", other)

    def __hash__(self) -> int:
        return hash(self.inner)
