"""Tests how tests are marked, grouped and shared among workers, and which of them run when."""

import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from tests import __main__ as command
from tests import groups, markers, rooms, workers

ROOT = Path(__file__).parents[1]
FAILS = "def test_a():\n    assert 1 == 2, 'a fault'\n"
DIES = "import os\n\ndef test_a():\n    os._exit(3)\n"
LATE = "from pathlib import Path\n\ndef test_a():\n    assert Path('over').exists()\n"
BUSY = "import pathlib\n\ndef test_a():\n    while not pathlib.Path('over').exists():\n        pass"


def test_marked_rooms_and_groups_exist() -> None:
    for marked in (*markers.ROOMS.values(), *groups.GROUPS.values()):
        assert [room for room in marked if not (ROOT / "tests" / room).exists()] == []


def test_a_thread_may_make_a_logger_while_pytest_walks_them() -> None:
    for logger, number in zip(logging.Logger.manager.loggerDict.values(), range(3), strict=False):
        logging.getLogger(f"{__name__}.{number}")
        assert logger is not None


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
    job = night["jobs"]["long"]
    every = [step["run"] for step in job["steps"] if step.get("if") == "contains(matrix.rooms, 'engine/')"]
    assert [run.endswith("pytest -q $(printf 'tests/%s ' ${{ matrix.rooms }})") for run in every] == [True]
    listed = " ".join(job["strategy"]["matrix"]["rooms"]).split()
    assert {f"engine/{room}" for room in rooms.ROOMS} <= set(listed)
    assert [room for room in listed if not (ROOT / "tests" / room).exists()] == []
    calls = r"mark\.long\b|by_day\(|own_server:\s|^@(more_at_night|costly|given|IN_EACH_LANGUAGE)\b"
    late = re.compile(calls, re.MULTILINE)
    files = {path for path in (ROOT / "tests").rglob("test_*.py") if late.search(path.read_text())}
    assert len(files) > 100
    assert {path for path in files if not any(path.is_relative_to(ROOT / "tests" / room) for room in listed)} == set()


@pytest.mark.parametrize(
    ("changed", "matters"),
    [
        ("engine/mind/mind.py", {*rooms.ROOMS}),
        ("engine/data/new.json", {*rooms.ROOMS}),
        ("webapp/commands/bot.py", {*rooms.ROOMS}),
        ("tests/engine/workshop/test_a.py", {"workshop"}),
        ("tests/helper.py", {"workshop", "cards"}),
        ("tests/below.py", {"workshop", "cards"}),
        ("tests/engine/cards/names.txt", {"cards"}),
        ("static/img/ladder.svg", {"workshop"}),
        ("tests/engine/workshop/__pycache__/test_a.pyc", set()),
        ("tests/other.py", set()),
        ("webapp/app.py", set()),
    ],
)
def test_a_room_runs_where_a_file_that_it_tests_has_changed(tmp_path: Path, changed: str, matters: set[str]) -> None:
    for name, text in {
        "engine/mind/mind.py": "",
        "tests/engine/workshop/test_a.py": "from tests import helper, nothing",
        "tests/engine/cards/test_b.py": "from tests.helper import later",
        "tests/helper.py": "def later():\n    from tests.below import a",
        "tests/below.py": "a = 1",
        **dict.fromkeys(("tests/other.py", "webapp/cli.py", "static/img/frontier.svg", "static/img/ladder.svg"), ""),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    before = rooms.digests(tmp_path)
    assert rooms.last_passed(tmp_path) == {}
    rooms.note(before, tmp_path)
    assert rooms.last_passed(tmp_path) == rooms.digests(tmp_path) == before
    (tmp_path / rooms.PASSED).unlink()
    (tmp_path / changed).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / changed).write_text("b = 2")
    after = rooms.digests(tmp_path)
    assert {room for room in rooms.ROOMS if after[room] != before[room]} == matters
    rooms.note(before, tmp_path)
    assert {*rooms.last_passed(tmp_path)} == {*rooms.ROOMS} - matters, "a file changed while the tests ran"


@pytest.mark.parametrize("fast", [False, True])
def test_only_unchanged_rooms_are_left_out(fast: bool) -> None:
    told = command.tests(fast, ["search", "workshop"], [], 0).command
    left_out = {f"--ignore=tests/engine/{room}" for room in rooms.ROOMS} & {*told}
    assert left_out == {"--ignore=tests/engine/search", "--ignore=tests/engine/workshop"}
    (step,) = command.bounds(["mind"])
    assert [path for path in step.command if path.startswith("tests/")] == ["tests/engine/solver/test_bounds_check.py"]
    assert command.bounds(["mind", "solver"]) == []


def test_a_step_for_one_marker_is_given_the_rooms_and_files_with_that_marker() -> None:
    paths = markers.paths_with("bounds")
    assert {"tests/engine/mind/tree", "tests/engine/mind/search/test_deepening.py"} <= set(paths)
    assert [path for path in paths if not path.startswith("tests/engine/")] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sources", "said"), [((BUSY, LATE), ["2 passed"]), ((FAILS, DIES), ["a fault", "ended with code 3"])]
)
def test_all_workers_but_one_wait_for_another_step_and_a_failure_or_a_dead_worker_fails_the_run(
    tmp_path: Path, sources: tuple[str, str], said: list[str]
) -> None:
    for name, source in zip(("first", "second"), sources, strict=True):
        (tmp_path / f"test_{name}.py").write_text(source)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    after, over = os.pipe()
    command = [sys.executable, "-m", "pytest", "-p", "tests.workers", "--workers=2", f"--after={after}"]
    environment = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True, pass_fds=[after]
    ) as run:
        next(line for line in run.stdout if line.startswith("collected"))
        (tmp_path / "over").touch()
        os.close(over)
        told = run.stdout.read()
    os.close(after)
    assert [words for words in said if words not in told] == []
    assert (run.returncode == 0) == (LATE in sources)
