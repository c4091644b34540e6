"""Compiling in the background: what is ready, for which board, and in what words the page says so."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from engine.games import Game, LineGame, LineState, find
from engine.mind import horizon, treeops
from engine.mind.numbers import SCALE
from engine.solver.solver import Solver

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether the engine has warmed up, and what it is doing meanwhile."""

    ready: bool
    stage: str


@dataclass(frozen=True, slots=True)
class Kernels:
    """What is compiled for one gravity board; one solver, with its table, serves all minds of that board."""

    horizon: SimpleNamespace
    solver: Solver

    def leaf(self) -> Callable[[LineState, int, float, float], tuple[float, int]]:
        """A leaf job with a stack of its own (for one thread at a time)."""
        counts = np.zeros(1, np.int64)
        stack = np.zeros((64, 7), np.int64)
        search = self.horizon.search

        def job(state: LineState, depth: int, alpha: float, beta: float) -> tuple[float, int]:
            counts[0] = 0
            window = round(alpha * SCALE), round(beta * SCALE)
            value = search(np.uint64(state.own), np.uint64(state.mask), depth, *window, counts, stack)
            return value / SCALE, int(counts[0])

        return job


class Workshop:
    """Builds kernels once per board, on request, in one background thread at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._building = threading.Lock()
        self._kernels: dict[tuple[int, int, int], Kernels] = {}
        self._asked: set[tuple[int, int, int]] = set()
        self._stage = "The engine is warming up."
        self.tree_ready = False
        self.table_mb = 64

    def readiness(self) -> Readiness:
        """Ready once the tree and the first board are compiled."""
        ready = self.tree_ready and bool(self._kernels)
        return Readiness(ready, "The engine is ready." if ready else self._stage)

    def warm_up(self, game: Game[Any] | None = None) -> None:
        """Compile the tree's functions and one board's kernels (Connect Four's); returns when they are ready."""
        with self._building:
            if not self.tree_ready:
                self._stage = "The engine is warming up: the tree is being compiled."
                treeops.build()
                self.tree_ready = True
            self._stage = "The engine is warming up: the search is being compiled."
        board = game or find("connect4")
        if isinstance(board, LineGame) and board.gravity:
            self._build(board)

    def kernels_for(self, game: Game[Any]) -> Kernels | None:
        """The compiled kernels of a gravity board; None for other games, and while they are being built."""
        if not isinstance(game, LineGame) or not game.gravity:
            return None
        key = (game.width, game.height, game.connect)
        with self._lock:
            kernels = self._kernels.get(key)
            if kernels is None and self.tree_ready and key not in self._asked:
                self._asked.add(key)
                threading.Thread(target=self._build, args=(game,), name=f"compile {game.name}", daemon=True).start()
        return kernels

    @staticmethod
    def compiles(game: Game[Any]) -> bool:
        """Whether kernels can be had for this game at all."""
        return isinstance(game, LineGame) and game.gravity

    def _build(self, game: LineGame) -> None:
        key = (game.width, game.height, game.connect)
        with self._building:
            if key in self._kernels:
                return
            try:
                built = Kernels(
                    horizon.build(*key), Solver(game.width, game.height, game.connect, table_mb=self.table_mb)
                )
            except Exception:
                _log.exception("no kernels for %s: it is played without them", game.name)
                return
            with self._lock:
                self._kernels[key] = built


WORKSHOP = Workshop()
"""The one workshop of this process: kernels and their tables are shared by all minds."""
