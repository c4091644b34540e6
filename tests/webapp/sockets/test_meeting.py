"""Tests over all events how people find each other: the queue, codes, tables to watch, reactions, reports of names."""

import re
import typing
from pathlib import Path
from typing import Any

import pytest

from tests.webapp.sockets.desk import OPEN, Desk, Person
from webapp.play.desk.forms import Find, React
from webapp.play.desk.port import verdict as code
from webapp.play.game.access import new_token
from webapp.play.lobby.reports import OPPONENTS
from webapp.play.lobby.waiting import ANY, CLOCKS

ROOT = Path(__file__).parents[3]

ALONE = [{"kind": "human"}, {"kind": "engine", "level": 5}]


class Pair:
    """Holds two strangers who have found each other, and a watcher."""

    def __init__(
        self, desk: Desk | None = None, *, shown: bool = True, name: str = "Anna", address: str = "192.0.2.2"
    ) -> None:
        self.desk = desk or Desk()
        one, other = self.desk.person(REMOTE_ADDR="192.0.2.1"), self.desk.person(REMOTE_ADDR=address)
        self.tokens = (new_token(), new_token())
        wishes = {"game": "connect4", "clock": "5+3", "shown": shown}
        waits = one.call("find", token=self.tokens[0], name=name, **wishes)
        assert waits == {"ok": True, "found": None, "others": 0}
        found = other.call("find", token=self.tokens[1], name="Ben", **wishes)["found"]
        told = next(news for sid, news in self.desk.room.publisher.news if sid == one.sid)
        assert told == {"game_id": found["game_id"], "seat": 1 - found["seat"]}
        self.id = found["game_id"]
        people = [one, other] if told["seat"] == 0 else [other, one]
        tokens = self.tokens if told["seat"] == 0 else self.tokens[::-1]
        for seat, (person, token) in enumerate(zip(people, tokens, strict=True)):
            assert person.call("join", game_id=self.id, tokens=[token])["you"]["seats"] == [seat]
        self.red, self.yellow = people
        self.one, self.seat_of_one = one, told["seat"]

    def watcher(self, address: str = "198.51.100.1") -> Person:
        watcher = self.desk.person(REMOTE_ADDR=address)
        watcher.call("join", game_id=self.id)
        return watcher


def test_the_page_offers_the_clocks_and_reactions_that_the_server_knows() -> None:
    page = (ROOT / "static" / "js" / "model" / "meeting.js").read_text()
    choices = {name: re.findall(r'^  \["([^"]+)"', part, re.MULTILINE) for name, part in _lists(page)}
    forms = {name: typing.get_type_hints(form) for name, form in (("clocks", Find), ("reactions", React))}
    assert set(choices["clocks"]) == set(typing.get_args(forms["clocks"]["clock"])) == {ANY, *CLOCKS}
    assert set(choices["reactions"]) == set(typing.get_args(forms["reactions"]["reaction"]))
    assert len(choices["reactions"]) == 4


def _lists(page: str) -> list[tuple[str, str]]:
    """Returns the names of the page's lists of choices, each with the lines."""
    return re.findall(r"^export const (\w+) = \(\) => \[\n(.*?)^\];", page, re.MULTILINE | re.DOTALL)


def test_a_closed_page_another_table_or_a_word_ends_the_search() -> None:
    desk = Desk()
    for leave in (
        lambda person: person.leave(),
        lambda person: person.call("stop_finding"),
        lambda person: person.call("new_game", game="connect4", seats=ALONE),
    ):
        person = desk.person()
        assert person.call("find", game="connect4", token=new_token())["found"] is None
        leave(person)
        assert desk.room.lobby.waiting.count() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"name": "Fuck"},
        {"name": "Red"},
        {"name": "x" * 30},
        {"clock": "1+0"},
        {"clock": {"seconds": 1}},
        {"token": "short"},
        {"shown": 1},
        {"engine": True},
    ],
)
def test_a_wrong_search_is_refused_at_once_and_nobody_waits(wrong: dict[str, Any]) -> None:
    desk = Desk()
    answer = desk.person().call("find", **{"game": "connect4", "token": new_token(), "name": "Anna", **wrong})
    assert code(answer) in ("bad_request", "bad_name")
    assert answer["error"]["message"].endswith((".", "'", "`", "]"))
    assert desk.room.lobby.waiting.count() == 0


def test_before_a_restart_nobody_is_brought_together() -> None:
    desk = Desk()
    desk.namespace.gate.refuse_new_games()
    assert code(desk.person().call("find", game="connect4", token=new_token())) == "restarting"


def test_a_code_is_for_players_with_a_free_seat_and_leads_a_friend_there() -> None:
    desk = Desk()
    host, friend = desk.person(), desk.person()
    game = host.call("new_game", game="connect4", seats=OPEN)["game_id"]
    assert code(friend.call("make_code", game_id=game)) == "not_your_seat"
    room = host.call("make_code", game_id=game)["code"]
    assert friend.call("use_code", code=room.lower()) == {"ok": True, "game_id": game}
    friend.call("join", game_id=game)
    assert friend.call("sit", game_id=game, token=new_token(), request_id="s")["ok"]
    assert code(host.call("make_code", game_id=game)) == "no_seat"


def test_guesses_of_codes_are_bounded_for_each_address() -> None:
    desk = Desk()
    host = desk.person(REMOTE_ADDR="192.0.2.1")
    right = host.call("make_code", game_id=host.call("new_game", game="connect4", seats=OPEN)["game_id"])["code"]
    wrong = "BBBBB" if right != "BBBBB" else "CCCCC"
    foes = [desk.person(REMOTE_ADDR="203.0.113.9") for _ in range(3)]
    verdicts = [code(foes[number % 3].call("use_code", code=wrong)) for number in range(40)]
    assert verdicts == ["no_such_code"] * 30 + ["rate_limited"] * 10
    assert code(foes[0].call("use_code", code=right)) == "rate_limited"
    for _ in range(50):  # right codes cost nothing
        assert code(desk.person(REMOTE_ADDR="192.0.2.7").call("use_code", code=right)) == "ok"


def test_a_reaction_of_four_is_shown_to_all_and_nothing_else_is() -> None:
    pair = Pair()
    watcher = pair.watcher()
    for reaction in ("hello", "well_played", "oops", "thanks"):
        assert pair.red.call("react", game_id=pair.id, reaction=reaction)["ok"]
    told = pair.desk.room.publisher.reactions
    assert told[0] == {"game_id": pair.id, "seat": 0, "reaction": "hello"}
    assert len(told) == 4
    assert code(pair.red.call("react", game_id=pair.id, reaction="hello")) == "rate_limited"
    assert pair.yellow.call("react", game_id=pair.id, reaction="hello")["ok"]
    assert code(watcher.call("react", game_id=pair.id, reaction="hello")) == "not_your_seat"
    for wrong in ("you play badly", "", None, 3, ["hello"]):
        assert code(pair.yellow.call("react", game_id=pair.id, reaction=wrong)) == "bad_request"
    assert len(told) == 5


def test_alone_there_is_nobody_to_react_to() -> None:
    person = Desk().person()
    game = person.call("new_game", game="connect4", seats=ALONE)["game_id"]
    assert code(person.call("react", game_id=game, reaction="hello")) == "bad_request"


def test_a_reported_name_goes_from_its_game_and_stays_everybody_s() -> None:
    desk = Desk()
    pair, other = Pair(desk, name="Rudolf"), Pair(desk, name="rudolf")
    seat = pair.seat_of_one
    assert code(pair.one.call("report", game_id=pair.id, seat=seat)) == "bad_request"  # the own name
    assert code(desk.person().call("report", game_id=pair.id, seat=seat)) == "bad_request"  # not at the table
    for _ in range(3):  # one address counts once
        assert pair.watcher("203.0.113.1").call("report", game_id=pair.id, seat=seat) == {"ok": True, "name": "Rudolf"}
    assert pair.watcher("203.0.113.2").call("report", game_id=pair.id, seat=seat)["ok"]
    assert desk.game(pair.id).seats[seat].name == "Rudolf"
    assert pair.watcher("203.0.113.3").call("report", game_id=pair.id, seat=seat)["ok"]
    assert desk.game(pair.id).seats[seat].name is None
    assert code(pair.one.call("name", game_id=pair.id, name="R u d o l f")) == "bad_name"
    assert desk.game(other.id).seats[other.seat_of_one].name == "rudolf"
    seats = [{"kind": "human", "name": "Rudolf"}, {"kind": "human"}]
    assert code(desk.person().call("new_game", game="connect4", seats=seats)) == "ok"
    assert desk.game(pair.id).seats[1 - seat].name == "Ben"


def test_a_name_that_opponents_report_in_several_games_goes_everywhere() -> None:
    desk = Desk()
    pairs, other = (
        [Pair(desk, name="Rude One", address=f"203.0.113.{n}") for n in range(OPPONENTS)],
        Pair(desk, name="rude one"),
    )
    for pair in pairs:
        for ply, person in enumerate((pair.red, pair.yellow)):
            person.call("move", game_id=pair.id, ply=ply, move=4, request_id=f"m{ply}")
        opponent = pair.yellow if pair.seat_of_one == 0 else pair.red
        assert desk.game(other.id).seats[other.seat_of_one].name == "rude one"
        assert opponent.call("report", game_id=pair.id, seat=pair.seat_of_one)["ok"]
        assert desk.game(pair.id).seats[pair.seat_of_one].name is None
    assert desk.game(other.id).seats[other.seat_of_one].name is None
    assert code(desk.person().call("find", game="connect4", token=new_token(), name="Rude One")) == "bad_name"
    assert code(other.one.call("name", game_id=other.id, name="Rude One")) == "bad_name"


def test_an_old_game_with_a_hidden_name_is_shown_without() -> None:
    desk = Desk()
    pair = Pair(desk, name="Rude One")
    for number in range(OPPONENTS):
        desk.room.lobby.reports.note("Rude One", f"address {number}", f"game {number}", 0, played=True)
    assert pair.watcher().call("join", game_id=pair.id)["state"]["seats"][pair.seat_of_one] == {"kind": "human"}


def test_reports_of_one_address_are_bounded() -> None:
    pair = Pair()
    watcher = pair.watcher()
    seat = pair.seat_of_one
    verdicts = [code(watcher.call("report", game_id=pair.id, seat=seat)) for _ in range(25)]
    assert verdicts == ["ok"] * 20 + ["rate_limited"] * 5
