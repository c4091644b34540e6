"""Teaches minimax for games with chance (Michie 1966): Max takes the greatest value, Min the least, chance the mean.

This is the plain form. ``star.py`` prunes and is tested against this file.
"""

from collections.abc import Sequence

from engine.games import CHANCE, Game, GameError, Move, Player, S
from engine.search.parts.trace import Trace
from engine.search.parts.values import (
    INFINITY,
    UNLIMITED,
    Counts,
    Found,
    Result,
    estimate,
    make_result,
    outcome_value,
    root_view,
)

Lots = Sequence[tuple[Move, float]]


def expectiminimax(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the expected value of ``state`` for the side to move, and the best move. A line of best play ends at the
    first lot. ``depth`` counts the moves of the players, since lots cost no depth. Raises GameError as minimax, at a
    lot at the root, and for probabilities whose sum is not one."""
    root, counts = root_view(game, state, depth), Counts()
    exact = True

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        # the window and the move are for the trace to show: nothing is pruned
        nonlocal exact
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        outcome = game.outcome(state)
        if outcome is not None:
            counts.leaves += 1
            return outcome_value(game, outcome, player, ply), ()
        mover = game.to_move(state)
        if mover is CHANCE:
            return sum(p * below(state, lot, depth, ply)[0] for lot, p in lots_of(game, state)), ()
        if depth == 0:
            counts.leaves += 1
            exact = False
            return estimate(game, state, player), ()
        better = max if mover is player else min
        return better(
            (below(state, move, depth - 1, ply + 1) for move in game.moves(state)), key=lambda reply: reply[0]
        )

    def below(state: S, move: Move, depth: int, ply: int) -> Found:
        v, line = visit(game.play(state, move), root, depth, -INFINITY, INFINITY, ply, move)
        return v, (move, *line)

    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    return make_result(root, best, counts, exact, depth)


def lots_of(game: Game[S], state: S) -> Lots:
    """Returns the lots of a chance state. Raises GameError unless the probabilities are positive and sum to one."""
    lots = game.outcomes(state)
    total = sum(chance for _, chance in lots)
    if abs(total - 1.0) > 1e-9 or any(chance <= 0 for _, chance in lots):
        raise GameError(f"the probabilities of a chance state must be positive and sum to one, not to {total:g}")
    return lots
