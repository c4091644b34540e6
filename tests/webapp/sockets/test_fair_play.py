"""Tests fair play over all events: no event tells anybody the engine's word on a running game of two people."""

from typing import Any

import pytest

from tests.webapp.client import HUMANS as PEOPLE
from tests.webapp.sockets.desk import OPEN, Desk, Pair, Person
from webapp.play.desk.forms import ENGINES_WORD, FORMS
from webapp.play.desk.port import verdict
from webapp.play.game.access import new_token

QUESTIONS: dict[str, dict[str, Any]] = {
    "hint": {"ply": 2},
    "watch_thinking": {"on": True, "tree": True},
    "why_not": {"ply": 2, "move": 4},
    "why": {"ply": 2},
    "answers": {},
    "preview": {"game": "connect4", "moves": [4, 4], "level": 10},
    "review": {},
    "mistake": {"ply": 0},
    "beliefs": {"ply": 2},
}
AFTERWARDS = {"hint": "game_over", "why_not": "bad_request"}
"""The refusals of questions which have no answer after the end of a game."""


class Table(Pair):
    """Holds a game of two people after two moves, a watcher and a stranger."""

    def __init__(self, **wishes: Any) -> None:
        super().__init__(2, {"hint_seconds": 0.05}, **wishes)
        self.desk.room.engine.held = False
        self.people = {"red": self.red, "yellow": self.yellow, "watcher": self.watcher, "stranger": self.desk.person()}

    def ask(self, who: Person, event: str) -> str:
        """Sends a question about the game. Returns "ok" or the code of the refusal."""
        return verdict(who.call(event, game_id=self.id, **QUESTIONS[event]))

    def end(self) -> None:
        """Ends the game."""
        assert self.people["red"].call("resign", game_id=self.id, request_id="resign")["ok"]


def test_every_event_with_the_engine_s_word_is_here() -> None:
    assert QUESTIONS.keys() == ENGINES_WORD
    others = (
        "new_game join move undo redo return swap set_level set_seat resign rematch find stop_finding make_code "
        "use_code show shown_tables react report pace sit name hand_over take_seat ask reply stand_in claim aim look "
        "open_to_engines"
    )
    assert FORMS.keys() - ENGINES_WORD == set(others.split())


@pytest.mark.parametrize("event", QUESTIONS)
def test_nobody_hears_the_engine_until_the_game_ends(event: str) -> None:
    table = Table()
    for who in table.people.values():
        assert table.ask(who, event) == "no_help"
        answer = who.call(event, game_id=table.id, **QUESTIONS[event])
        assert answer["error"]["message"] == "The engine is silent until the game ends."
    assert table.people["red"].call("join", game_id=table.id)["state"]["help"] is False
    table.end()
    assert table.desk.room.publisher.games[-1]["help"] is True
    for name, who in table.people.items():
        allowed = AFTERWARDS.get(event, "ok" if event != "mistake" or name == "red" else "not_your_seat")
        expected = "not_your_seat" if event == "hint" and name in ("watcher", "stranger") else allowed
        assert table.ask(who, event) == expected


@pytest.mark.parametrize("event", sorted(QUESTIONS.keys() - {"mistake"}))
def test_with_help_for_both_the_engine_answers(event: str) -> None:
    table = Table(with_help=True)
    state = table.people["yellow"].call("join", game_id=table.id)["state"]
    assert (state["help"], state["with_help"]) == (True, True)
    if event == "why_not":
        assert table.ask(table.people["red"], "watch_thinking") == "ok"  # the analyst must think there
    assert table.ask(table.people["red"], event) == "ok"
    assert table.ask(table.people["watcher"], event) == ("not_your_seat" if event in ("hint", "why") else "ok")


def test_a_typed_position_is_everybody_s_but_the_players() -> None:
    table = Table()
    for name, who in table.people.items():
        answer = who.call("preview", game="connect4", moves=[4, 4], level=10)
        assert answer["ok"] == (name in ("watcher", "stranger")), answer
    table.end()
    assert table.people["red"].call("preview", game="connect4", moves=[4, 4], level=10)["ok"]


ENGINE = {"kind": "engine", "level": 10}
ELSEWHERE: list[tuple[str, dict[str, Any]]] = [
    ("new_game", {"game": "connect4", "seats": [PEOPLE[0], ENGINE], "moves": [4, 4]}),
    ("new_game", {"game": "connect4", "seats": PEOPLE, "moves": [4, 4], "analysis": True}),
    ("join", {}),
    ("move", {"ply": 2, "move": 4, "request_id": "m"}),
    ("set_seat", {"seat": 1, "kind": "engine", "level": 10, "request_id": "s"}),
    *((event, {**fields, "ply": 0} if event == "hint" else fields) for event, fields in QUESTIONS.items()),
]


@pytest.mark.parametrize(("event", "fields"), ELSEWHERE, ids=lambda value: value if isinstance(value, str) else "")
def test_a_player_hears_no_engine_at_another_table_either(event: str, fields: dict[str, Any]) -> None:
    table = Table()
    red = table.people["red"]
    helper = table.desk.person()
    seats = [PEOPLE[0], ENGINE] if event in ("join", "move") else PEOPLE
    other = helper.call("new_game", game="connect4", seats=seats, moves=[4, 4], analysis=event == "set_seat")
    payload = fields if event == "new_game" else {"game_id": other["game_id"], **fields}
    answer = red.call(event, **payload)
    assert answer["error"]["code"] == "no_help", answer
    assert answer["error"]["message"].startswith("You play another person; ")
    table.end()
    assert red.call(event, **payload).get("error", {}).get("code") != "no_help"


def test_who_sits_down_sees_no_more_of_another_engine_s_thoughts() -> None:
    desk = Desk()
    desk.room.engine.held = False
    host, guest = desk.person(), desk.person()
    fair = host.call("new_game", game="connect4", seats=OPEN)["game_id"]
    aside = desk.person().call("new_game", game="connect4", seats=[PEOPLE[0], ENGINE])["game_id"]
    assert guest.call("join", game_id=fair)["ok"]
    assert guest.call("watch_thinking", game_id=aside, on=True)["ok"]
    places = desk.room.publisher.places
    assert (places[guest.sid].game_id, places[guest.sid].watching) == (fair, aside)
    assert guest.call("sit", game_id=fair, token=new_token(), request_id="sit")["ok"]
    assert (places[guest.sid].game_id, places[guest.sid].watching) == (fair, None)
    assert desk.room.presence.place(guest.sid).watching is None


def test_a_review_ends_where_the_end_of_the_game_is_taken_back() -> None:
    table = Table()
    room = table.desk.room
    for ply in range(2, 9):
        who, move = (table.yellow, 5) if ply % 2 else (table.red, 3)
        assert who.call("move", game_id=table.id, ply=ply, move=move, request_id=f"n{ply}")["ok"]
    room.engine.held = True
    assert table.ask(table.people["watcher"], "review") == "ok"
    assert table.people["red"].call("undo", game_id=table.id, ply=9, request_id="u")["ok"]
    reply = {"game_id": table.id, "what": "takeback", "yes": True, "request_id": "y"}
    assert table.people["yellow"].call("reply", **reply)["ok"]
    assert table.desk.game(table.id).outcome is None
    told = len(room.publisher.reviews)
    room.engine.release()
    room.timers.advance(1.0)
    assert len(room.publisher.reviews) == told
