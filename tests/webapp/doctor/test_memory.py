"""Tests how much memory is free by given files."""

from pathlib import Path

import pytest

from webapp.doctor.machine import free_mib

MIB = 1 << 20


MACHINE = {"proc/meminfo": "MemTotal:  8388608 kB\nMemAvailable:    2097152 kB\n", "proc/self/cgroup": "0::/\n"}


def group(folder: str, most: str, taken: int, files: int = 0) -> dict[str, str]:
    at = f"sys/fs/cgroup/{folder}".rstrip("/")
    stat = f"anon 5\ninactive_file {files * MIB}\n"
    return {f"{at}/memory.max": most, f"{at}/memory.current": str(taken * MIB), f"{at}/memory.stat": stat}


BOX = "sys/fs/cgroup/memory/box"
SERVICE = "system.slice/fourthought.service"


@pytest.mark.parametrize(("files", "free"), [
    (MACHINE, 2048.0),
    (MACHINE | {"proc/self/cgroup": f"0::/{SERVICE}\n"} | group(SERVICE, "max", 150)
     | group("system.slice", str(300 * MIB), 200, files=40), 140.0),  # every group above limits as well
    (MACHINE | {"proc/self/cgroup": "0::/docker/abc\n"} | group("", str(512 * MIB), 112), 400.0),  # a container
    (MACHINE | {"proc/self/cgroup": "5:cpu:/\n4:memory:/box\n", f"{BOX}/memory.limit_in_bytes": str(300 * MIB),
                f"{BOX}/memory.usage_in_bytes": str(100 * MIB),
                f"{BOX}/memory.stat": f"cache 1\ntotal_inactive_file {10 * MIB}\n"}, 210.0),  # the first kind
    ({}, None),
])  # fmt: skip
def test_the_least_of_machine_and_groups_is_free(tmp_path: Path, files: dict[str, str], free: float | None) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert free_mib(tmp_path) == free
