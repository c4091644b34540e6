import os
import stat
import time
from pathlib import Path

import numpy as np
import pytest

from engine import bitboard, compiled, folders
from webapp.settings import SettingError, default_database


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiled, "user_folder", lambda _: tmp_path / "cache")
    monkeypatch.setattr(compiled.numba.config, "CACHE_DIR", "")
    return tmp_path


@pytest.mark.slow
def test_the_cache_lies_in_a_folder_of_these_very_sources(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = compiled.use_cache_directory.__wrapped__()
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


def code(source: str) -> bytes:
    space: dict[str, object] = {"np": np, "bitboard": bitboard}
    exec(source, space)
    return compiled._describe(space["f"])


@pytest.mark.parametrize(("before", "after"), [
    ("return 5", "return 6"),
    ("return 1", "return 1.0"),
    ("return 0.0", "return -0.0"),
    ("return np.minimum(1, 2)", "return np.maximum(1, 2)"),
    ("return [x + 1 for x in (2,)]", "return [x + 7 for x in (2,)]"),
    ("return 'a'", "return 'b'"),
])  # fmt: skip
def test_a_kernel_is_another_where_a_constant_is(before: str, after: str) -> None:
    one, two = (f"def f():\n    {line}\n" for line in (before, after))
    assert code(one) != code(two)
    assert code(one) == code("\n\ndef f():\n    'Says something.'\n    # more\n    " + before + "\n")


def test_a_number_of_another_module_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "def f():\n    return bitboard.SIZE\n"
    monkeypatch.setattr(bitboard, "SIZE", 1, raising=False)
    before = code(source)
    monkeypatch.setattr(bitboard, "SIZE", 2)
    assert code(source) != before


def test_a_folder_given_from_outside_is_divided_by_the_sources(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(home / "given"))
    folder = compiled.use_cache_directory.__wrapped__()
    monkeypatch.setattr(compiled, "_fingerprint", lambda: "others")
    other = compiled.use_cache_directory.__wrapped__()
    assert folder
    assert other
    assert folder != other
    assert folder.is_relative_to(home / "given")
    assert other.is_relative_to(home / "given")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("part", ["kernels", "sources"])
@pytest.mark.parametrize("fault", ["link", "open to others", "another's"])
def test_a_folder_of_others_is_not_used(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, part: str, fault: str
) -> None:
    folder = compiled.use_cache_directory.__wrapped__()
    assert folder
    wrong = folder if part == "sources" else folder.parent
    if fault == "link":
        wrong.rename(home / "elsewhere")
        wrong.symlink_to(home / "elsewhere")
    elif fault == "open to others":
        wrong.chmod(0o777)
    else:
        monkeypatch.setattr(os, "getuid", lambda: wrong.stat().st_uid + 1)
    assert compiled.use_cache_directory.__wrapped__() is None
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["compiled kernels are not kept"]


def test_without_a_home_kernels_are_not_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(compiled, "user_folder", lambda _: None)
    assert compiled.use_cache_directory.__wrapped__() is None
    assert len(caplog.records) == 1


def test_without_the_compiler_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled.numba.config, "DISABLE_JIT", 1)
    with pytest.raises(RuntimeError, match="unset the variable"):
        compiled.kernel()


@pytest.mark.parametrize(("before", "after", "same"), [
    ("def f():\n    return 1\n", '"""Text."""\n\n\ndef f():\n    """Returns one."""\n    return 1  # one\n', True),
    ("def f():\n    return 1\n", "def f():\n    return 2\n", False),
])  # fmt: skip
def test_only_code_counts_not_its_comments_docstrings_and_lines(before: str, after: str, same: bool) -> None:
    assert (compiled._code_of(before.encode()) == compiled._code_of(after.encode())) is same


@pytest.mark.parametrize("home", ["", "rel", "~", None])
def test_without_a_home_there_is_no_folder(monkeypatch: pytest.MonkeyPatch, home: str | None) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is None:
        monkeypatch.delenv("HOME", raising=False)
        monkeypatch.setattr("os.path.expanduser", lambda path: path)  # no entry in the file of passwords either
    else:
        monkeypatch.setenv("HOME", home)
    assert folders.user_folder("cache") is None
    assert folders.user_folder("data") is None
    with pytest.raises(SettingError, match="--database"):
        default_database()
