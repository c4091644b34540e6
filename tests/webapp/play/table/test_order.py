"""Tests what happens around a write that takes time: order, failures, conflicts, closed tables, shared reading."""

from typing import Any

import pytest

from tests.webapp.finished import finish
from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, begun, engine
from webapp.play.game import events as e
from webapp.play.game.access import key_of, new_token
from webapp.play.game.refusals import Refusal
from webapp.play.ports import StoreError
from webapp.play.steps import start
from webapp.play.table.creation import Wishes


class Asked:
    """Collects the outcomes of commands as they come: the version, or what was raised."""

    def __init__(self, table: Any) -> None:
        self.table, self.seen = table.inner, list[Any]()

    def __call__(self, command: Any, keys: Any, request: str | None = None) -> None:
        start(self._perform(command, keys, request))

    async def _perform(self, command: Any, keys: Any, request: str | None) -> None:
        try:
            self.seen.append((await self.table.perform(command, keys, request)).version)
        except (Refusal, StoreError) as error:
            self.seen.append(getattr(error, "code", str(error)))


def held(**options: Any) -> tuple[Room, Any, tuple[str, ...], Asked]:
    room, table, keys = begun(HUMAN, HUMAN, **options)
    room.store.held = True
    return room, table, keys, Asked(table)


def test_nothing_has_happened_before_the_commit() -> None:
    room, table, keys, ask = held()
    ask(c.Move(0, 4), keys, "a")
    assert (ask.seen, table.state.moves, room.publisher.games) == ([], (), [])
    room.store.release()
    assert (ask.seen, table.state.moves, len(room.publisher.games)) == ([2], (4,), 1)


def test_two_commands_while_a_write_is_under_way_follow_in_order() -> None:
    room, table, keys, ask = held()
    for ply, request in enumerate("abc"):
        ask(c.Move(ply, 4), keys, request)
    ask(c.Move(0, 4), keys, "a")  # sent twice it counts once
    assert len(room.store.waiting) == 1
    for count in (1, 2, 3):
        room.store.release()
        assert table.state.moves == (4,) * count
    assert ask.seen == [2, 3, 4, 2]
    assert not table.turn.taken


def test_an_act_that_was_stored_and_told_as_failed_is_granted_when_it_comes_again() -> None:
    room, table, _ = begun(HUMAN, HUMAN, free=(1,))
    ask, token, write = Asked(table), new_token(), room.store._write

    def write_and_fail(game_id: str, events: Any, stored: Any) -> None:
        write(game_id, events, stored)
        room.store._write = write  # type: ignore[method-assign]
        raise StoreError("no word came")

    room.store._write = write_and_fail  # type: ignore[method-assign]
    for _ in range(2):
        ask(c.Sit(token=token), (), "sit")
    assert ask.seen == ["no word came", 2]
    assert table.state.keys[1] == key_of(token)


def test_two_engines_play_on_after_a_pause_stored_as_a_reply_fell_due() -> None:
    room, table, keys = begun(engine(), engine(), held=True)
    ask = Asked(table)
    room.store.held = True
    ask(c.Pace(paused=True), keys, "pause")
    room.engine.release()
    room.timers.advance(60.0)  # the reply is due, and waits for the table's turn
    room.store.held = False
    room.store.release()
    assert (table.state.paused, table.state.ply) == (True, 0)
    ask(c.Pace(paused=False), keys, "on")
    for _ in range(5):
        room.engine.release()
        room.timers.advance(10.0)
    assert table.state.ply > 1


def test_after_a_write_that_failed_the_next_command_finds_the_state_before() -> None:
    room, table, keys, ask = held()
    ask(c.Move(0, 4), keys, "a")
    ask(c.Move(0, 5), keys, "b")
    room.store.fail = StoreError("full")
    room.store.release()
    room.store.fail = None
    room.store.release()
    assert ask.seen == ["full", 2]
    assert table.state.moves == (5,)


def test_a_conflict_is_decided_again_after_a_reading_and_later_commands_wait() -> None:
    room, table, keys, ask = held()
    opened_elsewhere = room.table(table.state.game_id)
    ask(c.Move(0, 4), keys, "a")
    ask(c.Resign(), keys, "b")
    room.store.held, waiting, room.store.waiting = False, room.store.waiting, []
    opened_elsewhere.perform(c.Move(0, 7), keys, "other")
    room.workers.held, room.store.held = True, True
    waiting[0]()  # in conflict
    assert (ask.seen, len(room.workers.waiting)) == ([], 1)
    room.workers.release()
    assert ask.seen == ["stale"]
    room.store.release()
    assert ask.seen == ["stale", 3]
    assert table.state.moves == (7,)


def test_a_table_closed_during_a_write_acknowledges_it_and_refuses_what_waits() -> None:
    room, table, keys, ask = held()
    ask(c.Move(0, 4), keys, "a")
    ask(c.Move(1, 4), keys, "b")
    room.tables.close()
    room.store.release()
    assert ask.seen == [2, "the game has left this process"]
    assert len(room.store.load(table.state.game_id)) == 2


def test_a_table_with_a_write_under_way_stays_in_memory() -> None:
    room, table, keys, ask = held(live_games=1, forget=10.0)
    game_id = table.state.game_id
    ask(c.Move(0, 4), keys, "a")
    room.tables.vacate(game_id)
    room.timers.advance(100)
    room.tables.tidy()
    assert room.tables.find_live(game_id) == table
    room.store.release()
    room.tables.tidy()
    assert room.tables.find_live(game_id) == table, "somebody has just moved"
    room.timers.advance(100)
    room.tables.tidy()
    assert room.tables.find_live(game_id) is None


def test_a_flag_that_falls_during_a_write_waits_for_its_turn() -> None:
    room, table, keys = begun(HUMAN, HUMAN, clock=e.Clock(60.0))
    for ply in range(2):
        table.perform(c.Move(ply, 4), keys, str(ply))
    room.timers.advance(59)
    room.store.held = True
    ask = Asked(table)
    ask(c.Move(2, 4), keys, "in time")
    room.timers.advance(5)
    room.store.release()
    assert (ask.seen, table.state.ended) == ([4], None)
    assert not table.turn.taken


def test_an_engine_s_move_and_a_takeback_take_turns() -> None:
    room, table, keys = begun(HUMAN, engine(), minimum_reply=0.0)
    room.store.held = True
    ask = Asked(table)
    ask(c.Move(0, 4), keys, "m")
    room.store.release()
    room.timers.advance()
    assert len(room.store.waiting) == 1, "the engine's move"
    ask(c.Undo(1), keys, "u")
    room.store.release()
    assert table.state.moves == (4, 1)
    room.store.release()
    assert (table.state.moves, ask.seen) == ((), [2, 4])
    room.timers.advance(60)
    assert table.state.moves == ()


def test_an_engine_s_move_that_cannot_be_stored_is_tried_again_once_at_a_time() -> None:
    room, table, keys = begun(HUMAN, engine(), minimum_reply=0.0)
    table.perform(c.Move(0, 4), keys, "m")
    room.store.held = True
    for _ in range(3):
        room.timers.advance(5)
        assert len(room.store.waiting) == 1
    room.store.fail = StoreError("full")
    room.store.release()
    room.store.fail = None
    room.timers.advance(1)
    room.store.release()
    assert (table.state.moves, room.store.waiting) == ((4, 1), [])


def test_two_who_open_a_game_share_one_reading_in_a_page_thread() -> None:
    room = Room()
    opened, _, _ = room.begin(HUMAN, HUMAN)
    room.tables.close()
    room.workers.held, tables = True, list[Any]()
    for _ in range(2):
        start(room.tables.inner.open(opened.game_id), tables.append)
    assert (len(room.workers.waiting), tables) == (1, [])
    room.workers.release()
    assert len(tables) == 2
    assert tables[0] is tables[1] is room.tables.inner.find_live(opened.game_id)


def test_an_address_that_reads_too_much_is_refused_and_a_reading_that_fails_fails_for_all() -> None:
    room, codes = Room(), list[str]()

    async def open_it(game_id: str) -> None:
        try:
            await room.tables.inner.open(game_id, "greedy")
        except (Refusal, StoreError) as error:
            codes.append(getattr(error, "code", "store"))

    room.workers.full = True
    start(open_it("a" * 12))
    room.workers.full, room.workers.held = False, True
    for _ in range(2):
        start(open_it("a" * 12))
    room.workers.release()

    def fail(*_: object) -> list[e.Recorded]:
        raise StoreError("away")

    room.store.load = fail  # type: ignore[method-assign]
    start(open_it("a" * 12))
    room.workers.release()
    assert codes == ["rate_limited", "no_such_game", "no_such_game", "store"]


def test_a_long_game_is_read_in_a_page_thread_and_a_short_new_one_at_once() -> None:
    room = Room()
    short = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN)))
    long = room.tables.new_game(Wishes("gomoku7", (HUMAN, HUMAN), list(range(1, 3)), analysis=True))
    room.workers.held = True
    assert finish(room.tables.inner.open(short.game_id))
    assert finish(room.tables.inner.open(long.game_id))
    with pytest.raises(AssertionError, match="waits"):
        room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "4" * 60, analysis=True))
