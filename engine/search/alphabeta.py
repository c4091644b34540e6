"""Teaches alpha-beta in two forms (Knuth and Moore 1975, fail-soft by Fishburn 1983).

Read this file first. ``twofold`` has a function for Max and a function for Min, as most courses do. ``alphabeta`` has
one function for both sides, and turns the window round with every ply, and back where the same side moves again. Both
visit the same states in the same order. The searches for play and analysis are in ``selective.py``: the same algorithm
with every addition. The tests check ``selective.py`` against this file.
"""

from engine.games import Game, Move, Player, S
from engine.search.parts.trace import Trace
from engine.search.parts.values import (
    INFINITY,
    UNLIMITED,
    Counts,
    Found,
    Result,
    estimate,
    make_result,
    mover,
    outcome_value,
    root_view,
    root_window,
)


def twofold(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the value and the move of minimax, without looking at states of no influence on the result.

    ``alpha`` is the value already certain for Max elsewhere, ``beta`` the value already certain for Min. Max is the
    side to move at the root. Max raises alpha, Min lowers beta. Where the two meet, the remaining moves are skipped
    (a cutoff), because the other side has a better move above. The arguments and errors are those of
    :func:`engine.search.minimax.minimax`.
    """
    root, counts = root_view(game, state, depth), Counts()
    exact = True

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        nonlocal exact
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        outcome = game.outcome(state)
        if outcome is not None:
            counts.leaves += 1
            return outcome_value(game, outcome, player, ply), ()
        side = mover(game, state)
        if depth == 0:
            counts.leaves += 1
            exact = False
            return estimate(game, state, player), ()
        return (maximise if side is player else minimise)(state, depth, alpha, beta, ply)

    def maximise(state: S, depth: int, alpha: float, beta: float, ply: int) -> Found:
        best, line = -INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for move in game.moves(state):
            v, below = visit(game.play(state, move), root, depth - 1, alpha, beta, ply + 1, move)
            if v > best:
                best, line = v, (move, *below)
            if best >= beta:
                counts.cutoffs += 1
                break
            alpha = max(alpha, best)
        return best, line

    def minimise(state: S, depth: int, alpha: float, beta: float, ply: int) -> Found:
        best, line = INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for move in game.moves(state):
            v, below = visit(game.play(state, move), root, depth - 1, alpha, beta, ply + 1, move)
            if v < best:
                best, line = v, (move, *below)
            if best <= alpha:
                counts.cutoffs += 1
                break
            beta = min(beta, best)
        return best, line

    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, *root_window(game, root), 0)
    return make_result(root, best, counts, exact, depth)


def alphabeta(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the value and the move of minimax, without looking at states of no influence on the result.

    ``alpha`` is the value already certain for the side to move elsewhere, ``beta`` the value already certain for the
    opponent. The returned value v is fail-soft: v <= alpha is an upper bound, v >= beta is a lower bound, and between
    alpha and beta v is exact. A move with v >= beta refutes the state, and the remaining moves are skipped (a cutoff).
    The arguments and errors are those of :func:`engine.search.minimax.minimax`.
    """
    root, counts = root_view(game, state, depth), Counts()
    exact = True

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        nonlocal exact
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        outcome = game.outcome(state)
        if outcome is not None:
            counts.leaves += 1
            return outcome_value(game, outcome, player, ply), ()
        side = mover(game, state)
        if depth == 0:
            counts.leaves += 1
            exact = False
            return estimate(game, state, player), ()
        if side is player:
            return decide(state, side, depth, alpha, beta, ply)
        best, line = decide(state, side, depth, -beta, -alpha, ply)  # the same side moves again
        return -best, line

    def decide(state: S, player: Player, depth: int, alpha: float, beta: float, ply: int) -> Found:
        best, line = -INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for move in game.moves(state):
            child = game.play(state, move)
            v, below = visit(child, player.other, depth - 1, -beta, -max(alpha, best), ply + 1, move)
            if -v > best:
                best, line = -v, (move, *below)
            if best >= beta:
                counts.cutoffs += 1
                break
        return best, line

    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, *root_window(game, root), 0)
    return make_result(root, best, counts, exact, depth)
