"""Forbids system calls to this process and to what it starts, by a filter of the kernel (seccomp). The filter knows
x86-64 and 64-bit ARM. A forbidden call fails as without permission, and one that is newer than this list as one that
the kernel lacks."""

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Iterator
from typing import Final

_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The column of a number in the tables below, and how the kernel names the processor."""
_NEWEST: Final = 470


def _numbers(table: str) -> list[tuple[int, ...]]:
    """Returns the numbers of the calls in a table, below zero for a call that a processor lacks."""
    return [tuple(int(word.replace("-", "-1")) for word in one.split()[1:]) for one in table.split(";")]


_NUMBERS: Final = _numbers("""
    socket 41 198; connect 42 203; accept 43 202; accept4 288 242; bind 49 200; listen 50 201; ptrace 101 117;
    process_vm_readv 310 270; process_vm_writev 311 271; process_madvise 440 440; kcmp 312 272; pidfd_open 434 434;
    pidfd_getfd 438 438; unshare 272 97; setns 308 268; mount 165 40; umount2 166 39; pivot_root 155 41; chroot 161
    51; move_mount 429 429; open_tree 428 428; fsopen 430 430; fsconfig 431 431; fsmount 432 432; fspick 433 433;
    mount_setattr 442 442; bpf 321 280; perf_event_open 298 241; userfaultfd 323 282; io_uring_setup 425 425;
    io_uring_enter 426 426; io_uring_register 427 427; add_key 248 217; keyctl 250 219; request_key 249 218;
    kexec_load 246 104; kexec_file_load 320 294; init_module 175 105; finit_module 313 273; delete_module 176 106;
    open_by_handle_at 304 265; swapon 167 224; name_to_handle_at 303 264; fanotify_init 300 262; quotactl 179 60;
    swapoff 168 225; reboot 169 142; acct 163 89; settimeofday 164 170; clock_settime 227 112; syslog 103 116;
    personality 135 92; vhangup 153 58; move_pages 279 239; migrate_pages 256 238; open_tree_attr 467 467;
    quotactl_fd 443 443; memfd_create 319 279; memfd_secret 447 447; shmget 29 194
""")
"""What reaches sockets, other processes and other namespaces, memory that no limit counts, and parts of the kernel that
no program here needs: the numbers on x86-64 and on ARM."""
_OUTSIDE: Final = _numbers("""
    chmod 90 -; fchmod 91 52; fchmodat 268 53; fchmodat2 452 452; chown 92 -; fchown 93 55; lchown 94 -; fchownat
    260 54; setxattr 188 5; lsetxattr 189 6; fsetxattr 190 7; setxattrat 463 463; removexattr 197 14; lremovexattr
    198 15; fremovexattr 199 16; removexattrat 466 466; utime 132 -; utimes 235 -; futimesat 261 -; utimensat 280
    88; file_setattr 469 469; inotify_add_watch 254 27; rt_sigqueueinfo 129 138; rt_tgsigqueueinfo 297 240;
    pidfd_send_signal 424 424; setpriority 141 140; sched_setparam 142 118; sched_setscheduler 144 119;
    sched_setaffinity 203 122; sched_setattr 314 274; ioprio_set 251 30; shmat 30 196; semget 64 190;
    msgget 68 186; mq_open 240 180; mq_unlink 241 181
""")
"""What changes files that it cannot open, and reaches processes by number or name: for a process in no namespace."""
_CLONE, _CLONE3, _SOCKETPAIR, _IOCTL, _FCNTL = (56, 220), (435, 435), (53, 199), (16, 29), (72, 25)
_MMAP, _SHARED_MEMORY = (9, 222), 0x21  # shared and of no file
_KILL, _TKILL, _TGKILL, _PRLIMIT = (62, 129), (200, 130), (234, 131), (302, 261)
_NAMESPACES = 0x7E020000  # every flag of clone that makes one
_TYPING, _OWNING = (0x5412, 0x541C, 0x8901, 0x8902), (8, 10, 15)  # what types into a terminal or aims signals
_LOAD, _EQUAL, _AT_LEAST, _AND, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06  # of the filter's little machine
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_FILTER_MODE, _NO_NEW_RIGHTS, _SET_FILTER = 2, 38, 22  # of prctl

Step = tuple[int, int, int, int]
"""An instruction: its code, the steps to jump if it is true or false, and a number."""


def forbid(*, inside: bool) -> bool:
    """Forbids the calls, and tells whether the system can. ``inside``: the process has its own namespaces."""
    if sys.platform != "linux" or platform.machine() not in _MACHINES:
        return False
    column, machine = _MACHINES[platform.machine()]
    steps = [*_steps(column, machine, None if inside else os.getpid()), (_RETURN, 0, 0, _ALLOW)]
    return install(steps)


def install(steps: list[Step]) -> bool:
    """Installs a filter, for ever. Returns whether the kernel took it."""
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_RIGHTS, 1, 0, 0, 0)
    return bool(libc.prctl(_SET_FILTER, _FILTER_MODE, program, 0, 0) == 0)


def _steps(column: int, machine: int, own: int | None) -> Iterator[Step]:
    """Yields the filter. It begins with the processor, because a number means another call on another one."""
    yield (_LOAD, 0, 0, 4)
    yield (_EQUAL, 1, 0, machine)
    yield _fail()
    yield (_LOAD, 0, 0, 0)
    yield (_AT_LEAST, 0, 1, _NEWEST)
    yield _fail(errno.ENOSYS)
    for numbers in (*_NUMBERS, *(() if own is None else _OUTSIDE)):
        if numbers[column] >= 0:
            yield (_EQUAL, 0, 1, numbers[column])
            yield _fail()
    yield (_EQUAL, 0, 1, _CLONE3[column])  # its flags lie in memory, where no filter looks: clone is taken instead
    yield _fail(errno.ENOSYS)
    yield from _by_argument(_CLONE[column], 0, _NAMESPACES, (0,))
    yield from _by_argument(_SOCKETPAIR[column], 1, 0xF, (1,))  # a pair of streams cannot be sent elsewhere
    yield from _by_argument(_IOCTL[column], 1, 0xFFFFFFFF, _TYPING, allow=False)
    yield from _by_argument(_FCNTL[column], 1, 0xFFFFFFFF, _OWNING, allow=False)
    yield from _by_argument(_MMAP[column], 3, _SHARED_MEMORY, (_SHARED_MEMORY,), allow=False)
    if own is not None:
        for call in (_KILL, _TKILL, _TGKILL, _PRLIMIT):
            yield from _by_argument(call[column], 0, 0xFFFFFFFF, (0, own))


def _by_argument(
    number: int, argument: int, mask: int, values: tuple[int, ...], *, allow: bool = True
) -> Iterator[Step]:
    """Yields the steps that allow a call for these values of an argument alone, or forbid it for these alone."""
    hit, miss = ((_RETURN, 0, 0, _ALLOW), _fail()) if allow else (_fail(), (_RETURN, 0, 0, _ALLOW))
    inner: list[Step] = [(_LOAD, 0, 0, 16 + 8 * argument), (_AND, 0, 0, mask)]
    inner += [(_EQUAL, len(values) - place, 0, value) for place, value in enumerate(values)]
    inner += [miss, hit]
    yield (_EQUAL, 0, len(inner), number)
    yield from inner


def _fail(number: int = errno.EPERM) -> Step:
    return (_RETURN, 0, 0, _FAIL | number)
