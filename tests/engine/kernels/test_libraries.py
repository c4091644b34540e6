"""Compares the libraries with their sources, and the machine code of this platform with Numba's."""

import ctypes
import hashlib
import json
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from engine.games import GameError
from engine.kernels import KernelError, library, sources
from engine.workshop.kernels import equality
from engine.workshop.kernels.linker import linker_version
from engine.workshop.kernels.shipped import all_kernels
from engine.workshop.kernels.targets import TARGETS

AGAIN = "the machine code was made from other sources: run python -m engine.workshop.kernels"


def test_the_libraries_come_from_these_sources() -> None:
    made = library.provenance()["sources"]
    assert sorted(made) == [path.relative_to(sources.ROOT).as_posix() for path in sources.kernel_sources()], AGAIN
    assert sources.changed(made) == [], AGAIN


def test_every_library_is_the_one_that_was_made_and_holds_every_kernel() -> None:
    made = library.provenance()["files"]
    assert sorted(made) == sorted(target.name for target in TARGETS)
    for name, digest in made.items():
        content = (library.FOLDER / name).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest, AGAIN
        assert b".py" not in content, "a kernel raises: the library holds the place of an error"
        for kernel in all_kernels():
            assert kernel.name.encode() in content


def test_this_platform_has_a_library_that_needs_nothing() -> None:
    if not library.names():
        pytest.skip("no library is made for this platform")
    for name in library.names():
        loaded = ctypes.CDLL(str(library.FOLDER / name))
        for kernel in all_kernels():
            assert getattr(loaded, kernel.name)


@pytest.mark.slow
def test_a_sample_of_searches_and_steps_is_equal_in_the_library_and_by_numba() -> None:
    assert equality.differences(50, 1, ("4x4x4", "5x4x4", "7x7x5-flat", "9x9x4")) == []


@pytest.mark.long
def test_searches_and_steps_are_equal_in_the_library_and_by_numba() -> None:
    assert equality.differences(10_000, seed=2) == []


@pytest.mark.long
def test_the_sources_make_the_same_files_again() -> None:
    made = library.provenance()
    try:
        versions = {"linker": linker_version(), "python": ".".join(platform.python_version_tuple()[:2])}
    except GameError as error:
        pytest.skip(str(error))
    versions |= {name: version(name) for name in ("numba", "llvmlite")}
    if any(made[name] != found for name, found in versions.items()):
        pytest.skip(f"other versions make other files: {versions}")
    command = [sys.executable, "-m", "engine.workshop.kernels", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a copy of this platform's library, in a folder in place of the libraries'. No compiler is there."""
    name = library.names()[0]
    (tmp_path / name).write_bytes((library.FOLDER / name).read_bytes())
    (tmp_path / "provenance.json").write_bytes(library.PROVENANCE.read_bytes())
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    monkeypatch.setattr(library, "PROVENANCE", tmp_path / "provenance.json")
    monkeypatch.setattr(library, "has_compiler", lambda: False)
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    for cached in (library._load, library.provenance):
        cached.cache_clear()
    yield tmp_path / name
    monkeypatch.undo()
    for cached in (library._load, library.provenance):
        cached.cache_clear()


NAME = "mind_tree_kernels_add_1"


def test_a_library_is_found_in_the_package_alone(other: Path) -> None:
    assert library.find(NAME) is not None
    assert library.find("no_kernel") is None
    assert library.kernel_origin() == f"Their machine code is in {other.name}."


@pytest.mark.parametrize(("harm", "words"), [
    ("missing", r"cannot be read \(No such file or directory\): install fourthought again"),
    ("truncated", "is not the file that was shipped: install fourthought again"),
    ("foreign", "is not the file that was shipped: install fourthought again"),
    ("no library", r"cannot be loaded \(.*\): install fourthought again"),
    ("no provenance", "provenance.json cannot be read: install fourthought again"),
    ("provenance of another kind", "provenance.json cannot be read: install fourthought again"),
])  # fmt: skip
def test_a_file_that_cannot_be_used_is_one_sentence(other: Path, harm: str, words: str) -> None:
    if harm == "missing":
        other.unlink()
    elif harm == "truncated":
        other.write_bytes(other.read_bytes()[:1000])
    elif harm == "foreign":
        other.write_bytes(b"\x7fELF and more")
    elif harm == "no library":
        made = json.loads(library.PROVENANCE.read_text())
        other.write_bytes(b"text")
        made["files"][other.name] = hashlib.sha256(b"text").hexdigest()
        library.PROVENANCE.write_text(json.dumps(made))
    else:
        library.PROVENANCE.write_text("[1, 2]" if "another" in harm else "{")
    with pytest.raises(KernelError, match=words):
        library.find(NAME)


def test_a_changed_source_without_a_compiler_is_one_sentence(other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "changed", lambda _: ["solver/kernel.py"])
    with pytest.raises(
        KernelError, match=r"engine/solver/kernel.py is not what .*; pip install 'fourthought\[compile\]'"
    ):
        library.find(NAME)


def test_with_a_compiler_changed_sources_and_damaged_files_are_compiled(
    other: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other.write_bytes(b"text")
    monkeypatch.setattr(library, "has_compiler", lambda: True)
    assert library.find(NAME) is None
    assert "install fourthought again; kernels are compiled meanwhile" in caplog.text


@pytest.mark.parametrize(("system", "machine", "names"), [
    ("darwin", "arm64", ("macos-arm64.dylib",)),
    ("darwin", "x86_64", ("macos-x86_64.dylib",)),
    ("win32", "AMD64", ("windows-x86_64.dll",)),
    ("linux", "aarch64", ("linux-aarch64.so",)),
    ("linux", "riscv64", ()),
    ("freebsd14", "amd64", ()),
])  # fmt: skip
def test_each_platform_has_its_library_or_a_sentence(
    other: Path, monkeypatch: pytest.MonkeyPatch, system: str, machine: str, names: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(platform, "system", lambda: system)
    assert library.names() == names
    if not names:
        with pytest.raises(KernelError, match=f"no machine code ships for {system} on {machine}; pip install"):
            library.find(NAME)


def test_a_board_without_machine_code_is_named_by_its_size() -> None:
    said = library.complaint("solver_kernel_search_5_6_3_0_0")
    assert said.startswith("no machine code ships for a board of 5x6 with 3 in a row, and there is no compiler; pip")
    assert "ships for coach_leaf_leaf, and" in library.complaint("coach_leaf_leaf")
    assert "ships for what the workshop makes, and" in library.complaint("")


@pytest.mark.parametrize(("flags", "levels"), [
    ("fpu sse4_2 popcnt", ["v2"]),
    ("avx avx2 bmi1 bmi2 f16c fma abm movbe", ["v3", "v2"]),
    ("avx avx2 bmi1 bmi2 f16c fma abm movbe avx512f avx512bw avx512cd avx512dq avx512vl", ["v4", "v3", "v2"]),
    (None, ["v2"]),
])  # fmt: skip
def test_the_library_is_the_best_for_the_processor(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, flags: str | None, levels: list[str]
) -> None:
    told = tmp_path / "cpuinfo"
    if flags is not None:
        told.write_text(f"processor\t: 0\nflags\t\t: {flags}\n")
    monkeypatch.setattr(library, "CPUINFO", told)
    assert library._levels() == levels
