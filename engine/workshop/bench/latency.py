"""Measures the time of an analysis: the exact score of every column, from a cold table, with the shipped book."""

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

from engine.games import LineGame, LineState
from engine.solver.analysis import Analysis
from engine.solver.book.book import Book
from engine.solver.solver import Solver

GAME = LineGame(7, 6, 4, True)


class Case(NamedTuple):
    """Holds one measured position: the style of its moves, its ply, and the seconds of its analysis."""

    style: str
    ply: int
    seconds: float


def position(ply: int, rng: random.Random, *, sensible: bool) -> LineState | None:
    """Returns an unfinished position after ``ply`` random moves, or None if the game ended before. Sensible moves
    win if they can, block if they must, give the opponent no avoidable win, and prefer the middle."""
    state = GAME.initial()
    for _ in range(ply):
        moves = list(GAME.moves(state))
        if sensible:
            moves = list(GAME.forced_moves(state)) or [m for m in moves if not _wins(GAME.play(state, m))] or moves
        weights = [4 - abs(4 - m) if sensible else 1 for m in moves]
        state = GAME.play(state, rng.choices(moves, weights)[0])
        if GAME.outcome(state) is not None:
            return None
    return state


def _wins(state: LineState) -> bool:
    wins = GAME.holes(state.own, state.mask)
    return any(GAME.bit(GAME.landing(state, move)) & wins for move in GAME.moves(state))


def cases(count: int, plies: range, book: Book | None, table_mb: float = 64, seed: int = 7) -> Iterator[Case]:
    """Analyses ``count`` positions of each style at each ply, each with an empty table, in one thread. Seconds are
    processor time of the thread: other programs on the machine do not count. Without a book, book positions are
    searched as well."""
    solver, rng = Solver(table_mb=table_mb), random.Random(seed)
    for ply in plies:
        for style in ("random", "sensible"):
            for _ in range(count):
                state = None
                while state is None:
                    state = position(ply, rng, sensible=style == "sensible")
                solver.clear()
                started = time.thread_time()
                Analysis(solver, GAME, state, book).scores()
                yield Case(style, ply, time.thread_time() - started)


def quantile(seconds: list[float], share: float) -> float:
    """Returns a time that at least ``share`` of the cases do not exceed, one of theirs."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
