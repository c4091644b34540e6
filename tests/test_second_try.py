"""Tests the second try of failed tests: in a run of a few tests, by the same commands as in a run of all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.second_try import MOST, run_twice
from tests.steps import ROOT, Step

PASSES_AT_THE_SECOND_TRY = """
from pathlib import Path

def test_{name}():
    ran = Path(__file__).with_suffix(".ran")
    before = ran.exists()
    ran.touch()
    assert before, "the first failure"
"""
FAILS = "def test_{name}():\n    assert 1 == 2, 'a real fault'\n"
DIES = "import os\n\ndef test_{name}():\n    os._exit(3)\n"


def run_files(folder: Path, sources: list[str]) -> tuple[list[str], list[str]]:
    """Runs files, one a source, and a file with a test that passes."""
    for number, source in enumerate([*sources, "def test_{name}():\n    pass\n"]):
        (folder / f"test_{number}.py").write_text(source.format(name=number))
    (folder / "pytest.ini").write_text("[pytest]\n")
    environment = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    step = Step("tests", [sys.executable, "-m", "pytest", "-p", "tests.workers"], environment, folder)
    return run_twice(step, ["--workers", "2"], lambda: (folder / "waited").touch())


def test_a_test_that_passes_alone_is_named_and_fails_nothing(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_files(tmp_path, [PASSES_AT_THE_SECOND_TRY]) == ([], ["test_0.py::test_0"])
    assert (tmp_path / "waited").exists()
    printed = capfd.readouterr().out
    first, again = printed.split("--- tests once more, alone: ", 1)
    assert "the first failure" in first
    assert "2 items" in first
    assert "1 item" in again  # the test that passed at first is not run again


def test_a_test_that_fails_twice_fails_the_run(tmp_path: Path) -> None:
    assert run_files(tmp_path, [PASSES_AT_THE_SECOND_TRY, FAILS]) == (["tests"], [])


@pytest.mark.parametrize("sources", [[PASSES_AT_THE_SECOND_TRY] * (MOST + 1), [DIES]])
def test_many_failures_or_a_dead_worker_fail_the_run_at_once(tmp_path: Path, sources: list[str]) -> None:
    assert run_files(tmp_path, sources) == (["tests"], [])
    assert not (tmp_path / "waited").exists()
