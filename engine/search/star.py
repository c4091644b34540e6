"""Pruning at chance states, from what is known of every value: that it lies between the least and the greatest payoff.

Star1 narrows each lot's window by what the others can still be worth. Star2 first tries one move of each lot's state,
which bounds that lot from one side, and often that suffices (Ballard 1983; Hauk, Buro, Schaeffer 2004).
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from typing import TYPE_CHECKING, TypeVar

from engine.games import Move, Player
from engine.search.expectiminimax import Lots, lots_of
from engine.search.values import INFINITY, decided, limits

if TYPE_CHECKING:
    from engine.search.selective import Search, Steps

S = TypeVar("S", bound=Hashable)


def chance_node(search: Search[S], state: S, player: Player, depth: int, alpha: float, beta: float, ply: int) -> Steps:
    """The value of a chance state for ``player``, fail-soft in (alpha, beta); lots cost no depth."""
    lots = lots_of(search.game, state)
    if search.options.chance == "plain":
        mean = 0.0
        for lot, chance in lots:
            child = search.game.play(state, lot)
            value, _ = yield from search.value(child, player, depth, -INFINITY, INFINITY, ply, lot)
            mean += chance * value
        return mean, ()
    low, high = limits(search.game, player)
    floors, ceilings = [low] * len(lots), [high] * len(lots)
    if search.options.chance == "star2" and depth > 0:
        cut = yield from _probe(search, state, player, depth, (alpha, beta), ply, lots, floors, ceilings)
        if cut is not None:
            search.counts.cutoffs += 1
            return cut, ()
    return (yield from _star1(search, state, player, depth, (alpha, beta), ply, lots, floors, ceilings))


def _star1(
    search: Search[S],
    state: S,
    player: Player,
    depth: int,
    window: tuple[float, float],
    ply: int,
    lots: Lots,
    floors: Sequence[float],
    ceilings: Sequence[float],
) -> Steps:
    """Search the lots in turn, each in the window that the others leave; lot i is worth floors[i] to ceilings[i]."""
    alpha, beta = window
    mean = 0.0
    for i, (lot, chance) in enumerate(lots):
        least, most = _mean(lots[i + 1 :], floors[i + 1 :]), _mean(lots[i + 1 :], ceilings[i + 1 :])
        a, b = (alpha - mean - most) / chance, (beta - mean - least) / chance
        value, _ = yield from search.value(search.game.play(state, lot), player, depth, a, b, ply, lot)
        mean += chance * value
        # The value is a bound now; min and max keep rounding from moving it into the window.
        if value <= a or value >= b:
            search.counts.cutoffs += i + 1 < len(lots)
            return (min(mean + most, alpha) if value <= a else max(mean + least, beta)), ()
    return mean, ()


def _probe(
    search: Search[S],
    state: S,
    player: Player,
    depth: int,
    window: tuple[float, float],
    ply: int,
    lots: Lots,
    floors: list[float],
    ceilings: list[float],
) -> Generator[None, None, float | None]:
    """Try one move after each lot, and raise ``floors`` or lower ``ceilings`` by it; the bound that cuts, or None."""
    game, (alpha, beta) = search.game, window
    low, high = limits(game, player)
    for i, (lot, chance) in enumerate(lots):
        child = game.play(state, lot)
        outcome = game.outcome(child)
        mover = player if outcome is not None else game.to_move(child)
        if outcome is not None:
            floors[i] = ceilings[i] = decided(game, outcome, player, ply)
        elif mover is player and beta <= high:
            b = (beta - _mean(lots, floors) + chance * floors[i]) / chance
            floors[i] = yield from _one_move(search, child, player, lot, depth, (low, b), ply)
        elif mover is player.other and alpha >= low:
            a = (alpha - _mean(lots, ceilings) + chance * ceilings[i]) / chance
            ceilings[i] = yield from _one_move(search, child, player, lot, depth, (a, high), ply)
        if _mean(lots, floors) >= beta:
            return _mean(lots, floors)
        if _mean(lots, ceilings) <= alpha:
            return _mean(lots, ceilings)
    return None


def _one_move(
    search: Search[S], state: S, player: Player, lot: Move, depth: int, window: tuple[float, float], ply: int
) -> Generator[None, None, float]:
    """The value for ``player`` of the first move in ``state``, which ``lot`` led to."""
    move = search.candidates(state, search.game.to_move(state), depth, ply, None)[0]
    if search.trace is not None:
        search.trace.enter(state, player, depth, *window, lot)
    child = search.game.play(state, move)
    value, line = yield from search.value(child, player, depth - 1, *window, ply + 1, move)
    if search.trace is not None:
        search.trace.leave(player, (value, (move, *line)), "probe")
    return value


def _mean(lots: Lots, values: Sequence[float]) -> float:
    return sum(chance * value for (_, chance), value in zip(lots, values, strict=True))
