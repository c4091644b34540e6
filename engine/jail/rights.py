"""Takes rights away for ever: limits, capabilities, files (Landlock). Each function tells if the system can."""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

SYSTEM = (
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/opt",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
    "/etc/ssl/openssl.cnf",  # without it Node ends at once
)
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random")
FILE_BYTES, OPEN_FILES, PROCESSES = 16 << 20, 128, 64
_NO_NEW_RIGHTS, _DROP = 38, 24  # of prctl
_CAPABILITIES = 0x20080522  # the version of their form
_CREATE, _ADD, _RESTRICT = 444, 445, 446  # of Landlock, the same on every processor
_VERSION, _PATH = 1, 1
_FS_BITS = (13, 13, 14, 15, 15, 16)
"""How many rights on files the versions 1, 2, ... of Landlock know."""
_READ, _ON_FILES = 0b1101, 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14 | 1 << 15


def limit(memory_mb: int, seconds: int, *, processes: bool) -> bool:
    """Limits the memory and the processor time of each process, the size and number of files and, with ``processes``,
    the number of the user's processes. No limit can be raised again but by a process with that capability."""
    try:
        import resource
    except ImportError:
        return False
    # Not the address space: programs that reserve much and use little, such as Node and Java, must start.
    wanted = {"RLIMIT_DATA": memory_mb << 20, "RLIMIT_CPU": seconds, "RLIMIT_FSIZE": FILE_BYTES}
    wanted |= {"RLIMIT_NOFILE": OPEN_FILES, "RLIMIT_CORE": 0, **({"RLIMIT_NPROC": PROCESSES} if processes else {})}
    for name, value in wanted.items():
        number = getattr(resource, name, None)
        with suppress(ValueError, OSError):
            if number is not None:
                resource.setrlimit(number, (value, value))
    return True


def drop() -> bool:
    """Gives up all capabilities, those of root too, so that no limit, mount or owner can be changed."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0)
    for number in range(64):
        if libc.prctl(_DROP, number, 0, 0, 0):  # there are no more, or there is none to be given up
            break
    return bool(libc.capset(struct.pack("Ii", _CAPABILITIES, 0), bytes(24)) == 0)


def lock(folder: Path | None, readable: Iterable[str], *, system: bool = True) -> bool:
    """Takes all rights on files but on ``folder``, ``readable`` and, with ``system``, the system's programs and
    libraries; and TCP, signals to other processes and abstract sockets."""
    if sys.platform != "linux":
        return False
    libc = ctypes.CDLL(None, use_errno=True)
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
    rules += [(path, _READ) for path in (*(SYSTEM if system else ()), *readable)]
    rules += [(device, _READ | 1 << 1) for device in DEVICES if system]
    for path, rights in rules:
        with suppress(OSError):
            opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = rights & every & (-1 if Path(path).is_dir() else _ON_FILES)
            libc.syscall(_ADD, ruleset, _PATH, struct.pack("=Qi", allowed, opened), 0)
            os.close(opened)
    locked: bool = libc.syscall(_RESTRICT, ruleset, 0) == 0
    os.close(ruleset)
    return locked
