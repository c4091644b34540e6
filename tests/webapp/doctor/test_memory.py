"""Tests how much memory is free by given files."""

from pathlib import Path

from webapp.doctor.machine import free_mib

MIB = 1 << 20


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


MACHINE = {"proc/meminfo": "MemTotal:  8388608 kB\nMemAvailable:    2097152 kB\n", "proc/self/cgroup": "0::/\n"}


def group(folder: str, most: str, taken: int, files: int = 0) -> dict[str, str]:
    at = f"sys/fs/cgroup/{folder}".rstrip("/")
    stat = f"anon 5\ninactive_file {files * MIB}\n"
    return {f"{at}/memory.max": most, f"{at}/memory.current": str(taken * MIB), f"{at}/memory.stat": stat}


def test_without_a_group_the_machine_decides(tmp_path: Path) -> None:
    assert free_mib(write(tmp_path, MACHINE)) == 2048.0


def test_a_group_and_every_group_above_it_limit(tmp_path: Path) -> None:
    files = {**MACHINE, "proc/self/cgroup": "0::/system.slice/fourthought.service\n"}
    files |= group("system.slice/fourthought.service", "max", 150)
    files |= group("system.slice", str(300 * MIB), 200, files=40)
    assert free_mib(write(tmp_path, files)) == 140.0


def test_a_container_sees_its_own_group_at_the_top(tmp_path: Path) -> None:
    files = {**MACHINE, "proc/self/cgroup": "0::/docker/abc\n", **group("", str(512 * MIB), 112)}
    assert free_mib(write(tmp_path, files)) == 400.0


def test_the_first_kind_of_groups_is_read_as_well(tmp_path: Path) -> None:
    at = "sys/fs/cgroup/memory/box"
    files = {**MACHINE, "proc/self/cgroup": "5:cpu:/\n4:memory:/box\n"}
    files |= {f"{at}/memory.limit_in_bytes": str(300 * MIB), f"{at}/memory.usage_in_bytes": str(100 * MIB)}
    files |= {f"{at}/memory.stat": f"cache 1\ntotal_inactive_file {10 * MIB}\n"}
    assert free_mib(write(tmp_path, files)) == 210.0


def test_a_system_that_tells_nothing_limits_nothing(tmp_path: Path) -> None:
    assert free_mib(tmp_path) is None
