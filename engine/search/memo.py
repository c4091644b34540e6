"""Teaches minimax with a transposition table: each state is evaluated once, on any path (Greenblatt 1967).

Nothing is pruned, so every stored value is exact and answers every later visit. Alpha-beta with a table, in
``selective.py``, visits fewer states, but stores some values as bounds only. It searches a state again when the stored
bound does not answer the new window.
"""

from collections.abc import Hashable

from engine.games import Game, Move, Outcome, Player, S
from engine.search.parts.trace import Trace
from engine.search.parts.values import (
    INFINITY,
    UNLIMITED,
    Counts,
    Found,
    Result,
    decays,
    delay,
    estimate,
    make_result,
    mover,
    outcome_value,
    root_view,
)


def memo(
    game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None, *, symmetry: bool = True
) -> Result:
    """Returns the value and the move of minimax, with each state (and each remaining depth, if limited) evaluated once.
    The line of best play ends at a state known only as a mirror image. With ``symmetry`` states with the same
    ``game.key`` count as one state. The other arguments and the errors are those of
    :func:`engine.search.minimax.minimax`."""
    root, counts = root_view(game, state, depth), Counts()
    exact = True
    known: dict[Hashable, tuple[S, Found]] = {}

    def value(
        state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> Found:
        # the window and the move are for the trace to show: nothing is pruned
        counts.nodes += 1
        counts.depth = max(counts.depth, ply)
        outcome = game.outcome(state)
        side = player if outcome is not None else mover(game, state)
        # A finished state has no side to move: the value is stored for the player.
        key = game.key(state) if symmetry else state, depth if limited else None, None if outcome is None else player
        if key in known:
            counts.table_hits += 1
            twin, (v, line) = known[key]
            v, line = later(v, ply), line if twin == state else ()
        else:
            v, line = evaluate(state, outcome, side, depth, ply)
            known[key] = state, (later(v, -ply), line)  # as seen from the state itself
        return (v, line) if side is player else (-v, line)

    def evaluate(state: S, outcome: Outcome | None, player: Player, depth: int, ply: int) -> Found:
        nonlocal exact
        if outcome is not None:
            counts.leaves += 1
            return outcome_value(game, outcome, player, ply), ()
        if depth == 0:
            counts.leaves += 1
            exact = False
            return estimate(game, state, player), ()
        best, line = -INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for move in game.moves(state):
            v, below = visit(game.play(state, move), player.other, depth - 1, -INFINITY, INFINITY, ply + 1, move)
            if -v > best:
                best, line = -v, (move, *below)
        return best, line

    def later(value: float, plies: int) -> float:
        return delay(value, plies) if decays(game) else value

    limited = depth is not None
    visit = value if trace is None else trace.watch(value, counts)
    best = visit(state, root, UNLIMITED if depth is None else depth, -INFINITY, INFINITY, 0)
    return make_result(root, best, counts, exact, depth)
