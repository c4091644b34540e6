"""Tests all live games: opened again, sent to sleep, crowded out; new ones and rematches."""

import gc
import weakref
from contextlib import nullcontext
from typing import Any

import pytest

from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, begun, engine
from webapp.play.desk.answers import Acknowledged
from webapp.play.game import events as e
from webapp.play.game.access import rights_of
from webapp.play.game.agreements import OFFER_SECONDS
from webapp.play.game.refusals import Refusal
from webapp.play.steps import start
from webapp.play.table.creation import Wishes
from webapp.play.table.new_games import NewGame, Request

NONE: tuple[str, ...] = ()


def test_a_game_that_is_asked_for_twice_at_once_is_made_once() -> None:
    room, made = Room(), list[NewGame]()
    room.store.held = True
    for _ in range(2):
        request = Request("once", "mine")
        start(room.tables.inner.new_game(Wishes("connect4", (HUMAN, HUMAN)), request=request), made.append)
    assert made == []
    room.store.release(2)
    assert room.store.waiting == []
    assert made[0] == made[1]
    assert list(room.store.rows) == [made[0].game_id]


def test_minds_rest_after_the_grace_and_tables_leave_later() -> None:
    room, table, _ = begun(HUMAN, engine(), grace=60.0, forget=600.0)
    room.tables.vacate(table.state.game_id)
    room.timers.advance(50)
    room.tables.tidy()
    assert room.engine.pondering
    room.timers.advance(20)
    room.tables.tidy()
    assert not room.engine.pondering
    assert not room.engine.minds[0].closed
    room.timers.advance(600)
    room.tables.tidy()
    assert room.engine.minds[0].closed
    assert room.tables.find_live(table.state.game_id) is None
    assert room.tables.open(table.state.game_id) is not table


def test_nobody_who_is_there_is_sent_to_sleep() -> None:
    room, table, _ = begun(HUMAN, engine(), grace=60.0, forget=600.0)
    room.timers.advance(10_000)
    room.tables.tidy()
    assert table.thinking.awake
    assert room.engine.pondering


def test_engines_stop_when_everybody_has_gone_and_go_on_when_somebody_comes() -> None:
    room, table, _ = begun(engine(), engine(), grace=5.0, per_minute=60.0)
    room.tables.vacate(table.state.game_id)
    for _ in range(20):
        room.timers.advance(1)
        room.tables.tidy()
    ply = table.state.ply
    room.timers.advance(60)
    assert table.state.ply == ply < 12
    room.occupy(table.state.game_id)
    room.timers.advance(3)
    assert table.state.ply > ply


def test_beyond_the_cap_the_least_recently_used_empty_table_leaves() -> None:
    room = Room(live_games=3)
    games = [room.begin(HUMAN, engine())[0].game_id for _ in range(3)]
    room.tables.vacate(games[1])
    room.begin(HUMAN, engine())
    assert [game for game in games if room.tables.find_live(game) is None] == [games[1]]
    assert room.engine.minds[1].closed
    room.begin(HUMAN, engine())
    assert room.tables.find_live(games[0]) is None
    assert len(room.tables.live()) == 3


def test_beyond_a_large_cap_some_more_empty_tables_leave_but_none_with_people() -> None:
    room = Room(live_games=100)
    games = [room.begin(HUMAN, engine())[0].game_id for _ in range(100)]
    for game_id in games[:99]:
        room.occupy(game_id)
    assert len(room.tables.live()) == 100
    room.begin(HUMAN, engine())
    assert [game for game in games if room.tables.find_live(game) is None] == games[99:], "the only empty one"
    for game_id in games[:50]:
        room.tables.vacate(game_id)
    room.begin(HUMAN, engine())
    assert len(room.tables.live()) == 98, "one too many, and two more of a hundred"
    room.begin(HUMAN, engine())
    assert len(room.tables.live()) == 99, "nobody leaves for the next newcomers"


def test_a_new_game_is_not_read_back_from_the_store() -> None:
    room, read = Room(), list[str]()
    load = room.store.load
    room.store.load = lambda game_id: read.append(game_id) or load(game_id)  # type: ignore[method-assign, func-returns-value]
    opened, table, _ = room.begin(HUMAN, engine())
    assert table.view() == room.tables.open(opened.game_id).view()
    assert read == []
    for _ in range(150):
        room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN)))
    assert len(room.tables._new_games._histories) == 100, "games created and never opened"
    assert room.table(opened.game_id).view() == table.view()


def test_a_table_that_left_is_no_garbage_to_look_for() -> None:
    room, table, tokens = begun(HUMAN, engine(), live_games=1)
    table.perform(c.Move(0, 4), tokens, "r")
    gone = weakref.ref(table)
    del table
    gc.disable()
    try:
        room.begin(HUMAN, HUMAN)
        room.engine.minds.clear()
        room.timers.advance(100)
        assert gone() is None
    finally:
        gc.enable()


def test_a_table_that_left_while_it_was_held_is_opened_anew() -> None:
    room, table, tokens = begun(HUMAN, HUMAN, live_games=1)
    room.begin(HUMAN, HUMAN)
    assert table.closed
    assert room.tables.perform(table.state.game_id, c.Move(0, 4), tokens, "r") == Acknowledged(2)


def test_who_is_still_there_is_told_what_was_stored_and_told_as_failed_before_the_table_left() -> None:
    room, table, tokens = begun(HUMAN, HUMAN, live_games=1)
    room.table(table.state.game_id).perform(c.Move(0, 4), tokens, "r")  # the table does not know of it
    room.begin(HUMAN, HUMAN)
    assert table.closed
    del room.publisher.games[:]
    assert room.tables.perform(table.state.game_id, c.Move(0, 4), tokens, "r") == Acknowledged(2)
    assert [told["version"] for told in room.publisher.games] == [2]
    room.begin(HUMAN, HUMAN)
    del room.publisher.games[:]
    room.tables.open(table.state.game_id)
    assert room.publisher.games == [], "nothing is new"


# --- new games ---


def test_a_rematch_swaps_sides_and_is_one_game_however_often_it_is_asked_for() -> None:
    room, table, tokens = begun(HUMAN, engine(7), held=True)
    table.perform(c.Resign(), tokens, "q")
    first = room.tables.rematch(table.state.game_id, tokens, "again")
    assert room.tables.rematch(table.state.game_id, tokens, "again") == first
    assert room.tables.rematch(table.state.game_id, tokens, "and again").game_id == first.game_id
    after = room.tables.open(first.game_id)
    assert after.state.seats == (engine(7), HUMAN)
    assert rights_of(after.state, tokens).seats == {1}
    assert after.state.version == 1


def test_the_score_of_a_series_goes_with_the_players_and_a_draw_counts_for_nobody() -> None:
    room, table, tokens = begun(HUMAN, HUMAN, held=True)
    assert table.view().score == (0, 0)
    table.perform(c.Resign(), tokens[1:], "q")  # Yellow resigns
    assert table.view().score == (1, 0)
    second = room.tables.open(room.tables.rematch(table.state.game_id, tokens, "r").game_id)
    assert second.view().score == (0, 1)  # the winner plays Yellow now
    second.perform(c.Resign(), tokens[:1], "q")  # whose first token holds Yellow now
    assert second.view().score == (1, 1)
    third = room.tables.open(room.tables.rematch(second.state.game_id, tokens, "r").game_id)
    for ply, move in enumerate(map(int, "372514637254144426231134732237165556656177")):
        third.perform(c.Move(ply, move), tokens, f"m{ply}")
    assert third.state.outcome is not None
    assert third.view().score == (1, 1)


def test_a_rematch_that_another_process_has_asked_for_is_stored_before_it_is_told() -> None:
    room, table, tokens = begun(HUMAN, HUMAN)
    table.perform(c.Resign(), tokens[:1], "q")
    room.table(table.state.game_id).perform(c.Ask("rematch"), tokens[1:], "ask")  # or a write that was told as failed
    agreed = room.tables.rematch(table.state.game_id, tokens[:1], "yes")
    assert room.tables.open(agreed.game_id).state.game_id == table.state.rematch


@pytest.mark.parametrize(("seconds", "granted"), [(0, True), (OFFER_SECONDS - 1, True), (OFFER_SECONDS, False)])
def test_an_offer_of_a_seat_ends_by_the_time_of_its_event(seconds: float, granted: bool) -> None:
    now = [1e9]
    room, table, keys = begun(HUMAN, HUMAN, today=lambda: now[0])
    table.perform(c.HandOver(1, "code"), keys, "h")
    now[0] += seconds
    room.tables.evict(lambda _: True)  # a restart
    with nullcontext() if granted else pytest.raises(Refusal, match="has been used or has ended"):
        room.tables.perform(table.state.game_id, c.TakeSeat("code", "phone"), (), "t")


@pytest.mark.parametrize(
    ("game", "moves", "code", "words"),
    [
        ("chess", "", "bad_request", "There is no game called 'chess'"),
        ("connect4", "44444444", "illegal_move", "Move 7: column 4 is full."),
        ("connect4", [4, 4, 9], "illegal_move", "Move 3: there is no column 9"),
        ("connect4", "4x", "illegal_move", "'x' is no move"),
        ("connect4", "1212121", "game_over", "That position is finished"),
    ],
)
def test_impossible_games_are_refused_in_words(game: str, moves: Any, code: str, words: str) -> None:
    with pytest.raises(Refusal) as refusal:
        Room().tables.new_game(Wishes(game, (HUMAN, HUMAN), moves))
    assert refusal.value.code == code
    assert refusal.value.message.startswith(words)


def test_tokens_go_to_people_and_to_whoever_sets_engines_up() -> None:
    room = Room(held=True)
    for seats, has in (((HUMAN, HUMAN), "110"), ((HUMAN, engine()), "100"), ((engine(), engine()), "001")):
        opened, table, tokens = room.begin(*seats)
        assert "".join(str(int(bool(t))) for t in (*opened.seat_tokens, opened.table_token)) == has
        assert rights_of(table.state, tokens).controls
        shown = [token for token in (*opened.seat_tokens, opened.table_token) if token]
        assert not any(token.encode() in e.encode(record.event) for record in table.history for token in shown)
