"""Tests the facts of the lessons on trees that grow a node a round: each is counted here again."""

from typing import Any

from engine.games import find, parse
from engine.lab import lessons
from engine.lab.lessons import best_first
from engine.search.catalogue import CATALOGUE
from tests.engine.search.oracle import oracle
from tests.engine.search.test_monte_carlo import seen


def facts(slug: str) -> Any:
    return lessons.lesson(slug).compute()


def exact(moves: str) -> dict[int, float]:
    game, state = find("tictactoe"), parse(find("tictactoe"), moves)[1]
    value, mover = oracle(game), game.to_move(state)
    return {move: value(game.play(state, move), mover) for move in game.moves(state)}


def test_random_games_walk_into_a_trap_that_alphabeta_sees() -> None:
    known, values = facts("play-at-random"), exact(best_first.TRAP.moves)
    assert values[known["bad"]] < -0.9 < values[known["good"]] == max(values.values()) == 0
    game, state = find("tictactoe"), parse(find("tictactoe"), best_first.TRAP.moves)[1]
    visits, means, result = seen(game, state)
    assert (known["visits"], result.move) == (visits[known["bad"],], known["bad"])
    assert float(known["mean"]) == round(means[known["bad"],], 2) > 0, "more wins than losses"
    assert known["rounds"] == visits[()]
    answers = exact(f"{best_first.TRAP.moves}{known['bad']}")
    assert known["winning"] == sum(value > 0.9 for value in answers.values()) == 1
    assert known["answers"] == len(answers)
    assert known["nodes"] == CATALOGUE["alphabeta"].function(game, state, None, None).counts.nodes
    assert seen(game, state, rounds=known["more"])[2].move == known["good"]


def test_the_mean_is_that_of_all_rounds() -> None:
    known = facts("play-at-random")
    assert (known["count"], known["sum"], known["loss"]) == (4, 2, -1)
    for answer, right in (("0.2", True), ("1/5", True), ("0.25", False), ("1", False)):
        assert lessons.check("play-at-random", f"mean={answer}").right is right
