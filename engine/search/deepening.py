"""Searches by iterative deepening: an answer at any time, and a better answer after each ply (Slate, Atkin 1977).

``deepening`` is a generator. It yields None every few dozen nodes, so that a program can pause it, and a Result after
every finished iteration. Its return value is the best answer. Games with chance use the same interface.
"""

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.games import Game, S
from engine.search.parts.options import FULL, Options
from engine.search.parts.table import Table
from engine.search.parts.trace import Trace
from engine.search.parts.values import (
    INFINITY,
    SOLVED,
    UNLIMITED,
    Counts,
    MoveValue,
    Result,
    decays,
    estimate,
    plies_to_end,
    root_player,
)
from engine.search.selective import Search

R = TypeVar("R")


def deepening(
    game: Game[S],
    state: S,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    options: Options = FULL,
    table: Table | None = None,
    every: bool = False,
    trace: Trace[S] | None = None,
) -> Generator[Result | None, None, Result]:
    """Searches ``state`` one ply deeper at a time, to ``depth`` plies (None: until the value is proven).

    ``nodes`` is a budget, checked every 64 nodes, never before the first iteration is complete. ``table`` holds entries
    of earlier searches of the game, used and extended. With ``every`` all root moves get an exact value, not only the
    best move, at a higher cost. ``trace`` records the tree of the last iteration.

    Yields None after a slice, and after an iteration a Result whose ``moves`` hold all root moves, best first. Raises
    GameError if the game is over, lots are to be drawn, or the depth is below zero.
    """
    player = root_player(game, state, depth)
    search = Search(game, options, table, trace)
    order = list(search.candidates(state, player, 1, 0, None))
    value = estimate(game, state, player)
    result = Result(value, order[0], (order[0],), player, False, 0, search.counts)

    def spent() -> bool:
        return nodes is not None and search.counts.nodes >= nodes

    for horizon in range(1, (game.max_plies if depth is None else depth) + 1):
        found: list[MoveValue] = []
        for _ in search.root(state, horizon, order, found, every=every):
            yield None
            if horizon > 1 and spent():
                return _partial(game, replace(result, counts=replace(search.counts)), found)
        result = iteration_result(game, state, search.counts, found, horizon)
        yield result
        if (result.exact and not every) or all(known.proven for known in result.moves) or spent():
            break
        order = [known.move for known in result.moves]
    return result


def run(steps: Generator[object, None, R]) -> R:
    """Runs a search to the end and returns what the search returns."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: R = end.value
            return result


def search_to(
    game: Game[S],
    state: S,
    depth: int | None = None,
    *,
    options: Options = Options(),  # noqa: B008 - immutable
    table: Table | None = None,
    every: bool = False,
    ties: bool = False,
    trace: Trace[S] | None = None,
) -> Result:
    """Searches once to a depth (None: to the end), without iterations, by default as plain alpha-beta. With
    ``ties`` the moves as good as the best get an exact value too. The other arguments and the errors are those of
    :func:`deepening`."""
    player = root_player(game, state, depth)
    search = Search(game, options, table, trace)
    if depth == 0:
        value, line = run(search.value(state, player, 0, -INFINITY, INFINITY, 0))
        return Result(value + 0.0, line[0] if line else None, line, player, False, 0, search.counts)
    horizon = UNLIMITED if depth is None else depth
    found: list[MoveValue] = []
    for _ in search.root(
        state, horizon, search.candidates(state, player, horizon, 0, None), found, every=every, ties=ties
    ):
        pass
    return iteration_result(game, state, search.counts, found, horizon)


def iteration_result(game: Game[S], state: S, counts: Counts, found: Sequence[MoveValue], depth: int) -> Result:
    """Returns the result of an iteration of ``depth`` plies: moves by value, of equal values the earlier first. An
    exact value thus precedes an equal bound: a move gets a bound only after a move at least as good. The value is exact
    if each move is proven and none is missing. It is also exact if the best move wins so quickly, within ``depth``
    plies, that no quicker win is possible. The ``counts`` are copied."""
    moves = tuple(sorted(found, key=lambda known: known.value, reverse=True))
    best = moves[0]
    known = all(one.proven for one in moves) and len(moves) == len(game.moves(state))
    exact = known or _wins_within(game, best, depth)
    so_far = replace(counts)  # the search continues to count
    return Result(best.value, best.move, best.line, game.to_move(state), exact, depth, so_far, moves)


def _partial(game: Game[S], result: Result, found: Sequence[MoveValue]) -> Result:
    """Returns the answer after an unfinished iteration: new values of the finished moves, old values of the others."""
    if not found:
        return result
    new = {known.move: known for known in found}
    best = max(found, key=lambda known: known.value)
    rest = [new.get(known.move, known) for known in result.moves if known.move != best.move]
    exact = _wins_within(game, best, best.depth)
    return replace(result, value=best.value, move=best.move, pv=best.line, exact=exact, moves=(best, *rest))


def _wins_within(game: Game[S], best: MoveValue, depth: int) -> bool:
    """Tests if the best move is a proven win too quick for a search of ``depth`` plies to miss a quicker one."""
    return decays(game) and best.proven and best.value >= SOLVED and plies_to_end(best.value) <= depth
