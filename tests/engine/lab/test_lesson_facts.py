"""Tests the facts of the lessons on guesses, memory and shared work: each is counted here again."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games import Player, find, parse
from engine.lab import lessons
from engine.lab.run import Problem, record
from engine.lab.trees import parse as parse_tree
from engine.search.alphabeta import alphabeta
from engine.search.parts.evaluation import line_features
from engine.workshop.lessons import effort, guesses
from engine.workshop.lessons.beginnings import COUNTED
from engine.workshop.lessons.effort import SHARED
from tests.engine.search.oracle import oracle


def facts(slug: str) -> Any:
    return lessons.lesson(slug).facts


def run_of(figure: lessons.Figure) -> dict[str, Any]:
    if figure.tree is not None:
        return record(Problem.of_tree(figure.tree), figure.algorithm, figure.depth)
    problem = Problem.of_game(str(figure.game), figure.moves, figure.weights)
    return record(problem, figure.algorithm, figure.depth)


def test_a_search_keeps_the_open_line_and_the_moves_beside_it() -> None:
    tree = parse_tree(COUNTED)
    most = widest = 0

    def search(place: int, open_line: int, kept: int) -> None:
        nonlocal most, widest
        most, widest = max(most, open_line), max(widest, kept)
        for child in tree.children[place]:
            search(child, open_line + 1, kept + len(tree.children[child]))

    search(0, 1, len(tree.children[0]))
    known = facts("little-memory")
    assert (known["open"], widest) == (most, 3 * 3)
    assert (known["key"], known["c4"]) == (5 * 30, 7 * 42)


def test_one_feature_alone_loses_where_all_together_hold() -> None:
    game, state = find("tictactoe"), parse(find("tictactoe"), guesses.WEIGHED.moves)[1]
    value, mover = oracle(game), game.to_move(state)
    exact = {move: value(game.play(state, move), mover) for move in game.moves(state)}
    known = facts("one-or-all")
    assert exact[known["bad"]] < -0.9
    assert exact[known["bad_too"]] < -0.9
    assert exact[known["good"]] == max(exact.values()) == 0
    assert run_of(guesses.WEIGHED)["result"]["move"] == str(known["bad"])
    then = lessons.lesson("one-or-all").then
    assert then is not None
    assert run_of(then[1])["result"]["move"] == str(known["good"])
    assert known["won"] + known["lost"] <= known["games"] == 7 * 7 * 2


def test_weights_are_shares_of_the_features_in_their_order() -> None:
    game = find("connect4")
    assert not isinstance(game, type(None))
    evaluation = line_features(game)  # type: ignore[arg-type]
    state = parse(game, "44533")[1]
    parts = {one.name: one.measure(state, Player.FIRST) for one in evaluation.features}
    for weights in ((4, 3, 1), (1, 0, 0), (0, 2, 6)):
        expected = sum(w * p for w, p in zip(weights, parts.values(), strict=True)) / sum(weights)
        assert evaluation.weighted(weights)(state, Player.FIRST) == pytest.approx(expected)
    for wrong in ((1, 2), (0, 0, 0), (1, -1, 1)):
        with pytest.raises(ValueError, match="give a weight of at least 0 for each of lines, threats, centre"):
            evaluation.weighted(wrong)
    with pytest.raises(ValueError, match="has no features to weigh"):
        Problem.of_game("nim", "", "1-0-0")


def test_the_right_move_puts_a_loss_off_and_costs_more() -> None:
    near, whole = run_of(guesses.PUT_OFF), run_of(lessons.Figure("minimax", tree=guesses.DELAY))
    assert (near["result"]["move"], whole["result"]["move"]) == ("2", "1")
    known = facts("put-off")
    assert (float(known["left"]), known["key"]) == (whole["result"]["value"], -6)
    assert float(known["guess"]) == near["result"]["value"] == sum((-6, 4, -6, 6)) / 4


def test_the_beam_drops_every_square_that_holds() -> None:
    game, state = find("tictactoe"), parse(find("tictactoe"), guesses.PRUNED.moves)[1]
    value, mover = oracle(game), game.to_move(state)
    exact = {move: value(game.play(state, move), mover) for move in game.moves(state)}
    holding = {str(move) for move, worth in exact.items() if worth == max(exact.values())}
    run = run_of(guesses.PRUNED)
    root = [
        run["places"]["move"][place]
        for visit, place in enumerate(run["visits"]["place"])
        if run["visits"]["parent"][visit] == 0
    ]
    assert not holding & {str(move) for move in root}
    assert len(root) == facts("left-out")["kept"]
    assert exact[facts("left-out")["bad"]] < -0.9


def test_threads_visit_what_one_thread_cuts() -> None:
    known = facts("many-at-once")
    one, two = (record(Problem.of_tree(effort.AIMA), name)["counts"] for name in ("alphabeta", "parallel"))
    assert (known["single"], known["double"], known["cuts"]) == (one["nodes"], two["nodes"], two["cuts"])
    assert two["nodes"] == len(parse_tree(effort.AIMA).places)
    assert known["key"] == {"single": one["leaves"], "double": two["leaves"]}
    game, state = find("tictactoe"), find("tictactoe").initial()
    assert known["few"] < known["many"]
    assert alphabeta(game, state, SHARED).counts.nodes <= known["many"]


def test_the_iterations_before_the_last_are_cheap() -> None:
    known = facts("deeper-and-deeper")
    assert known["key"] == sum(5**ply for ply in range(1, 6)) < known["last"] == 5**6
    assert known["direct"] < known["all"] < known["plain"]


def test_the_sum_of_outcomes_is_that_of_all_games() -> None:
    game = find("tictactoe")

    def total(moves: list[int]) -> int:
        state = parse(game, " ".join(map(str, moves)))[1]
        if game.outcome(state) is not None:
            worth = game.outcome(state).value(Player.SECOND)  # type: ignore[union-attr]
            return (worth > 0) - (worth < 0)
        return sum(total([*moves, move]) for move in game.moves(state))

    known = facts("other-may-err")
    sums = {move: total([2, 1, 4, move]) for move in known["equal"]}
    assert known["sums"] == "{}, {} and {}".format(*sums.values())
    assert known["summed"] == max(sums, key=lambda move: sums[move])
