"""Makes the files of the page's engine: kernels and the book, and names the networks and courses of a board."""

import hashlib
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from engine import page_files
from engine.cards.play import SHIPPED
from engine.cards.teaching.course import courses
from engine.games import LineGame
from engine.kernels import Kernel
from engine.mind.levels.level import LEVELS, Level
from engine.mind.plans.workbench import BUDGETS
from engine.mind.search.alpha_beta import FRAME
from engine.mind.search.available import compiles, proves
from engine.mind.tree import kernels as tree
from engine.mind.tree.snapshot import choose_of
from engine.nets.shipped import ordering_net, shipped
from engine.solver import memory
from engine.solver.book.book import book_of
from engine.workshop.kernels.linker import link
from engine.workshop.kernels.machine_code import object_of
from engine.workshop.kernels.shipped import boards, kernels_of
from engine.workshop.kernels.targets import WASM

FOLDER = Path(__file__).parents[3] / "static" / "engine"
LIST = Path(__file__).parents[3] / "static" / "js" / "engine" / "files.js"

BOOK_PLIES = 8
"""The last ply of the page's book: 78 KB. Behind it a search takes less than a second."""

_HASH = 12  # characters of the content's hash in a file's name
_WORDS = (
    "SP PHASE NODES LIMIT ALPHA LOW HIGH MOVE FALLBACK REPORT LOGGED MODE ROOT_OWN ROOT_MASK BIG_TAG SMALL_TAG HEAD"
)
_STATES = "WINDOW ONE_WINDOW EXACT"
_FLAGS = "EXPANDED PLAYED EXACT LOWER PINNED PRINCIPAL"
_COUNTS = "FREE USED TOUCHED"


class Made(NamedTuple):
    """Holds one file: the kind of content, the board, and the bytes. ``more`` is what a reader has to know, and
    ``source`` the name of the network or the course of which a server makes the file (:mod:`engine.page_files`)."""

    kind: str
    board: str
    content: bytes
    more: tuple[Any, ...] = ()
    source: str = ""

    @property
    def name(self) -> str:
        """Returns the file's name, which holds a hash of the content."""
        return f"{self.source or self.board}-{hashlib.sha256(self.content).hexdigest()[:_HASH]}.{self.kind}"


def make(names: tuple[str, ...] = ()) -> Iterator[Made]:
    """Yields the files for the boards of these ``names`` (none: all boards, and the tree)."""
    for name, game in boards().items():
        if (not names or name in names) and compiles(game):
            yield Made("wasm", name, module_of(name))
            yield from _networks(name, game)
            yield from _books(name, game)
            yield from _courses(name, game)
    if not names:
        yield from (Made("wasm", "tree" if words == 1 else f"tree{words}", tree_module(words)) for words in (1, 2))


def module_of(board: str) -> bytes:
    """Returns the module with the searches of one board."""
    return _linked(kernels_of(boards()[board]))


def tree_module(words: int) -> bytes:
    """Returns the module with the steps of the kept tree of boards of so many words, and ``choose``, which picks the
    nodes to show."""
    steps = vars(tree.build(words))
    order = ["copy", "add", "unlink", "drop", "backup", "attach", "merge_report", "collapse"]
    return _linked({**{name: steps[name] for name in order}, "choose": choose_of(words)})


def _linked(kernels: Mapping[str, Kernel]) -> bytes:
    return link({name: object_of(name, kernel, WASM) for name, kernel in kernels.items()}, WASM)


def _networks(name: str, game: LineGame) -> Iterator[Made]:
    net = ordering_net(game) or shipped(game)
    if net is None:
        return
    arrays = page_files.arrays_of(net.shape.game)
    shapes = tuple([one.dtype.str[1:], *one.shape] for one in arrays)
    yield Made("net", name, page_files.content(arrays), shapes, net.shape.game)


def _books(name: str, game: LineGame) -> Iterator[Made]:
    book = book_of(game)
    if book is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book"
        book.first(BOOK_PLIES).write(path)
        yield Made("book", name, path.read_bytes())


def _courses(name: str, game: LineGame) -> Iterator[Made]:
    path = SHIPPED / f"{game.width}x{game.height}.cards"
    if name.endswith("x4") and path.exists():
        yield from (Made("json", name, page_files.course(one.name), source=one.name) for one in courses(path))


def renamed(page: Mapping[str, str]) -> dict[str, str]:
    """Gives the courses their new names in the script after a change of cards, and makes no kernel. ``page`` holds the
    hashes of the page's files by name. Returns it with the new names and hashes."""
    script, hashes = LIST.read_text(encoding="utf-8"), dict(page)
    for name, game in boards().items():
        for one in _courses(name, game):
            (old,) = (file for file in hashes if file.startswith(f"{one.source}-") and file.endswith(".json"))
            script = script.replace(f'"{old}"', f'"{one.name}"')
            hashes = {one.name if file == old else file: was for file, was in hashes.items()}
            hashes[one.name] = hashlib.sha256(one.content).hexdigest()
    LIST.write_text(script, encoding="utf-8")
    return hashes


def script_of(made: list[Made]) -> str:
    """Returns the script that names the files and the words of a search's memory."""
    files: dict[str, dict[str, Any]] = {}
    for one in made:
        board = files.setdefault(one.board, {})
        if one.kind == "json":
            board.setdefault("courses", {})[int(one.source.endswith("2"))] = one.name
            continue
        board[one.kind] = one.name
        if one.more:
            board[f"{one.kind}_arrays"] = one.more
    for name, game in boards().items():
        files.setdefault(name, {})
        files[name]["judges"] = shipped(game) is not None
        files[name]["words"] = memory.layout(game.width, game.height).size if proves(game) else 0
    words = {name: int(getattr(memory, name)) for name in (_WORDS + " " + _STATES).split()}
    return (
        "/** Names the files of the engine. Written by: python -m engine.workshop.kernels */\n"
        "// biome-ignore-all format: a program writes it\n\n"
        "/** @type {Record<string, import('./board.js').BoardFiles>} */\n"
        f"export const FILES = {json.dumps(files)};\n\n"
        "/** Places of a search's memory, and the states of a search (engine/solver/memory.py). */\n"
        f"export const WORD = Object.freeze({json.dumps(words)});\n\n"
        "/** Bytes before each field of a node, and of a whole one; flags; counters (engine/mind/tree/kernels.py). */\n"
        f"export const NODE = Object.freeze({json.dumps(_node())});\n\n"
        "/** The horizon (null: none), the misses, the spread, and the plies known by heart of each level. */\n"
        f"export const LEVELS = {json.dumps([_level(level) for level in LEVELS])};\n\n"
        "/** Positions and plies that a choice may cost, and the words of a frame. */\n"
        f"export const BUDGET = Object.freeze({json.dumps({**asdict(BUDGETS), 'frame': FRAME})});\n"
    )


def _node() -> dict[str, int]:
    fields = {name: tree.NODE.fields[name][1] for name in tree.NODE.names or ()} if tree.NODE.fields else {}
    numbers = {name: int(getattr(tree, name)) for name in (_FLAGS + " " + _COUNTS).split()}
    return {**fields, "bytes": tree.NODE.itemsize, **numbers}


def _level(level: Level) -> list[float | None]:
    return [level.horizon, level.miss, level.spread, level.memorised_plies]


def write(made: list[Made]) -> None:
    """Writes all files but those that a server makes, and removes those of an earlier time."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for one in made:
        if not one.source:
            (FOLDER / one.name).write_bytes(one.content)
    LIST.parent.mkdir(exist_ok=True)
    LIST.write_text(script_of(made))
