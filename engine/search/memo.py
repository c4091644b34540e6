"""Minimax with a transposition table: however many ways lead to a state, it is evaluated once (Greenblatt 1967).

Nothing is pruned, so that every value is exact and settles every later visit. Alpha-beta with a table, in
``selective.py``, sees fewer states, but knows some by a bound only, and searches a state again when its bound does not
settle the new window.
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
    decays,
    decided,
    found,
    guessed,
    root_player,
    shifted,
    take_turns,
)

S = TypeVar("S", bound=Hashable)


def memo(
    game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None, *, symmetry: bool = True
) -> Result:
    """What minimax finds, with each state (at each depth, where the depth is limited) evaluated once.

    With ``symmetry``, states that the game calls equal are one. The line of best play ends where it meets the mirror
    image of what is known.

    Raises:
        GameError: the game is over, a depth below zero, or the sides do not take turns.
    """
    root, counts = root_player(game, state, depth), Counts()
    exact = True
    known: dict[Hashable, tuple[S, Found]] = {}

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        # the window and the move are for the trace to show: nothing is pruned
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        key = (game.key(state) if symmetry else state, depth if limited else None)
        if key in known:
            counts.table_hits += 1
            twin, (v, line) = known[key]
            return later(v, ply), line if twin == state else ()
        v, line = evaluated(state, player, depth, ply)
        known[key] = state, (later(v, -ply), line)  # as seen from the state itself
        return v, line

    def evaluated(state: S, player: Player, depth: int, ply: int) -> Found:
        nonlocal exact
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
            v, below = visit(game.play(state, move), player.other, depth - 1, -INFINITY, INFINITY, ply + 1, move)
            if -v > best:
                best, line = -v, (move, *below)
        return best, line

    def later(value: float, plies: int) -> float:
        return shifted(value, plies) if decays(game) else value

    limited = depth is not None
    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    return found(root, best, counts, exact, depth)
