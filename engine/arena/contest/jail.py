"""Runs a program so that it can touch nothing else, as far as the system allows without special rights.

``python -P -m engine.arena.contest.jail --memory 512 --seconds 600 --read FILE -- ./program`` runs the program

- in a new empty folder, with an environment of five variables,
- with limits for memory of one process, processor time, size of a file, open files and core dumps (POSIX),
- without a network and without sight of other processes (Linux: namespaces of users, network, IPC and processes),
- without any file beyond that folder, its program and the system's libraries, and without TCP, signals to other
  processes and abstract sockets (Linux: Landlock).

Each part holds alone, and one that the system lacks is left out. ``--probe`` prints what holds. This is enough for a
class on a teacher's machine. A server on the internet must not allow uploads on this alone: the kernel is shared, the
memory of all processes together and the disk have no bound, and time can be measured. There each program needs a
virtual machine, or a container with a control group and a separate user.
"""

import argparse
import ctypes
import os
import shutil
import signal
import struct
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

ROOM = "FOURTHOUGHT_ROOM"
"""The folder in which each program gets its empty folder. The arena removes it at the end."""

_SYSTEM = (
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/opt",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
)
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
_FILE_BYTES, _OPEN_FILES, _PROCESSES = 16 << 20, 128, 64
_NEW_USER, _NEW_NET, _NEW_IPC, _NEW_PROCESSES = 0x10000000, 0x40000000, 0x08000000, 0x20000000
_DEATH_SIGNAL, _NO_NEW_RIGHTS = 1, 38  # of prctl
_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the calls of Landlock, the same on every processor
_VERSION, _PATH = 1, 1
_FS_BITS = (13, 13, 14, 15, 15, 16)
"""How many rights on files the versions 1, 2, ... of Landlock know."""
_READ, _ON_FILES = 0b1101, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15


def limit(memory_mb: int, seconds: int) -> bool:
    """Limits this process and its children. Returns whether the system can."""
    try:
        import resource
    except ImportError:
        return False
    # Not the address space: programs that reserve much and use little, such as Node and Java, must start.
    wanted = {"RLIMIT_DATA": memory_mb << 20, "RLIMIT_CPU": seconds, "RLIMIT_FSIZE": _FILE_BYTES}
    for name, value in {**wanted, "RLIMIT_NOFILE": _OPEN_FILES, "RLIMIT_CORE": 0}.items():
        number = getattr(resource, name, None)
        with suppress(ValueError, OSError):
            if number is not None:
                resource.setrlimit(number, (value, value))
    return True


def leave(libc: ctypes.CDLL) -> bool:
    """Leaves the network and the processes of the machine. Returns whether the kernel allows that."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_USER | _NEW_NET | _NEW_IPC | _NEW_PROCESSES):
        return False
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    import resource

    with suppress(ValueError, OSError):  # in a user namespace the limit counts the processes inside
        resource.setrlimit(resource.RLIMIT_NPROC, (_PROCESSES, _PROCESSES))
    return True


def lock(libc: ctypes.CDLL, folder: Path, readable: list[str]) -> bool:
    """Takes all rights on files but on ``folder``, ``readable`` and the system. Returns whether the kernel can."""
    version = libc.syscall(_CREATE, None, 0, _VERSION)
    if version < 1:
        return False
    every = (1 << _FS_BITS[min(version, len(_FS_BITS)) - 1]) - 1
    attributes = struct.pack("QQQ", every, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    ruleset = libc.syscall(_CREATE, attributes, len(attributes) if version >= 6 else 16 if version >= 4 else 8, 0)
    if ruleset < 0:
        return False
    rules = [(str(folder), every), *((path, _READ) for path in (*_SYSTEM, *readable))]
    rules += [(device, _READ | 1 << 1) for device in _DEVICES]
    for path, rights in rules:
        with suppress(OSError):
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = rights & every & (-1 if Path(path).is_dir() else _ON_FILES)
            libc.syscall(_ADD, ruleset, _PATH, struct.pack("=Qi", allowed, opened), 0)
            os.close(opened)
    locked: bool = libc.syscall(_RESTRICT, ruleset, 0) == 0
    os.close(ruleset)
    return locked


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
    holds = {"limits": limit(given.memory, given.seconds)}
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0)
        libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        holds["network"] = holds["processes"] = leave(libc)
    child = os.fork() if hasattr(os, "fork") else 0  # the first process of the new namespace: with it, all others end
    if child:
        _wait(child, folder)
    if sys.platform == "linux":
        libc.prctl(_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        holds["files"] = lock(libc, folder, [sys.prefix, sys.base_prefix, *given.read])
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
    """Waits for the program in its namespace, removes its folder, and ends with its code."""
    os.close(0)
    os.close(1)
    _, status = os.waitpid(child, 0)
    shutil.rmtree(folder, ignore_errors=True)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
