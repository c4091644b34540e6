"""Tests the search of games with chance against plain expectiminimax, and the play of the highest level."""

import random
from collections.abc import Hashable
from functools import cache
from typing import Any

import pytest

from engine import Mind, Purpose
from engine.games import Game, LineGame, Player, find
from engine.games.chance import SlipperyGame, SlipState
from engine.mind.plans.workbench import Budgets
from engine.mind.search import expectiminimax as module
from engine.mind.search.expectiminimax import ChanceSearch
from engine.mind.values import LIMIT
from engine.search.chance.expectiminimax import expectiminimax
from engine.search.parts.values import SOLVED
from tests.engine.mind.checking import check_mind
from tests.engine.mind.minds import finish, mind_at
from tests.engine.search.oracle import drive, oracle

MARKS = find("slippery-tictactoe")
BOARDS = [LineGame(3, 3, 3, False), LineGame(4, 3, 3, True)]


class Textbook(SlipperyGame):
    """Guesses as the textbook's searches scale them. Without ``symmetry`` no two states are one."""

    def __init__(self, base: LineGame, *, symmetry: bool) -> None:
        super().__init__(base, 0.3)
        self.symmetry = symmetry

    def key(self, state: SlipState) -> SlipState:
        return super().key(state) if self.symmetry else state

    def evaluate(self, state: SlipState, player: Player) -> float:
        return super().evaluate(state, player) * SOLVED


def value(job: ChanceSearch[Any], state: Hashable, ply: int, depth: int) -> tuple[float, int]:
    return drive(job.search(state, ply, depth))[1]


def late(game: SlipperyGame, rng: random.Random, plies: int) -> SlipState:
    """Returns a position after ``plies`` turns, in a game not over."""
    while True:
        state = game.initial()
        for _ in range(2 * plies):
            if game.outcome(state) is None:
                state = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(state) is None:
            return state


@pytest.mark.parametrize("most", [module.MEMO_SIZE, 20])
@pytest.mark.parametrize("symmetry", [True, False])
@pytest.mark.parametrize("base", BOARDS, ids=str)
def test_memo_values_are_those_of_expectiminimax(
    base: LineGame, symmetry: bool, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "value_of", lambda number: float((number > 0) - (number < 0)))
    monkeypatch.setattr(module, "MEMO_SIZE", most)
    game, plain = Textbook(base, symmetry=symmetry), SlipperyGame(base, 0.3)
    rng, ended = random.Random(3), 0
    for turns in (base.max_plies - left for left in (7, 6, 5, 4, 3, 3, 2)):
        state, job = late(game, rng, turns), ChanceSearch(game)
        for depth in range(1, 4):
            expected = expectiminimax(plain, state, depth)
            found, sight = value(job, state, turns, depth)
            assert found == pytest.approx(expected.value, abs=1e-12)
            assert sight in (depth, LIMIT)
            assert (sight == LIMIT) <= expected.exact
            ended += sight == LIMIT
            assert len(job._memo) <= most
    assert ended > 2


@cache
def positions() -> list[tuple[tuple[int, ...], Any]]:
    """Returns all positions of slippery Tic-Tac-Toe with a player to move, up to symmetry, with the moves before."""
    found: dict[Hashable, tuple[tuple[int, ...], Any]] = {}
    waiting: list[tuple[tuple[int, ...], Any]] = [((), MARKS.initial())]
    while waiting:
        line, state = waiting.pop()
        if MARKS.outcome(state) is None and MARKS.key(state) not in found:
            found[MARKS.key(state)] = line, state
            for move in MARKS.moves(state):
                after = MARKS.play(state, move)
                waiting += [((*line, move, lot), MARKS.play(after, lot)) for lot, _ in MARKS.outcomes(after)]
    return list(found.values())


@pytest.mark.slow
def test_the_highest_level_plays_a_best_move_everywhere() -> None:
    """Checks two facts: the bonus for quick wins in a mind's values never changes the best move, and the budget of one
    move is
    enough to see every position to the end."""
    true = oracle(MARKS)
    assert len(positions()) == 627
    rng = random.Random(1)
    for line, state in [positions()[0], *rng.sample(positions(), 15)]:
        mind = mind_at(MARKS, line, 10, 1)
        finish(mind)
        choice, digest = mind.answer(), mind.digest()
        assert digest.solved, line
        assert "best on average" in choice.why
        values = {move: true(MARKS.play(state, move), MARKS.to_move(state), 99) for move in MARKS.moves(state)}
        assert values[choice.move] == pytest.approx(max(values.values()), abs=1e-12)
        assert len(digest.moves) == len(values)
        for view in digest.moves:
            assert view.depth is None
            assert view.value == pytest.approx(0.9 * values[view.move], abs=0.005)
        mind.close()


def test_pondering_to_the_end_solves_the_game_and_the_reply() -> None:
    mind = mind_at(MARKS, (5, 5, 1, 1), 10, 1)
    finish(mind, Purpose.PONDER)
    digest = mind.digest()
    assert digest.solved
    assert digest.depth == 7
    before = mind.nodes
    kept = mind.follow((5, 5, 1, 1, 9, 9))
    assert kept.proven
    finish(mind)
    assert mind.digest().solved
    assert mind.nodes - before < 300
    check_mind(mind)


@pytest.mark.slow
def test_no_iteration_is_begun_that_the_budget_would_hardly_hold() -> None:
    game, depths = find("slippery-connect4"), []
    for budget in (3_000, 6_000, 14_000):
        found = set()
        for seconds in (0.001, 0.05):
            mind = Mind(game, 10, 1, budgets=Budgets(textbook=budget))
            mind.follow((4, 4))
            finish(mind, Purpose.CHOOSE, seconds)
            found.add((mind.nodes, mind.digest().depth))
            mind.close()
        assert len(found) == 1, "positions are counted, not seconds"
        cost, depth = found.pop()
        assert cost < budget
        depths.append(depth)
    assert depths == [3, 4, 5]


@pytest.mark.parametrize("game", [MARKS, find("slippery-connect4")], ids=lambda game: game.name)
def test_a_search_interrupted_everywhere_ends_the_same(game: Game[Any]) -> None:
    found = []
    for seconds in (0.0, 1.0):
        mind = Mind(game, 5, 1)
        finish(mind, Purpose.CHOOSE, seconds)
        found.append((mind.nodes, [(view.move, view.value) for view in mind.digest().moves]))
        mind.close()
    assert found[0] == found[1]
