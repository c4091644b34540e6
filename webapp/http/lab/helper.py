"""Keeps the process that computes for the lab, from the first question until a while without one."""

import gzip
import hashlib
import threading
from collections.abc import Callable, Sequence

import msgspec

from engine.child import Child, ChildError
from engine.text import text

_IDLE_SECONDS = 300.0
_LONGEST_SECONDS = 120.0
"""For a process that hangs. A process bounds its own processor time."""

Later = Callable[[float, Callable[[], None]], object]


class Question(msgspec.Struct, frozen=True, array_like=True):
    """Identifies an answer: its kind, and the parameters in the order of their names."""

    kind: str
    given: tuple[tuple[str, str], ...]

    def tag(self, fingerprint: str) -> str:
        """Returns the ETag of the answer by the code with this fingerprint."""
        return hashlib.sha256(f"{fingerprint}{self.kind}{self.given}".encode()).hexdigest()[:20]


class Answer(msgspec.Struct, frozen=True, array_like=True):
    """Holds an answer: the status and the type, as in HTTP, and the text packed by gzip."""

    status: int
    mimetype: str
    packed: bytes

    @property
    def plain(self) -> bytes:
        """Returns the text unpacked."""
        return gzip.decompress(self.packed)


class RefusedError(Exception):
    """Ends a question with a sentence and the status of the response."""

    def __init__(self, said: str, status: int = 400) -> None:
        super().__init__(said)
        self.said, self.status = said, status


class NoAnswerError(RefusedError):
    """Says that the process gave no answer: it died, was too slow, or cannot be started."""

    def __init__(self) -> None:
        super().__init__(text("The lab could not compute this; please try again, or choose a smaller depth."), 500)


class Helper:
    """Keeps the process, one question at a time. ``idle`` seconds end it, ``longest`` for an answer kill it."""

    def __init__(
        self, command: Sequence[str], later: Later, idle: float = _IDLE_SECONDS, longest: float = _LONGEST_SECONDS
    ) -> None:
        self._command = command
        self._later, self._idle, self._longest = later, idle, longest
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._asked, self._busy, self._closed = 0, False, False

    def ask(self, question: Question) -> Answer:
        """Returns the answer of the process. Raises ``NoAnswerError`` if there is no answer."""
        with self._lock:
            self._asked += 1
            self._busy, number = True, self._asked
        failed = True
        try:
            child = self._running()
            child.send(msgspec.msgpack.encode(question))
            answer = msgspec.msgpack.decode(child.receive(self._longest), type=Answer)
            failed = False
            return answer
        except (ChildError, msgspec.MsgspecError) as error:
            raise NoAnswerError from error
        finally:
            with self._lock:
                self._busy = False
                if failed or self._closed:
                    self._end()
            self._later(self._idle, lambda: self._end_if_idle(number))

    def pid(self) -> int | None:
        """Returns the number of the process, None where none runs."""
        child = self._child
        return child.pid if child is not None and child.is_running() else None

    def close(self) -> None:
        """Ends the process, and starts no other."""
        with self._lock:
            self._closed = True
            if self._child is not None and self._busy:
                self._child.kill()  # the thread that waits for an answer reads the end, and frees the rest
            else:
                self._end()

    def _running(self) -> Child:
        with self._lock:
            if self._closed:
                raise ChildError("the server is closing")
            if self._child is not None and not self._child.is_running():
                self._end()
            if self._child is None:
                self._child = Child(self._command)
            return self._child

    def _end_if_idle(self, number: int) -> None:
        with self._lock:
            if self._asked == number and not self._busy:
                self._end()

    def _end(self) -> None:
        """Ends the process, while the lock is held."""
        if self._child is not None:
            self._child.close()
            self._child = None
