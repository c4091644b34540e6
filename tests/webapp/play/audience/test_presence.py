"""Tests presence: counts, absence after a while, and at most one message a second."""

from typing import Any

from tests.webapp.play import acts as c
from tests.webapp.play.lines import plain
from tests.webapp.room import HUMAN, Room, engine
from webapp.play.audience.presence import Place
from webapp.play.desk.news import PeopleView
from webapp.play.table.creation import Wishes


class Guests:
    """Brings two people to a table, each with a page."""

    def __init__(self) -> None:
        self.room = Room(held=True)
        self.opened, self.table, self.tokens = self.room.begin(HUMAN, HUMAN)
        self.id = self.opened.game_id
        for sid, token in zip("ab", self.tokens, strict=True):
            self.enter(sid, token)
        self.room.timers.advance(2)

    def enter(self, sid: str, *tokens: str) -> None:
        self.room.presence.connect(sid)
        self.room.presence.enter(sid, self.id, tokens)

    def move(self, seat: int) -> None:
        self.table.perform(c.Move(self.table.state.ply, 4), self.tokens[seat : seat + 1], None)

    @property
    def told(self) -> Any:
        return self.room.publisher.rooms[-1]


def enter(room: Room, game_id: str, sid: str, keys: list[str]) -> None:
    room.presence.connect(sid)
    room.presence.enter(sid, game_id, keys)


def presences(view: Any) -> list[Any]:
    return [seat and seat["presence"] for seat in view["seats"]]


def test_everybody_is_told_who_is_here() -> None:
    guests = Guests()
    assert guests.told == plain(guests.room.presence.view(guests.id))
    assert (guests.told["watchers"], presences(guests.told)) == (0, ["here", "here"])
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
    guests.room.presence.leave("b")
    guests.room.timers.advance(3)
    guests.enter("e", guests.tokens[1])
    guests.room.timers.advance(100)
    assert len(guests.room.publisher.rooms) == before


def test_whoever_stays_away_is_shown_and_then_may_be_stood_in_for_and_claimed_from() -> None:
    guests = Guests()
    guests.move(0)
    guests.room.presence.leave("b")
    seen = []
    for _ in range(70):
        guests.room.timers.advance(1)
        seat = guests.told["seats"][1]
        if not seen or seen[-1][1] != seat:
            seen.append((len(seen) and guests.room.presence.absence(guests.id, 1), seat))
    assert [seat for _, seat in seen] == [
        {"presence": "here", "offers": []},
        {"presence": "offline", "offers": []},
        {"presence": "offline", "offers": ["stand_in"]},
        {"presence": "offline", "offers": ["stand_in", "claim"]},
    ]
    assert [round(gone or 0) for gone, _ in seen] == [0, 6, 16, 61]
    guests.enter("b", guests.tokens[1])
    guests.room.timers.advance(2)
    assert presences(guests.told) == ["here", "here"]
    assert guests.room.presence.absence(guests.id, 1) is None


def test_only_the_time_for_which_the_game_waits_for_the_absent_counts_before_a_claim() -> None:
    guests = Guests()
    offers = lambda: guests.told["seats"][1]["offers"]  # noqa: E731
    guests.room.presence.leave("b")
    guests.room.timers.advance(300)  # it is the first player's own turn
    assert (guests.room.presence.absence(guests.id, 1), guests.room.presence.delay(guests.id, 1)) == (300, 0)
    assert offers() == ["stand_in"]
    guests.move(0)
    guests.room.timers.advance(59)
    assert (guests.room.presence.delay(guests.id, 1), offers()) == (59, ["stand_in"])
    guests.room.timers.advance(2)
    assert (guests.room.presence.delay(guests.id, 1), offers()) == (61, ["stand_in", "claim"])
    guests.move(1)  # by a page that nobody looks at
    guests.room.timers.advance(2)
    assert (guests.room.presence.delay(guests.id, 1), offers()) == (0, ["stand_in"])
    assert guests.room.presence.delay(guests.id, 0) is None


def test_a_takeback_begins_the_time_before_a_claim_anew() -> None:
    guests = Guests()
    guests.move(0)
    guests.move(1)
    guests.room.presence.leave("b")
    guests.room.timers.advance(100)
    asked = guests.table.perform(c.Ask("takeback", 2), guests.tokens[:1], None)
    assert asked.asked == "takeback"
    guests.table.perform(c.Reply("takeback", True), guests.tokens[1:], None)
    guests.table.perform(c.Move(0, 3), guests.tokens[:1], None)
    guests.room.timers.advance(9)
    guests.table.perform(c.Ask("takeback", 1), guests.tokens[:1], None)
    guests.table.perform(c.Reply("takeback", True), guests.tokens[1:], None)
    guests.room.timers.advance(1)
    assert guests.table.clock.waited() == 1


def test_a_page_that_nobody_looks_at_is_away_not_offline() -> None:
    guests = Guests()
    guests.room.presence.look("b", guests.id, False)
    guests.room.timers.advance(10)
    assert presences(guests.told) == ["here", "away"]
    guests.room.presence.look("b", guests.id, True)
    guests.room.timers.advance(2)
    assert presences(guests.told) == ["here", "here"]


def test_of_two_pages_one_is_enough() -> None:
    guests = Guests()
    guests.enter("b2", guests.tokens[1])
    guests.room.presence.leave("b")
    guests.room.timers.advance(30)
    assert presences(guests.told) == ["here", "here"]


def test_whoever_was_not_here_when_the_others_came_has_been_gone_since_then() -> None:
    room = Room()
    opened, _, tokens = room.begin(HUMAN, HUMAN)
    room.timers.advance(1000)
    enter(room, opened.game_id, "a", [tokens[0]])
    room.timers.advance(7)
    assert room.presence.absence(opened.game_id, 1) == 7
    assert presences(room.publisher.rooms[-1]) == ["here", "offline"]


def test_a_seat_that_was_handed_over_goes_with_its_token() -> None:
    guests = Guests()
    guests.table.perform(c.HandOver(1, "h"), guests.tokens, None)
    guests.table.perform(c.TakeSeat("h", "new"), (), None)
    guests.room.presence.note_change(guests.id)
    guests.room.timers.advance(10)
    assert (guests.told["watchers"], presences(guests.told)) == (1, ["here", "offline"])


def test_an_engine_is_not_away_but_the_person_it_plays_for_is() -> None:
    room = Room(held=True)
    opened, _, tokens = room.begin(HUMAN, engine())
    enter(room, opened.game_id, "a", [tokens[0]])
    room.timers.advance(10)
    assert presences(room.publisher.rooms[-1]) == ["here", None]
    guests = Guests()
    guests.room.presence.leave("b")
    guests.room.timers.advance(20)
    guests.table.perform(c.StandIn(1, 20.0, 15.0), guests.tokens[:1], None)
    guests.room.presence.note_change(guests.id)
    guests.room.timers.advance(2)
    assert guests.told["seats"][1] == {"presence": "offline", "offers": []}


def test_an_empty_table_leaves_nothing_behind() -> None:
    guests = Guests()
    for sid in "ab":
        guests.room.presence.leave(sid)
    guests.room.presence.leave("never there")
    assert guests.room.presence._attendances == {}
    assert guests.room.presence.view(guests.id) == PeopleView(guests.id, 0, (None, None))
    assert guests.room.presence.absence(guests.id, 1) is None
    told = len(guests.room.publisher.rooms)
    guests.room.timers.advance(100)
    assert len(guests.room.publisher.rooms) == told


def test_a_connection_is_at_one_table_at_a_time() -> None:
    guests = Guests()
    other = guests.room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN))).game_id
    enter(guests.room, other, "a", [])
    assert guests.room.presence.place("a").game_id == other
    assert guests.room.tables._occupied.keys() == {guests.id, other}
    guests.room.presence.leave("b")
    assert guests.room.tables._occupied.keys() == {other}


def test_a_connection_that_has_gone_meanwhile_enters_and_watches_nothing() -> None:
    guests = Guests()
    presence = guests.room.presence
    presence.watch("b", guests.id)
    presence.disconnect("b")
    presence.enter("b", guests.id, [guests.tokens[1]])
    presence.set_keys("b", guests.id, [guests.tokens[1]])
    presence.watch("b", guests.id)
    presence.disconnect("b")
    assert presence.place("b") == Place()
    assert not presence.is_watched(guests.id)
    guests.room.timers.advance(60)
    assert presences(guests.told) == ["here", "offline"]


def test_a_table_hears_whether_it_is_watched_at_all() -> None:
    room = Room()
    opened, _, _ = room.begin(HUMAN, HUMAN)
    for sid in ("a", "b"):
        room.presence.connect(sid)
        room.presence.watch(sid, opened.game_id)
    assert room.engine.pondering
    room.presence.leave("a")
    assert room.engine.pondering
    room.presence.disconnect("b")
    assert not room.engine.pondering


def test_a_table_that_is_read_again_hears_that_it_is_watched_and_its_pages_who_is_away() -> None:
    room = Room(live_games=1)
    opened, _, tokens = room.begin(HUMAN, HUMAN)
    for sid, token in zip("ab", tokens, strict=True):
        enter(room, opened.game_id, sid, [token])
    room.presence.watch("a", opened.game_id)
    room.timers.advance(2)
    assert room.engine.pondering
    room.begin(HUMAN, HUMAN)  # crowds the first one out
    assert not room.engine.pondering
    room.presence.leave("b")
    room.timers.advance(30)
    room.tables.open(opened.game_id)
    assert room.engine.pondering
    room.timers.advance(7)
    assert presences(room.publisher.rooms[-1]) == ["here", "offline"]
