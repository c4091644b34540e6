"""Compiles kernels in processes apart from the server, so that the server can answer.

A compilation inside the server would hold the interpreter lock for half a second at a time. The compiling processes are
children (:mod:`engine.child`). A lock file for each part keeps two servers from compiling the same part together.
"""

import gc
import logging
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from engine.child import end_with_parent, start
from engine.compiled import use_cache_directory
from engine.memory import free_mib

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_log = logging.getLogger(__name__)

AT_ONCE = 2
"""Parallel processes at most, and at most one a core. Further ones would have nothing to do (see ``kernel_parts``)."""
COMPILER_MIB = 220
"""The most memory of one process that compiles."""

LONGEST_SECONDS = 900.0  # a process without an end after so many seconds is ended

_TRIES = 2


class CompilingStoppedError(Exception):
    """Tells that the compiling processes were ended on request."""


class CompileProcesses:
    """Starts compiling processes, waits for the end, and ends all processes on request. ``command`` returns the command
    that compiles the given parts."""

    def __init__(self, command: Callable[[Sequence[str]], Sequence[str]]) -> None:
        self._command = command
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    def compile(self, parts: Sequence[str]) -> bool:
        """Compiles parts into the cache. Returns whether this was done, and logs why not.

        Each process begins with another part. A process that fails or is killed is replaced once. Raises
        CompilingStoppedError after ``close``.
        """
        if use_cache_directory() is None:
            return False
        count = compilers(free_mib(), os.cpu_count() or 1, len(parts))
        orders = [(*parts[i:], *parts[:i]) for i in range(count)]
        for _ in range(_TRIES):
            with tempfile.TemporaryFile() as said:
                try:
                    codes = self._run(orders, said.fileno())
                except OSError as error:
                    _log.warning("no process for compiling can be started (%s)", error.strerror)
                    return False
                if self._closed:
                    raise CompilingStoppedError
                if not any(codes):
                    return True
                said.seek(0)
                words = said.read()[-2000:].decode(errors="replace").strip()
            _log.warning("a compiling process has ended with code %s: %s", next(filter(None, codes)), words)
        return False

    def close(self) -> None:
        """Ends all processes, and starts none later."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()

    def pids(self) -> list[int]:
        """Returns the numbers of the running processes."""
        with self._lock:
            return [process.pid for process in self._running]

    def _run(self, orders: Sequence[Sequence[str]], said: int) -> list[int]:
        """Runs a process for each order, and returns the exit codes. If one cannot start, the others end as well."""
        processes, codes = list[subprocess.Popen[bytes]](), list[int]()
        try:
            for order in orders:
                processes.append(self._start(order, said))
        except BaseException:
            for process in processes:
                process.kill()
            raise
        finally:
            codes += [self._wait(process) for process in processes]
        return codes

    def _start(self, parts: Sequence[str], said: int) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise CompilingStoppedError
            process = start(self._command(parts), stdout=subprocess.DEVNULL, stderr=said)
            self._running.add(process)
        return process

    def _wait(self, process: subprocess.Popen[bytes]) -> int:
        try:
            return process.wait(LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()
        finally:
            if process.stdin:
                process.stdin.close()
            with self._lock:
                self._running.discard(process)


def compilers(free: float | None, cores: int, parts: int) -> int:
    """Returns how many processes compile at a time: at least one. ``free`` are MiB of memory, or None if not known."""
    room = AT_ONCE if free is None else int(free // COMPILER_MIB)
    return max(1, min(AT_ONCE, cores, parts, room))


def begin_compiling() -> None:
    """Prepares a process which only compiles, and ends with its parent."""
    end_with_parent()
    gc.disable()  # a compilation leaves little garbage, and a collection looks at everything


@contextmanager
def only_one(name: str, *, wait: bool) -> Iterator[bool]:
    """Yields True while this process alone, of those that use the cache, holds the name, or False if another one does.
    ``wait`` tells whether to wait for the other process."""
    folder = use_cache_directory()
    if folder is None or fcntl is None:
        yield True
        return
    with (folder / f"{name}.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True
