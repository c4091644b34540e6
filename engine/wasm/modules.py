"""Makes the files of the page's engine: modules of the kernels, the book of the first plies. Names
the networks and the courses of cards that go with a board."""

import hashlib
import importlib.metadata
import json
import platform
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from engine import compiled
from engine.cards.play import SHIPPED
from engine.cards.teaching.course import courses
from engine.games import LineGame, all_games
from engine.mind.levels.level import LEVELS, Level
from engine.mind.plans.budgets import BUDGETS
from engine.mind.search.alpha_beta import FRAME
from engine.mind.search.available import compiles
from engine.mind.search.kernel_parts import TREE, Part, parts_of
from engine.mind.tree import kernels as tree
from engine.nets.shipped import ordering_net, shipped
from engine.solver import memory
from engine.solver.book.book import book_of
from engine.wasm import derived
from engine.wasm.derived import PROVENANCE
from engine.wasm.linker import link, linker_version
from engine.wasm.translate import object_of

FOLDER = Path(__file__).parents[2] / "static" / "engine"
LIST = Path(__file__).parents[2] / "static" / "js" / "engine" / "files.js"

BOOK_PLIES = 8
"""The last ply of the page's book: 78 KB. Behind it a search takes less than a second."""

_ROOMS = ("bitboard.py", "solver/", "nets/", "mind/")
_HASH = 12  # characters of the content's hash in a file's name
_WORDS = "SP PHASE NODES LIMIT ALPHA LOW HIGH MOVE FALLBACK REPORT LOGGED MODE ROOT_OWN ROOT_MASK BIG_TAG SMALL_TAG"
_STATES = "WINDOW ONE_WINDOW EXACT"
_FLAGS = "EXPANDED PLAYED EXACT LOWER PINNED PRINCIPAL"
_COUNTS = "FREE USED TOUCHED"


class Made(NamedTuple):
    """Holds one file: the kind of content, the board, and the bytes. ``more`` is what a reader has to know, and
    ``source`` the name of the network or the course of which a server makes the file (:mod:`engine.wasm.derived`)."""

    kind: str
    board: str
    content: bytes
    more: tuple[Any, ...] = ()
    source: str = ""

    @property
    def name(self) -> str:
        """Returns the file's name, which holds a hash of the content."""
        return f"{self.source or self.board}-{hashlib.sha256(self.content).hexdigest()[:_HASH]}.{self.kind}"


def boards() -> dict[str, LineGame]:
    """Returns the boards that people play, and those with a course of cards, by size: "7x6x4", "7x7x5-flat" without
    gravity."""
    played = [game for game in all_games().values() if isinstance(game, LineGame)]
    of_cards = sorted(f"{path.stem}x4" for path in SHIPPED.glob("*.cards"))
    found = {name: Part("exact", name).game() for name in of_cards}
    return {**found, **{parts_of(game)[0].board: game for game in played}}


def make(names: tuple[str, ...] = ()) -> Iterator[Made]:
    """Yields the files for the boards of these ``names`` (none: all boards, and the tree)."""
    for name, game in boards().items():
        if (not names or name in names) and compiles(game):
            yield Made("wasm", name, module_of(name))
            yield from _networks(name, game)
            yield from _books(name, game)
            yield from _courses(name, game)
    if not names:
        yield Made("wasm", "tree", tree_module())


def module_of(board: str) -> bytes:
    """Returns the module with the searches of one board: ``search`` where discs drop, ``step`` and ``evaluate``."""
    limited = Part("limited", board).build()
    kernels = {"search": Part("exact", board).build()} if boards()[board].gravity else {}
    kernels |= {"step": limited.step, "evaluate": limited.evaluate}
    return link({name: object_of(name, kernel) for name, kernel in kernels.items()})


def tree_module() -> bytes:
    """Returns the module with the steps of the kept tree, and ``choose``, which picks the nodes to show."""
    steps, choose = TREE.build()
    return link({name: object_of(name, kernel) for name, kernel in {**vars(steps), "choose": choose}.items()})


def _networks(name: str, game: LineGame) -> Iterator[Made]:
    net = ordering_net(game) or shipped(game)
    if net is None:
        return
    arrays = derived.arrays_of(net.shape.game)
    shapes = tuple([one.dtype.str[1:], *one.shape] for one in arrays)
    yield Made("net", name, derived.content(arrays), shapes, net.shape.game)


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
        yield from (Made("json", name, derived.course(one.name), source=one.name) for one in courses(path))


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
        files[name]["words"] = memory.memory_words(game.width, game.height) if game.gravity else 0
    words = {name: int(getattr(memory, name)) for name in (_WORDS + " " + _STATES).split()}
    return (
        "/** Names the files of the engine. Written by: python -m engine.wasm */\n"
        "// biome-ignore-all format: a program writes it\n\n"
        "/** @type {Record<string, import('./types.js').BoardFiles>} */\n"
        f"export const FILES = {json.dumps(files)};\n\n"
        "/** Places of a search's memory, and the states of a search (engine/solver/memory.py). */\n"
        f"export const WORD = Object.freeze({json.dumps(words)});\n\n"
        "/** Bytes before each field of a node, and of a whole one; flags; counters (engine/mind/tree/kernels.py). */\n"
        f"export const NODE = Object.freeze({json.dumps(_node())});\n\n"
        "/** The horizon (null: none), the misses, the spread, and the plies known by heart of each level. */\n"
        f"export const LEVELS = {json.dumps([_level(level) for level in LEVELS])};\n\n"
        "/** Positions and plies that a choice may cost (engine/mind/plans/budgets.py), and the words of a frame. */\n"
        f"export const BUDGET = Object.freeze({json.dumps({**asdict(BUDGETS), 'frame': FRAME})});\n"
    )


def _node() -> dict[str, int]:
    fields = {name: tree.NODE.fields[name][1] for name in tree.NODE.names or ()} if tree.NODE.fields else {}
    numbers = {name: int(getattr(tree, name)) for name in (_FLAGS + " " + _COUNTS).split()}
    return {**fields, "bytes": tree.NODE.itemsize, **numbers}


def _level(level: Level) -> list[float | None]:
    return [level.horizon, level.miss, level.spread, level.memorised_plies]


def provenance(made: list[Made]) -> dict[str, Any]:
    """Returns what the files were made from."""
    versions = {name: importlib.metadata.version(name) for name in ("numba", "llvmlite", "numpy")}
    return {
        "sources": sources_hash(),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "linker": linker_version(),
        **versions,
        "files": {one.name: hashlib.sha256(one.content).hexdigest() for one in made},
    }


def sources_hash() -> str:
    """Returns the hash of the kernels' sources, by the rules of the kernels' cache: comments and docstrings do not
    count. It depends on Python's version."""
    digest, root = hashlib.sha256(), Path(compiled.__file__).parent
    for source in sorted(root.rglob("*.py")):
        text, name = source.read_bytes(), source.relative_to(root).as_posix()
        if name == "compiled.py" or (compiled.__name__.encode() in text and name.startswith(_ROOMS)):
            digest.update(name.encode() + b"\0" + compiled._code_of(text))
    return digest.hexdigest()


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
    PROVENANCE.write_text(json.dumps(provenance(made), indent=1) + "\n")
