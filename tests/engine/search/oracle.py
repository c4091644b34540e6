"""Computes values in a few independent lines, with a memory.

Plain minimax is tested against these values. On whole games the values replace minimax.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from hypothesis import strategies as st

from engine.games import CHANCE, Game, LineGame, Player
from engine.games.formats.leaf_text import Choice, Lottery, Node
from engine.games.leaves import LeafTree
from engine.search.deepening import deepening, run
from engine.search.parts.options import FULL, Options
from engine.search.parts.trace import Branch
from engine.search.parts.values import MoveValue

STEP = 1 / 4096


def oracle(game: Game[Any], depth: int | None = None):
    """Returns ``value(state, player, plies)``: minimax of ``plies`` plies (99: all), where wins lose a STEP a ply."""

    @cache
    def value(state: Any, player: Player, plies: int = 99 if depth is None else depth) -> float:
        outcome = game.outcome(state)
        if outcome is not None:
            return outcome.value(player)
        if game.to_move(state) is CHANCE:
            return sum(chance * value(game.play(state, lot), player, plies) for lot, chance in game.outcomes(state))
        if plies == 0:
            return game.evaluate(state, player) * (1 if game.payoffs else 0.875)
        values = [value(game.play(state, move), player, plies - 1) for move in game.moves(state)]
        best = max(values) if game.to_move(state) is player else min(values)
        if game.payoffs or game.has_chance or abs(best) < 0.875:
            return best
        return best - STEP if best > 0 else best + STEP

    return value


def states(game: Game[Any], plies: int) -> list[Any]:
    """Returns every unfinished state reached in at most ``plies`` plies."""
    layer, found = {game.initial()}, []
    for _ in range(plies + 1):
        unfinished = [state for state in layer if game.outcome(state) is None]
        found += unfinished
        layer = {game.play(state, move) for state in unfinished for move in game.moves(state)}
    return found


class Remembered(LineGame):
    """Remembers the answers of the rules for every state, for all algorithms."""

    def __init__(self, *rules: Any) -> None:
        super().__init__(*rules)
        for name in ("to_move", "moves", "play", "outcome", "evaluate", "key", "is_quiet", "forced_moves"):
            setattr(self, name, cache(getattr(self, name)))


SMALL = Remembered(4, 4, 3, True)
"""Connect Three on the 4x4 board: the whole game, small enough for plain minimax."""
small_value = oracle(SMALL)
"""Returns the value of a state of ``SMALL``: every state is searched once for all tests of a worker."""


def exact_moves(game: Game[Any], state: Any, depth: int | None = None, options: Options = FULL) -> list[MoveValue]:
    """Returns the exact value of every root move by iterative deepening, best first."""
    return list(run(deepening(game, state, depth=depth, options=options, every=True)).moves)


LEAVES = st.integers(-4, 4).map(float)
CHANCES = ((1.0,), (0.5, 0.5), (0.25, 0.75), (0.25, 0.25, 0.5), (0.125, 0.5, 0.125, 0.25))


def _choices(below: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.lists(below, min_size=1, max_size=4).map(lambda branches: Choice(tuple(branches)))


@st.composite
def _lotteries(draw: st.DrawFn, below: st.SearchStrategy[Node]) -> Lottery:
    chances = draw(st.sampled_from(CHANCES))
    return Lottery(tuple(draw(below) for _ in chances), chances)


def trees(*, chance: bool = False, depth: int = 4) -> st.SearchStrategy[LeafTree]:
    """Draws trees of at most ``depth`` plies. Probabilities are sums of powers of two, so every mean is exact."""
    node: st.SearchStrategy[Node] = LEAVES
    for _ in range(depth):
        below = node
        node = st.one_of(LEAVES, _choices(below), _choices(below))
        if chance:
            node = st.one_of(node, _lotteries(_choices(below)), _lotteries(LEAVES))
    return _choices(node).map(LeafTree)


def drive(steps: Any) -> tuple[list[Any], Any]:
    """Returns all values that a generator yields, and the value that it returns."""
    yielded = []
    while True:
        try:
            yielded.append(next(steps))
        except StopIteration as end:
            return yielded, end.value


def walk(branch: Branch[Any]) -> Iterator[Branch[Any]]:
    """Yields a branch of a trace and all below it."""
    yield branch
    for below in branch.branches:
        yield from walk(below)
