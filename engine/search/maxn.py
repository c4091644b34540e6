"""Teaches max^n: more than two players, each of whom wants the most for itself (Luckhardt and Irani 1986).

A leaf is worth a number for each player, so a value is a vector. Whoever is to move takes the vector with the greatest
own number. Nothing is cut, for what is good for one player need not be bad for another. A paranoid player takes all
others for one opponent (Sturtevant and Korf 2000). That makes a game of two sides, in which alpha-beta cuts.
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

Shares = tuple[float, ...]
"""What each player gets."""


def maxn(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the value for the side of the root, and its move, where each player wants the most for itself.

    Of equal moves the first one is taken, though to another player they may matter. With two players whose numbers add
    up to zero this is minimax. The arguments and errors are those of :func:`engine.search.minimax.minimax`.
    """
    root, counts = root_view(game, state, depth), Counts()
    exact, several = True, game.sides > 2
    shares: Shares = ()  # of the visit that ended last

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        # the window and the move are for the trace to show: nothing is pruned
        nonlocal exact, shares
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        outcome = game.outcome(state)
        turn = ply % game.sides if several or outcome is not None else int(mover(game, state))
        line: tuple[Move, ...] = ()
        if outcome is None and depth > 0:
            shares, line = choose(state, turn, depth, ply)
        else:
            counts.leaves += 1
            exact = exact and outcome is not None
            if several:
                shares = game.shares(state)
            else:
                own = estimate(game, state, root) if outcome is None else outcome_value(game, outcome, root, ply)
                shares = (own, -own) if root is Player.FIRST else (-own, own)
        if trace is not None and several:
            trace.note_numbers(*shares)
        return shares[root], line

    def choose(state: S, turn: int, depth: int, ply: int) -> tuple[Shares, tuple[Move, ...]]:
        best, taken, line = -INFINITY, shares, ()  # type: tuple[float, Shares, tuple[Move, ...]]
        for move in game.moves(state):
            _, below = visit(game.play(state, move), root, depth - 1, -INFINITY, INFINITY, ply + 1, move)
            if shares[turn] > best:
                best, taken, line = shares[turn], shares, (move, *below)
        return taken, line

    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    return make_result(root, best, counts, exact, depth)
