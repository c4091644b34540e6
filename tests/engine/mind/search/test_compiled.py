"""Tests the compiled searches, with gravity, without, and of two words, against plain minimax over their evaluation."""

import functools
import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.games import LineGame, LineState
from engine.games.game import number_of_outcome
from engine.mind.search import gravity_kernel, placement_kernel
from engine.mind.search.leaf import NO_TABLE, UNLIMITED, Leaf, Words, new_table
from engine.mind.values import PROVEN_VALUE, value_of
from tests.engine.mind.minds import plain_number, random_line

SMALL = [LineGame(5, 4, 4, True), LineGame(5, 4, 4, False)]
MORE = [(7, 6, 4, True), (5, 5, 3, True), (4, 4, 3, False), (2, 8, 4, False)]
MORE += [(width, height, 4, True) for width, height in ((9, 9), (10, 10), (9, 7), (7, 9))]
OTHERS = [LineGame(8, 8, 4, True), *(pytest.param(LineGame(*board), marks=pytest.mark.long) for board in MORE)]
each = pytest.mark.parametrize("game", [*SMALL, *OTHERS], ids=repr)
pytestmark = pytest.mark.slow


def searches(game: LineGame) -> list[tuple[Any, Callable[[], Words]]]:
    """Returns the kernels of a board without a table and with one, and for each what makes a new table."""
    size = game.width, game.height, game.connect
    if game.gravity:
        kernels = [gravity_kernel.build(*size, remembers or game.words == 2) for remembers in (False, True)]
    else:
        kernels = [placement_kernel.build(*size)] * 2
    return [(kernels[0], lambda: NO_TABLE), (kernels[1], lambda: new_table(0.25, game.words))]


def positions(game: LineGame, count: int, most: int) -> list[LineState]:
    """Returns random positions after fewer than ``most`` plies."""
    rng = random.Random(repr(game))
    return [random_line(game, rng, rng.randrange(most))[1] for _ in range(count)]


def minimax(game: LineGame) -> Callable[[LineState, int], float]:
    """Returns the oracle: minimax to a depth without any pruning, over what a search of no ply says."""
    kernel = searches(game)[0][0]

    @functools.cache
    def value(state: LineState, depth: int) -> float:
        if (outcome := game.outcome(state)) is not None:
            return value_of(number_of_outcome(game, outcome, state.ply, game.to_move(state)))
        if depth == 0:
            return Leaf(kernel, NO_TABLE, state, 0, -1.0, 1.0).result()
        return max(-value(game.play(state, move), depth - 1) for move in game.moves(state))

    return value


@pytest.mark.parametrize("game", [*(pytest.param(game, marks=pytest.mark.bounds) for game in SMALL), *OTHERS], ids=repr)
def test_the_value_is_plain_minimaxs_and_the_move_is_worth_it(game: LineGame) -> None:
    plain, named = minimax(game), 0
    for state in positions(game, 15, game.max_plies - 3):
        wide = game.max_plies - state.ply if not game.gravity else 0
        for depth in range(2 if wide > 18 else 3 if wide > 12 else 4):
            for kernel, table in searches(game):  # a new table for each: a deeper search would answer better
                job = Leaf(kernel, table(), state, depth, -1.0, 1.0)
                assert job.result() == pytest.approx(plain(state, depth)), (state, depth)
                if depth and job.move:
                    assert -plain(game.play(state, job.move), depth - 1) == pytest.approx(job.value)
                    named += 1
    assert named > 10


@each
def test_windows_return_bounds(game: LineGame) -> None:
    rng = random.Random(4)
    for state in positions(game, 40, 12):
        alpha = round(rng.uniform(-1, 1), 4)
        beta = min(1.0, round(alpha + rng.uniform(0.01, 0.5), 4))
        kernel, table = rng.choice(searches(game))
        value, exact = (Leaf(kernel, table(), state, 4, *ends).result() for ends in ((alpha, beta), (-1.0, 1.0)))
        assert exact <= value if value <= alpha else exact >= value if value >= beta else exact == value


@each
def test_a_search_interrupted_at_every_position_ends_the_same(game: LineGame) -> None:
    for state in positions(game, 6, 10):
        for kernel, table in searches(game):
            whole, pieces = (Leaf(kernel, table(), state, 4, -1.0, 1.0) for _ in range(2))
            assert whole.run(UNLIMITED)
            turns = 1
            while not pieces.run(1):
                turns += 1
            assert (pieces.value, pieces.move, pieces.nodes) == (whole.value, whole.move, whole.nodes)
            assert whole.nodes <= turns <= whole.nodes + 1


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_deeper_and_deeper_over_one_table_is_plain_minimax_or_a_proof(game: LineGame) -> None:
    (plain, _), (kernel, table) = searches(game)
    proofs = 0
    for state in (state for state in positions(game, 100, 13) if state.ply >= 4):
        kept = table()
        for depth in range(1, 6):
            value = Leaf(kernel, kept, state, depth, -1.0, 1.0).result()
            alone = Leaf(plain, NO_TABLE, state, depth, -1.0, 1.0).result()
            if value != alone:  # a win seen to the end by a deeper part of the search
                assert not game.gravity
                assert abs(value) >= PROVEN_VALUE
                assert (value_of(plain_number(game, state)) - value) * value >= 0
                proofs += 1
    assert proofs < 40
