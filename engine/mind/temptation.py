"""Where nothing is to be won any more: the move after which the other side errs most easily."""

from __future__ import annotations

from engine.games import LineGame, LineState, Move
from engine.games.numbers import number_of_outcome
from engine.solver.solver import Solver

LATE_CELLS = 22
"""With at most so many cells left, every move and every reply are solved in a few milliseconds together."""

_SLOWER = 0.01
"""What a reply that wins more slowly than it could weighs, beside one that lets the result slip."""


def temptations(solver: Solver, game: LineGame, state: LineState, number: int) -> dict[Move, float]:
    """The moves that hold ``number``, the exact result here, each with the share of replies that would be errors."""
    found: dict[Move, float] = {}
    for move in game.moves(state):
        after = game.play(state, move)
        if _number(solver, game, after) != -number:
            continue
        replies = [_number(solver, game, game.play(after, reply)) for reply in game.moves(after)]
        slips = sum(_sign(reply) > _sign(number) for reply in replies)
        slower = sum(reply > number for reply in replies) - slips
        found[move] = (slips + _SLOWER * slower) / max(1, len(replies))
    return found


def _number(solver: Solver, game: LineGame, state: LineState) -> int:
    """The exact result for the side to move."""
    outcome = game.outcome(state)
    if outcome is not None:
        return number_of_outcome(game, outcome, state.ply, game.to_move(state))
    return solver.solve(state.own, state.mask).score


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
