from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from engine import compiled


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiled.platformdirs, "user_cache_dir", lambda *_: str(tmp_path / "cache"))
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", "")
    return tmp_path


@pytest.mark.slow
def test_the_cache_lies_in_a_folder_of_these_very_sources(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = compiled.use_cache_directory.__wrapped__()
    assert folder is not None
    assert folder.is_relative_to(home)
    assert str(folder) == compiled.numba.config.CACHE_DIR
    monkeypatch.setattr(compiled.importlib.metadata, "version", lambda _: "another")
    assert compiled.use_cache_directory.__wrapped__() != folder


def test_without_a_place_to_write_kernels_are_compiled_all_the_same(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (home / "cache").write_text("a file where the folder should be")
    assert compiled.use_cache_directory.__wrapped__() is None
    assert len(caplog.records) == 1
    assert "compiled kernels are not kept" in caplog.text


def test_folders_of_old_sources_are_forgotten(home: Path) -> None:
    old, recent = (home / "cache" / "kernels" / name for name in ("old", "recent"))
    for folder in (old, recent):
        folder.mkdir(parents=True)
    long_ago = time.time() - 90 * 86_400
    os.utime(old, (long_ago, long_ago))
    compiled.use_cache_directory.__wrapped__()
    assert not old.exists()
    assert recent.exists()


def test_a_kernel_takes_from_around_it_only_what_every_process_says_alike(home: Path) -> None:
    things: list[int] = []

    def count() -> int:
        return len(things)

    with pytest.raises(TypeError, match="numbers, arrays, types and kernels from around it, not list"):
        compiled._describe(count)


NUMBER = 1


def test_a_kernel_is_another_where_a_number_of_its_module_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def number() -> int:
        return NUMBER

    before = compiled._describe(number)
    assert compiled._describe(number) == before
    monkeypatch.setitem(globals(), "NUMBER", 2)
    assert compiled._describe(number) != before


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("def f():\n    return 1\n", '"""Text."""\n\n\ndef f():\n    """Returns one."""\n    return 1  # one\n', True),
        ("def f():\n    return 1\n", "def f():\n    return 2\n", False),
    ],
)
def test_only_code_counts_not_its_comments_docstrings_and_lines(before: str, after: str, same: bool) -> None:
    assert (compiled._code_of(before.encode()) == compiled._code_of(after.encode())) is same
