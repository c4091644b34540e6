"""Chooses openings by the theoretical result, so that a match tests drawn, won or lost games as wanted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.arena.match import random_opening
from engine.games import Game, GameError, LineState, Move, replay
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.book.book import book_of
from engine.solver.solver import Solver

PLIES = range(4, 9)
"""Plies of an opening with a known result; each length comes equally often."""

KINDS = ("random", "draws", "wins", "losses")


def openings(game: Game[Any], kind: str, seed: int, plies: int = 4) -> Iterator[tuple[tuple[Move, ...], bool]]:
    """Yields openings without end, each with whether the match's first player moves first.

    Args:
        kind: ``random``: each opening comes with both colours. ``draws``: theoretical draws, with both colours.
            ``wins``, ``losses``: theoretical wins or losses of the match's first player, with the right colour.
        seed: another seed gives other openings.
        plies: the length of random openings.

    Raises:
        GameError: ``kind`` needs an exact solver, and the game has none.
    """
    kernels = KERNEL_CACHE.kernels_for(game)
    solver = kernels.solver if kernels else None
    if kind != "random" and solver is None:
        raise GameError(f"{game.title} has no exact solver, so only random openings can be had")
    number = seed * 10_000
    while True:
        line = random_opening(game, plies if solver is None or kind == "random" else PLIES[number % len(PLIES)], number)
        number += 1
        if kind == "random" or solver is None:
            yield from ((line, True), (line, False))
            continue
        state = replay(game, line)
        if not isinstance(state, LineState):
            raise TypeError("a solver's states are those of a line game")
        score = _score(solver, game, state)
        if kind == "draws" and score == 0:
            yield from ((line, True), (line, False))
        elif kind != "draws" and score:
            mover_wins = (score > 0) == (kind == "wins")
            yield line, mover_wins == (game.to_move(state) == 0)


def _score(solver: Solver, game: Game[Any], state: LineState) -> int:
    """Returns the exact score number for the side to move, from the book if possible."""
    book = book_of(game)
    score = book.score(state) if book else None
    return solver.solve(state.own, state.mask).score if score is None else score
