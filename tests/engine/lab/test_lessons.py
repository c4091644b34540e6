"""Tests the lessons: facts counted here again, figures, and questions with right and wrong answers."""

from itertools import accumulate
from typing import Any

import pytest

from engine.games import Player, find, parse
from engine.lab import lessons
from engine.lab.run import Problem, record
from engine.lab.run.making import think_ahead
from engine.lab.trees import parse as parse_tree
from engine.search.catalogue import CATALOGUE
from engine.workshop.lessons import beginnings, pruning, saving, unknowns
from engine.workshop.lessons.facts import stored
from tests.engine.lab.answers import searched
from tests.engine.search.oracle import STEP, oracle
from tests.trees import leaf_tree

ALL = lessons.all_lessons()
PLACES = 400


def facts(slug: str) -> Any:
    return lessons.lesson(slug).facts


# --- the facts, counted again ---


def leaves_seen(text: str) -> list[float | None]:
    tree = parse_tree(text)
    return [tree.places[place].value for place in searched(tree) if not tree.children[place]]


def size(game: Any, state: Any) -> tuple[int, int]:
    """Returns the nodes and the leaves of a whole game tree."""
    if game.outcome(state) is not None:
        return 1, 1
    below = [size(game, game.play(state, move)) for move in game.moves(state)]
    return 1 + sum(nodes for nodes, _ in below), sum(leaves for _, leaves in below)


def at(name: str, moves: str) -> tuple[Any, Any]:
    game = find(name)
    return game, parse(game, moves)[1]


def exact(name: str, moves: str) -> dict[int, float]:
    """Returns the value of each move for the side to move, by the tests' own minimax."""
    game, state = at(name, moves)
    value = oracle(game)
    mover = game.to_move(state)
    return {move: value(game.play(state, move), mover) for move in game.moves(state)}


def test_facts_of_the_first_lessons() -> None:
    assert facts("best-of-the-worst")["greatest"] == "12"
    game, state = at("tictactoe", "5193")
    known = facts("real-game")
    assert (known["nodes"], known["leaves"]) == size(game, state)
    values = exact("tictactoe", "5193")
    assert [move for move, value in values.items() if value > -0.9] == [known["best"]], "all other squares lose"
    answers = exact("tictactoe", f"5193{known['best']}")
    assert [move for move, value in answers.items() if value == max(answers.values())] == [known["answer"]]
    known = facts("how-many")
    sums = list(accumulate(5**ply for ply in range(1, 31)))
    assert (known["total"], known["key"]) == (sums[-1], 1 + sum(total <= 10**6 for total in sums))
    assert known["leaves"] == known["b"] ** known["d"] == 27
    assert known["years"] == pytest.approx(sums[-1] / 10**6 / (365.25 * 86400), abs=1)


def test_facts_of_the_depth() -> None:
    known, values = facts("stop-early"), exact("tictactoe", beginnings.FORK.moves)
    problem = problem_of(beginnings.FORK)
    game, state = problem.game, problem.state
    chosen = {depth: CATALOGUE["minimax"].function(game, state, depth, None).move for depth in range(1, 7)}
    assert known["chosen"] == chosen
    right = [depth for depth, move in chosen.items() if move is not None and values[move] > -0.9]
    assert known["key"] == 6
    assert right == [4, 6], "the move hops, and gets worse again"
    assert sum(value < -0.9 for value in values.values()) > len(values) / 2, "most squares lose"


def test_facts_of_cuts_and_order() -> None:
    assert leaves_seen(pruning.SHALLOW_AND_DEEP) == [5, 8, 3, 4, 6, 7]
    known = facts("what-cannot-matter")
    assert (known["node"], known["before"], known["alpha"], known["first"]) == ("C", "B", "5", "3")
    known = facts("order")
    assert (known["alphabeta"], known["all"]) == (len(leaves_seen(pruning.UNSORTED)), 27)
    assert known["best"] == known["least"] == 3**2 + 3 - 1
    assert known["best"] < known["alphabeta"] < known["worst"]
    assert facts("one-function")["nodes"] == len(
        record(Problem.of_tree(pruning.SHALLOW_AND_DEEP), "twofold", None)["visits"]["place"]
    )


def test_facts_of_tables_horizon_and_decay() -> None:
    game, state = at("nim", saving.HEAP.moves)
    known = facts("once-is-enough")
    assert (known["nodes"], known["key"]) == (size(game, state)[0], state.left + 1)
    known = facts("edge-of-sight")
    moves = saving.HORIZON.moves
    values = exact("tictactoe", moves)
    assert values[known["bad"]] < -0.9 < values[known["good"]] == max(values.values())
    game, state = at("tictactoe", f"{moves}{known['bad']}{known['key']}")
    assert game.holes(state.own ^ state.mask, state.mask).bit_count() == 2, "two threats at once"
    known, values = facts("sooner-is-better"), exact("tictactoe", saving.WINS.moves)
    assert values[known["quick"]] == 1 - (known["quick_plies"] - 1) * STEP == max(values.values())
    assert values[known["slow"]] == 1 - (known["key"] - 1) * STEP < values[known["quick"]]
    assert known["wrong"] != known["right"]


def test_facts_of_chance_and_error() -> None:
    run = record(Problem.of_tree(unknowns.LOTS), "star1", None)
    skipped = next(places for places in run["visits"]["skipped"] if places)
    assert facts("dice")["key"] == facts("dice")["count"] - len(skipped)
    known, moves = facts("other-may-err"), unknowns.DRAWS.moves
    values = exact("tictactoe", moves)
    assert known["equal"] == [move for move, value in values.items() if value == 0]
    assert all(value < -0.9 for value in values.values() if value != 0), "all others lose"
    losing = {
        move: sum(value < -0.9 for value in exact("tictactoe", f"{moves}{move}").values()) for move in known["equal"]
    }
    assert known["losing"] == losing
    assert known["key"] == max(losing, key=lambda move: losing[move] / known["replies"][move])


def test_facts_of_thinking_ahead() -> None:
    known = facts("thinking-on-your-time")
    game, before = at("tictactoe", unknowns.THINKING.moves)
    state = game.play(before, unknowns.PLAYED)
    everything = CATALOGUE["all"].function
    assert known["afresh"] == everything(game, state, None, None).counts.nodes
    first = everything(game, before, None, None)
    assert known["before"] == first.counts.nodes == 1 + known["branch"] + known["fallen"]
    kept = think_ahead(Problem.of_game("tictactoe", unknowns.LEFT.moves), None).function(game, state, None, None)
    assert known["kept"] == kept.counts.nodes == 1 + len(game.moves(state))
    assert kept.value == oracle(game)(state, Player.FIRST)
    assert known["other_kept"] < known["other_afresh"]
    numbers = stored()
    assert numbers["pondered kept"] < numbers["pondered afresh"]


# --- the figures ---


def test_the_kept_search_begins_each_time_with_the_same_table() -> None:
    problem = problem_of(unknowns.LEFT)
    search = think_ahead(problem, None).function
    counts = [search(problem.game, problem.state, None, None).counts for _ in range(2)]
    assert counts[0] == counts[1]
    assert counts[0].nodes < CATALOGUE["all"].function(problem.game, problem.state, None, None).counts.nodes
    with pytest.raises(ValueError, match="take a game with a move played"):
        think_ahead(Problem.of_game("tictactoe"), None)


def problem_of(figure: lessons.Figure) -> Problem:
    if figure.tree is not None:
        return Problem.of_tree(figure.tree)
    assert figure.game is not None
    return Problem.of_game(figure.game, figure.moves)


@pytest.mark.slow
@pytest.mark.parametrize("lesson", ALL, ids=lambda one: one.slug)
def test_every_figure_is_a_whole_run_that_can_be_drawn(lesson: lessons.Lesson) -> None:
    for figure in (lesson.figure, *([lesson.then[1]] if lesson.then else [])):
        for method in filter(None, (figure.algorithm, figure.compare)):
            run = record(problem_of(figure), method, figure.depth)
            assert run["complete"], run["limit"]
            assert len(run["places"]["parent"]) <= PLACES
            assert 0 <= figure.first_step(run) < len(run["steps"]["kind"])
    assert isinstance(figure.moves, str)


# --- the questions ---


@pytest.mark.parametrize("lesson", ALL, ids=lambda one: one.slug)
def test_the_key_passes_and_an_empty_answer_says_what_to_enter(lesson: lessons.Lesson) -> None:
    empty = lesson.check("")
    assert not empty.right
    assert empty.sentence.endswith(".")
    right = lesson.check(empty.key)
    assert right.right, right.sentence
    assert lesson.check("A=nothing").right is False
    assert lesson.check("x" * 3000).right is False


WRONG = [
    ("best-of-the-worst", "A=3 B=3 C=-3 D=3 E=5 F=9 G=-3", "E", "E"),
    ("best-of-the-worst", "A=3 B=12 C=-3 D=3 E=12 F=9 G=-3", "B", "B"),
    ("play-it-safe", "left=10 right=-2", "B", "as little as it can"),
    ("play-it-safe", "left=-3 right=1", "C", "as little as it can"),
    ("little-memory", "states=30", None, "More. The open line"),
    ("little-memory", "states=900", None, "forgotten"),
    ("one-or-all", "square=5", "after 3 5", "a draw"),
    ("one-or-all", "square=1", "after 3", "not free"),
    ("deeper-and-deeper", "leaves=20000", None, "The last iteration alone"),
    ("deeper-and-deeper", "leaves=3000", None, "5 times as many"),
    ("many-at-once", "single=9 double=9", "C", "One thread knows 3"),
    ("many-at-once", "single=7 double=7", "C", "does not know 3 yet"),
    ("put-off", "value=-0.5", "D", "the guess"),
    ("put-off", "value=4", "D", "from the leaves up"),
    ("left-out", "square=1", "after 1", "X wins by 7"),
    ("left-out", "square=2", None, "not free"),
    ("real-game", "cross=4 nought=2", "after 4", "O wins"),
    ("real-game", "cross=2 nought=4", "after 2 4", "X wins"),
    ("real-game", "cross=1 nought=4", None, "not free"),
    ("real-game", "cross=2 nought=2", "after 2", "not free"),
    ("how-many", "plies=8", None, "488,280"),
    ("how-many", "plies=10", None, "after 9 plies"),
    ("how-many", "plies=2.5", None, "whole number"),
    ("stop-early", "depth=1", "after 1", "At depth 1"),
    ("stop-early", "depth=4", "after 7", "At depth 5"),
    ("stop-early", "depth=3", "after 7", "At depth 3"),
    ("stop-early", "depth=7", None, "from 1 to 6"),
    ("what-cannot-matter", "4", "leaf 2 of F", "2"),
    ("what-cannot-matter", "3 4 6", "leaf 3 of C", "3"),
    ("order", pruning.UNSORTED, "A", "leaves"),
    ("one-function", "alpha=5 beta=inf", "C", "minus the old beta"),
    ("one-function", "alpha=-inf beta=5", "C", "minus the old alpha"),
    ("once-is-enough", "states=7", "after 2 1", "counts once"),
    ("once-is-enough", "states=5", None, "empty one"),
    ("edge-of-sight", "square=8", "after 3 8", "O wins"),
    ("edge-of-sight", "square=4", "after 3 4", "O wins"),
    ("edge-of-sight", "square=1", "after 3", "not free"),
    ("sooner-is-better", "plies=3", "after 8", "the line is 8"),
    ("dice", "lots=1", "C", "7.5"),
    ("dice", "lots=3", "C", "4 at most"),
    ("dice", "lots=9", "C", "from 0 to 3"),
    ("other-may-err", "6", "after 6", "lose"),
    ("thinking-on-your-time", "nodes=61", None, "in the table"),
    ("thinking-on-your-time", "nodes=5", "after 2", "root counts"),
    ("spot-the-bug", "(1 2)", "A", "all is well"),
    ("only-a-question", "leaves=4", "J", "first leaf of J is 19"),
    ("only-a-question", "leaves=1", "K", "a yes at J is not enough"),
    ("play-at-random", "mean=0.25", None, "is a visit, too. Divide by 5"),
    ("play-at-random", "mean=1", None, "which makes 1"),
    ("prove-it", "proof=1 disproof=1", None, "Min chooses here"),
    ("prove-it", "proof=6 disproof=4", None, "Take the least of the disproof numbers 1, 2 and 1"),
    ("bet-on-a-mistake", "left=-3 right=-2", "B", "the worst for Max"),
    ("more-than-two", "first=7 second=1 third=6", "B", "the greatest number in its place"),
    ("from-the-end", "plies=5", None, "a ply, too"),
    ("from-the-end", "plies=2", None, "lasts longest"),
    ("bet-on-a-mistake", "left=3.5 right=1", "C", "mean of its leaves"),
    ("bound-is-no-value", "exact", "D", "could be less than 7"),
    ("bound-is-no-value", "lower", "D", "never more"),
]
"""Slug, answer, the node that the verdict names, and words of the reason."""


@pytest.mark.parametrize(("slug", "answer", "node", "words"), WRONG)
def test_a_wrong_answer_is_told_why(slug: str, answer: str, node: str | None, words: str) -> None:
    verdict = lessons.check(slug, answer)
    assert not verdict.right
    assert (verdict.node, words in verdict.sentence) == (node, True), verdict.sentence


def test_every_question_has_a_wrong_answer_here() -> None:
    assert {slug for slug, *_ in WRONG} == {one.slug for one in ALL}


def test_another_answer_as_good_as_the_key_is_right() -> None:
    assert lessons.check(
        "order", "(((6 51 36) (59 33 39) (58 3 25)) ((18 9 12) (30 40 24) (44 1 22)) ((41 38 16) (11 29 28) (4 8 55)))"
    ).right
    assert lessons.check("spot-the-bug", "((1 2) (0 9))").right
    assert [square for square in range(10) if lessons.check("one-or-all", f"square={square}").right] == [4, 6, 7, 9]


@pytest.mark.parametrize("lesson", [one for one in ALL if one.exercise().fields()], ids=lambda one: one.slug)
@pytest.mark.parametrize("odd", ["inf", "-inf", "0.123", "1e308", "-7.5", "99999999999999999999"])
def test_an_odd_number_in_any_field_is_a_wrong_answer(lesson: lessons.Lesson, odd: str) -> None:
    key = dict(part.split("=") for part in lesson.exercise().key().split())
    for name in key:
        if key[name] != odd:
            assert not lesson.check(" ".join(f"{one}={value}" for one, value in {**key, name: odd}.items())).right


def test_an_unknown_lesson_is_refused_with_the_names_of_all() -> None:
    with pytest.raises(ValueError, match="there is no lesson called 'x'; there are best-of-the-worst"):
        lessons.lesson("x")


def test_trees_of_figures_are_canonical() -> None:
    for one in ALL:
        if one.figure.tree is not None:
            assert parse_tree(one.figure.tree).text() == one.figure.tree
    assert leaf_tree(unknowns.LOTS).has_chance
