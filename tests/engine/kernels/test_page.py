"""Compares the files of the page's engine with what their sources make."""

import gzip
import hashlib

from engine import page_files
from engine.games import find
from engine.kernels.library import provenance
from engine.mind.search.available import compiles
from engine.solver.book.book import read, shipped_book
from engine.workshop.kernels.page import BOOK_PLIES, FOLDER, LIST
from engine.workshop.kernels.shipped import boards


def test_every_file_is_named_by_its_content_and_listed() -> None:
    assert not [*FOLDER.glob("*.net")], "a network ships once, as the engine's own file"
    contents = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    contents |= {name: gzip.decompress(page_files.packed(name)) for name in page_files.names(page_files.NET)}
    contents |= {name: page_files.packed(name) for name in page_files.names(page_files.COURSE)}
    found = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    assert found == provenance()["page"]
    for name, digest in found.items():
        assert name.rpartition("-")[2].partition(".")[0] == digest[:12]
        assert name in LIST.read_text()
    compiled = [game for game in boards().values() if compiles(game)]
    assert (
        sum(path.suffix == ".wasm" for path in FOLDER.iterdir()) == len(compiled) + 2
    )  # the trees of one and two words


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
