"""Tests the facts of the lesson on more than two players: each is counted here again."""

from typing import Any

from engine.lab import lessons
from engine.lab.lessons import more_players
from tests.engine.search.test_maxn import all_against_one, each_for_itself, written

TREE: Any = [
    [[(7, 8, 3), (8, 2, 0)], [(7, 1, 6), (3, 7, 3)]],
    [[(9, 8, 7), (0, 1, 4)], [(8, 4, 4), (1, 9, 4)]],
]


def test_trust_and_mistrust_choose_different_moves() -> None:
    assert written(TREE) == more_players.THREE
    known = lessons.lesson("more-than-two").compute()
    trusting, wary = [each_for_itself(one, 1)[0] for one in TREE], [all_against_one(one, 1, 3) for one in TREE]
    assert (known["trusting"], known["wary"]) == ("C", "B")
    assert trusting.index(max(trusting)) == 1
    assert wary.index(max(wary)) == 0
    assert [known["hoped"], known["sure"], known["risk"]] == [str(trusting[1]), str(wary[0]), str(wary[1])]
    assert tuple(known["key"].values()) == each_for_itself(TREE[0], 1)


def test_a_tie_of_the_third_player_decides() -> None:
    known = lessons.lesson("more-than-two").compute()
    first, (one, tied) = TREE
    assert tied[0][2] == tied[1][2]
    turned = [first, [one, tied[::-1]]]
    assert known["then"] == str(each_for_itself(turned, 0)[0]) != known["hoped"]
    assert (known["tied"], known["one"], known["other"]) == ("G", "<8 4 4>", "<1 9 4>")
