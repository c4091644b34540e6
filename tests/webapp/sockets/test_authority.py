"""Tests every event sent by everybody: players, a watcher, a stranger, a token handed over, a token of another game.

A forbidden event changes nothing and is refused with a code. An allowed event is carried out.
"""

import logging
from typing import Any

import pytest

from tests.webapp.client import HUMANS
from tests.webapp.sockets.desk import OPEN, Desk, Pair
from webapp.play.desk.forms import FORMS
from webapp.play.desk.port import verdict
from webapp.play.game.access import new_token


class Table(Pair):
    """Holds a game of two people at version 3 (two moves), Red to move, and everybody with an interest in the game."""

    def __init__(self) -> None:
        super().__init__(plies=2)
        stranger, red, foreign = (self.desk.person() for _ in range(3))
        # Red's first token is old: the seat was handed over to another device.
        self.used, token = new_token(), new_token()
        assert self.red.call("hand_over", game_id=self.id, seat=0, code=self.used, request_id="h")["ok"]
        red.call("join", game_id=self.id)
        assert red.call("take_seat", game_id=self.id, code=self.used, token=token, request_id="t")["ok"]
        other = foreign.call("new_game", game="connect4", seats=HUMANS)
        foreign.call("join", game_id=self.id, tokens=other["seat_tokens"])
        self.people = {"red": red, "yellow": self.yellow, "watcher": self.watcher, "stranger": stranger}
        self.people |= {"old": self.red, "foreign": foreign}

    @property
    def version(self) -> int:
        return int(self.state.version)


NOT_YOURS = "not_your_seat"
WRONG = ("bad_request", "bad_request", NOT_YOURS)
RIGHTS: dict[str, tuple[dict[str, Any], tuple[str, str, str]]] = {
    # event: its fields, and what red, yellow and all the others are answered, at red's turn with both people here
    "move": ({"ply": 2, "move": 4}, ("ok", "not_your_turn", NOT_YOURS)),
    "undo": ({"ply": 2}, ("ok", "ok", NOT_YOURS)),
    "redo": ({"ply": 2}, WRONG),
    "return": ({"ply": 2, "branch": 0}, WRONG),
    "swap": ({"ply": 2}, WRONG),
    "set_level": ({"seat": 0, "level": 3}, WRONG),
    "set_seat": ({"seat": 0, "kind": "engine", "level": 3}, ("no_help", NOT_YOURS, NOT_YOURS)),
    "resign": ({}, ("ok", "ok", NOT_YOURS)),
    "rematch": ({}, ("not_over", "not_over", NOT_YOURS)),
    "pace": ({"paused": True}, WRONG),
    "sit": ({"token": new_token()}, ("seated", "seated", "no_seat")),
    "open_to_engines": ({"on": True}, ("no_seat", "no_seat", NOT_YOURS)),
    "name": ({"name": "Anna"}, ("ok", "ok", NOT_YOURS)),
    "hand_over": ({"seat": 0, "code": new_token()}, ("ok", NOT_YOURS, NOT_YOURS)),
    "take_seat": ({"token": new_token()}, ("bad_link", "bad_link", "bad_link")),  # by the code that was used
    "ask": ({"what": "draw"}, ("ok", "ok", NOT_YOURS)),
    "reply": ({"what": "draw", "yes": True}, ("stale", "stale", "stale")),
    "stand_in": ({"seat": 1}, ("not_away", "bad_request", NOT_YOURS)),
    "claim": ({"seat": 1}, ("not_away", "bad_request", NOT_YOURS)),
}


def fields_of(table: Table, event: str) -> dict[str, Any]:
    code = {"code": table.used} if event == "take_seat" else {}
    return {"game_id": table.id, "request_id": "r", **RIGHTS[event][0], **code}


@pytest.mark.parametrize("who", ["red", "yellow", "watcher", "stranger", "old", "foreign"])
@pytest.mark.parametrize("event", RIGHTS)
def test_everybody_may_do_exactly_what_they_may(event: str, who: str) -> None:
    table = Table()
    version = table.version
    answer = table.people[who].call(event, **fields_of(table, event))
    expected = RIGHTS[event][1][{"red": 0, "yellow": 1}.get(who, 2)]
    assert verdict(answer) == expected, answer
    assert (table.version > version) == (expected == "ok")
    if expected == "ok":  # sent again, it counts once
        after = table.version
        assert table.people[who].call(event, **fields_of(table, event))["version"] == answer["version"]
        assert table.version == after


def test_the_events_that_change_nothing_are_the_only_others() -> None:
    reading = "new_game join hint watch_thinking why_not why answers review aim look preview mistake beliefs find "
    reading += "stop_finding make_code use_code show shown_tables react report"
    assert set(RIGHTS) | set(reading.split()) == set(FORMS)


@pytest.mark.parametrize("who", ["yellow", "watcher", "stranger", "old", "foreign"])
def test_only_the_side_to_move_is_seen_to_point(who: str) -> None:
    table = Table()
    assert table.people[who].call("aim", game_id=table.id, move=3)["ok"]
    assert table.desk.room.publisher.aims == []
    table.people["red"].call("aim", game_id=table.id, move=99)
    table.people["red"].call("aim", game_id=table.id, move=3)
    moves = [(payload["move"], sender) for payload, sender in table.desk.room.publisher.aims]
    assert moves == [(None, table.people["red"].sid), (3, table.people["red"].sid)]


@pytest.mark.parametrize("event", ["stand_in", "claim"])
def test_absence_is_what_the_server_has_seen(event: str) -> None:
    table = Table()
    red, yellow, watcher = (table.people[name] for name in ("red", "yellow", "watcher"))
    yellow.leave()
    red.call("look", game_id=table.id, on=True)
    if event == "claim":
        table.desk.room.timers.advance(200.0)  # at red's own turn an absence delays no move
        answer = red.call(event, game_id=table.id, seat=1, request_id="r0")
        assert answer["error"]["code"] == "your_turn"
        assert red.call("move", game_id=table.id, ply=2, move=4, request_id="m2")["ok"]
    for seconds, code in ((14.0, "not_away"), (60.0, "ok")):
        table.desk.room.timers.advance(seconds)
        assert watcher.call(event, game_id=table.id, seat=1)["error"]["code"] == "not_your_seat"
        answer = red.call(event, game_id=table.id, seat=1, request_id=f"r{seconds}")
        assert verdict(answer) == code
    state = table.desk.game(table.id)
    assert state.outcome.winner == 0 if event == "claim" else state.stand_ins[1]
    back = table.desk.person()
    joined = back.call("join", game_id=table.id, token=table.token)
    assert joined["you"]["seats"] == [1]
    if event == "stand_in":
        for other in ("red", "watcher", "stranger", "old", "foreign"):
            stolen = table.people[other].call("set_seat", game_id=table.id, seat=1, kind="human")
            assert stolen["error"]["code"] == "not_your_seat"
        assert back.call("set_seat", game_id=table.id, seat=1, kind="human")["ok"]
        assert table.desk.game(table.id).seats[1].kind == "human"


def test_a_rematch_takes_everybody_along_with_the_sides_swapped() -> None:
    table = Table()
    red, yellow = table.people["red"], table.people["yellow"]
    red.call("resign", game_id=table.id, request_id="q")
    assert red.call("rematch", game_id=table.id, request_id="a")["asked"] == "rematch"
    assert "game_id" not in red.call("rematch", game_id=table.id, request_id="b")
    after = yellow.call("reply", game_id=table.id, what="rematch", yes=True, request_id="c")["game_id"]
    assert yellow.call("reply", game_id=table.id, what="rematch", yes=True, request_id="c")["game_id"] == after
    told = table.desk.room.publisher.games[-1]["event"]
    assert told == {"kind": "rematched", "game_id": after, "version": table.version}
    assert table.desk.person().call("join", game_id=after, token=table.token)["you"]["seats"] == [0]


def test_a_new_game_s_tokens_are_for_whoever_asked_for_it() -> None:
    desk = Desk()
    mine = desk.person(REMOTE_ADDR="10.0.0.1")
    secret = new_token()
    game = {"game": "connect4", "seats": HUMANS, "request_id": "r"}
    first = mine.call("new_game", **game, secret=secret)
    mine.leave()
    again = desk.person(REMOTE_ADDR="10.0.0.9").call("new_game", **game, secret=secret)
    assert (again["game_id"], again["seat_tokens"]) == (first["game_id"], first["seat_tokens"])
    for more in ({}, {"secret": new_token()}):  # a neighbour behind the same address has read the request's number
        theirs = desk.person(REMOTE_ADDR="10.0.0.1").call("new_game", **game, **more)
        assert theirs["ok"]
        assert theirs["game_id"] != first["game_id"]
        assert not {*theirs["seat_tokens"]} & {*first["seat_tokens"]}
    other = desk.person().call("new_game", **{**game, "game": "tictactoe"}, secret=secret)
    assert other["error"]["code"] == "bad_request"


def test_without_a_secret_a_new_game_is_the_same_on_its_connection_only() -> None:
    desk = Desk()
    one, two = desk.person(REMOTE_ADDR="10.0.0.1"), desk.person(REMOTE_ADDR="10.0.0.1")
    game = {"game": "connect4", "seats": HUMANS, "request_id": "r"}
    asked = [who.call("new_game", **game)["game_id"] for who in (one, one, two, two)]
    assert asked[0] == asked[1] != asked[2] == asked[3]


def test_no_token_is_in_a_log_or_an_event(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = Table()
    sent: list[str] = [table.token, table.used, new_token()]
    for more in ({}, {"unknown": 1}):
        table.people["red"].call("new_game", game="connect4", seats=HUMANS, request_id="n", secret=sent[-1], **more)
    for name in RIGHTS:
        payload = fields_of(table, name)
        for who in table.people.values():
            who.call(name, **payload)
            who.call(name, **{**payload, "unknown": 1})
        sent += [value for key, value in payload.items() if key in ("token", "code")]
    table.people["stranger"].call("sit", game_id=table.id, token="x" * 42 + "!", request_id="r")
    told = str([table.desk.room.publisher.games, table.desk.room.publisher.rooms, table.desk.room.store.rows])
    assert not any(secret in caplog.text or secret in told for secret in sent)


def test_names_are_said_by_name_alone_and_three_times() -> None:
    pair = Pair()
    words = ["Ann", "Bea", "Cleo", "Dora", "Ella"]
    said = [verdict(pair.red.call("name", game_id=pair.id, name=word, request_id=word)) for word in words]
    assert said == ["ok"] * 3 + ["bad_name"] * 2
    seat = {"game_id": pair.id, "seat": 0, "kind": "human"}
    assert verdict(pair.red.call("set_seat", **seat, name="Dora")) == "bad_request"
    assert verdict(pair.red.call("set_seat", **seat)) == "ok"
    assert pair.state.seats[0].name == "Cleo"
    for seats in ([HUMANS[0], {"kind": "engine", "level": 3, "name": "Sophie"}], [{**OPEN[1], "name": "Bea"}, OPEN[0]]):
        assert verdict(pair.desk.person().call("new_game", game="connect4", seats=seats)) == "bad_request"
