"""Runs a program so that it can touch nothing else, as far as the system allows without special rights.

``python -P -m engine.arena.contest.jail --memory 512 --seconds 600 --read FILE -- ./program`` runs the program

- in a new empty folder, with an environment of five variables,
- with limits for memory of one process, processor time, size of a file, open files and core dumps (POSIX),
- without a network and without sight of other processes (Linux: namespaces of users, network, IPC and processes),
- with every file beyond its folder read-only (Linux: a namespace of mounts),
- without any file beyond that folder, its program and the system's libraries, and without TCP, signals to other
  processes and abstract sockets (Linux: Landlock).

Each part holds alone, and one that the system lacks is left out. ``--probe`` prints what holds. This is enough for a
class on a teacher's machine, under an ordinary user: the number of root's processes has no bound. A server on the
internet must not allow uploads on this alone: the kernel is shared, the memory of all processes together and the disk
have no bound, and time can be measured. There each program needs a virtual machine, or a container with a control group
and a separate user.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from engine.child import end_by_signal
from engine.confinement import freeze, leave, limit, lock

ROOM = "FOURTHOUGHT_ROOM"
"""The folder in which each program gets its empty folder. The arena removes it at the end."""


def main() -> None:
    """Reads the command line, confines this process, and becomes the program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--memory", type=int, default=512)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--read", action="append", default=[])
    parser.add_argument("--probe", action="store_true")
    parser.add_argument("words", nargs="*")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="room-", dir=os.environ.get(ROOM)))
    os.chdir(folder)
    end_by_signal()
    holds = {"limits": limit(given.memory, given.seconds)}
    holds["network"] = holds["processes"] = leave()
    holds["read-only"] = holds["network"] and freeze(folder)
    child = os.fork() if hasattr(os, "fork") else 0  # the first process of the new namespace: with it, all others end
    if child:
        _wait(child, folder)
    end_by_signal()
    holds["files"] = lock(folder, [sys.prefix, sys.base_prefix, *given.read])
    if given.probe:
        print(" ".join(name for name, held in holds.items() if held), flush=True)  # noqa: T201
        os._exit(0)
    environment = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment |= {"HOME": str(folder), "TMPDIR": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        os.execvpe(given.words[0], given.words, environment)  # noqa: S606 - the user's own program
    except OSError as error:
        print(f"error the program cannot be started: {error.strerror}", flush=True)  # noqa: T201
        os._exit(1)


def _wait(child: int, folder: Path) -> None:
    """Waits for the program in its namespace, removes what its folder holds, and ends with its code."""
    os.close(0)
    os.close(1)
    _, status = os.waitpid(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
