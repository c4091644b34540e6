"""Tests the name of the lab's code: another after any change to the rules, the textbook or the lab."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.lab import code


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for room in ("games", "search", "lab/lessons"):
        (tmp_path / room).mkdir(parents=True)
        (tmp_path / room / "one.py").write_text("one = 1\n")
    monkeypatch.setattr(code, "files", lambda _: tmp_path)
    yield tmp_path
    code.fingerprint.cache_clear()


def fresh() -> str:
    code.fingerprint.cache_clear()
    return code.fingerprint()


def test_the_name_of_this_code_is_twelve_digits() -> None:
    assert re.fullmatch(r"[0-9a-f]{12}", fresh())


@pytest.mark.parametrize("file", ["games/one.py", "search/two.py", "lab/lessons/one.py", "lab/texts.json"])
def test_any_change_of_the_code_changes_the_name(folder: Path, file: str) -> None:
    before = fresh()
    (folder / file).write_text("one = 2\n")
    assert fresh() != before


@pytest.mark.parametrize("file", ["games/__pycache__/one.cpython-311.pyc", "lab/notes.md"])
def test_other_files_do_not(folder: Path, file: str) -> None:
    before = fresh()
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text("anything")
    assert fresh() == before
