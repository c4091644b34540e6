"""Tests clocks: the cost of a turn, the moment the flag falls, and when no time passes."""

from typing import Any

import pytest

from tests.webapp.play import acts as c
from tests.webapp.play.lines import plain
from tests.webapp.room import HUMAN, Room, begun, engine, refused
from webapp.play.game import events as e
from webapp.play.game.commands import AnyCommand, Ask
from webapp.play.ports import StoreError
from webapp.play.table.creation import Wishes
from webapp.play.table.table import Table

CLOCK = e.Clock(60.0, 2.0)


def timed(*seats: e.Seat, **options: Any) -> tuple[Room, Any, list[str]]:
    room, table, keys = begun(*seats, clock=CLOCK, **options)
    return room, table, list(keys)


def clock(table: Table) -> Any:
    return plain(table.view().clock)


def play(table: Table, tokens: list[str], *moves: int) -> None:
    for move in moves:
        table.perform(c.Move(table.state.ply, move), tokens, None)


def test_the_first_move_is_free_and_every_other_costs_its_time() -> None:
    room, table, tokens = timed(HUMAN, HUMAN)
    room.timers.advance(100)
    assert clock(table) == {"seconds": 60.0, "increment": 2.0, "left": [60.0, 60.0], "running": None}
    play(table, tokens, 4)
    room.timers.advance(10)
    assert (clock(table)["left"], clock(table)["running"]) == ([60.0, 50.0], 1)
    play(table, tokens, 4)
    assert (clock(table)["left"], clock(table)["running"]) == ([60.0, 52.0], 0)
    moved = table.history[-1].event
    assert isinstance(moved, e.Moved)
    assert moved.spent == 10.0


def test_the_flag_falls_by_itself() -> None:
    room, table, tokens = timed(HUMAN, HUMAN)
    play(table, tokens, 4, 4)
    room.timers.advance(59.9)
    assert table.state.outcome is None
    room.timers.advance(0.2)
    assert table.state.ended == e.Flagged(0)
    view: Any = plain(table.view())
    assert view["outcome"]["words"] == "Red’s time is up; Yellow wins."
    assert (view["clock"]["running"], view["clock"]["left"]) == (None, [0.0, 62.0])
    assert room.publisher.games[-1]["event"]["kind"] == "flagged"


@pytest.mark.parametrize("ending", [c.Resign(), c.Ask("draw")])
def test_the_clock_of_an_ended_game_shows_the_time_that_was_left(ending: AnyCommand) -> None:
    room, table, tokens = timed(HUMAN, HUMAN)
    play(table, tokens, 4, 4)
    room.timers.advance(20)
    if isinstance(ending, Ask):
        table.perform(ending, tokens[:1], None)
        ending = c.Reply("draw", True)
    table.perform(ending, tokens[1:], None)
    assert table.state.outcome is not None
    assert clock(table)["left"] == [40.0, 62.0]
    assert clock(room.table(table.state.game_id))["left"] == [40.0, 62.0]


def test_a_move_after_the_end_of_the_time_comes_too_late() -> None:
    room, table, tokens = timed(HUMAN, HUMAN)
    play(table, tokens, 4, 4)
    room.timers.time += 61  # the timer has not rung yet
    with refused("game_over"):
        play(table, tokens, 4)
    assert table.state.ended == e.Flagged(0)


def test_no_clock_runs_while_a_seat_is_free_or_for_an_engine() -> None:
    room, table, tokens = timed(HUMAN, HUMAN, free=(1,))
    play(table, tokens, 4)
    room.timers.advance(1000)
    assert clock(table)["running"] is None
    table.perform(c.Sit("k" * 64), [], None)
    room.timers.advance(5)
    assert (clock(table)["left"], clock(table)["running"]) == ([60.0, 55.0], 1)

    room, table, tokens = timed(HUMAN, engine(), held=True)
    play(table, tokens, 4)
    room.timers.advance(1000)
    assert table.state.outcome is None


def test_leaving_the_seat_to_an_engine_gives_no_time_back() -> None:
    room, table, tokens = timed(HUMAN, HUMAN, held=True)
    play(table, tokens, 4, 4)
    room.timers.advance(20)
    table.perform(c.SetSeat(0, "engine", 3), tokens[:1], None)
    room.timers.advance(100)
    table.perform(c.SetSeat(0, "human"), tokens[:1], None)
    assert clock(table)["left"] == [40.0, 62.0]
    room.timers.advance(40.1)
    assert table.state.ended == e.Flagged(0)


def test_a_game_that_is_read_again_begins_its_running_turn_anew() -> None:
    room, table, tokens = timed(HUMAN, HUMAN)
    play(table, tokens, 4, 4)
    room.timers.advance(30)
    play(table, tokens, 4)
    room.timers.advance(50)
    room.tables.close()
    room.timers.advance(5000)
    again = room.tables.open(table.state.game_id)
    assert clock(again)["left"] == [32.0, 62.0]
    assert table.state.outcome is None  # the one that left the memory does nothing any more


def test_a_table_whose_clock_runs_stays_in_memory() -> None:
    room, table, tokens = timed(HUMAN, HUMAN, forget=10.0)
    play(table, tokens, 4, 4)
    room.tables.vacate(table.state.game_id)
    room.timers.advance(30)
    room.tables.tidy()
    assert room.tables.find_live(table.state.game_id) == table
    room.timers.advance(31)
    assert table.state.ended == e.Flagged(0)
    room.tables.tidy()
    assert room.tables.find_live(table.state.game_id) is None


def test_a_rematch_has_the_same_clock_afresh() -> None:
    room, table, tokens = timed(HUMAN, HUMAN)
    play(table, tokens, 4, 4)
    table.perform(c.Resign(), tokens, None)
    after = room.tables.rematch(table.state.game_id, tokens, None)
    assert clock(room.tables.open(after.game_id))["left"] == [60.0, 60.0]


def crowded(room: Room, game_id: str) -> None:
    """Opens other games with clocks until ``game_id`` has left the memory."""
    for _ in range(50):
        if room.tables.find_live(game_id) is None:
            return
        opened, _, keys = room.begin(HUMAN, HUMAN, clock=e.Clock(7200.0))
        room.tables.perform(opened.game_id, c.Move(0, 4), keys, None)
    raise AssertionError("the game stays")


@pytest.mark.parametrize("occupied", [True, False])
def test_a_running_turn_goes_on_while_the_game_is_not_in_memory(occupied: bool) -> None:
    room, table, tokens = timed(HUMAN, HUMAN, live_games=4)
    play(table, tokens, 4, 4)
    game_id = table.state.game_id
    if not occupied:
        room.tables.vacate(game_id)
    for gone in (10, 20, 30):
        room.timers.advance(10)
        crowded(room, game_id)
        again = room.tables.open(game_id)
        assert clock(again)["left"] == [60.0 - gone, 62.0]
    play(again, tokens, 3)
    assert clock(again)["left"] == [32.0, 62.0]


def test_a_game_with_a_running_clock_leaves_after_all_others_that_nobody_visits() -> None:
    room, table, tokens = timed(HUMAN, HUMAN, live_games=4)
    play(table, tokens, 4, 4)
    room.tables.vacate(table.state.game_id)
    for _ in range(20):
        room.tables.open(room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN))).game_id)
    assert room.tables.find_live(table.state.game_id)


@pytest.mark.parametrize("in_memory", [True, False])
def test_the_flag_falls_while_the_game_is_not_in_memory_also_after_a_pause_of_the_store(in_memory: bool) -> None:
    room, table, tokens = timed(HUMAN, HUMAN, live_games=4)
    play(table, tokens, 4, 4)
    game_id = table.state.game_id
    room.timers.advance(10)
    if not in_memory:
        crowded(room, game_id)
    room.timers.advance(49.9)
    assert (room.tables.find_live(game_id) is not None) == in_memory
    assert room.tables.is_live(game_id)
    room.store.fail = StoreError("away")
    room.timers.advance(1)
    room.store.fail = None
    room.timers.advance(10)
    assert room.tables.open(game_id).state.ended == e.Flagged(0)
    assert room.store.load(game_id)[-1].event == e.Flagged(0)


def test_the_wait_before_a_claim_goes_on_while_the_game_is_not_in_memory() -> None:
    room, table, keys = begun(HUMAN, HUMAN, live_games=4)
    game_id = table.state.game_id
    play(table, list(keys), 4)
    room.timers.advance(50)
    crowded(room, game_id)
    room.timers.advance(5)
    assert room.tables.open(game_id).clock.waited() == 55
    crowded(room, game_id)
    room.tables.vacate(game_id)
    assert not room.tables.is_live(game_id)


def test_a_turn_of_before_is_not_kept_where_a_move_was_stored_that_was_told_as_failed() -> None:
    room, table, tokens = timed(HUMAN, HUMAN, live_games=4)
    play(table, tokens, 4, 4)
    room.timers.advance(10)
    room.store.rows[table.state.game_id].append(e.Recorded(4, e.Moved(2, 0, 3, spent=10.0)))
    crowded(room, table.state.game_id)
    room.timers.advance(5)  # in the world of seed 6 the next player had 29 s too little
    assert clock(room.tables.open(table.state.game_id))["left"] == [52.0, 62.0]


def test_a_game_read_anew_because_another_process_wrote_keeps_its_turn() -> None:
    room, table, tokens = timed(HUMAN, HUMAN)
    play(table, tokens, 4, 4)
    room.timers.advance(10)
    room.store.rows[table.state.game_id].append(e.Recorded(4, e.Named(0, "Ann")))
    table.perform(c.Name("Ben"), tokens[1:], "n")
    assert clock(table)["left"][0] == 50.0


def test_the_clock_begins_where_a_seat_was_taken_by_a_write_that_was_told_as_failed() -> None:
    room, table, tokens = timed(HUMAN, HUMAN, free=(1,))
    play(table, tokens, 4)
    room.timers.advance(58)
    other = room.table(table.state.game_id)
    other.perform(c.Sit("k" * 64), [], "sit")  # is stored, and this table does not know it
    other.close()
    table.perform(c.Name("Ann"), tokens, "n")
    assert [told["clock"]["left"] for told in room.publisher.games[-2:]] == [[60.0, 60.0]] * 2
    room.timers.advance(61)
    assert table.state.outcome is not None


def test_the_flag_falls_where_an_event_was_stored_that_was_told_as_failed() -> None:
    room, table, tokens = timed(HUMAN, HUMAN)
    play(table, tokens, 4, 4)
    room.store.rows[table.state.game_id].append(e.Recorded(4, e.Asked("draw", 0, 2)))
    room.timers.advance(61)  # in the world of seed 9 the flag never fell
    assert table.state.ended == e.Flagged(0)
