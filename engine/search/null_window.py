"""Teaches the null window: a search that asks only if a value is above a bound, and learns yes or no for little work.

``pvs`` is principal variation search, also called NegaScout (Reinefeld 1983): the first move is searched with the whole
window, every other move is asked if it is better. ``mtdf`` asks about the root alone, again and again (Plaat 1996).
"""

import math

from engine.games import Game, Move, Player, S
from engine.search.deepening import run
from engine.search.parts.options import Options
from engine.search.parts.trace import Trace
from engine.search.parts.values import (
    INFINITY,
    UNLIMITED,
    Counts,
    Found,
    Result,
    estimate,
    just_above,
    make_result,
    mover,
    outcome_value,
    root_view,
    root_window,
)
from engine.search.selective import Search


def pvs(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the value and the move of minimax. A move is searched again where the answer was "better". The returned
    value is fail-soft, as that of :func:`engine.search.alphabeta.alphabeta`. The arguments and errors are those of
    :func:`engine.search.minimax.minimax`."""
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
            child, floor = game.play(state, move), max(alpha, best)
            if best == -INFINITY:
                v, below = visit(child, player.other, depth - 1, -beta, -floor, ply + 1, move)
            else:
                v, below = visit(child, player.other, depth - 1, -just_above(floor), -floor, ply + 1, move)  # better?
                if floor < -v < beta:
                    v, below = visit(child, player.other, depth - 1, -beta, -floor, ply + 1, move)  # how much?
            if -v > best:
                best, line = -v, (move, *below)
            if best >= beta:
                counts.cutoffs += 1
                break
        return best, line

    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, *root_window(game, root), 0)
    return make_result(root, best, counts, exact, depth)


def mtdf(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the value and the move of minimax, found by null windows alone. The first guess is 0. Each pass is
    alpha-beta with a transposition table, without which it would do the work of all passes before. The value returned
    by a pass is a bound: the least value that is still possible, or the greatest. Where the two meet is the value. The
    arguments and errors are those of :func:`engine.search.minimax.minimax`."""
    player = root_view(game, state, depth)
    search = Search(game, Options(table=True), trace=trace)
    low, high, guess = -INFINITY, INFINITY, 0.0
    best: Found = guess, ()
    while low < high:
        beta = just_above(low) if guess == low else guess
        alpha = math.nextafter(beta, -INFINITY)
        plies = UNLIMITED if depth is None else depth
        guess, line = run(search.value(state, player, plies, alpha, beta, 0))
        if guess >= beta:
            low, best = guess, (guess, line)  # a move that is good enough: the best one, if the value is no greater
        else:
            high = guess
    return make_result(player, best, search.counts, search.guesses == 0, depth)
