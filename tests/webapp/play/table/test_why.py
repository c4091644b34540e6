"""Tests who may ask why a position is as it is, about which position, and for whom."""

import pytest

from engine import Explanation
from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, begun, engine
from tests.webapp.sockets.desk import Desk
from webapp.play.game.refusals import Refusal
from webapp.play.table.creation import Wishes
from webapp.play.table.questions import ask_why
from webapp.play.table.table import Table

SEATS = [{"kind": "human"}, {"kind": "engine", "level": 5}]


def code(room: Room, table: Table, ply: int, tokens: tuple[str, ...] = ()) -> str:
    """Returns the code of the refusal, or "ok" for an answer."""
    found: list[Explanation] = []
    try:
        ask_why(table, room.engine, ply, None, None, tokens, found.append)
    except Refusal as no:
        return no.code
    assert len(found) == 1
    return "ok"


def test_in_a_game_under_way_reasons_are_for_who_may_ask_for_a_hint() -> None:
    room, table, tokens = begun(HUMAN, engine(), moves="44", held=True)
    assert [code(room, table, ply, tokens) for ply in (2, 1, 3)] == ["ok", "stale", "stale"]
    assert code(room, table, 2) == "not_your_seat"
    table.perform(c.Move(2, 4), tokens, "r")
    assert code(room, table, 3, tokens) == "not_your_turn"
    assert [moves for moves, *_ in room.engine.whys] == [(4, 4)]


def test_after_the_end_and_in_an_analysis_anybody_may_ask_about_any_position_but_a_finished_one() -> None:
    room, table, tokens = begun(HUMAN, HUMAN, moves="414141")
    table.perform(c.Move(6, 4), tokens, "r")
    assert table.state.outcome
    assert [code(room, table, ply) for ply in (0, 5, 6, 7, 8)] == ["ok", "ok", "ok", "game_over", "stale"]
    sides = [(len(moves), side) for moves, side, *_ in room.engine.whys]
    assert sides == [(0, 0), (5, 1), (6, 0)]  # without a side: the side to move
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "4453", analysis=True))
    room.engine.whys.clear()
    assert [code(room, room.tables.open(opened.game_id), ply) for ply in (0, 4, 5)] == ["ok", "ok", "stale"]


def test_the_answer_is_for_the_asker_and_shows_the_best_line_without_a_proof() -> None:
    desk = Desk(hint_seconds=0.0)
    person = desk.person(REMOTE_ADDR="10.0.0.1")
    game = person.call("new_game", game="connect4", seats=SEATS, moves="44")["game_id"]
    told = person.call("why", game_id=game, ply=2, side=1, first=3)
    assert desk.room.engine.whys == [((4, 4), 1, 3, "10.0.0.1")]
    assert (told["ok"], told["certificate"], told["steps"], told["reason"]["text"]) == (
        True,
        None,
        [],
        "This needs counting.",
    )
    assert told["play"] == [4]  # the line of the mind that stands at this position
    assert person.call("why", game_id="a" * 12, ply=0)["error"]["code"] == "no_such_game"


def test_a_position_without_an_answer_in_time_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    person = desk.person()
    game = person.call("new_game", game="connect4", seats=SEATS)["game_id"]
    monkeypatch.setattr(desk.room.engine, "why", lambda *_, **_how: None)
    assert person.call("why", game_id=game, ply=0)["error"]["code"] == "not_ready"
