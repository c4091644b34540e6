"""Runs the examples of the front door and of the rules, and builds the pages of the interface."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import engine
from engine.games import game
from tests.programs import ROOT


@pytest.mark.parametrize("module", [engine, game], ids=lambda module: module.__name__)
def test_the_examples_run(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert tried >= 8
    assert failed == 0


def test_comments_name_files_that_are_there() -> None:
    sources = [one for room in ("engine", "webapp", "static/js") for one in (ROOT / room).rglob("*.[pj][ys]")]
    names = {"main.py", *(one.name for one in (*sources, *(ROOT / "tests").rglob("*.py")))}  # main.py: a student's own
    named = re.compile(r"(?:``|[(,] ?|see )([\w/-]+\.(?:py|js))\b")
    found = [(one, Path(name)) for one in sources for name in named.findall(one.read_text(encoding="utf-8"))]
    assert len(found) > 50
    assert [f"{one.relative_to(ROOT)}: {name}" for one, name in found if name.name not in names] == []


@pytest.mark.slow
def test_the_pages_of_the_interface_are_built_without_a_warning(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "engine" / "library")}
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "pdoc",
        "engine",
        "fourthought",
        "--output-directory",
        str(tmp_path),
    ]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    for name in ("engine", "fourthought"):
        assert (tmp_path / f"{name}.html").is_file()
