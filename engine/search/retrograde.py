"""Teaches retrograde analysis: the table of an endgame, made from the end backwards (Ströhlein 1970, Thompson 1986).

Other searches begin at the root and ask what follows. Here the ends of the game come first. A state is valued when all
of its moves lead to states in the table, so each state is valued once, however many ways lead to it.
"""

from collections import deque

from engine.games import Game, Move, Player, S
from engine.search.parts.trace import Trace, Way
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

Entry = tuple[S, int]
"""A state, and the plies left to the horizon."""


def retrograde(game: Game[S], state: S, depth: int | None = None, trace: Trace[S] | None = None) -> Result:
    """Returns the value and the move of minimax, from a table of all states that can follow.

    The table needs memory for each state, and is complete only when the root is valued: nothing can be cut. No state
    may come back in one game, as in every game here. The arguments and errors are those of
    :func:`engine.search.minimax.minimax`.
    """
    root, counts = root_view(game, state, depth), Counts()
    exact = True
    step = 0 if depth is None else 1  # without a horizon a state has one entry, however many moves lead to it
    start = state, UNLIMITED if depth is None else depth
    ways, before = followers(game, start, step)
    waits = {entry: len(game.moves(entry[0])) if leads_on(game, entry) else 0 for entry in ways}
    table: dict[Entry[S], Found] = {}  # for the root's side, as seen from the state itself
    ready = deque(entry for entry in ways if not waits[entry])

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
            return outcome_value(game, outcome, root, ply), ()
        if depth == 0:
            counts.leaves += 1
            exact = False
            return estimate(game, state, root), ()
        sign = 1 if mover(game, state) is root else -1
        best, line = -INFINITY, ()  # type: tuple[float, tuple[Move, ...]]
        for move in game.moves(state):
            v, below = table[game.play(state, move), depth - step]
            v = sign * later(v, ply + 1)
            if v > best:
                best, line = v, (move, *below)
        return sign * best, line

    def later(value: float, plies: int) -> float:
        return delay(value, plies) if decays(game) else value

    visit = value if trace is None else trace.watch(value, counts)
    while ready:
        entry = ready.popleft()  # all its moves lead into the table
        way = ways[entry]
        if trace is not None:
            trace.go_to(way)
        v, line = visit(entry[0], root, entry[1], -INFINITY, INFINITY, len(way), way[-1] if way else None)
        table[entry] = later(v, -len(way)), line
        for above in before[entry]:
            waits[above] -= 1
            if not waits[above]:
                ready.append(above)
    return make_result(root, table[start], counts, exact, depth)


def leads_on(game: Game[S], entry: Entry[S]) -> bool:
    """Tests if a move can follow: the game is not over, and the horizon is not reached."""
    return entry[1] > 0 and game.outcome(entry[0]) is None


def followers(game: Game[S], start: Entry[S], step: int) -> tuple[dict[Entry[S], Way], dict[Entry[S], list[Entry[S]]]]:
    """Returns all entries that can follow, each with the first way to it, and the entries one move before each."""
    ways: dict[Entry[S], Way] = {start: ()}
    before: dict[Entry[S], list[Entry[S]]] = {start: []}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for move in game.moves(here[0]) if leads_on(game, here) else ():
            below = game.play(here[0], move), here[1] - step
            if below not in ways:
                ways[below], before[below] = (*ways[here], move), []
                waiting.append(below)
            before[below].append(here)
    return ways, before
