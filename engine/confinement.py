"""Takes rights away from this process, as far as the system allows without special rights.

Each function returns whether the system can, and each part holds alone. What is taken from a process is taken from its
children as well, and nothing gives it back. Under Linux :func:`leave` needs a process with one thread.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

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
_NEW_USER, _NEW_NET, _NEW_IPC, _NEW_PROCESSES, _NEW_MOUNTS = 1 << 28, 1 << 30, 1 << 27, 1 << 29, 1 << 17
_NO_NEW_RIGHTS = 38  # of prctl
_BIND, _RECURSIVE, _PRIVATE = 1 << 12, 1 << 14, 1 << 18  # of mount
_SET_MOUNT, _CREATE, _ADD, _RESTRICT = 442, 444, 445, 446  # of mounts and of Landlock, the same on every processor
_HERE, _READ_ONLY, _ALL_BELOW = -100, 1, 0x8000  # of mount_setattr
_VERSION, _PATH = 1, 1
_FS_BITS = (13, 13, 14, 15, 15, 16)
"""How many rights on files the versions 1, 2, ... of Landlock know."""
_READ, _ON_FILES = 0b1101, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15


def limit(memory_mb: int, seconds: int) -> bool:
    """Limits the memory and the processor time of each process, and the size and number of files."""
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


def leave() -> bool:
    """Leaves the network, the mounts and, for its children, the processes of the machine.

    From now on at most 64 processes may run there, unless the user is root.
    """
    if sys.platform != "linux":
        return False
    user, group = os.getuid(), os.getgid()
    if _libc().unshare(_NEW_USER | _NEW_NET | _NEW_IPC | _NEW_PROCESSES | _NEW_MOUNTS):
        return False
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    import resource

    with suppress(ValueError, OSError):  # in a user namespace the limit counts the processes inside
        resource.setrlimit(resource.RLIMIT_NPROC, (_PROCESSES, _PROCESSES))
    return True


def freeze(folder: Path) -> bool:
    """Makes all files read-only but those in ``folder``, for processes that have left. So nothing else can be changed,
    not even who may read a file, which :func:`lock` does not stop."""
    if sys.platform != "linux":
        return False
    libc, place = _libc(), os.fsencode(folder)
    if libc.mount(None, b"/", None, _RECURSIVE | _PRIVATE, None) or libc.mount(place, place, None, _BIND, None):
        return False
    frozen, open_ = struct.pack("QQQQ", _READ_ONLY, 0, 0, 0), struct.pack("QQQQ", 0, _READ_ONLY, 0, 0)
    if libc.syscall(_SET_MOUNT, _HERE, b"/", _ALL_BELOW, frozen, len(frozen)):
        return False
    os.chdir(folder)  # on the new mount
    return bool(libc.syscall(_SET_MOUNT, _HERE, place, 0, open_, len(open_)) == 0)


def lock(folder: Path | None, readable: Iterable[str], *, system: bool = True) -> bool:
    """Takes all rights on files but on ``folder``, ``readable`` and, with ``system``, the system's programs and
    libraries; and TCP, signals to other processes and abstract sockets."""
    if sys.platform != "linux":
        return False
    libc = _libc()
    libc.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0)
    version = libc.syscall(_CREATE, None, 0, _VERSION)
    if version < 1:
        return False
    every = (1 << _FS_BITS[min(version, len(_FS_BITS)) - 1]) - 1
    attributes = struct.pack("QQQ", every, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    ruleset = libc.syscall(_CREATE, attributes, len(attributes) if version >= 6 else 16 if version >= 4 else 8, 0)
    if ruleset < 0:
        return False
    rules = [(str(folder), every)] if folder else []
    rules += [(path, _READ) for path in (*(_SYSTEM if system else ()), *readable)]
    rules += [(device, _READ | 1 << 1) for device in _DEVICES if system]
    for path, rights in rules:
        with suppress(OSError):
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = rights & every & (-1 if Path(path).is_dir() else _ON_FILES)
            libc.syscall(_ADD, ruleset, _PATH, struct.pack("=Qi", allowed, opened), 0)
            os.close(opened)
    locked: bool = libc.syscall(_RESTRICT, ruleset, 0) == 0
    os.close(ruleset)
    return locked


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
