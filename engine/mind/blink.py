"""What is seen at a blink: shallow values in plain Python, for oversights and for the seconds before kernels exist."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

from engine.games import CHANCE, Game, Move
from engine.mind.numbers import number_of_outcome, value_of

S = TypeVar("S", bound=Hashable)


def values(game: Game[S], state: S, depth: int) -> dict[Move, float]:
    """The value of every move for the side that makes it, ``depth`` plies ahead (0: no opinion at all)."""
    if depth <= 0:
        return dict.fromkeys(game.moves(state), 0.0)
    player = game.to_move(state)
    found = {}
    for move in game.moves(state):
        after = game.play(state, move)
        value = _value(game, after, depth - 1, -1.0, 1.0)
        found[move] = value if game.outcome(after) is None and game.to_move(after) in (player, CHANCE) else -value
    return found


def sane(game: Game[S], state: S, moves: Sequence[Move]) -> list[Move]:
    """Those of ``moves`` that overlook neither an immediate win nor an immediate block; all, if none is left."""
    player = game.to_move(state)
    after = {move: game.play(state, move) for move in moves}
    wins = [move for move in moves if (end := game.outcome(after[move])) and end.winner is player]
    if wins:
        return wins
    safe = [move for move in moves if not _wins_at_once(game, after[move])]
    return safe or list(moves)


def _wins_at_once(game: Game[S], state: S) -> bool:
    if game.outcome(state) is not None or game.to_move(state) is CHANCE:
        return False
    player = game.to_move(state)
    ends = (game.outcome(game.play(state, move)) for move in game.moves(state))
    return any(end is not None and end.winner is player for end in ends)


def _value(game: Game[S], state: S, depth: int, alpha: float, beta: float) -> float:
    """Fail-soft alpha-beta for the side to move (at a chance state: for the side whose move led there)."""
    outcome = game.outcome(state)
    player = game.to_move(state)
    if outcome is not None:
        # The calendar is not known here; a quicker end is preferred by the depth that is left.
        return value_of(number_of_outcome(game, outcome, max(0, game.max_plies - 2 * depth), player))
    if player is CHANCE:
        lots = game.outcomes(state)
        return sum(-share * _value(game, game.play(state, lot), depth, -1.0, 1.0) for lot, share in lots)
    if depth == 0:
        return game.evaluate(state, player)
    best = -2.0
    for move in game.moves(state):
        after = game.play(state, move)
        if game.outcome(after) is None and game.to_move(after) is CHANCE:
            value = _value(game, after, depth - 1, -1.0, 1.0)
        else:
            value = -_value(game, after, depth - 1, -beta, -max(alpha, best))
        best = max(best, value)
        if best >= beta:
            break
    return best
