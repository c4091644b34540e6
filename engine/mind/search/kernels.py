"""Brings together the kernels and the tables of each board, shared by all minds of the board."""

from __future__ import annotations

import functools
import logging
import threading
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from engine.games import Game, GameError, LineGame, LineState
from engine.kernels import KernelError
from engine.mind.search import gravity_kernel, placement_kernel
from engine.mind.search.available import compiles, finishes, proves
from engine.mind.search.leaf import NO_TABLE, Leaf, LeafJob, Words, new_table
from engine.nets.judging import LEARNT, PLAIN
from engine.nets.layout import Compiled
from engine.nets.shipped import shipped
from engine.solver.proof_log.log import ProofLogs
from engine.solver.solver import Solver

_log = logging.getLogger(__name__)

TABLE_MB = 16  # size of the transposition table shared by all minds of one large board
OWN_TABLE_MB = 16.0  # size in MiB of each private table of a mind


@dataclass(frozen=True, slots=True)
class Kernels:
    """Holds the compiled search and the tables of one board, shared by all minds of the board. ``solver`` has its own
    table. A board without gravity has no solver. ``table`` is the transposition table of the
    depth-limited search, empty where the solver searches to the end of the game. ``net`` is the network by which the
    search judges, if any."""

    search: SimpleNamespace
    solver: Solver | None
    table: Words = field(default_factory=lambda: NO_TABLE)
    net: Compiled | None = None

    def with_own_tables(self, table_mb: float = OWN_TABLE_MB) -> Kernels:
        """Returns the same kernels with new, empty tables of ``table_mb`` MiB each."""
        board = (self.solver.width, self.solver.height, self.solver.connect) if self.solver else None
        solver = Solver(*board, table_mb=table_mb) if board else None
        return Kernels(self.search, solver, new_table(table_mb, self.search.words), self.net)

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


class KernelCache:
    """Keeps the kernels of each board from the first request on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kernels: dict[tuple[int, int, int, bool], Kernels | None] = {}
        self.table_mb = 64
        self.proofs: ProofLogs | None = None

    def kernels_for(self, game: Game[Any]) -> Kernels | None:
        """Returns the kernels of a game, or None: the textbook plays it. The log tells once why a board has none."""
        if not isinstance(game, LineGame) or not compiles(game):
            return None
        key = (game.width, game.height, game.connect, game.gravity)
        with self._lock:
            if key not in self._kernels:
                try:
                    self._kernels[key] = self._bring(game)
                except (KernelError, GameError) as error:
                    _log.warning("%s is played by the textbook's search: %s", game.name, error)
                    self._kernels[key] = None
            return self._kernels[key]

    def load(self, game: Game[Any]) -> Kernels:
        """Returns the kernels of a board. Raises GameError if the board has none here."""
        kernels = self.kernels_for(game)
        if kernels is None:
            raise GameError(f"the searches of {game.name} cannot be used here; the log says why")
        return kernels

    def _bring(self, game: LineGame) -> Kernels:
        board = (game.width, game.height, game.connect)
        search, net = limited_search(game), shipped(game)
        search.step.load()
        solver = Solver(*board, table_mb=self.table_mb) if proves(game) else None
        if solver and self.proofs:
            solver.keep_proofs(self.proofs)
        table = NO_TABLE if finishes(game) else new_table(TABLE_MB, search.words)
        return Kernels(search, solver, table, Compiled(game, net) if net else None)


def limited_search(game: LineGame, judging: str = "") -> SimpleNamespace:
    """Returns the depth-limited search of a board, which judges as :mod:`engine.nets.judging` says (default: by the
    network of the board, or without one by the hand-written evaluation)."""
    board, judging = (game.width, game.height, game.connect), judging or (LEARNT if shipped(game) else PLAIN)
    if game.gravity:
        return gravity_kernel.build(*board, remembers=not finishes(game), judging=judging)
    return placement_kernel.build(*board, judging=judging)


KERNEL_CACHE = KernelCache()  # the kernels of this process: all minds share kernels and tables


def keep_proofs(folder: Path, cap_mb: float) -> None:
    """Keeps what searches of this process prove at a price in ``folder``, in at most ``cap_mb`` MiB for each board.
    Call it before the first search."""
    KERNEL_CACHE.proofs = ProofLogs(folder, cap_mb)
