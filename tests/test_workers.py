"""Tests how tests are marked, grouped and shared among workers."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from tests import groups, markers, workers

ROOT = Path(__file__).parents[1]
PASSES, FAILS = "def test_a():\n    pass\n", "def test_a():\n    assert 1 == 2, 'a fault'\n"
DIES = "import os\n\ndef test_a():\n    os._exit(3)\n"


def test_marked_rooms_and_groups_exist() -> None:
    for rooms in (*markers.ROOMS.values(), *groups.GROUPS.values()):
        assert [room for room in rooms if not (ROOT / "tests" / room).exists()] == []


def test_one_worker_runs_all_tests_of_a_group_and_all_of_a_file() -> None:
    rooms = ["browser/table/test_tree.py", "page/test_page.py", "browser/table/test_shared.py"] * 3
    rooms += ["world/test_world.py"]
    items: Any = [SimpleNamespace(nodeid=f"tests/{room}::test_a[{number}]") for number, room in enumerate(rooms)]
    numbers = [[items.index(item) for item in group] for group in workers.in_groups(items)]
    assert numbers == [[0, 2, 3, 5, 6, 8], [9], [1, 4, 7]]  # the world takes minutes


def test_every_test_that_opens_a_browser_is_in_one_of_six_groups() -> None:
    """Each of them starts a browser, so a file left out would start one more."""
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "browser").rglob("test_*.py")]
    assert {groups.group_of(file) for file in files} == {*list(groups.GROUPS)[:6]}


def test_what_is_left_to_the_night_is_run_there() -> None:
    night = yaml.safe_load((ROOT / ".github" / "workflows" / "night.yml").read_text())
    rooms = " ".join(night["jobs"]["long"]["strategy"]["matrix"]["rooms"]).split()
    assert [room for room in rooms if not (ROOT / "tests" / room).exists()] == []
    late = re.compile(r"mark\.long\b|^@(more_at_night|costly|given)\b", re.MULTILINE)
    files = {path for path in (ROOT / "tests").rglob("test_*.py") if late.search(path.read_text())}
    assert len(files) > 100
    assert {path for path in files if not any(path.is_relative_to(ROOT / "tests" / room) for room in rooms)} == set()


def test_a_step_for_one_marker_is_given_the_rooms_and_files_with_that_marker() -> None:
    paths = markers.paths_with("bounds")
    assert {"tests/engine/mind/tree", "tests/engine/mind/search/test_deepening.py"} <= set(paths)
    assert [path for path in paths if not path.startswith("tests/engine/")] == []


@pytest.mark.slow
@pytest.mark.parametrize(("source", "said"), [(PASSES, "2 passed"), (FAILS, "a fault"), (DIES, "ended with code 3")])
def test_a_failure_or_a_dead_worker_fails_the_run(tmp_path: Path, source: str, said: str) -> None:
    (tmp_path / "test_first.py").write_text(source)
    (tmp_path / "test_second.py").write_text(PASSES)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.workers", "--workers", "2"]
    environment = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert said in done.stdout
    assert (done.returncode == 0) == (source == PASSES)
