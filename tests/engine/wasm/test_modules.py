"""Compares the files of the page's engine with what their sources make."""

import gzip
import hashlib
import json
import platform
import subprocess
import sys
from importlib.metadata import version

import pytest
from engine.wasm import derived
from engine.wasm.linker import linker_version
from engine.wasm.modules import BOOK_PLIES, FOLDER, LIST, boards, sources_hash

from engine.games import GameError, find
from engine.mind.search.available import compiles
from engine.solver.book.book import read, shipped_book

_MADE = json.loads(derived.PROVENANCE.read_text())
_AGAIN = "the files of the page's engine are made from other sources: run python -m engine.wasm"


def _python() -> str:
    return ".".join(platform.python_version_tuple()[:2])


def test_every_file_is_named_by_its_content_and_listed() -> None:
    assert not [*FOLDER.glob("*.net")], "a network ships once, as the engine's own file"
    contents = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    contents |= {name: gzip.decompress(derived.packed(name)) for name in derived.names(derived.NET)}
    contents |= {name: derived.packed(name) for name in derived.names(derived.COURSE)}
    found = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    assert found == _MADE["files"]
    for name, digest in found.items():
        assert name.rpartition("-")[2].partition(".")[0] == digest[:12]
        assert name in LIST.read_text()
    compiled = [game for game in boards().values() if compiles(game)]
    assert sum(path.suffix == ".wasm" for path in FOLDER.iterdir()) == len(compiled) + 1


@pytest.mark.skipif(_python() != _MADE["python"], reason="the hash of the sources depends on the version of Python")
def test_the_files_come_from_these_sources() -> None:
    assert sources_hash() == _MADE["sources"], _AGAIN


def test_the_book_of_the_page_is_the_beginning_of_the_book() -> None:
    path = next(FOLDER.glob("*.book"))
    assert path.stat().st_size < 80_000
    book, whole = read(path), shipped_book()
    assert whole is not None
    assert book.plies == BOOK_PLIES
    game = find("connect4")
    for notation in ("", "4", "44", "1234567", "44444", "7172717", "26265151"):
        state = game.initial()
        for column in notation:
            state = game.play(state, int(column))
        assert book.score(state) == whole.score(state)


@pytest.mark.long
def test_the_sources_make_the_same_files_again() -> None:
    try:
        linker = linker_version()
    except GameError as error:
        pytest.skip(str(error))
    versions = {"linker": linker, "python": _python(), **{name: version(name) for name in ("numba", "llvmlite")}}
    if any(_MADE[name] != found for name, found in versions.items()):
        pytest.skip(f"other versions make other files: {versions}")
    done = subprocess.run([sys.executable, "-m", "engine.wasm", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
