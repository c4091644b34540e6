"""Tests for whom the minds of a table think, and that no address crowds the tables of others out."""

from typing import Any

from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, engine, keys_of
from tests.webapp.sockets.desk import Desk
from webapp.play.table.creation import Wishes
from webapp.play.table.memory import EMPTY_AT_MOST
from webapp.play.table.questions import preview

GREEDY, STRANGER = "192.0.2.1", "192.0.2.2"


def test_the_minds_think_for_the_player_not_for_a_watcher_nor_for_the_last_to_come() -> None:
    desk = Desk()
    player, watcher = desk.person(REMOTE_ADDR=STRANGER), desk.person(REMOTE_ADDR=GREEDY)
    game = player.call("new_game", game="connect4", seats=[{"kind": "human"}, {"kind": "engine", "level": 5}])
    watcher.call("join", game_id=game["game_id"])
    assert [mind.visitor for mind in desk.room.engine.minds] == [STRANGER]
    desk.person(REMOTE_ADDR="192.0.2.3").call("join", game_id=game["game_id"], token=game["seat_tokens"][0])
    assert [mind.visitor for mind in desk.room.engine.minds] == ["192.0.2.3"], "the player plays on from elsewhere"


def test_without_a_player_the_minds_think_for_the_first_to_come_and_then_for_the_player() -> None:
    room = Room()
    opened = room.tables.new_game(Wishes("connect4", (engine(), engine())))
    room.tables.open(opened.game_id)
    for address, tokens in ((GREEDY, ()), ("192.0.2.9", ()), (STRANGER, keys_of(opened))):
        room.presence.connect(address)
        room.presence.enter(address, opened.game_id, tokens, address)
        wanted = STRANGER if tokens else GREEDY
        assert {mind.visitor for mind in room.engine.minds} == {wanted}


def test_a_table_read_from_the_store_again_thinks_for_the_same_person() -> None:
    room = Room(live_games=1)
    opened, _, tokens = room.begin(HUMAN, engine())
    room.tables.wake(opened.game_id, STRANGER, tokens)
    room.begin(HUMAN, engine())
    assert room.tables.find_live(opened.game_id) is None
    room.tables.perform(opened.game_id, c.Move(0, 4), tokens)
    room.timers.advance()
    assert room.engine.minds[-1].visitor == STRANGER


def test_a_review_goes_on_at_a_table_that_was_closed_for_others_under_its_people() -> None:
    room = Room(live_games=1)
    opened, _, tokens = room.begin(HUMAN, HUMAN)
    room.presence.connect("a")
    room.presence.enter("a", opened.game_id, tokens, STRANGER)
    room.tables.perform(opened.game_id, c.Move(0, 4), tokens)
    room.begin(HUMAN, HUMAN)
    assert room.tables.find_live(opened.game_id) is None
    table = room.tables.open(opened.game_id)
    assert table.thinking.awake


def test_hints_previews_and_reviews_are_for_the_one_who_asks() -> None:
    desk = Desk()
    person = desk.person(REMOTE_ADDR=STRANGER)
    opened = person.call("new_game", game="connect4", seats=[{"kind": "human"}, {"kind": "human"}])
    person.call("hint", game_id=opened["game_id"], ply=0)
    person.call("review", game_id=opened["game_id"])
    assert [mind.visitor for mind in desk.room.engine.minds] == [STRANGER, STRANGER]
    asked: list[Any] = []
    desk.room.engine.preview = lambda *details: asked.extend(details)  # type: ignore[method-assign]
    preview(desk.room.engine, "connect4", "44", 3, lambda _: None, visitor=STRANGER)
    assert asked[-1] == STRANGER


def test_timed_calls_of_a_table_are_those_of_the_person() -> None:
    room, visitors = Room(minimum_reply=1.0), list[str]()
    later = room.timers.later
    room.timers.later = lambda s, call, visitor="": visitors.append(visitor) or later(s, call, visitor)  # type: ignore
    opened, _, tokens = room.begin(HUMAN, engine())
    room.tables.wake(opened.game_id, STRANGER, tokens)
    room.tables.perform(opened.game_id, c.Move(0, 4), tokens)
    room.timers.advance(2.0)
    assert visitors.count(STRANGER) >= 2, "asked, made"


def test_an_address_with_many_tables_crowds_out_no_table_of_another() -> None:
    room = Room(held=True, live_games=6)
    games = []
    for address in (STRANGER, *[GREEDY] * 10):
        opened = room.begin(HUMAN, engine())[0]
        room.tables.wake(opened.game_id, address)
        games.append(opened.game_id)
    assert room.tables.find_live(games[0]) is not None
    assert [game for game in games if room.tables.find_live(game)] == [games[0], *games[-5:]]


def test_at_the_empty_tables_of_one_address_only_the_last_minds_think_on() -> None:
    room = Room(held=True)
    games = []
    for address in (STRANGER, *[GREEDY] * (EMPTY_AT_MOST + 3)):
        opened = room.begin(HUMAN, engine())[0]
        room.tables.wake(opened.game_id, address)
        room.tables.vacate(opened.game_id)
        games.append(room.tables.open(opened.game_id))
    room.tables.tidy()
    assert [table.thinking.awake for table in games] == [True, *[False] * 3, *[True] * EMPTY_AT_MOST]


def test_two_engines_stop_soon_after_the_last_watcher_has_gone() -> None:
    room = Room(held=True)
    games = [room.begin(engine(), engine())[:2], room.begin(HUMAN, engine())[:2]]
    for opened, _ in games:
        room.tables.vacate(opened.game_id)
    for seconds, awake in ((4.0, [True, True]), (4.0, [False, True]), (60.0, [False, False])):
        room.timers.advance(seconds)
        room.tables.tidy()
        assert [table.thinking.awake for _, table in games] == awake


def test_where_a_move_is_due_or_a_clock_runs_the_table_stays() -> None:
    room = Room(held=True, live_games=3)
    due, table, tokens = room.begin(HUMAN, engine())
    table.perform(c.Move(0, 4), tokens, "r")
    games = [due.game_id, *(room.begin(HUMAN, engine())[0].game_id for _ in range(4))]
    assert [game for game in games if room.tables.find_live(game)] == [due.game_id, *games[-2:]]
