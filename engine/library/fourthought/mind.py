"""Plays as one side, keeps the tree between turns, and thinks on the other side's time in a thread of its own."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Iterable
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NoReturn, Self
from weakref import WeakSet

from engine.games import CHANCE, GameError, Move
from fourthought.arguments import AnyGame, Limit, game_of, is_above_zero, limit_of, shown, whole
from fourthought.board import Board, board_of
from fourthought.errors import ArgumentError, ClosedError, GameOverError
from fourthought.results import Analysis, MoveResult

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.mind.planner import Purpose
    from engine.mind.report.types import Choice

_SLICE, _NODES = 0.008, 50_000
"""The length of one slice, in seconds or in positions."""
_minds, _held = WeakSet["Mind"](), ExitStack()


def _hold() -> None:
    """Lets a fork wait for the slices of all minds, so that the child gets whole trees and free locks."""
    for mind in list(_minds):
        _held.enter_context(mind._mind.lock)


def _begin_child() -> None:
    _held.close()
    for mind in _minds:
        mind._turn = threading.RLock()  # whoever held it is not in the child


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_hold, after_in_parent=_held.close, after_in_child=_begin_child)


class Mind:
    """Plays one game at a level. The search tree lives from the first move to the last.

    ::

        with ft.Mind(level=10) as mind:
            mind.ponder()              # thinks in a thread while the other side does
            mind.played(4)             # the other side's move: its branch stays, the others go
            move = mind.choose()       # and goes on from what it has found
            mind.played(move)

    Calls from several threads wait for each other, and a process that forks has a mind of its own in the child.

    Args:
        game: the game or its name.
        level: 1 to 10.
        seed: repeats the level's draws; None takes one from the clock.
        memory_mb: the most memory of the tree, in MiB.

    Raises:
        GameError: no game has this name.
    """

    def __init__(
        self, game: AnyGame = "connect4", level: int = 10, *, seed: int | None = None, memory_mb: float = 16.0
    ) -> None:
        import engine

        rules = game_of(game)
        self.level = whole("a level", level, 1, 10)
        if not is_above_zero(memory_mb) or memory_mb == math.inf:
            raise ArgumentError("memory_mb is a number of MiB above 0, not {given}", given=shown(memory_mb))
        self.board = Board(game=rules)
        self._mind = engine.Mind(rules, level, None if seed is None else whole("a seed", seed), cap_mb=memory_mb)
        self._closed = False
        self._pondering: threading.Thread | None = None
        self._stop, self._turn = threading.Event(), threading.RLock()
        _minds.add(self)

    def __enter__(self) -> Self:
        self._check()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{'closed ' * self._closed}Mind({self.board!r}, level={self.level})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a mind cannot be copied; make another one, and let it follow(mind.board)")

    def close(self) -> None:
        """Stops thinking and frees the tree. A closed mind answers nothing."""
        self._closed = True
        self._mind.close()  # ends a search of another thread with its slice
        self.rest()

    def _check(self) -> None:
        if self._closed:
            raise ClosedError("the mind is closed; make another one")

    @property
    def kept(self) -> float:
        """Returns which part of the tree the last move has left, from 0 to 1."""
        self._check()
        kept = self._mind.kept
        return kept.kept / max(kept.kept + kept.pruned, 1)

    def played(self, move: Move) -> None:
        """Tells the mind a move of either side: its branch becomes the root, all other branches are freed.

        A pondering mind ponders the new position.

        Raises:
            IllegalMoveError: the move is against the rules.
        """
        with self._paused():
            self.board.push(move)
            self._mind.follow(self.board.moves)

    def follow(self, position: str | Iterable[Move] | Board) -> None:
        """Sets the moves of the whole game; what the tree knows of the new position stays."""
        with self._paused():
            board = board_of(position, self.board.game)
            if board.game.name != self.board.game.name:
                names = {"game": self.board.game.name, "other": board.game.name}
                raise ArgumentError("the mind plays {game}, not {other}", **names)
            self.board = board.copy()
            self._mind.follow(self.board.moves)

    def choose(self, limit: Limit | None = None) -> Move:
        """Returns the move of the side to move. Without a limit the level's own budget of positions ends the search.

        Raises:
            GameOverError: the game has ended.
        """
        return self.think(limit).move

    def think(self, limit: Limit | None = None) -> Choice:
        """Returns the chosen move with its value, exact score and reason.

        Raises:
            GameOverError: the game has ended.
        """
        from engine.mind.planner import Purpose

        self._check()
        limit = limit_of(limit)
        if self.board.is_over:
            raise GameOverError("the game is over: {end}; there is no move to choose", end=self.board.result)
        with self._paused():
            begin = time.perf_counter()
            self._search(Purpose.CHOOSE, limit or Limit())
            return self._mind.answer(seconds=time.perf_counter() - begin)

    def analyse(self, position: str | Iterable[Move] | Board | None = None, limit: Limit | None = None) -> Analysis:
        """Judges every move of the present position, or of the one given, within a limit (2 seconds without one).

        Raises:
            GameOverError: the game has ended.
            GameError: a lot is to be drawn, so no side moves.
        """
        from engine.mind.planner import Purpose

        self._check()
        limit = limit_of(limit)
        if position is not None:
            self.follow(position)
        if self.board.is_over:
            raise GameOverError("the game is over: {end}; there is no move to judge", end=self.board.result)
        with self._paused():
            self._search(Purpose.ANALYSE, limit or Limit(seconds=2))
            views = self._mind.digest().moves
        results = (MoveResult(v.move, v.low if v.proven else None, v.value, v.words) for v in views)
        return Analysis(self.board.copy(), tuple(results))

    def ponder(self) -> None:
        """Thinks on in a thread, also over the moves that :meth:`played` tells, until :meth:`rest` or the end."""
        with self._turn:
            self._check()
            if self._pondering is None:
                self._stop.clear()
                self._pondering = threading.Thread(target=self._ponder, name="ponder", daemon=True)
                self._pondering.start()

    def rest(self) -> None:
        """Stops pondering; what was found stays."""
        with self._turn:
            if self._pondering is not None:
                self._stop.set()
                self._pondering.join()
                self._pondering = None

    @contextmanager
    def _paused(self) -> Iterator[None]:
        """Pauses pondering for a block, so that a choice has the core alone."""
        with self._turn:
            self._check()
            pondered = self._pondering is not None
            self.rest()
            try:
                yield
            finally:
                if pondered and not self._closed:
                    self.ponder()

    def _ponder(self) -> None:
        from engine.mind.planner import Purpose

        while not self._stop.is_set() and self._mind.work(Purpose.PONDER):
            pass

    def _search(self, purpose: Purpose, limit: Limit) -> None:
        if self.board.turn is CHANCE:
            raise GameError("a lot is to be drawn here: there is no move to look for")
        mind = self._mind
        end, most = time.perf_counter() + limit.seconds, mind.nodes + limit.nodes
        timed = limit.seconds < math.inf
        while mind.depth < limit.depth:
            left, nodes = end - time.perf_counter(), most - mind.nodes
            if left <= 0 or nodes <= 0:
                return
            # Without a limit in seconds a slice ends by its positions, so that a seed repeats the search.
            if not mind.work(purpose, min(_SLICE, left) if timed else math.inf, nodes if timed else min(nodes, _NODES)):
                return


def best_move(
    position: str | Iterable[Move] | Board,
    game: AnyGame = "connect4",
    *,
    level: int = 10,
    limit: Limit | None = None,
    seed: int = 1,
) -> Move:
    """Returns the move that a level plays in a position.

    Args:
        limit: how long to search; None: the level's own budget.
        seed: repeats the level's draws.

    Raises:
        GameOverError: the game has ended.
        GameError: the position cannot be read.
    """
    board, limit = board_of(position, game), limit_of(limit)
    with Mind(board.game, level, seed=seed) as mind:
        mind.follow(board)
        return mind.choose(limit)
