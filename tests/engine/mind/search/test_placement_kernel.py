"""Tests the compiled search of boards without gravity against plain minimax, in pieces and with a table, and the minds
and levels that use the search."""

import random

import numpy as np
import pytest

from engine.games import LineGame, LineState, find, replay
from engine.games.game import number_of_outcome
from engine.games.openings import random_opening
from engine.mind.levels.level import ALWAYS_SEEN, LEVELS, levels
from engine.mind.plans.workbench import BUDGETS, Budgets
from engine.mind.search import placement_kernel
from engine.mind.search.available import compiles, proves
from engine.mind.search.leaf import NO_TABLE, UNLIMITED, Leaf, new_table
from engine.mind.values import PROVEN_VALUE, SCALE, value_of
from tests.engine.mind.checking import check_mind
from tests.engine.mind.conftest import plain_number
from tests.engine.mind.minds import answer_of, finish, kernels_of, mind_at, random_line
from tests.profiles import by_day

GAME = find("gomoku7")
BOARDS = [(5, 4, 4), *(pytest.param(board, marks=pytest.mark.long) for board in [(4, 4, 3), (2, 8, 4)])]
"""Each board is compiled: one does in short runs."""


def plain(game: LineGame, state: LineState, depth: int) -> int:
    """Returns the oracle's value: depth-limited minimax over the kernel's evaluation, without any pruning."""
    outcome = game.outcome(state)
    if outcome is not None:
        return round(SCALE * value_of(number_of_outcome(game, outcome, state.ply, game.to_move(state))))
    if depth == 0:
        kernel = placement_kernel.build(game.width, game.height, game.connect)
        return int(kernel.evaluate(np.uint64(state.own), np.uint64(state.mask)))
    return max(-plain(game, game.play(state, move), depth - 1) for move in game.moves(state))


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_the_value_is_plain_minimaxs_over_its_evaluation(board: tuple[int, int, int]) -> None:
    game, kernel, rng = LineGame(*board, False), placement_kernel.build(*board), random.Random(str(board))
    for _ in range(10):
        _, state = random_line(game, rng, rng.randrange(max(1, game.max_plies - 5)))
        free = game.max_plies - state.ply
        for depth in range(2 if free > 18 else 3 if free > 12 else 5):
            expected = plain(game, state, depth)
            # A new table for each: what a deeper search left there would answer better than minimax at this depth.
            for table in (NO_TABLE, new_table(0.1)):
                job = Leaf(kernel, table, state, depth, -1.0, 1.0)
                assert round(job.result() * SCALE) == expected, (state, depth)
                if depth and job.move:
                    assert -plain(game, game.play(state, job.move), depth - 1) == expected


@pytest.mark.slow
def test_it_sees_to_the_end_of_a_small_board() -> None:
    game, kernel, rng = LineGame(5, 4, 4, False), placement_kernel.build(5, 4, 4), random.Random(2)
    for _ in range(20):
        _, state = random_line(game, rng, rng.randrange(12, 16))
        value = Leaf(kernel, NO_TABLE, state, 20 - state.ply, -1.0, 1.0).result()
        assert value == value_of(plain_number(game, state))


@pytest.mark.slow
def test_windows_return_bounds() -> None:
    game, kernel, rng = LineGame(5, 4, 4, False), placement_kernel.build(5, 4, 4), random.Random(4)
    for _ in range(60):
        _, state = random_line(game, rng, rng.randrange(12))
        alpha = rng.uniform(-1, 1)
        beta = min(1.0, alpha + rng.uniform(0.01, 0.5))
        table = rng.choice((NO_TABLE, new_table(0.1)))
        value = Leaf(kernel, table, state, 4, alpha, beta).result()
        exact = Leaf(kernel, NO_TABLE, state, 4, -1.0, 1.0).result()
        if value <= round(alpha * SCALE) / SCALE:
            assert exact <= value
        elif value >= round(beta * SCALE) / SCALE:
            assert exact >= value
        else:
            assert exact == value


@pytest.mark.parametrize("megabytes", [0, 1])
def test_a_search_interrupted_at_every_position_ends_the_same(megabytes: int) -> None:
    kernel, rng = placement_kernel.build(7, 7, 5), random.Random(2)
    for _ in range(6):
        _, state = random_line(GAME, rng, rng.randrange(20))
        whole, pieces = (
            Leaf(kernel, new_table(megabytes) if megabytes else NO_TABLE, state, 4, -1.0, 1.0) for _ in range(2)
        )
        assert whole.run(UNLIMITED)
        turns = 1
        while not pieces.run(1):
            turns += 1
        assert (pieces.value, pieces.move, pieces.nodes) == (whole.value, whole.move, whole.nodes)
        assert whole.nodes <= turns <= whole.nodes + 1


@pytest.mark.slow
def test_deeper_and_deeper_over_one_table_is_plain_minimax_or_a_proof() -> None:
    game, kernel, rng = LineGame(5, 4, 4, False), placement_kernel.build(5, 4, 4), random.Random(9)
    proofs = 0
    for _ in range(40):
        _, state = random_line(game, rng, rng.randrange(4, 12))
        table = new_table(1)
        for depth in range(1, 6):
            value = Leaf(kernel, table, state, depth, -1.0, 1.0).result()
            alone = Leaf(kernel, NO_TABLE, state, depth, -1.0, 1.0).result()
            if value != alone:  # a win seen to the end by a deeper part of the search
                assert abs(value) >= PROVEN_VALUE
                assert (value_of(plain_number(game, state)) - value) * value >= 0
                proofs += 1
    assert proofs < 40


@pytest.mark.slow
def test_where_no_line_is_open_nobody_is_better() -> None:
    game, kernel, rng, closed = LineGame(5, 4, 4, False), placement_kernel.build(5, 4, 4), random.Random(1), 0
    while closed < 5:
        _, state = random_line(game, rng, 15)
        if state.ply == 15 and all(line & state.own and line & (state.own ^ state.mask) for line in game.lines):
            closed += 1
            assert kernel.evaluate(np.uint64(state.own), np.uint64(state.mask)) == 0 == plain_number(game, state)
            job = Leaf(kernel, NO_TABLE, state, 4, -1.0, 1.0)
            assert (job.result(), job.nodes) == (0, 1)


@pytest.mark.slow
@pytest.mark.bounds
@pytest.mark.only_bounds
def test_its_arrays_are_read_within_their_bounds() -> None:
    kernel, table = placement_kernel.build(5, 4, 4), new_table(0.01)
    for depth in range(6):
        assert -1.0 <= Leaf(kernel, table, LineState(0, 0), depth, -1.0, 1.0).result() <= 1.0


# --- minds and levels ---


def test_a_mind_looks_further_with_it_than_the_readable_search_could(warm: None) -> None:
    kernels = kernels_of(GAME)
    assert kernels.solver is None
    assert (compiles(GAME), proves(GAME)) == (True, False)
    mind = mind_at(GAME, [25, 18, 24], 6, 1)
    finish(mind)
    assert mind.nodes > BUDGETS.textbook
    check_mind(mind)
    mind.close()


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
def test_a_level_sees_as_far_as_its_sentence_says() -> None:
    furthest = max((stop for stop in LEVELS if (stop.horizon or 99) <= ALWAYS_SEEN), key=lambda stop: stop.number)
    for number in range(8):
        mind = mind_at(GAME, random_opening(GAME, number % 4, number), furthest.number, 1)
        finish(mind)
        assert mind.depth == ALWAYS_SEEN
        mind.close()
    for stop in levels("gomoku7"):
        assert ("often less" in stop.sentence) == ((stop.horizon or 0) > ALWAYS_SEEN)
        assert ("as far ahead as it can" in stop.sentence) == (stop.horizon is None)


@pytest.mark.slow
@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("number", by_day([3, 4, 6, 9, 10], 4))
def test_above_level_2_nobody_overlooks_a_win_or_a_block(number: int) -> None:
    budgets = Budgets(no_gravity=20_000, no_gravity_horizon=20_000)
    rng, wins, blocks = random.Random(number), 0, 0
    while wins < 5 or blocks < 5:
        line, state = threatened(rng)
        mine, theirs = GAME.holes(state.own, state.mask), GAME.holes(state.own ^ state.mask, state.mask)
        if not mine and theirs.bit_count() != 1:
            continue  # two threats cannot both be stopped
        move = answer_of(GAME, number, rng.randrange(1 << 20), line, budgets=budgets)
        assert GAME.bit(GAME.square(move)) & (mine or theirs), line
        wins, blocks = wins + bool(mine), blocks + (not mine)


def threatened(rng: random.Random) -> tuple[list[int], LineState]:
    """Returns a game with a line of five one stone short: one side fills the line, the other plays anywhere."""
    squares_of = {GAME.bit(GAME.square(move)): move for move in range(1, 50)}
    while True:
        row = rng.choice(GAME.lines)
        own = [move for bit, move in squares_of.items() if row & bit]
        rng.shuffle(own)
        other = [move for bit, move in squares_of.items() if not row & bit]
        rng.shuffle(other)
        line = [move for pair in zip(own[:4], other, strict=False) for move in pair]
        line = line if rng.random() < 0.5 else line[:7]
        state = replay(GAME, line[:-1])
        if GAME.outcome(state) is None and GAME.outcome(GAME.play(state, line[-1])) is None:
            return line, GAME.play(state, line[-1])
