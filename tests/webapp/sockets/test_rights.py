"""Tests over the wire that a seat is its person's: behind the back of the absent, by old links, by repeated words."""

from typing import Any

import pytest

from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, keys_of
from tests.webapp.sockets.desk import OPEN, Pair, Person
from webapp.play.desk.port import verdict
from webapp.play.game.access import key_of, new_token
from webapp.play.game.agreements import OFFER_SECONDS
from webapp.play.game.refusals import Refusal
from webapp.play.table.creation import Wishes


class Rights(Pair):
    """Plays on with numbered events."""

    _count = 0

    def ask(self, person: Person, event: str, **fields: Any) -> str:
        """Sends an event with a new number. Returns "ok" or the code of the refusal."""
        self._count += 1
        fields = {"request_id": f"r{self._count}", **fields}
        return verdict(person.call(event, game_id=self.id, **fields))

    def do(self, person: Person, event: str, **fields: Any) -> None:
        assert self.ask(person, event, **fields) == "ok"

    def play(self, *moves: int) -> None:
        for move in moves:
            ply = self.state.ply
            self.do((self.red, self.yellow)[self.state.to_move], "move", ply=ply, move=move)

    def lend(self) -> None:
        """Closes yellow's page, and replaces yellow by an engine."""
        self.yellow.leave()
        self.desk.room.timers.advance(20.0)
        self.do(self.red, "stand_in", seat=1)

    def come_back(self) -> Person:
        self.yellow = self.desk.person()
        assert self.yellow.call("join", game_id=self.id, token=self.token)["you"]["seats"] == [1]
        self.do(self.yellow, "set_seat", seat=1, kind="human")
        return self.yellow


@pytest.mark.parametrize("swap", [False, True])
def test_what_was_taken_back_by_consent_stays_so_behind_the_back(swap: bool) -> None:
    pair = Rights(pie=True)
    pair.play(4)
    if swap:
        pair.do(pair.yellow, "swap", ply=1)
        ply = 1
    else:
        pair.play(7)
        ply = 2
    pair.do(pair.yellow, "ask", what="takeback", ply=ply)
    pair.do(pair.red, "reply", what="takeback", yes=True)
    before = pair.state
    pair.lend()
    moves = pair.state.moves
    for event, fields in (("redo", {}), ("undo", {}), ("return", {"branch": 0}), ("return", {"branch": 1})):
        assert pair.ask(pair.red, event, ply=pair.state.ply, **fields) == "not_your_seat"
    view = pair.red.call("join", game_id=pair.id)["state"]
    assert (view["can_undo"], view["can_redo"], view["branches"]) == (False, False, [])
    back = pair.come_back()
    assert pair.state.moves[: len(moves)] == moves
    assert (pair.state.swapped, pair.state.keys) == (before.swapped, before.keys)
    assert pair.ask(back, "redo", ply=pair.state.ply) == "bad_request"


def test_no_tries_against_a_stand_in_and_no_rematch_of_the_absent() -> None:
    pair = Rights()
    pair.play(4)
    pair.lend()
    for _ in range(3):
        pair.desk.room.engine.release()
        pair.desk.room.timers.advance(2.0)
        assert pair.ask(pair.red, "undo", ply=pair.state.ply) == "not_your_seat"
        for event, fields in (("set_level", {"level": 1}), ("set_seat", {"kind": "engine", "level": 1})):
            assert pair.ask(pair.red, event, seat=1, **fields) == "not_your_seat"
        if pair.state.to_move == 0:
            pair.play(pair.state.legal[0])
    pair.do(pair.red, "resign")
    assert pair.ask(pair.red, "rematch") == "not_your_seat"


def test_names_are_said_by_name_alone_and_three_times() -> None:
    pair = Rights()
    words = ["Ann", "Bea", "Cleo", "Dora", "Ella"]
    assert [pair.ask(pair.red, "name", name=word) for word in words] == ["ok"] * 3 + ["bad_name"] * 2
    for word in words:
        assert pair.ask(pair.red, "set_seat", seat=0, kind="human", name=word) == "bad_request"
        pair.do(pair.red, "set_seat", seat=0, kind="human")
    assert pair.state.seats[0].name == "Cleo"
    for seats in ([{"kind": "human"}, {"kind": "engine", "level": 3, "name": "Sophie"}], [{**OPEN[1], "name": "Bea"}]):
        made = pair.desk.person().call("new_game", game="connect4", seats=[*seats, OPEN[0]][:2])
        assert made["error"]["code"] == "bad_request"


@pytest.mark.parametrize("what", ["draw", "takeback"])
def test_a_question_is_asked_once_and_stays_open(what: str) -> None:
    pair = Rights()
    pair.play(4, 4)
    answers = []
    for _ in range(4):
        answers.append(pair.ask(pair.red, "ask", what=what, ply=2))
        pair.ask(pair.yellow, "reply", what=what, yes=False)
        pair.ask(pair.red, "set_seat", seat=0, kind="human")
        pair.ask(pair.red, "hand_over", seat=0, code=new_token())
    assert answers == ["ok"] + ["asked_already"] * 3
    pair.do(pair.yellow, "ask", what=what, ply=2)
    for event, fields in (("set_seat", {"seat": 0, "kind": "human"}), ("name", {"name": "Ann"})):
        pair.do(pair.red, event, **fields)
    pair.do(pair.red, "reply", what=what, yes=True)


def test_a_number_of_another_s_request_tells_nothing() -> None:
    pair = Rights()
    pair.do(pair.red, "move", ply=0, move=4, request_id="mine")
    again = {"ply": 0, "move": 4, "request_id": "mine"}
    assert pair.ask(pair.red, "move", **again) == "ok"
    assert pair.ask(pair.watcher, "move", **again) == "not_your_seat"
    assert pair.ask(pair.yellow, "move", **again) == "bad_request"
    assert pair.ask(pair.red, "resign", request_id="mine") == "bad_request"
    assert pair.state.outcome is None


@pytest.mark.parametrize(("seconds", "granted"), [(0, True), (OFFER_SECONDS - 1, True), (OFFER_SECONDS, False)])
def test_an_offer_of_a_seat_ends_by_the_time_of_its_event(seconds: float, granted: bool) -> None:
    now = [1e9]
    room = Room(today=lambda: now[0])
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN)))
    room.tables.perform(opened.game_id, c.HandOver(1, "code"), keys_of(opened), "h")
    now[0] += seconds
    room.tables.evict(lambda _: True)  # a restart
    if granted:
        room.tables.perform(opened.game_id, c.TakeSeat("code", "phone"), (), "t")
    else:
        with pytest.raises(Refusal, match="has been used or has ended"):
            room.tables.perform(opened.game_id, c.TakeSeat("code", "phone"), (), "t")


def test_one_player_s_offers_leave_the_other_every_right() -> None:
    room, friend = Room(longest_game=50), new_token()
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), free=[1]))
    red, yellow = keys_of(opened), (key_of(friend),)
    room.tables.perform(opened.game_id, c.Sit(friend), (), "sit")
    room.tables.perform(opened.game_id, c.Move(0, 4), red, "m")
    room.tables.perform(opened.game_id, c.StandIn(1, 99.0, 15.0), red, "s")
    for number in range(10):
        room.tables.perform(opened.game_id, c.HandOver(0, f"code {number}"), red, f"h{number}")
    with pytest.raises(Refusal, match="changed too often"):
        room.tables.perform(opened.game_id, c.HandOver(0, "one more"), red, "h")
    room.tables.perform(opened.game_id, c.SetSeat(1, "human"), yellow, "back")
    for number, act in enumerate((c.Name("Ann"), c.HandOver(1, "phone"), c.Ask("draw"), c.Move(1, 4), c.Resign())):
        room.tables.perform(opened.game_id, act, yellow, f"y{number}")
    assert room.tables.rematch(opened.game_id, red, "again").asked == "rematch"
    assert room.tables.rematch(opened.game_id, yellow, "yes").game_id
