"""Gives a process namespaces and an empty root of its own (Linux), as Bubblewrap does. The root holds the system's
libraries, what the program may read, four devices and the room. All but the room is read-only. No socket and no file of
the machine has a name there."""

import ctypes
import os
import platform
import stat
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.jail.rights import DEVICES, SYSTEM

ROOM = "/room"
_ROOM = b"size=64m,nr_inodes=4096,mode=700"
_USER, _OTHERS, _MOUNTS = (
    1 << 28,
    1 << 30 | 1 << 27 | 1 << 29 | 1 << 26,
    1 << 17,
)  # network, IPC, processes, host's name
_UNSAFE, _RECURSIVE, _PRIVATE = 2 | 4, 1 << 14, 1 << 18  # of mount: no program of another user, no device
_TAKE, _PLACE, _SET = 428, 429, 442  # open_tree, move_mount and mount_setattr, the same on every processor
_HERE, _ITSELF, _ALL_BELOW, _COPY, _FROM = -100, 0x1000, 0x8000, 1, 4  # of these calls
_TURN = {"x86_64": 155, "aarch64": 41}  # pivot_root
_BASE = "/proc"  # where the new root is mounted: nobody gets a file from there


def leave() -> bool:
    """Leaves the network, the IPC and, for its children, the processes. Tells if it may. Needs a single thread."""
    if sys.platform != "linux" or platform.machine() not in _TURN:
        return False
    user, group, libc = os.getuid(), os.getgid(), _libc()
    if libc.unshare(_USER | _OTHERS):
        return bool(libc.unshare(_OTHERS) == 0)  # for root where namespaces of users are refused
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def enter(readable: Iterable[str]) -> bool:
    """Gives this process, the first one that was started after :func:`leave`, an empty root with what is ``readable``,
    and stands in its room. Raises OSError if the system refuses."""
    libc = _libc()
    _check(libc.unshare(_MOUNTS))
    _check(libc.mount(None, b"/", None, _RECURSIVE | _PRIVATE, None))
    brought = {path: _take(path) for path in _sources(readable)}
    _mount(_BASE, b"size=1m,mode=755")
    for path, what in brought.items():
        _bring(Path(_BASE + path), what)
    Path(_BASE + ROOM).mkdir()
    _check(libc.syscall(_SET, _HERE, os.fsencode(_BASE), _ALL_BELOW, struct.pack("QQQQ", 1, 0, 0, 0), 32))  # read-only
    _mount(_BASE + ROOM, _ROOM)
    os.chdir(_BASE)
    _check(libc.syscall(_TURN[platform.machine()], b".", b"."))
    _check(libc.umount2(b".", 2))  # the old root, which lies over the new one
    os.chdir(ROOM)
    return True


def _sources(readable: Iterable[str]) -> list[str]:
    """Returns what the root gets, and where its links lead, folders before what is in them."""
    named = {os.path.abspath(path) for path in (*SYSTEM, *DEVICES, *readable)}
    named |= {os.path.realpath(path) for path in named}
    return sorted(path for path in named if os.path.exists(path) and path != "/")


def _take(path: str) -> int | str:
    """Returns where a link leads, or the number of an open copy of the mount with a file or folder."""
    if os.path.islink(path):
        return os.path.realpath(path)
    taken: int = _libc().syscall(_TAKE, _HERE, os.fsencode(path), _COPY | _ALL_BELOW | os.O_CLOEXEC)
    _check(min(taken, 0))
    flags = 2 if path in DEVICES else _UNSAFE
    _check(_libc().syscall(_SET, taken, b"", _ITSELF | _ALL_BELOW, struct.pack("QQQQ", flags, 0, 0, 0), 32))
    return taken


def _bring(place: Path, what: int | str) -> None:
    """Brings a file, a folder or a link to a place in the root, unless it came with a folder above it."""
    if not os.path.lexists(place):
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(what, str):
            place.symlink_to(what)
        else:
            if stat.S_ISDIR(os.fstat(what).st_mode):
                place.mkdir()
            else:
                place.touch()
            _check(_libc().syscall(_PLACE, what, b"", _HERE, os.fsencode(place), _FROM))
    if isinstance(what, int):
        os.close(what)


def _mount(place: str, options: bytes) -> None:
    _check(_libc().mount(b"tmpfs", os.fsencode(place), b"tmpfs", _UNSAFE, options))


def _check(result: int) -> None:
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
