"""Tests the compiled search of boards without gravity against plain minimax, in pieces and with a table, and the minds
and levels that use the search."""

import random

import numpy as np
import pytest

from engine.games import LineGame, find
from engine.games.openings import random_opening
from engine.mind.levels.level import ALWAYS_SEEN, LEVELS, levels
from engine.mind.plans.workbench import BUDGETS
from engine.mind.search import placement_kernel
from engine.mind.search.available import compiles, proves
from engine.mind.search.leaf import NO_TABLE, Leaf
from tests.engine.mind.checking import check_mind
from tests.engine.mind.minds import finish, kernels_of, mind_at, plain_number, random_line

GAME = find("gomoku7")


def test_where_no_line_is_open_nobody_is_better() -> None:
    game, kernel, rng, closed = LineGame(5, 4, 4, False), placement_kernel.build(5, 4, 4), random.Random(1), 0
    while closed < 5:
        _, state = random_line(game, rng, 15)
        if state.ply == 15 and all(line & state.own and line & (state.own ^ state.mask) for line in game.lines):
            closed += 1
            assert kernel.evaluate(np.uint64(state.own), np.uint64(state.mask)) == 0 == plain_number(game, state)
            job = Leaf(kernel, NO_TABLE, state, 4, -1.0, 1.0)
            assert (job.result(), job.nodes) == (0, 1)


# --- minds and levels ---


def test_a_mind_looks_further_with_it_than_the_readable_search_could() -> None:
    kernels = kernels_of(GAME)
    assert kernels.solver is None
    assert (compiles(GAME), proves(GAME)) == (True, False)
    mind = mind_at(GAME, [25, 18, 24], 6, 1)
    finish(mind)
    assert mind.nodes > BUDGETS.textbook
    check_mind(mind)
    mind.close()


@pytest.mark.slow
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
