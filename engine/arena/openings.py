"""Openings with a known theoretical result, chosen by the solver, so that a match tests what it is meant to test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.arena.match import opening
from engine.games import Game, GameError, LineState, Move, replay
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.book.book import book_of
from engine.solver.solver import Solver

PLIES = range(4, 9)
"""How long an opening with a known result is; each length comes equally often."""

KINDS = ("random", "draws", "wins", "losses")


def openings(game: Game[Any], kind: str, seed: int, plies: int = 4) -> Iterator[tuple[tuple[Move, ...], bool]]:
    """Openings without end, each with whether the player named first in the match has the first stone.

    ``random``: of ``plies`` moves, each once with either colour. ``draws``: theoretical draws, likewise. ``wins`` and
    ``losses``: theoretical wins or losses for the player named first, who gets the colour that makes it so.

    Raises:
        GameError: the result of no opening is known: the game has no exact solver.
    """
    kernels = KERNEL_CACHE.kernels_for(game)
    solver = kernels.solver if kernels else None
    if kind != "random" and solver is None:
        raise GameError(f"{game.title} has no exact solver, so only random openings can be had")
    number = seed * 10_000
    while True:
        line = opening(game, plies if solver is None or kind == "random" else PLIES[number % len(PLIES)], number)
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
    """The exact score number of the side to move, from the book if it has it."""
    book = book_of(game)
    known = book.score(state) if book else None
    return solver.solve(state.own, state.mask).score if known is None else known
