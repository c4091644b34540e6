"""Tests the facts of the lessons on null windows and on bounds in a table: each is counted here again."""

from typing import Any

from engine.games.formats.leaf_text import Choice
from engine.lab import lessons
from engine.lab.lessons import bounds
from engine.lab.run import Problem, record
from engine.lab.trees import parse
from tests.engine.search.test_null_windows import driver, scout


def facts(slug: str) -> Any:
    return lessons.lesson(slug).compute()


def branches(text: str) -> list[Any]:
    root = parse(text).root
    assert isinstance(root, Choice)
    return list(root.branches)


def worth(node: Any, maximise: bool) -> float:
    if not isinstance(node, Choice):
        return float(node)
    below = [worth(one, not maximise) for one in node.branches]
    return max(below) if maximise else min(below)


def test_one_late_move_is_better_and_is_searched_again() -> None:
    known, values = facts("only-a-question"), [worth(one, False) for one in branches(bounds.ASKING)]
    assert [value > values[0] for value in values] == [False, False, False, True]
    assert (known["first"], known["least"], known["rest"], known["again"]) == ("B", "15", "C, D and E", "E")
    seen: list[Any] = []
    scout(parse(bounds.ASKING).root, float("-inf"), float("inf"), 1, seen)
    assert known["pvs"] == len(seen)
    assert known["pvs"] > known["alphabeta"]


def test_with_the_best_move_first_the_questions_pay() -> None:
    given, first = branches(bounds.ASKING), branches(bounds.BEST_FIRST)
    assert first == [given[3], *given[:3]]
    known, seen = facts("only-a-question"), list[Any]()
    scout(parse(bounds.BEST_FIRST).root, float("-inf"), float("inf"), 1, seen)
    assert len(seen) == known["pvs_sorted"] < known["alphabeta_sorted"]
    run = record(Problem.of_tree(bounds.BEST_FIRST), "alphabeta")
    assert known["alphabeta_sorted"] == run["counts"]["nodes"]


def test_the_bounds_of_all_passes_meet_at_the_value() -> None:
    known = facts("only-a-question")
    assert driver(parse(bounds.ASKING).root)[0] == 18
    assert (known["passes"], known["bounds"]) == (3, "15, 18 and 18")
    assert known["mtdf"] < known["symmetry"]


def test_a_table_without_flags_goes_wrong() -> None:
    known = facts("bound-is-no-value")
    values = [worth(one, False) for one in branches(bounds.MET_TWICE)]
    assert values == [4, 8, 7]
    assert (known["right"], known["right_move"]) == ("8", "C")
    # the bound 6 in the place of the value 9 makes C worth 6, so D looks best
    assert (known["wrong"], known["wrong_move"]) == (str(max(4, min(6, 8), 7)), "D")
    assert (known["node"], known["twin"], known["seen"], known["whole"]) == ("E", "F", "6", "9")
    run = record(Problem.of_tree(bounds.MET_TWICE), "table")
    assert run["visits"]["note"].count("table") == 0, "the bound is no answer"
