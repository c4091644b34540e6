"""Tests the facts of the lesson on an opponent who errs: each is counted here again."""

from fractions import Fraction
from typing import Any

from engine.lab import lessons
from engine.lab.lessons import unknowns
from engine.lab.lessons.beginnings import BETS
from engine.lab.trees import parse
from tests.engine.search.test_expectimax import mixed


def branches(text: str) -> list[Any]:
    return list(parse(text).root.branches)  # type: ignore[union-attr]


def test_the_numbers_are_those_of_the_tree() -> None:
    known = lessons.lesson("bet-on-a-mistake").compute()
    half, left, right = Fraction(1, 2), *branches(BETS)
    values = [mixed(one, half, False, []) for one in (left, right)]
    assert [float(known["left_value"]), float(known["right_value"])] == values
    assert (known["safe"], known["bold"], known["then"]) == ("C", "B", "C")
    even = Fraction(1, known["every"])
    assert mixed(left, even, False, []) == mixed(right, even, False, []), "neither bet is better"
    more = even + Fraction(1, 100)
    assert mixed(left, more, False, []) > mixed(right, more, False, [])
    assert known["key"] == {"left": 3.5, "right": -0.5}


def test_the_other_numbers_stand_in_the_same_order() -> None:
    def order(text: str) -> list[int]:
        leaves = [leaf for one in branches(text) for leaf in one.branches]
        return sorted(range(len(leaves)), key=lambda at: leaves[at])

    assert order(BETS) == order(unknowns.SAME_ORDER)
    values = [mixed(one, Fraction(1, 2), False, []) for one in branches(unknowns.SAME_ORDER)]
    assert values[0] < values[1]
