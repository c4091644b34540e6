"""Who is here: counts, absence after a while, and at most one message a second."""

from __future__ import annotations

from typing import Any

from tests.webapp.room import HUMAN, Room, engine
from webapp.play.game import commands as c
from webapp.play.game.access import key_of


class Guests:
    """Two people at a table, each with a page."""

    def __init__(self) -> None:
        self.room = Room(held=True)
        self.opened, self.table, self.tokens = self.room.begin(HUMAN, HUMAN)
        self.id = self.opened.game_id
        for sid, token in zip("ab", self.tokens, strict=True):
            self.enter(sid, token)
        self.room.timers.advance(2)

    def enter(self, sid: str, *tokens: str) -> None:
        self.room.people.enter(self.id, sid, map(key_of, tokens))

    @property
    def told(self) -> Any:
        return self.room.publisher.rooms[-1]


def presence(view: Any) -> list[Any]:
    return [seat and seat["presence"] for seat in view["seats"]]


def test_everybody_is_told_who_is_here() -> None:
    guests = Guests()
    assert guests.told == guests.room.people.view(guests.id)
    assert (guests.told["watchers"], presence(guests.told)) == (0, ["here", "here"])
    guests.enter("c")
    guests.enter("d")
    guests.room.timers.advance(2)
    assert guests.told["watchers"] == 2


def test_many_changes_are_one_message_a_second() -> None:
    guests = Guests()
    before = len(guests.room.publisher.rooms)
    for number in range(100):
        guests.enter(f"w{number}")
        guests.room.timers.advance(0.02)
    assert guests.told["watchers"] > 50
    assert len(guests.room.publisher.rooms) - before <= 3


def test_a_reload_is_no_absence() -> None:
    guests = Guests()
    before = len(guests.room.publisher.rooms)
    guests.room.people.leave(guests.id, "b")
    guests.room.timers.advance(3)
    guests.enter("e", guests.tokens[1])
    guests.room.timers.advance(100)
    assert len(guests.room.publisher.rooms) == before


def test_whoever_stays_away_is_shown_and_then_may_be_stood_in_for_and_claimed_from() -> None:
    guests = Guests()
    guests.room.people.leave(guests.id, "b")
    seen = []
    for _ in range(70):
        guests.room.timers.advance(1)
        seat = guests.told["seats"][1]
        if not seen or seen[-1][1] != seat:
            seen.append((len(seen) and guests.room.people.gone(guests.id, 1), seat))
    assert [seat for _, seat in seen] == [
        {"presence": "here", "offers": []},
        {"presence": "offline", "offers": []},
        {"presence": "offline", "offers": ["stand_in"]},
        {"presence": "offline", "offers": ["stand_in", "claim"]},
    ]
    assert [round(gone or 0) for gone, _ in seen] == [0, 6, 16, 61]
    guests.enter("b", guests.tokens[1])
    guests.room.timers.advance(2)
    assert presence(guests.told) == ["here", "here"]
    assert guests.room.people.gone(guests.id, 1) is None


def test_a_page_that_nobody_looks_at_is_away_not_offline() -> None:
    guests = Guests()
    guests.room.people.look(guests.id, "b", False)
    guests.room.timers.advance(10)
    assert presence(guests.told) == ["here", "away"]
    guests.room.people.look(guests.id, "b", True)
    guests.room.timers.advance(2)
    assert presence(guests.told) == ["here", "here"]


def test_of_two_pages_one_is_enough() -> None:
    guests = Guests()
    guests.enter("b2", guests.tokens[1])
    guests.room.people.leave(guests.id, "b")
    guests.room.timers.advance(30)
    assert presence(guests.told) == ["here", "here"]


def test_whoever_was_not_here_when_the_others_came_has_been_gone_since_then() -> None:
    room = Room()
    opened, _, tokens = room.begin(HUMAN, HUMAN)
    room.timers.advance(1000)
    room.people.enter(opened.game_id, "a", [key_of(tokens[0])])
    room.timers.advance(7)
    assert room.people.gone(opened.game_id, 1) == 7
    assert presence(room.publisher.rooms[-1]) == ["here", "offline"]


def test_a_seat_that_was_handed_over_goes_with_its_token() -> None:
    guests = Guests()
    guests.table.perform(c.GiveSeat(1, "h"), guests.tokens, None)
    guests.table.perform(c.TakeSeat("h", key_of("new")), (), None)
    guests.room.people.changed(guests.id)
    guests.room.timers.advance(10)
    assert (guests.told["watchers"], presence(guests.told)) == (1, ["here", "offline"])


def test_an_engine_is_not_away_but_the_person_it_plays_for_is() -> None:
    room = Room(held=True)
    opened, _, tokens = room.begin(HUMAN, engine())
    room.people.enter(opened.game_id, "a", [key_of(tokens[0])])
    room.timers.advance(10)
    assert presence(room.publisher.rooms[-1]) == ["here", None]
    guests = Guests()
    guests.room.people.leave(guests.id, "b")
    guests.room.timers.advance(20)
    guests.table.perform(c.Absence(1, False, 20.0, 15.0), guests.tokens[:1], None)
    guests.room.people.changed(guests.id)
    guests.room.timers.advance(2)
    assert guests.told["seats"][1] == {"presence": "offline", "offers": []}


def test_an_empty_table_leaves_nothing_behind() -> None:
    guests = Guests()
    for sid in "ab":
        guests.room.people.leave(guests.id, sid)
    guests.room.people.leave(guests.id, "never there")
    assert guests.room.people._rooms == {}
    assert guests.room.people.view(guests.id) == {"game_id": guests.id, "watchers": 0, "seats": [None, None]}
    assert guests.room.people.gone(guests.id, 1) is None
    told = len(guests.room.publisher.rooms)
    guests.room.timers.advance(100)
    assert len(guests.room.publisher.rooms) == told
