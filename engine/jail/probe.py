"""Tries in a jail what a program must not do, and says what was refused."""

import ctypes
import os
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from engine.child import apart, paths
from engine.jail.process import jailed

PARTS = ("other files", "sockets", "other processes", "more memory and time", "living on")
"""What a program must not reach, have or do."""
_PATIENCE, _LIFE, _SETTLED = 120.0, 30.0, 5.0
_MEMORY_MB = 64
_DONE = "tried"


def refused() -> tuple[str, ...]:
    """Returns which of :data:`PARTS` were refused to a program that has just tried them in a jail."""
    if not hasattr(os, "fork"):
        return ()
    with tempfile.TemporaryDirectory(prefix="fourthought-probe-") as folder, ExitStack() as open_:
        Path(folder, "secret").touch()
        places: list[tuple[int, str | tuple[str, int]]] = [(socket.AF_INET, ("127.0.0.1", 0))]
        places.append((socket.AF_UNIX, f"{folder}/socket"))
        if sys.platform == "linux":
            places.append((socket.AF_UNIX, f"\0{folder}"))
        listeners = [open_.enter_context(socket.socket(family)) for family, _ in places]
        for one, (_, place) in zip(listeners, places, strict=True):
            one.bind(place)
            one.listen()
        words = apart("engine.jail.probe", folder, str(os.getpid()), str(listeners[0].getsockname()[1]))
        command = jailed(words, memory_mb=_MEMORY_MB, seconds=60, reads=paths()[:1])
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as process:  # noqa: S603
            try:
                return _heard(process)
            finally:
                process.kill()


def _heard(process: subprocess.Popen[bytes]) -> tuple[str, ...]:
    if process.stdout is None:
        return ()
    said, until = b"", time.monotonic() + _PATIENCE
    while b"\n" not in said:
        ready, _, _ = select.select([process.stdout], [], [], max(0.0, until - time.monotonic()))
        data = os.read(process.stdout.fileno(), 4096) if ready else b""
        if not data:
            return ()
        said += data
    with suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)
    ready, _, _ = select.select([process.stdout], [], [], _SETTLED)
    ended = bool(ready) and not os.read(process.stdout.fileno(), 1)
    done, *could = said.decode().strip().split(", ")
    tried = PARTS if done == _DONE else ()
    return tuple(part for part in tried if part not in could and (ended or part != PARTS[4]))


# --- in the jail ---


def main() -> None:
    """Tries everything, prints what succeeded, and leaves a process behind."""
    folder, number, port = sys.argv[1:]
    tried = zip(PARTS, (_files(folder), _sockets(folder, int(port)), _processes(int(number)), _limits()), strict=False)
    could = [part for part, acts in tried if sum(map(_succeeds, acts))]  # all are tried
    if not os.fork():
        _live_on()
    print(", ".join((_DONE, *could)), flush=True)  # noqa: T201


def _succeeds(act: Callable[[], object]) -> bool:
    try:
        act()
    except (OSError, MemoryError, ValueError, AttributeError):
        return False
    return True


def _files(folder: str) -> Iterator[Callable[[], object]]:
    yield lambda: Path(folder, "secret").read_bytes()
    yield lambda: Path(folder, "secret").write_bytes(b"changed")
    yield lambda: Path(folder, "new").write_bytes(b"new")
    yield lambda: os.listdir(folder)
    yield lambda: Path(folder, "secret").chmod(0o644)
    yield lambda: os.utime(Path(folder, "secret"))


def _sockets(folder: str, port: int) -> Iterator[Callable[[], object]]:
    yield lambda: socket.create_connection(("127.0.0.1", port), 5)
    for name in (f"{folder}/socket", f"\0{folder}"):
        yield lambda name=name: socket.socket(socket.AF_UNIX).connect(name)  # type: ignore[misc]
        yield lambda name=name: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b"x", name)  # type: ignore[misc]


def _processes(number: int) -> Iterator[Callable[[], object]]:
    if number not in (os.getpid(), os.getppid()):  # in a namespace it may be the number of another process
        yield lambda: os.kill(number, 0)
        yield lambda: Path(f"/proc/{number}/environ").read_bytes()


def _limits() -> Iterator[Callable[[], object]]:
    import resource

    for limit in (resource.RLIMIT_DATA, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE):
        yield lambda limit=limit: resource.setrlimit(limit, (-1, -1))  # type: ignore[misc]
    yield lambda: bytearray(2 * _MEMORY_MB << 20)


def _live_on() -> None:
    """Leaves the parent, its group and its death signal, and waits. The parent's output stays open so long."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, 0, 0, 0, 0)
    os.setsid()
    if not os.fork():
        time.sleep(_LIFE)
    os._exit(0)
