"""Tests the disk cache of kernels from separate processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
DOUBLE = """
import logging
logging.basicConfig(format="%(name)s %(message)s")
from tests.engine.solver.small_kernel import double
print(double(21))
"""
BUILD = """
from engine.mind.search import gravity_kernel, placement_kernel
from engine.mind.tree import kernels
kernels.build()
gravity_kernel.build(3, 4, 3, remembers=True)
placement_kernel.build(3, 4, 3)
"""


def start(cache: Path, code: str = DOUBLE) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


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


def test_what_one_process_compiled_the_next_one_loads_all_of(tmp_path: Path) -> None:
    written = []
    for _ in range(2):
        _, err = start(tmp_path, BUILD).communicate(timeout=300)
        assert err == ""
        written.append({path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nb?")})
    assert len(written[0]) > 10
    assert written[0] == written[1]


def test_a_cache_that_cannot_be_written_costs_one_log_line(tmp_path: Path) -> None:
    blocked = tmp_path / "a file where a folder should be"
    blocked.write_text("")
    out, err = start(blocked).communicate(timeout=300)
    assert out == "42\n"
    assert len(err.splitlines()) == 1
    assert "compiled kernels are not kept" in err
