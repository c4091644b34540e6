"""Is the process that keeps a program in its jail.

``python -P -c "..." --memory 512 --seconds 600 --read FILE -- ./program`` (:func:`jailed` makes the words) starts a
first process, which starts the program. This process passes on what the program writes to its standard error, without
control characters, and ends with the program's code. However it ends, the first process ends as well, and with it
everything that the program has started.
"""

import argparse
import ctypes
import os
import select
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from engine.child import apart, end_by_signal
from engine.console import readable
from engine.jail.calls import forbid
from engine.jail.rights import drop, limit, lock
from engine.jail.root import enter, leave

_SAID = 1 << 16
"""The most bytes that are passed on of what a program writes to its standard error."""
_SUBREAPER, _DUMPABLE = 36, 4  # of prctl


def jailed(words: Sequence[str], *, memory_mb: int, seconds: int, reads: Iterable[str] = ()) -> list[str]:
    """Returns the command that runs a program in a jail: with so many MiB and seconds of processor time for each of its
    processes, and with what it may read beside the system's files. Where there is no fork it is the program itself."""
    if not hasattr(os, "fork"):
        return list(words)
    bounds = ["--memory", str(memory_mb), "--seconds", str(seconds)]
    return apart("engine.jail.process", *bounds, *(word for path in reads for word in ("--read", path)), "--", *words)


def main() -> NoReturn:
    """Reads the command line, starts the first process, and ends as the program does."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--memory", type=int, required=True)
    parser.add_argument("--seconds", type=int, required=True)
    parser.add_argument("--read", action="append", default=[])
    parser.add_argument("words", nargs="+")
    given = parser.parse_args()
    end_by_signal()
    is_apart = leave()
    said, saying = os.pipe()
    first = os.fork()
    if not first:
        os.close(said)
        _first(given, saying, is_apart)
    for number in (0, 1, saying):
        os.close(number)
    _pass_on(said)
    os._exit(_code(os.waitpid(first, 0)[1]))


def _first(given: argparse.Namespace, saying: int, is_apart: bool) -> NoReturn:
    """Starts the program, waits for it, and ends with everything that it has started: the kernel sees to that in a
    namespace of processes, and elsewhere this process does. The program cannot reach its memory."""
    folder = ""

    def end(code: int) -> NoReturn:
        if not is_apart:
            _end_children()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(code)

    if sys.platform == "linux":
        os.setsid()
        for option, value in ((_DUMPABLE, 0), (_SUBREAPER, 1)):
            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
        signal.signal(signal.SIGTERM, lambda *_: end(1))
        end_by_signal(signal.SIGKILL if is_apart else signal.SIGTERM)
        reader = select.poll()
        reader.register(saying, 0)
        if reader.poll(0):  # the outer process has ended before
            end(1)
    reads, inside = [sys.prefix, sys.base_prefix, *given.read], False
    with suppress(OSError):
        inside = is_apart and enter(reads)
    if not inside:
        folder = tempfile.mkdtemp(prefix="fourthought-room-")
        os.chdir(folder)
    program = os.fork()
    if not program:
        _become(given, Path.cwd(), reads, saying, inside)
    for number in (0, 1, saying):
        os.close(number)
    number = 0
    while number != program:  # the orphans of the program are this process's, too
        number, status = os.wait()
    end(_code(status))


def _become(given: argparse.Namespace, room: Path, reads: Iterable[str], saying: int, inside: bool) -> NoReturn:
    os.dup2(saying, 2)
    if sys.platform == "linux":
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if not inside:
            os.setsid()  # a signal to its group must not reach the first process
    limit(given.memory, given.seconds, processes=inside)
    drop()
    lock(room, ["/"] if inside else reads)
    forbid(inside=inside)
    commands = f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin"
    environment = {"PATH": commands, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"HOME": str(room), "TMPDIR": str(room)}
    try:
        os.execvpe(given.words[0], given.words, environment)  # noqa: S606 - the user's own program
    except OSError as error:
        print(f"error the program cannot be started: {error.strerror}", flush=True)  # noqa: T201
    os._exit(1)


def _pass_on(said: int) -> None:
    """Passes on lines to the standard error, without control characters and up to a bound, until the pipe closes."""
    left, rest = _SAID, b""
    while data := os.read(said, _SAID):
        *lines, rest = (rest + data[:left] + b"\n" * (len(data) >= left > 0)).split(b"\n")
        left -= min(left, len(data))
        for line in lines:
            with suppress(OSError):
                os.write(2, (readable(line) + "\n").encode(errors="replace"))


def _end_children() -> None:
    with suppress(ChildProcessError):
        while True:
            for number in _descendants(os.getpid()):
                with suppress(OSError):
                    os.kill(number, signal.SIGKILL)
            os.wait()


def _descendants(ancestor: int) -> set[int]:
    parents = dict[int, int]()
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(file.parent.name)] = int(file.read_text(errors="replace").rpartition(")")[2].split()[1])
    found, more = set[int](), {ancestor}
    while more:
        more = {number for number, parent in parents.items() if parent in more}
        found |= more
    return found


def _code(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code
