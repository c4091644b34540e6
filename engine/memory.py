"""Finds how much memory this process may still take: what the machine has free, within its control groups' limits."""

import re
from collections.abc import Iterator
from pathlib import Path

_V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
_V2 = ("memory.max", "memory.current", "inactive_file")
_MIB = 1 << 20


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
