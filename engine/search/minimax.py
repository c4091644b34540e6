"""Teaches plain minimax (von Neumann 1928, Shannon 1950): every state to the end or to a depth.

All other searches are tested against this file.
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
)


def minimax(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the value of ``state`` for the side to move, the best move and the line of best play, by two functions.
    Max takes the greatest of the values below, Min the least. ``depth`` counts the plies to look ahead (None: to the
    end). At the horizon the game's evaluation counts. ``trace`` records the visited tree. Raises GameError if the game
    is over or has chance, and for a depth below zero."""
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
        side = mover(game, state)
        if depth == 0:
            counts.leaves += 1
            exact = False
            return estimate(game, state, player), ()
        return maximise(state, depth, ply) if side is player else minimise(state, depth, ply)

    def maximise(state: S, depth: int, ply: int) -> Found:
        best, line = -INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for move in game.moves(state):
            v, below = visit(game.play(state, move), root, depth - 1, -INFINITY, INFINITY, ply + 1, move)
            if v > best:
                best, line = v, (move, *below)
        return best, line

    def minimise(state: S, depth: int, ply: int) -> Found:
        best, line = INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for move in game.moves(state):
            v, below = visit(game.play(state, move), root, depth - 1, -INFINITY, INFINITY, ply + 1, move)
            if v < best:
                best, line = v, (move, *below)
        return best, line

    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    return make_result(root, best, counts, exact, depth)


def negamax(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the same from one function: a value for one side is the negative value for the other (Knuth, Moore 1975).
    Each move is valued for the other side, who mostly moves next. Where the same side moves again, the sign changes."""
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
        side = mover(game, state)
        if depth == 0:
            counts.leaves += 1
            exact = False
            return estimate(game, state, player), ()
        best, line = decide(state, side, depth, ply)
        return (best, line) if side is player else (-best, line)

    def decide(state: S, player: Player, depth: int, ply: int) -> Found:
        best, line = -INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for move in game.moves(state):
            v, below = visit(game.play(state, move), player.other, depth - 1, -INFINITY, INFINITY, ply + 1, move)
            if -v > best:
                best, line = -v, (move, *below)
        return best, line

    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    return make_result(root, best, counts, exact, depth)
