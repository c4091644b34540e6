"""Runs a module of the project as a child process: the engine of a server, the lab.

Each child has its own priority, ends with its parent, and imports the modules that the parent would, but none from the
folder where the command was started. Parent and child exchange messages of bytes by the child's standard input and
output, each with its length before. The user of a child decides whether to start it again.
"""

import os
import selectors
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

NICENESS = 5  # added to the nice value of a child: the server's own threads go first
LARGEST = 16 << 20  # bytes of one message at most

_LENGTH = struct.Struct("<I")
_READ = 1 << 16
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl


class ChildError(Exception):
    """Says that the child cannot be started, has ended, sends no message in time, or sends something else."""


class Frames:
    """Cuts a stream of bytes into messages of at most :data:`LARGEST` bytes."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Returns the messages that ``data`` completes. Raises ChildError if a message is too large."""
        self._bytes += data
        found, at = list[bytes](), 0
        while len(self._bytes) - at >= _LENGTH.size:
            (size,) = _LENGTH.unpack_from(self._bytes, at)
            if size > LARGEST:
                raise ChildError(f"a message of {size} bytes")
            end = at + _LENGTH.size + size
            if len(self._bytes) < end:
                break
            found.append(bytes(self._bytes[at + _LENGTH.size : end]))
            at = end
        del self._bytes[:at]
        return found


def frame(message: bytes) -> bytes:
    """Returns a message with its length before."""
    return _LENGTH.pack(len(message)) + message


def command(module: str, *arguments: str) -> list[str]:
    """Returns the command that runs a module with this Python."""
    return [sys.executable, "-P", "-m", module, *arguments]


def apart(module: str, *arguments: str) -> list[str]:
    """Returns the command that runs ``main`` of a module with this Python, and needs nothing from the environment."""
    return [
        sys.executable,
        "-P",
        "-c",
        f"import sys; sys.path[:0] = {paths()}; import {module} as m; m.main()",
        *arguments,
    ]


def start(
    command: Sequence[str],
    *,
    niceness: int = NICENESS,
    stdout: int = subprocess.PIPE,
    stderr: int | None = None,
    shared: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Starts a process. Its standard input is a pipe, and ends with this process. Raises OSError if it cannot start.
    The module of the ``command`` calls :func:`end_with_parent`, or reads messages by :class:`Parent`. The ``niceness``
    is added to the nice value. The child has the open files of the numbers ``shared`` as well."""
    process = subprocess.Popen(  # noqa: S603
        command,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths())},
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=stderr,
        pass_fds=shared,
    )
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + niceness)
    return process


def paths() -> list[str]:
    """Returns where a child looks for modules: as this process does, but not in the folder of the command."""
    home, here = Path(__file__).resolve().parents[1], Path.cwd()
    found = (path for path in sys.path if Path(path).is_absolute() and Path(path).resolve() not in (home, here))
    return [str(home), *found]


class Child:
    """Holds a process that answers messages. One thread sends and receives. Any thread may end it. The arguments are
    those of :func:`start`. Raises ChildError if it cannot start."""

    def __init__(self, command: Sequence[str], *, niceness: int = NICENESS, shared: Sequence[int] = ()) -> None:
        try:
            self._process = start(command, niceness=niceness, shared=shared)
        except OSError as error:
            raise ChildError(f"no process can be started ({error.strerror})") from None
        pipes = self._process.stdin, self._process.stdout
        if pipes[0] is None or pipes[1] is None:
            raise ChildError("a child without pipes")
        self.input, self.output = pipes[0].fileno(), pipes[1].fileno()
        """The numbers of the pipes: to the child, and from the child."""
        self._frames, self._waiting = Frames(), list[bytes]()

    @property
    def pid(self) -> int:
        """Returns the number of the process."""
        return self._process.pid

    def is_running(self) -> bool:
        """Tells whether the process has not ended."""
        return self._process.poll() is None

    def send(self, message: bytes) -> None:
        """Sends a message, after a wait where the pipe is full. Raises ChildError if the child has ended."""
        data = memoryview(frame(message))
        try:
            while data:
                data = data[os.write(self.input, data) :]
        except OSError as error:
            raise ChildError(f"the child takes no message ({error.strerror})") from None

    def receive(self, seconds: float) -> bytes:
        """Returns the next message. Raises ChildError if none comes within ``seconds``, or the child has ended."""
        until = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            selector.register(self.output, selectors.EVENT_READ)
            while not self._waiting:
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise ChildError(f"the child has sent nothing for {seconds:g} seconds")
                self._waiting += self.read()
        return self._waiting.pop(0)

    def read(self) -> list[bytes]:
        """Returns the messages completed by what is there, at least a byte. Raises ChildError at its end or a bound."""
        try:
            data = os.read(self.output, _READ)
        except BlockingIOError:
            return []
        except OSError as error:
            raise ChildError(f"the child cannot be read ({error.strerror})") from None
        if not data:
            raise ChildError("the child has closed its end")
        return self._frames.feed(data)

    def kill(self) -> None:
        """Ends the process. A thread that reads gets an error."""
        self._process.kill()

    def close(self, patience: float = 0.0) -> int:
        """Ends the process and returns its code. It has ``patience`` seconds to end by itself, since its input ends."""
        with suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            if patience:
                self._process.wait(patience)
        self._process.kill()
        with suppress(OSError):
            if self._process.stdout:
                self._process.stdout.close()
        return self._process.wait()


# --- in the child ---


def end_with_parent() -> None:
    """Ends this process as soon as the parent has ended, which closes the standard input."""

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 1):
                pass
        os._exit(1)

    threading.Thread(target=wait, name="parent", daemon=True).start()


def end_by_signal(number: int = 9) -> None:
    """Ends this process with the thread that has started it (on Linux), even if all threads hang."""
    if sys.platform == "linux":
        import ctypes  # not above: other children save its 2 MB

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_DEATH_SIGNAL, number)


class Parent:
    """Holds the child's end of the pipes. Ctrl-C and SIGTERM are for the parent, whose end ends the child. What a
    library prints goes to the standard error, because the standard output carries messages alone."""

    def __init__(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self._output = os.dup(1)
        os.dup2(2, 1)
        self._lock, self._frames = threading.Lock(), Frames()

    def messages(self) -> Iterator[bytes]:
        """Yields the messages of the parent, to its end."""
        while data := os.read(0, _READ):
            yield from self._frames.feed(data)

    def send(self, message: bytes) -> None:
        """Sends a message, from any thread. Ends the process if the parent has ended."""
        data = memoryview(frame(message))
        try:
            with self._lock:
                while data:
                    data = data[os.write(self._output, data) :]
        except OSError:
            os._exit(1)
