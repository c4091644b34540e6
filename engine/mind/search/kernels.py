"""Builds the kernels of each board in the background, and tells the page how far the building has come.

The kernels come from the cache on disk. Kernels that the cache lacks are compiled here, or, in a server, by separate
processes (:mod:`engine.compile_process`).
"""

from __future__ import annotations

import functools
import logging
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from engine.compile_process import CompileProcesses, CompilingStoppedError
from engine.compiled import prepare_compiler
from engine.games import Game, LineGame, LineState, find
from engine.mind.search.available import compiles, finishes
from engine.mind.search.kernel_parts import TREE, Part, build_limited, compile_command, parts_of
from engine.mind.search.leaf import NO_TABLE, Leaf, LeafJob, Words, new_table
from engine.nets.layout import Compiled
from engine.nets.shipped import shipped
from engine.solver.solver import Solver

_log = logging.getLogger(__name__)

TABLE_MB = 16  # size of the transposition table shared by all minds of one large board
OWN_TABLE_MB = 16.0  # size in MiB of each private table of a mind


@dataclass(frozen=True, slots=True)
class Readiness:
    """Tells whether the engine has warmed up, or which stage of the warm-up is running."""

    ready: bool
    stage: str


@dataclass(frozen=True, slots=True)
class Kernels:
    """Holds the compiled search and the tables of one board, shared by all minds of the board.

    ``solver`` has its own table. A board without gravity has no solver. ``table`` is the transposition table of the
    depth-limited search, empty where the solver searches to the end of the game. ``net`` is the network by which the
    search judges, if any.
    """

    search: SimpleNamespace
    solver: Solver | None
    table: Words = field(default_factory=lambda: NO_TABLE)
    net: Compiled | None = None

    def with_own_tables(self, table_mb: float = OWN_TABLE_MB) -> Kernels:
        """Returns the same kernels with new, empty tables of ``table_mb`` MiB each."""
        board = (self.solver.width, self.solver.height, self.solver.connect) if self.solver else None
        solver = Solver(*board, table_mb=table_mb) if board else None
        return Kernels(self.search, solver, new_table(table_mb), self.net)

    def clear(self) -> None:
        """Empties the tables, for a measurement or a search without any earlier knowledge."""
        if self.solver:
            self.solver.clear()
        self.table[:] = 0

    def leaf(self, *, remembers: bool = False) -> LeafJob:
        """Returns a function to begin depth-limited searches, with the table if it ``remembers``."""
        table = self.table if remembers else NO_TABLE
        if self.net is None:
            return functools.partial(Leaf, self.search, table)
        arrays = self.net.arrays

        def begin(state: LineState, depth: int, alpha: float, beta: float) -> Leaf:
            """Begins a search with its own memory for the network."""
            return Leaf(self.search, table, state, depth, alpha, beta, network=arrays())

        return begin


LONGEST_LOAD = 30.0
"""The longest wait for kernels that are being loaded, in seconds: a second or two on an idle machine."""


class KernelCache:
    """Builds kernels once per board, on request, in one background thread at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._building = threading.Lock()
        self._kernels: dict[tuple[int, int, int, bool], Kernels] = {}
        self._requested: set[tuple[int, int, int, bool]] = set()
        self._stage = "The engine is warming up."
        self._processes: CompileProcesses | None = None
        self._apart = False
        self.tree_ready = False
        self.table_mb = 64

    def compile_apart(self, processes: CompileProcesses | None = None) -> None:
        """Compiles in separate processes from now on (None: new ones), so that this process answers during the work. It
        also prepares Numba for loading, which holds the interpreter lock for 70 ms: call it before the first client."""
        self._processes, self._apart = processes or CompileProcesses(compile_command), True
        prepare_compiler()

    def stop_compiling(self) -> None:
        """Ends the compiling processes. Later compilations happen in this process. Waits until kernels that are being
        loaded are there: Numba must not work in a thread while Python ends."""
        if self._processes:
            self._processes.close()
        self._processes = None
        if self._building.acquire(timeout=LONGEST_LOAD):
            self._building.release()

    def readiness(self) -> Readiness:
        """Returns whether the tree and the first board are compiled, and the stage."""
        ready = self.tree_ready and bool(self._kernels)
        return Readiness(ready, "The engine is ready." if ready else self._stage)

    @property
    def compiles_apart(self) -> bool:
        """Tells whether this process shall answer while searches are compiled."""
        return self._apart

    def load(self, game: Game[Any]) -> None:
        """Compiles as :meth:`warm_up` does. Raises RuntimeError if the searches of the board cannot be compiled."""
        self.warm_up(game)
        if not self.are_loaded(game):
            raise RuntimeError(f"the searches of {game.name} cannot be compiled here; the log says why")

    def warm_up(self, game: Game[Any] | str | None = None) -> None:
        """Compiles the tree's functions and one board's kernels (default: Connect Four). Returns when all are ready."""
        board = find(game or "connect4")
        parts = parts_of(board) if isinstance(board, LineGame) and compiles(board) else ()
        with self._building:
            if not self.tree_ready:
                self._stage = "The engine is warming up: its searches are being compiled."
                self._compile_missing([*parts, TREE])
                TREE.build()
                self.tree_ready = True
        if isinstance(board, LineGame) and parts:
            self._build(board)

    def kernels_for(self, game: Game[Any]) -> Kernels | None:
        """Returns the kernels of a game. None: the game has none, or a thread is still building them."""
        if not isinstance(game, LineGame) or not compiles(game):
            return None
        key = (game.width, game.height, game.connect, game.gravity)
        with self._lock:
            kernels = self._kernels.get(key)
            if kernels is None and self.tree_ready and key not in self._requested:
                self._requested.add(key)
                threading.Thread(target=self._build, args=(game,), name=f"compile {game.name}", daemon=True).start()
        return kernels

    def are_loaded(self, game: Game[Any] | str) -> bool:
        """Tells whether all searches of a game are there. If not, a thread builds them."""
        game = find(game)
        return self.tree_ready and (not compiles(game) or self.kernels_for(game) is not None)

    def _build(self, game: LineGame) -> None:
        board = (game.width, game.height, game.connect)
        key = (*board, game.gravity)
        with self._building:
            if key in self._kernels:
                return
            try:
                self._compile_missing(parts_of(game))
                large = not finishes(game)
                solver = Solver(*board, table_mb=self.table_mb) if game.gravity else None
                search, net = build_limited(game), shipped(game)
                table = new_table(TABLE_MB) if large else NO_TABLE
                built = Kernels(search, solver, table, Compiled(game, net) if net else None)
            except CompilingStoppedError:
                with self._lock:
                    self._requested.discard(key)
                return
            except Exception:
                _log.exception("no kernels for %s: it is played without them", game.name)
                return
            with self._lock:
                self._kernels[key] = built

    def _compile_missing(self, parts: Sequence[Part]) -> None:
        """Compiles the parts that the cache lacks in separate processes, or after their failure later in this one.
        Raises CompilingStoppedError if the engine was closed before."""
        processes = self._processes
        if processes:
            missing = [str(part) for part in parts if not part.is_kept()]
            if missing and not processes.compile(missing):
                _log.warning("the server's own process compiles from now on, and answers more slowly meanwhile")
                self._processes = None


KERNEL_CACHE = KernelCache()  # the kernels of this process: all minds share kernels and tables

warm_up, readiness = KERNEL_CACHE.warm_up, KERNEL_CACHE.readiness
compile_apart, stop_compiling = KERNEL_CACHE.compile_apart, KERNEL_CACHE.stop_compiling
are_loaded = KERNEL_CACHE.are_loaded
