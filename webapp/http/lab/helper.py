"""Keeps the process that computes for the lab: it answers one question at a time.

The process starts with the first question and ends after a while without one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence

import msgspec

from engine.child import Child, ChildError

_IDLE_SECONDS = 300.0
_LONGEST_SECONDS = 120.0
"""By the clock, for a process that hangs; a process bounds its own processor time."""

Later = Callable[[float, Callable[[], None]], object]


class HelperQuestion(msgspec.Struct, frozen=True, array_like=True):
    """Holds a question: its kind, and the parameters."""

    kind: str
    given: Mapping[str, str]


class HelperAnswer(msgspec.Struct, frozen=True, array_like=True):
    """Holds an answer: the status and the type, as of HTTP, and the text packed by gzip."""

    status: int
    mimetype: str
    body: bytes


class HelperError(Exception):
    """Tells that the process gave no answer: the process died, was too slow, or cannot be started."""


class Helper:
    """Keeps the process; many threads may ask, and each waits for the others.

    Args:
        command: the command of the process.
        later: calls a function after some seconds.
        idle: seconds without a question after which the process ends.
        longest: seconds after which a process without an answer is ended, by the clock.
    """

    def __init__(
        self, command: Sequence[str], later: Later, idle: float = _IDLE_SECONDS, longest: float = _LONGEST_SECONDS
    ) -> None:
        self._command = command
        self._later, self._idle, self._longest = later, idle, longest
        self._asking, self._lock = threading.Lock(), threading.Lock()
        self._child: Child | None = None
        self._asked = 0
        self._closed = False

    def ask(self, question: HelperQuestion) -> HelperAnswer:
        """Returns the answer of the process.

        Raises:
            HelperError: there is no answer.
        """
        with self._asking:
            self._asked += 1
            number = self._asked
            try:
                child = self._running()
                child.send(msgspec.msgpack.encode(question))
                return msgspec.msgpack.decode(child.receive(self._longest), type=HelperAnswer)
            except (ChildError, msgspec.MsgspecError) as error:
                self._end()
                raise HelperError("the helping process gave no answer") from error
            finally:
                self._later(self._idle, lambda: self._end_if_idle(number))

    def pid(self) -> int | None:
        """Returns the number of the process; None where none runs."""
        child = self._child
        return child.pid if child is not None and child.is_running() else None

    def close(self) -> None:
        """Ends the process, and starts no other."""
        with self._lock:
            self._closed = True
            if self._child is not None:
                self._child.kill()  # a thread that waits for an answer reads the end
        with self._asking:
            self._end()

    def _running(self) -> Child:
        with self._lock:
            if self._closed:
                raise ChildError("the server is closing")
            if self._child is not None and not self._child.is_running():
                self._child.close()
                self._child = None
            if self._child is None:
                self._child = Child(self._command)
            return self._child

    def _end_if_idle(self, number: int) -> None:
        if self._asking.acquire(blocking=False):  # somebody asks now: not idle
            try:
                if self._asked == number:
                    self._end()
            finally:
                self._asking.release()

    def _end(self) -> None:
        with self._lock:
            child, self._child = self._child, None
        if child is not None:
            child.close()
