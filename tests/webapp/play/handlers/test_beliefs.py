"""Tests the question for the beliefs of a board's network: every column with a value and the cells behind the value."""

from engine.games import find, replay
from engine.nets.shipped import shipped
from tests.webapp.sockets.desk import Desk
from webapp.engine_process.client import levels

PEOPLE = [{"kind": "human"}, {"kind": "human"}]
MOVES = [4, 5, 4, 4, 5]


def test_every_column_has_a_belief_with_the_cells_behind_it() -> None:
    person, wide = Desk().person(), find("connect4-8x7")
    game = person.call("new_game", game=wide.name, seats=PEOPLE, moves=MOVES)["game_id"]
    told = person.call("beliefs", game_id=game, ply=len(MOVES))["beliefs"]
    assert {belief["move"] for belief in told} == set(range(1, 9))
    values = [belief["value"] for belief in told]
    assert values == sorted(values, reverse=True)
    net = shipped(wide)
    assert net is not None
    for belief in told:
        assert belief["value"] == -net.value(wide, replay(wide, [*MOVES, belief["move"]])) / 10_000
        for say in belief["says"]:
            assert all(1 <= column <= 8 and 1 <= row <= 7 for column, row in say["cells"])
    assert any(belief["says"] for belief in told)
    assert person.call("beliefs", game_id=game, ply=3)["error"]["code"] == "stale"


def test_without_a_network_there_is_nothing_to_believe() -> None:
    person = Desk().person()
    game = person.call("new_game", game="connect4", seats=PEOPLE, moves=[4])["game_id"]
    assert person.call("beliefs", game_id=game, ply=1)["beliefs"] == []
    assert {level.learnt for level in levels("connect4")} == {False}
    assert {level.learnt for level in levels("connect4-8x7")} == {True}
