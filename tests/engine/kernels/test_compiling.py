import os
from pathlib import Path

import numpy as np
import pytest

from engine import bitboard, files
from engine.kernels import compiling, sources
from webapp.settings import SettingError, default_database


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(compiling, "user_folder", lambda _: tmp_path / "cache")
    monkeypatch.setattr(compiling.numba.config, "CACHE_DIR", "")
    return tmp_path


def test_a_kernel_takes_from_around_it_only_what_every_process_says_alike(home: Path) -> None:
    things: list[int] = []

    def count() -> int:
        return len(things)

    with pytest.raises(TypeError, match="numbers, arrays, types and kernels from around it, not list"):
        compiling._describe(count)


NUMBER = 1


def test_a_kernel_is_another_where_a_number_of_its_module_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def number() -> int:
        return NUMBER

    before = compiling._describe(number)
    assert compiling._describe(number) == before
    monkeypatch.setitem(globals(), "NUMBER", 2)
    assert compiling._describe(number) != before


def code(source: str) -> bytes:
    space: dict[str, object] = {"np": np, "bitboard": bitboard}
    exec(source, space)
    return compiling._describe(space["f"])


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


@pytest.mark.parametrize("fault", ["link", "open to others", "another's"])
def test_a_folder_of_others_is_not_used(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: str
) -> None:
    folder = compiling.cache_folder.__wrapped__()
    assert folder
    if fault == "link":
        folder.rename(home / "elsewhere")
        folder.symlink_to(home / "elsewhere")
    elif fault == "open to others":
        folder.chmod(0o777)
    else:
        monkeypatch.setattr(os, "getuid", lambda: folder.stat().st_uid + 1)
    assert compiling.cache_folder.__wrapped__() is None
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["compiled kernels are not kept"]


@pytest.mark.parametrize(("before", "after", "same"), [
    ("def f():\n    return 1\n", '"""Text."""\n\n\ndef f():\n    """Returns one."""\n    return 1  # one\n', True),
    ("def f():\n    return 1\n", "def f():\n    return 2\n", False),
])  # fmt: skip
def test_only_code_counts_not_its_comments_docstrings_and_lines(before: str, after: str, same: bool) -> None:
    assert (sources.code_of(before.encode()) == sources.code_of(after.encode())) is same


@pytest.mark.parametrize("home", ["", "rel", "~", None])
def test_without_a_home_there_is_no_folder(monkeypatch: pytest.MonkeyPatch, home: str | None) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is None:
        monkeypatch.delenv("HOME", raising=False)
        monkeypatch.setattr("os.path.expanduser", lambda path: path)  # no entry in the file of passwords either
    else:
        monkeypatch.setenv("HOME", home)
    assert files.user_folder("cache") is None
    assert files.user_folder("data") is None
    with pytest.raises(SettingError, match="--database"):
        default_database()
