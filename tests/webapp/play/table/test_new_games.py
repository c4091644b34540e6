"""Tests the founding of games: a request under a secret is one game in every process; clocks run on after a restart."""

from typing import Any

import pytest

from engine.games import find
from tests.webapp.fakes import FakeEngine, FakeWorkers
from tests.webapp.finished import Finished
from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, engine, keys_of
from webapp.play.game import events as e
from webapp.play.game.access import rights_of
from webapp.play.ports import ConflictError, LostError, Ports, StoreError
from webapp.play.steps import start
from webapp.play.table.creation import Wishes, turns_of
from webapp.play.table.new_games import NewGame, Request
from webapp.play.table.tables import Tables
from webapp.storage.fence import shard_of

SECRET = "s" * 43


def another_process(room: Room, **ports: object) -> Any:
    """Returns the tables of another process with the same store."""
    neighbours = room.store, FakeEngine(), room.timers, room.publisher, FakeWorkers()
    return Finished(Tables(Ports(*neighbours, **ports)))  # type: ignore[arg-type]


def ask(tables: Any, number: str = "once", secret: str = SECRET, game: str = "connect4") -> NewGame:
    return tables.new_game(Wishes(game, (HUMAN, engine())), Request(number, secret))


def test_a_request_under_a_secret_is_one_game_in_every_process() -> None:
    room = Room()
    first = ask(room.tables)
    assert ask(another_process(room)) == first
    assert list(room.store.rows) == [first.game_id] == [Request("once", SECRET).game_id]
    other = another_process(room).open(first.game_id)
    assert rights_of(other.state, keys_of(first)).seats == {0}


def test_a_game_deleted_just_before_its_request_comes_again_is_told_as_not_stored() -> None:
    room = Room()
    room.store.fail = ConflictError("it was there a moment ago")  # the world of seed 30
    with pytest.raises(StoreError, match="was deleted"):
        ask(room.tables)


def test_a_game_founded_halfway_is_founded_to_the_end() -> None:
    """The process dies between the first event and the moves to the position to analyse."""
    room = Room()
    request = Request("once", SECRET)
    begun = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "445", analysis=True), request=request)
    whole = room.store.load(begun.game_id)
    del room.store.rows[begun.game_id][2:]
    again = another_process(room).new_game(Wishes("connect4", (HUMAN, HUMAN), "445", analysis=True), request=request)
    assert again == begun
    assert len(whole) == 4
    assert room.store.load(begun.game_id) == whole


def test_a_process_begins_only_games_of_its_own() -> None:
    room = Room()
    tables = another_process(room, owns=lambda game_id: shard_of(game_id) % 4 == 0)
    for _ in range(5):
        opened = tables.new_game(Wishes("connect4", (HUMAN, HUMAN), free=[1]))
        assert shard_of(opened.game_id) % 4 == 0
    for shard in (0, 100, 255):  # the last one that a process has left
        left = another_process(room, owns=lambda game_id, its=shard: shard_of(game_id) == its)
        assert shard_of(left.new_game(Wishes("connect4", (HUMAN, HUMAN))).game_id) == shard


def test_a_process_that_gave_all_games_away_refuses_a_game_and_a_rematch_and_draws_ids_no_longer() -> None:
    room = Room()
    begun = room.tables.new_game(Wishes("connect4", (HUMAN, engine(1))))
    room.tables.perform(begun.game_id, c.Resign(), keys_of(begun), "r")
    left = another_process(room, owns=lambda _: False)
    with pytest.raises(StoreError, match="has given all games away"):
        left.new_game(Wishes("connect4", (HUMAN, HUMAN)))
    with pytest.raises(StoreError, match="has given all games away"):  # found by the world of seed 5
        left.rematch(begun.game_id, keys_of(begun), "again")


def test_running_clocks_are_found_after_a_restart_and_a_flag_falls() -> None:
    room = Room()
    clock = e.Clock(60.0)
    running, unbegun, foreign = (
        room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), clock=clock), Request(name, SECRET)) for name in "abc"
    )
    plain = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN)))
    for game in (running, foreign, plain):
        tokens = keys_of(game)
        room.tables.perform(game.game_id, c.Move(0, 4), tokens, "r")
    room.tables.close()
    tables = another_process(room)
    assert tables.open_timed(lambda game_id: game_id != foreign.game_id) == 1
    assert [table.state.game_id for table in tables.live()] == [running.game_id]
    room.timers.advance(61)
    assert tables.open(running.game_id).state.outcome is not None
    assert tables.open_timed(lambda game_id: game_id == running.game_id) == 0
    assert unbegun.game_id not in {table.state.game_id for table in tables.live()}


@pytest.mark.parametrize("clock_alone", [False, True])
def test_a_game_that_is_lost_while_it_is_read_gets_no_table(clock_alone: bool) -> None:
    """The world of seed 38 found a table of which the host was no longer the owner, with a flag that was due."""
    room = Room()
    game = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), clock=e.Clock(60.0)))
    room.tables.perform(game.game_id, c.Move(0, 4), keys_of(game), "m")
    workers, is_lost = FakeWorkers(), False
    tables = Tables(Ports(room.store, FakeEngine(), room.timers, room.publisher, workers))
    answers: list[Any] = []

    async def ask_for_it() -> object:
        try:
            return await (tables.open_timed(lambda _: not is_lost) if clock_alone else tables.open(game.game_id))
        except StoreError as error:
            return type(error)

    workers.held = True
    start(ask_for_it(), answers.append)
    if clock_alone:
        workers.waiting.pop(0)()  # the list of games; one of them is read now
    is_lost = True
    tables.evict(lambda _: True)
    workers.release()
    assert tables.find_live(game.game_id) is None
    assert answers == [0 if clock_alone else LostError]
    workers.held = False
    assert Finished(tables).open(game.game_id).state.ply == 1  # it is here again


def test_drawn_lots_belong_to_the_turn_before_them() -> None:
    turns = turns_of(find("slippery-connect4"), (4, 3, 4, 4))
    assert [(turn.ply, turn.seat, turn.move, turn.lots) for turn in turns] == [(0, 0, 4, (3,)), (1, 1, 4, (4,))]
