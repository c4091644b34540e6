"""Alpha-beta, as a course teaches it (Knuth, Moore 1975; fail-soft: Fishburn 1983).

The searches that play and analyse are in ``selective.py``: the same algorithm with every addition. This is the text to
read first, and one of the oracles they are tested against.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from engine.games import Game, Move, Player
from engine.search.trace import Trace
from engine.search.values import (
    INFINITY,
    UNLIMITED,
    Counts,
    Found,
    Result,
    decided,
    found,
    guessed,
    root_player,
    take_turns,
)

S = TypeVar("S", bound=Hashable)


def alphabeta(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """What minimax finds, without looking at what cannot matter.

    ``alpha`` is what the side to move is already sure of elsewhere, ``beta`` what the opponent will not exceed. The
    value v that comes back is fail-soft: v <= alpha is an upper bound, v >= beta a lower bound, between them it is
    exact. The move that makes v >= beta refutes the state: the others are cut.

    Raises:
        GameError: the game is over, a depth below zero, or the sides do not take turns.
    """
    root, counts = root_player(game, state, depth), Counts()
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
            return decided(game, outcome, player, ply), ()
        take_turns(game, state, player)
        if depth == 0:
            counts.leaves += 1
            exact = False
            return guessed(game, state, player), ()
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
    best = visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    return found(root, best, counts, exact, depth)
