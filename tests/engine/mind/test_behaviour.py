"""Tests the rules kept by every level in every game."""

import random
from typing import Any

import pytest

from engine import Mind, Purpose
from engine.games import CHANCE, Game, find
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import dice
from engine.mind.plans.workbench import Budgets
from engine.mind.search.shallow import without_blunders
from tests.engine.mind.minds import answer_of, finish, kernels_of
from tests.games import each_game
from tests.profiles import by_day


def lines(game: Game[Any], rng: random.Random, count: int, plies: range) -> list[tuple[list[int], Any]]:
    """Returns unfinished random positions with a player to move, and the moves leading there."""
    found: list[tuple[list[int], Any]] = []
    while len(found) < count:
        state, moves, wanted = game.initial(), [], rng.choice(plies)
        while game.outcome(state) is None and (len(moves) < wanted or game.to_move(state) is CHANCE):
            lots = [lot for lot, _ in game.outcomes(state)] or list(game.moves(state))
            moves.append(rng.choice(lots))
            state = game.play(state, moves[-1])
        if game.outcome(state) is None:
            found.append((moves, state))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", each_game())
def test_above_level_2_nobody_overlooks_a_win_or_a_block(name: str) -> None:
    game, rng, met = find(name), random.Random(11), 0
    plies = range(game.max_plies // 3, game.max_plies * 2 // 3)
    for moves, state in lines(game, rng, 400, plies):
        legal = list(game.moves(state))
        sensible = without_blunders(game, state, legal)
        if len(sensible) == len(legal):
            continue
        met += 1
        assert answer_of(game, rng.randrange(3, 6), met, moves) in sensible, moves
        if met == 6:
            break
    assert met >= 3


@pytest.mark.parametrize("number", by_day(range(1, 10), 4))
def test_a_win_that_is_seen_is_not_delayed_and_a_loss_that_is_seen_is_put_off(number: int) -> None:
    game, rng, seen = find("connect4-5x4"), random.Random(number), {1: 0, -1: 0}
    kernels = kernels_of(game)
    stop = find_level(number)
    for moves, state in lines(game, rng, 300, range(9, 17)):
        after = {move: game.play(state, move) for move in game.moves(state)}
        scores = {move: -kernels.solver.solve(child.own, child.mask).score for move, child in after.items()}
        best = max(scores.values())
        plies = game.max_plies - 2 * (abs(best) - 1) - len(moves) if best else 99
        if plies > (stop.horizon or 0) or dice(1, moves).random() < stop.miss:
            continue
        if seen[1 if best > 0 else -1] < 5:
            seen[1 if best > 0 else -1] += 1
            assert scores[answer_of(game, number, 1, moves)] == best, moves
    assert seen[1] >= 3
    assert seen[-1] >= (3 if number > 3 else 0)


@pytest.mark.parametrize(
    ("name", "budgets"), [("nim", Budgets(textbook=700)), ("gomoku7", Budgets(no_gravity_horizon=700))]
)
def test_a_budget_ends_at_the_same_position_however_long_a_slice_is(name: str, budgets: Budgets) -> None:
    game, ends = find(name), set()
    for seconds in (0.05, 0.008, 0.0):
        mind = Mind(game, 9, 1, budgets=budgets)
        finish(mind, Purpose.CHOOSE, seconds)
        ends.add((mind.nodes, mind.answer().move))
        mind.close()
    assert {nodes for nodes, _ in ends} <= set(range(700, 704))  # a step of the readable search may be several
    assert len(ends) == 1
