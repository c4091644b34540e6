"""Looks at this machine: memory, processors, limits, the clock, the database."""

import ctypes
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

if sys.platform != "win32":
    import resource

_UNSYNCHRONISED = 5
"""What ``adjtimex(2)`` returns where no program keeps the clock right."""
_BUFFER = 512
"""Bytes for the structure of ``adjtimex``, more than any system's."""
_V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
_V2 = ("memory.max", "memory.current", "inactive_file")
_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Machine:
    """Holds the facts. None: this system does not tell."""

    free_mib: float | None
    cores: int
    files: int | None
    """The most open files that a process may ask for."""
    tasks: int | None
    """The most threads and processes of this user, service or container."""
    clock_is_kept: bool | None
    now: float
    """Seconds since 1970."""
    disk_mib: float | None
    """Free space beside the database."""


def look(database: Path | None) -> Machine:
    """Returns the facts about this machine. ``database`` is the file of the games, if it is one."""
    return Machine(
        free_mib=free_mib(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        files=_hard_limit("RLIMIT_NOFILE"),
        tasks=min(filter(None, (_hard_limit("RLIMIT_NPROC"), _tasks_of_group())), default=None),
        clock_is_kept=_clock_is_kept(),
        now=time.time(),
        disk_mib=_space_beside(database),
    )


def _hard_limit(name: str) -> int | None:
    if sys.platform == "win32":
        return None
    hard = resource.getrlimit(getattr(resource, name))[1]
    return None if hard == resource.RLIM_INFINITY else hard


def _tasks_of_group(root: Path = Path("/")) -> int | None:
    """Returns the least limit of tasks of the control groups above this process."""
    limits = []
    for mount in (root / "sys/fs/cgroup", root / "sys/fs/cgroup/pids"):
        try:
            lines = (root / "proc/self/cgroup").read_text().splitlines()
        except OSError:
            return None
        for path in {line.split(":", 2)[2].lstrip("/") for line in lines}:
            for folder in (mount / path, *(mount / path).parents):
                try:
                    text = (folder / "pids.max").read_text().strip()
                except OSError:
                    continue
                limits += [int(text)] if text != "max" else []
    return min(limits, default=None)


def _clock_is_kept() -> bool | None:
    """Returns whether a program keeps the clock right, by the kernel's word."""
    try:
        state = int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_BUFFER)))
    except (OSError, AttributeError, TypeError):
        return None
    return None if state < 0 else state != _UNSYNCHRONISED


def _space_beside(file: Path | None) -> float | None:
    """Returns the free MiB of the disk of a file that may not exist yet."""
    folder = next((one for one in file.absolute().parents if one.exists()), None) if file else None
    return shutil.disk_usage(folder).free / _MIB if folder else None


def free_mib(root: Path = Path("/")) -> float | None:
    """Returns the MiB that this process may still take, None if unknown. ``root`` is the folder of /proc and /sys."""
    free = [*_groups(root)]
    try:
        found = re.search(r"^MemAvailable:\s+(\d+) kB", (root / "proc/meminfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    if found:
        free.append(int(found[1]) * 1024)
    return min(free) / _MIB if free else None


def _groups(root: Path) -> Iterator[int]:
    """Yields what each control group above this process leaves, in bytes. Files that can be given up count as free."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        number, kinds, path = line.split(":", 2)
        if number == "0" and not kinds:
            yield from _left(root / "sys/fs/cgroup", path, _V2)
        elif "memory" in kinds.split(","):
            yield from _left(root / "sys/fs/cgroup/memory", path, _V1)


def _left(mount: Path, path: str, names: tuple[str, str, str]) -> Iterator[int]:
    """Yields the free bytes of a group and of all groups above it. A container may see its own group as the top."""
    limit, usage, files = names
    inner = mount / path.lstrip("/")
    for folder in (inner, *inner.parents):
        if not folder.is_relative_to(mount):
            return
        try:
            most, taken = (folder / limit).read_text().strip(), int((folder / usage).read_text())
            kept = re.search(rf"^{files} (\d+)$", (folder / "memory.stat").read_text(), re.MULTILINE)
        except OSError:
            continue
        if most != "max":
            yield max(0, int(most) - taken + (int(kept[1]) if kept else 0))
