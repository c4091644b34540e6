"""Tests the disk cache of kernels from separate processes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
DOUBLE = """
import logging
logging.basicConfig(format="%(name)s %(message)s")
from tests.engine.kernels.small_kernel import double
print(double(21))
"""


def start(cache: Path | None, code: str = DOUBLE) -> subprocess.Popen[str]:
    """Starts a process with a kernel cache in the folder ``cache`` (None: in this process's own)."""
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    if cache is not None:
        environment.pop("NUMBA_CACHE_DIR", None)
        environment["XDG_CACHE_HOME"] = str(cache)
    command, pipe = [sys.executable, "-c", code], subprocess.PIPE
    return subprocess.Popen(command, env=environment, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)


def test_processes_that_compile_at_once_and_one_that_finds_the_cache_damaged(tmp_path: Path) -> None:
    together = [start(tmp_path), start(tmp_path)]
    found = [process.communicate(timeout=300) for process in together]
    found.append(start(tmp_path).communicate(timeout=300))
    assert {err for _, err in found} == {""}
    kept = [*tmp_path.rglob("*.nbi"), *tmp_path.rglob("*.nbc")]
    assert kept
    for path in kept:
        path.write_bytes(path.read_bytes()[:20])
    out, err = start(tmp_path).communicate(timeout=300)
    assert len(err.splitlines()) == 1
    assert "compiling anew" in err
    assert {out, *(out for out, _ in found)} == {"42\n"}


def test_a_cache_that_cannot_be_written_costs_one_log_line(tmp_path: Path) -> None:
    blocked = tmp_path / "a file where a folder should be"
    blocked.write_text("")
    out, err = start(blocked).communicate(timeout=300)
    assert out == "42\n"
    assert len(err.splitlines()) == 1
    assert "compiled kernels are not kept" in err


def test_machine_code_is_named_by_all_that_makes_it() -> None:
    """Kernels of two boards, compiled by two processes, meet in a third: equal names would be taken for one kernel."""
    from tests.engine.kernels.small_kernel import times

    one, two, again = ({found.fndesc.qualname for found in times(n).load().overloads.values()} for n in (3, 5, 3))
    assert one.isdisjoint(two)
    assert one == again
