"""Keeps a child process running: one thread reads its answers, sends what waits, and restarts it when it ends. The
child must answer a heartbeat. If it does not, or one of its threads works on one slice for very long, it is hung, and
is ended and restarted."""

import logging
import os
import selectors
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple, Protocol

from engine.child import Child, ChildError, frame
from webapp.engine_process.notes import Notes
from webapp.process.service_threads import ServiceThreads


class Outbox:
    """Holds frames in order. ``size`` is their number of bytes."""

    def __init__(self) -> None:
        self._frames, self.size = deque[memoryview](), 0

    def put(self, message: bytes) -> bool:
        """Adds a message. Returns whether none has waited before."""
        was_empty, data = not self._frames, memoryview(frame(message))
        self._frames.append(data)
        self.size += len(data)
        return was_empty

    def clear(self) -> None:
        """Drops everything."""
        self._frames.clear()
        self.size = 0

    def write(self, file: int) -> bool:
        """Writes what a pipe takes now. Returns True when nothing waits. The reading side notices a broken pipe."""
        while self._frames:
            try:
                written = os.write(file, self._frames[0])
            except BlockingIOError:
                return False
            except OSError:
                self.clear()
                return True
            self.size -= written
            if written < len(self._frames[0]):
                self._frames[0] = self._frames[0][written:]
                return False
            self._frames.popleft()
        return True


_log = logging.getLogger(__name__)

BEAT = 0.5
"""Seconds between two heartbeats."""

_MOST_WAITING = 64 << 20
"""The most bytes that may wait for the child. A child that does not read is hung."""

_FIRST_PAUSE, _KILLED_PAUSE, _LONGEST_PAUSE = 0.2, 2.0, 30.0
"""Seconds before a child that ended at its start is restarted, doubled each time: up to the second where another
program has killed the child, which may go well the next time, else up to the third."""


class Patience(NamedTuple):
    """Holds the seconds after which a child is hung: at its start, after a heartbeat, and in one slice of work."""

    start: float = 120.0
    beat: float = 15.0
    slice: float = 20.0


class End(NamedTuple):
    """Describes the end of a child: the orders in progress, and whether the child itself seems to be at fault."""

    working: tuple[int, ...]
    is_fault: bool


class User(Protocol):
    """Describes the user of a child. The thread of the pipe calls all its methods."""

    def begun(self) -> Iterable[bytes]:
        """Returns the first messages to a new child."""

    def ended(self, end: End) -> None:
        """Handles the end of a child. Another one is started."""

    def beat(self) -> bytes:
        """Returns a heartbeat, which the child answers."""

    def heard(self, message: bytes) -> None:
        """Handles a message of the child."""


class Pipe:
    """Keeps the child that ``run`` starts running, from :meth:`start` to :meth:`close`. ``threads`` start the
    thread. ``lock`` guards the waiting messages, and the user may hold it while sending."""

    def __init__(
        self,
        user: User,
        run: Callable[[Notes], Child],
        threads: ServiceThreads,
        lock: threading.RLock,
        patience: Patience = Patience(),  # noqa: B008
    ) -> None:
        self._user, self._run, self._threads, self._patience = user, run, threads, patience
        self._lock = lock
        self._outbox = Outbox()
        self._child: Child | None = None
        self._selector = threads.selector()
        self._wake_read, self._wake_write = os.pipe()
        for end in (self._wake_read, self._wake_write):
            os.set_blocking(end, False)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self._notes = Notes()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._pause = 0.0
        self._began = self._heard = self._beaten = 0.0
        self._answered = False
        self.restarts = 0
        """The number of children started after the first."""

    def start(self) -> None:
        """Starts the thread, which starts the child."""
        self._thread = self._threads.start("engine", self._turn)

    def close(self) -> None:
        """Ends the child and the thread."""
        self._closing = True
        self._wake()
        if self._thread:
            self._thread.join(10.0)
            self._thread = None
            self._selector.close()
            self._notes.close()
            os.close(self._wake_read)
            os.close(self._wake_write)

    def pid(self) -> int | None:
        """Returns the number of the child's process, None where none runs."""
        child = self._child
        return child.pid if child else None

    def send(self, message: bytes) -> None:
        """Sends a message soon, without waiting. Without a child it is dropped: the next one gets everything."""
        with self._lock:
            if self._child is None:
                return
            waits = self._outbox.put(message) and not self._outbox.write(self._child.input)
        if waits:
            self._wake()

    # --- the thread ---

    def _turn(self) -> bool:
        if self._closing:
            self._end_child()
            return False
        child = self._child or self._begin()
        if child is None:
            return True
        try:
            self._serve(child)
        except ChildError as error:
            self._lose(str(error))
        return True

    def _begin(self) -> Child | None:
        """Starts a child, after a pause if the last one ended at its start."""
        if self._pause:
            self._selector.select(self._pause)
            self._drain()
            if self._closing:
                return None
        self._notes.clear()
        try:
            child = self._run(self._notes)
        except ChildError as error:
            self._lose(str(error))
            return None
        os.set_blocking(child.input, False)
        os.set_blocking(child.output, False)
        self._selector.register(child.output, selectors.EVENT_READ)
        self._began = self._heard = self._beaten = time.monotonic()
        self._answered = False
        with self._lock:
            self._outbox.clear()
            self._child = child
            for message in (*self._user.begun(), self._user.beat()):  # under the lock: no other message is sent before
                self._outbox.put(message)
        return child

    def _serve(self, child: Child) -> None:
        with self._lock:
            wants = selectors.EVENT_READ | (0 if self._outbox.write(child.input) else selectors.EVENT_WRITE)
        _register(self._selector, child, wants)
        for key, events in self._selector.select(BEAT):
            if key.fd == self._wake_read:
                self._drain()
            elif key.fd == child.output and events & selectors.EVENT_READ:
                for message in child.read():
                    self._heard, self._answered = time.monotonic(), True
                    self._user.heard(message)
        self._check(child)

    def _check(self, child: Child) -> None:
        now, limits = time.monotonic(), self._patience
        if now - self._beaten < BEAT:
            return
        self._beaten = now
        if self._answered:
            self._pause = 0.0
            self.send(self._user.beat())
        slowest = min(self._notes.read().values(), default=now)
        if now - self._heard > (limits.beat if self._answered else limits.start):
            reason = "does not answer"
        elif now - slowest > limits.slice:
            reason = "has been in one slice of work for too long"
        elif self._outbox.size > _MOST_WAITING:
            reason = "does not read"
        else:
            return
        child.kill()
        self._lose(f"it {reason}", is_hung=True)

    def _lose(self, reason: str, *, is_hung: bool = False) -> None:
        """Cleans up after a child has ended, and tells the user."""
        working = tuple(self._notes.read())
        code = self._end_child()
        if self._closing:
            return
        killed = not is_hung and code in (-signal.SIGKILL, -signal.SIGTERM)
        if not self._answered:
            longest = _KILLED_PAUSE if killed else _LONGEST_PAUSE
            self._pause = min(max(2.0 * self._pause, _FIRST_PAUSE), longest)
        self._answered = False
        self.restarts += 1
        _log.warning("the engine's process has ended (%s, code %s); it is started again", reason, code)
        self._user.ended(End(working, not killed and code is not None))

    def _end_child(self) -> int | None:
        with self._lock:
            child, self._child = self._child, None
            self._outbox.clear()
        if child is None:
            return None
        for end in (child.output, child.input):
            with suppress(KeyError):
                self._selector.unregister(end)
        return child.close()

    def _wake(self) -> None:
        with suppress(OSError):
            os.write(self._wake_write, b"\0")

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            while os.read(self._wake_read, 4096):
                pass


def _register(selector: selectors.BaseSelector, child: Child, wants: int) -> None:
    """Waits for the child's input only while something waits to be sent."""
    is_known = child.input in selector.get_map()
    if wants & selectors.EVENT_WRITE and not is_known:
        selector.register(child.input, selectors.EVENT_WRITE)
    elif not wants & selectors.EVENT_WRITE and is_known:
        selector.unregister(child.input)
