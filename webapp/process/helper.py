"""Runs one small process beside the server that answers questions, one at a time.

The process starts with the first question and ends after a while without one. A question is one line; an answer is one
line of JSON with ``size`` and other facts, then so many bytes. The process ends with the server, because its standard
input ends then.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

_log = logging.getLogger(__name__)

_IDLE_SECONDS = 300.0
_LONGEST_SECONDS = 120.0
"""By the clock, for a process that hangs; a process bounds its own processor time."""
_LARGEST = 8 << 20
"""Bytes of an answer at most."""

Later = Callable[[float, Callable[[], None]], object]


class HelperError(Exception):
    """Tells that the process gave no answer: the process died, was too slow, or cannot be started."""


class HelperAnswer(NamedTuple):
    """Holds the facts about an answer, and the answer."""

    facts: dict[str, Any]
    body: bytes


class Helper:
    """Keeps the process; many threads may ask, and each waits for the others.

    Args:
        module: the module that the process runs.
        later: calls a function after some seconds.
        idle: seconds without a question after which the process ends.
        longest: seconds after which a process without an answer is killed, by the clock.
    """

    def __init__(
        self, module: str, later: Later, idle: float = _IDLE_SECONDS, longest: float = _LONGEST_SECONDS
    ) -> None:
        self._command = [sys.executable, "-m", module]
        self._later, self._idle, self._longest = later, idle, longest
        self._asking, self._lock = threading.Lock(), threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answered = self._asked = 0
        self._closed = False

    def ask(self, question: str) -> HelperAnswer:
        """Returns the answer of the process to one line.

        Raises:
            HelperError: there is no answer.
        """
        with self._asking:
            process = self._running()
            self._asked += 1
            number = self._asked
            self._later(self._longest, lambda: self._kill_if(number > self._answered))
            try:
                return _exchange(process, question)
            except (OSError, ValueError, KeyError) as error:
                self._end()
                raise HelperError(f"the helping process gave no answer ({error})") from None
            finally:
                self._answered = number
                self._later(self._idle, lambda: self._end_if_idle(number))

    def pid(self) -> int | None:
        """Returns the number of the process; None where none runs."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def close(self) -> None:
        """Ends the process, and starts no other."""
        with self._lock:
            self._closed = True
        self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise HelperError("the server is closing")
            if self._process is not None and self._process.poll() is not None:
                _finish(self._process)
                self._process = None
            if self._process is None:
                path = os.pathsep.join(sys.path)  # the same modules as in this process
                try:
                    self._process = subprocess.Popen(  # noqa: S603
                        self._command,
                        env={**os.environ, "PYTHONPATH": path},
                        stdin=subprocess.PIPE,
                        stdout=subprocess.PIPE,
                    )
                except OSError as error:
                    raise HelperError(f"no helping process can be started ({error.strerror})") from None
            return self._process

    def _kill_if(self, late: bool) -> None:
        process = self._process
        if late and process is not None:
            _log.warning("a helping process without an answer for %g seconds was ended", self._longest)
            process.kill()  # the thread that waits reads the end, and ends the process in order

    def _end_if_idle(self, number: int) -> None:
        if self._asking.acquire(blocking=False):  # somebody asks now: not idle
            try:
                if self._asked == number:
                    self._end()
            finally:
                self._asking.release()

    def _end(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            _finish(process)


def _finish(process: subprocess.Popen[bytes]) -> None:
    """Ends a process, and closes its pipes."""
    process.kill()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()
    process.wait()


def _exchange(process: subprocess.Popen[bytes], question: str) -> HelperAnswer:
    """Sends a line and reads the answer; raises ``ValueError`` where the process ends before."""
    pipes = process.stdin, process.stdout
    if pipes[0] is None or pipes[1] is None:
        raise ValueError("no pipes")
    pipes[0].write(question.replace("\n", " ").encode() + b"\n")
    pipes[0].flush()
    facts = json.loads(pipes[1].readline(_LARGEST) or b"")
    size = facts["size"]
    if not 0 <= size <= _LARGEST:
        raise ValueError(f"an answer of {size} bytes")
    body = pipes[1].read(size)
    if len(body) < size:
        raise ValueError("half an answer")
    return HelperAnswer(facts, body)
