"""Runs coroutines that wait in one thread, without an event loop of their own. A command waits for the store, a
question for a search, the first look at a game for a page thread. Each is a coroutine that awaits a :class:`Pending`.
``start`` runs it up to its first wait, and each resolution runs it on from there."""

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextvars import ContextVar, copy_context
from typing import Any, Generic, TypeVar

_log = logging.getLogger(__name__)

T = TypeVar("T")
Steps = Coroutine[Any, None, T]
"""A coroutine that awaits only ``Pending`` and other coroutines of this kind."""


class Pending(Awaitable[T], Generic[T]):
    """Holds a value to come, or an error, for one coroutine. Awaiting a resolved one does not suspend."""

    __slots__ = ("_error", "_go_on", "_value", "is_done")

    def __init__(self) -> None:
        self.is_done = False
        self._value: Any = None
        self._error: Exception | None = None
        self._go_on: Callable[[], None] | None = None

    def resolve(self, value: T) -> None:
        """Gives the value, and runs the waiting coroutine on. Of several calls the first counts."""
        if not self.is_done:
            self.is_done, self._value = True, value
            if self._go_on is not None:
                self._go_on()

    def fail(self, error: Exception) -> None:
        """Gives an error, which is raised where the value is awaited."""
        if not self.is_done:
            self._error = error
            self.resolve(self._value)

    def settle(self, result: T | Exception) -> None:
        """Gives a value, or an error that was returned instead of raised."""
        if isinstance(result, Exception):
            self.fail(result)
        else:
            self.resolve(result)

    @property
    def work(self) -> str:
        """Returns the name of the work that waits for this, or nothing."""
        return str(getattr(getattr(self._go_on, "__self__", None), "name", ""))

    def when_done(self, go_on: Callable[[], None]) -> None:
        """Sets what is called once there is a value or an error."""
        self._go_on = go_on

    def __await__(self) -> Generator[Any, None, T]:
        """Returns the value, or raises the error, as soon as there is one."""
        if not self.is_done:
            yield self
        if self._error is not None:
            error, self._error = self._error, None
            try:
                raise error
            finally:
                del error  # the traceback holds this frame: without the circle all is freed now
        value: T = self._value
        return value


_afterwards: ContextVar[list[Callable[[], None]] | None] = ContextVar("afterwards", default=None)


class _Run:
    """Runs one coroutine in its own context, so that facts for the log stay with the command."""

    __slots__ = ("_afterwards", "_context", "_coroutine", "_done", "name")

    def __init__(self, coroutine: Steps[Any], done: Callable[[Any], object] | None, name: str) -> None:
        self._coroutine, self._done, self._context, self.name = coroutine, done, copy_context(), name
        self._afterwards: list[Callable[[], None]] = []
        self._context.run(_afterwards.set, self._afterwards)

    def go_on(self) -> None:
        try:
            self._context.run(self._coroutine.send, None).when_done(self.go_on)
        except StopIteration as end:
            if self._done is not None:
                _call(self._done, end.value)
        except Exception:
            _log.exception("a step failed")
        while self._afterwards:
            self._afterwards.pop(0)()


def _call(done: Callable[[Any], object], result: Any) -> None:
    try:
        done(result)
    except Exception:  # others may wait for the turn of this coroutine
        _log.exception("a result could not be delivered")


def afterwards(call: Callable[[], None]) -> None:
    """Calls a function once the running coroutine waits or has ended, so that its result leaves first."""
    calls = _afterwards.get()
    if calls is None:
        call()
    else:
        calls.append(call)


def start(coroutine: Steps[T], done: Callable[[T], object] | None = None, name: str = "") -> None:
    """Runs a coroutine up to its first wait, and on whenever a wait is over. ``done`` gets the result, and ``name`` is
    that of the work. An error that the coroutine does not handle is logged, and ``done`` is not called."""
    _Run(coroutine, done, name).go_on()


class Turn:
    """A lock for coroutines, given to one at a time in the order of their coming."""

    __slots__ = ("_handing_on", "_released", "_waiting", "taken")

    def __init__(self) -> None:
        self.taken = self._handing_on = self._released = False
        self._waiting: deque[Pending[None]] = deque()

    async def wait(self) -> None:
        """Takes the turn as soon as it is free. Where ``taken`` is False, setting it to True does the same."""
        if self.taken:
            mine = Pending[None]()
            self._waiting.append(mine)
            await mine
        else:
            self.taken = True

    async def __aenter__(self) -> None:
        await self.wait()

    async def __aexit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Ends the turn. The next one gets it afterwards."""
        if self._waiting or self._handing_on:
            self._released = True
            afterwards(self._hand_on)
        else:
            self.taken = False

    def _hand_on(self) -> None:
        if self._handing_on:
            return
        self._handing_on = True
        while self._released and self._waiting:  # a loop, because a thousand refused commands may wait
            self._released = False
            self._waiting.popleft().resolve(None)
        self._handing_on = False
        if self._released:
            self._released = self.taken = False
