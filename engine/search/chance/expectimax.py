"""Teaches expectimax against an opponent who errs: some replies are the best one, and some are any (Michie 1966).

Minimax takes every opponent for a perfect one, and gives up where a perfect one wins. Here a reply is drawn at random
with probability ``errs``. With 0 that is minimax, with 1 the opponent plays at random. Nothing can be cut, for a mean
needs all of its values.
"""

from engine.games import CHANCE, Game, Move, Player, S
from engine.search.chance.expectiminimax import lots_of
from engine.search.parts.trace import Trace
from engine.search.parts.values import (
    INFINITY,
    SOLVED,
    UNLIMITED,
    Counts,
    Found,
    Result,
    decays,
    estimate,
    make_result,
    outcome_value,
    root_view,
)

ERRS = 0.5  # of two replies one is drawn at random


def expectimax(
    game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None, *, errs: float = ERRS
) -> Result:
    """Returns the expected value for the side to move, who plays its best, against an opponent who errs. The value can
    be more than that of minimax, so ``exact`` is false. The line goes on with the opponent's best replies. The other
    arguments and the errors are those of :func:`engine.search.chance.expectiminimax.expectiminimax`."""
    root, counts = root_view(game, state, depth), Counts()
    scale = SOLVED if decays(game) else 1.0  # a mean is a guess, and every guess is less than a win that is proven

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        # the window and the move are for the trace to show: nothing is pruned
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        outcome = game.outcome(state)
        if outcome is not None:
            counts.leaves += 1
            return outcome_value(game, outcome, player, ply), ()
        side = game.to_move(state)
        if side is CHANCE:
            return sum(p * below(state, lot, depth, ply)[0] for lot, p in lots_of(game, state)), ()
        if depth == 0:
            counts.leaves += 1
            return estimate(game, state, player), ()
        replies = [below(state, move, depth - 1, ply + 1) for move in game.moves(state)]
        if side is root:
            return max(replies, key=lambda reply: reply[0])
        least, line = min(replies, key=lambda reply: reply[0])
        mean = sum(v for v, _ in replies) / len(replies)
        return (1 - errs) * least + errs * mean, line

    def below(state: S, move: Move, depth: int, ply: int) -> Found:
        child = game.play(state, move)
        v, line = visit(child, root, depth, -INFINITY, INFINITY, ply, move)
        return v if game.outcome(child) is None else scale * v, (move, *line)

    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    return make_result(root, best, counts, False, depth)
