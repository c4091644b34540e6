"""Tests the numbers of patterns against the indexes in the file of a network."""

import random

import numpy as np
import pytest

from engine.games import LineGame
from engine.nets.net import Shape
from engine.nets.patterns import patterns
from engine.nets.tuples import chosen_tuples, images_of
from tests.engine.mind.search.test_deepening import random_state


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
    assert numbers.firsts == [0, 31]
    assert numbers.size == 31 + 81
    assert numbers.worths == [[1, 2, 4, 8], [1, 3, 9, 27]]
