"""Tests the compiled evaluation, the numbers of patterns, and searches that judge by a network, against plain ones."""

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.games import GameError, LineGame, LineState
from engine.games.game import number_of_outcome
from engine.mind.search.leaf import UNLIMITED
from engine.mind.values import PROVEN, SCALE
from engine.nets import kernel
from engine.nets.judging import LEARNT, PLAIN, QUIET
from engine.nets.layout import Compiled
from engine.nets.net import MOST, TANH, Shape
from engine.nets.patterns import patterns
from engine.workshop.learn import judge
from engine.workshop.learn.measuring import rows
from engine.workshop.learn.tuples import chosen_tuples, images_of
from tests.engine.mind.search.test_deepening import random_state
from tests.engine.nets.test_file import small_net

BOARDS = [(5, 4, 4, True), pytest.param((7, 7, 5, False), marks=pytest.mark.long), (5, 4, 4, False)]


def word(number: int) -> Any:
    return np.uint64(number)


@pytest.mark.parametrize("board", BOARDS)
def test_the_compiled_evaluation_is_the_plain_one(board: tuple[int, int, int, bool]) -> None:
    game, rng = LineGame(*board), random.Random(1)
    compiled = kernel.build(*board)
    for sets in (2, 1):
        net = small_net(game, sets)
        arrays = Compiled(game, net).arrays()
        for _ in range(150):
            state, _ = random_state(game, rng, rng.randrange(game.max_plies - 1))
            value = compiled.evaluate(word(state.own), word(state.mask), arrays)
            assert value == net.value(game, state), (state, sets)
            total = compiled.total(word(state.own), word(state.mask), arrays)
            assert total == sum(net.sums(game, state))


@pytest.mark.parametrize("gravity", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_board_of_one_word_is_judged_alike_in_two(gravity: bool) -> None:
    game, rng = LineGame(5, 4, 4, gravity), random.Random(4)
    arrays = Compiled(game, small_net(game)).arrays()
    states = [random_state(game, rng, rng.randrange(game.max_plies - 1))[0] for _ in range(300)]
    found = []
    for words in (1, 2):
        values = np.zeros(len(states), np.int64)
        kernel.build(5, 4, 4, gravity, words).evaluate_many(rows(states, words), values, arrays)
        found.append(values.tolist())
    assert found[0] == found[1]
    assert len(set(found[0])) > 100


def test_wide_weights_are_left_to_the_textbook() -> None:
    game = LineGame(5, 4, 4, True)
    net = small_net(game)
    with pytest.raises(GameError, match="weights of one byte"):
        Compiled(game, replace(net, weights=net.weights.astype(np.int16)))


def test_the_table_of_tanh_is_the_same_on_every_machine() -> None:
    exact = [8_900 * np.tanh(np.longdouble(place) / 1_024) for place in range(len(TANH))]
    assert all(abs(value % 1 - 0.5) > 1e-9 for value in exact)
    assert list(TANH) == [round(float(value)) for value in exact]
    assert TANH[-1] < MOST - 42


@pytest.mark.parametrize(
    ("gravity", "judging"),
    [(True, QUIET), (True, LEARNT), (False, LEARNT), pytest.param(False, QUIET, marks=pytest.mark.long)],
)
def test_a_search_is_plain_minimax_over_quiet_ends(judging: str, gravity: bool) -> None:
    game, rng = LineGame(5, 4, 4, gravity), random.Random(2)
    net = small_net(game)
    searched = judge.kernels(game, judging, net)
    hand = judge.kernels(game, PLAIN).search.evaluate

    def quiet(state: LineState) -> int:
        sign, length = 1, 0
        while not game.is_quiet(state):
            forced = game.forced_moves(state)
            after = game.play(state, forced[0])
            if (end := game.outcome(after)) is not None:
                return sign * (MOST - length) if end.winner is not None else 0
            if len(forced) > 1:
                return sign * (length + 1 - MOST)
            state, sign, length = after, -sign, length + 1
        return sign * int(hand(word(state.own), word(state.mask)))

    def plain(state: LineState, depth: int) -> int:
        if (end := game.outcome(state)) is not None:
            number = number_of_outcome(game, end, state.ply, game.to_move(state))
            return (PROVEN + 10 * abs(number)) * (1 if number > 0 else -1) if number else 0
        if depth == 0:
            return quiet(state) if judging == QUIET else net.value(game, state)
        return max(-plain(game.play(state, move), depth - 1) for move in game.moves(state))

    for _ in range(12):
        state, _ = random_state(game, rng, rng.randrange(6 if gravity else 10, game.max_plies - 3))
        for depth in range(3 if gravity else 2):
            value = round(searched.leaf()(state, depth, -1.0, 1.0).result() * SCALE)
            assert value == plain(state, depth), (state, depth)


def test_two_searches_side_by_side_share_nothing_but_the_network() -> None:
    game = LineGame(5, 4, 4, True)
    leaf = judge.kernels(game, LEARNT, small_net(game)).leaf()
    alone = [leaf(game.play(game.initial(), move), 5, -1.0, 1.0).result() for move in (1, 3)]
    jobs = [leaf(game.play(game.initial(), move), 5, -1.0, 1.0) for move in (1, 3)]
    waiting = list(jobs)
    while waiting:
        waiting = [job for job in waiting if not job.run(7)]
    assert [job.value for job in jobs] == alone
    assert all(job.run(UNLIMITED) for job in jobs)


@pytest.mark.parametrize("gravity", [True, False])
def test_every_position_has_the_weights_of_the_file(gravity: bool) -> None:
    game, rng = LineGame(7, 6, 4, gravity), random.Random(1)
    tuples = tuple(chosen_tuples(game, 9, 1))
    shape = Shape(game.name, 7, 6, images_of(game), 2, tuples)
    numbers = patterns(shape, gravity)
    assert len(set(numbers.origin)) == numbers.size <= shape.size
    weights = np.random.default_rng(1).integers(-99, 100, shape.size * 2)
    packed = numbers.packed(weights, 2)
    assert np.array_equal(numbers.packed(numbers.spread(packed, shape), 2), packed)
    for _ in range(50):
        state, _ = random_state(game, rng, rng.randrange(1, 30))
        stones = {(c - 1) * 6 + r - 1: 1 + (owner is not game.to_move(state)) for (c, r), owner in game.cells(state)}
        for number, first, cells in shape.instances:
            index = first + sum(stones.get(cell, 0) * 3**place for place, cell in enumerate(cells))
            worths = numbers.worths[number]
            found = sum(stones.get(cell, 0) * worth for cell, worth in zip(cells, worths, strict=True))
            assert packed[numbers.firsts[number] + found] == weights[index]


def test_only_patterns_that_arise_have_numbers() -> None:
    column, row = tuple(range(4)), (0, 6, 12, 18)
    numbers = patterns(Shape("connect4", 7, 6, 2, 2, (column, row)), gravity=True)
    assert (numbers.firsts, numbers.size) == ([0, 31], 31 + 81)
    assert numbers.worths == [[1, 2, 4, 8], [1, 3, 9, 27]]
