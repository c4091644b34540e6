"""Tests analysed positions: set up from the empty board, also finished ones, and searched when watched."""

from __future__ import annotations

import pytest

from engine.games import find
from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, keys_of
from webapp.play.game.refusals import Refusal
from webapp.play.table.creation import Wishes, turns_of


def test_a_position_for_analysis_can_be_taken_back_to_the_empty_board() -> None:
    room = Room()
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "4453", analysis=True))
    table = room.tables.open(opened.game_id)
    assert table.view().analysis is True
    assert table.view().moves == (4, 4, 5, 3)
    tokens = keys_of(opened)
    for ply in (4, 3, 2, 1):
        room.tables.perform(opened.game_id, c.Undo(ply), tokens)
    assert table.state.moves == ()
    assert table.state.undo_ply is None
    assert table.state.redo_ply == 1


def test_a_finished_game_can_be_analysed_but_not_played() -> None:
    room = Room()
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "1212121", analysis=True))
    outcome = room.tables.open(opened.game_id).view().outcome
    assert outcome.words == "Red wins."
    with pytest.raises(Refusal, match="finished"):
        room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "1212121"))


def test_the_empty_board_is_a_position_too() -> None:
    room = Room()
    opened = room.tables.new_game(Wishes("tictactoe", (HUMAN, HUMAN), analysis=True))
    assert room.tables.open(opened.game_id).state.version == 1


def test_it_is_read_back_as_it_was_written() -> None:
    room = Room()
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "44", analysis=True))
    history = room.store.load(opened.game_id)
    assert [type(record.event).__name__ for record in history] == ["Created", "Moved", "Moved"]
    assert [record.version for record in history] == [1, 2, 3]


def test_watched_the_analyst_thinks_about_it() -> None:
    room = Room()
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "44", analysis=True))
    room.occupy(opened.game_id)
    table = room.tables.open(opened.game_id)
    assert room.engine.pondering == set()
    table.watch(True)
    assert [mind.moves for mind in room.engine.pondering] == [(4, 4)]


def test_drawn_lots_belong_to_the_turn_before_them() -> None:
    game = find("slippery-connect4")
    turns = turns_of(game, (4, 3, 4, 4))
    assert [(turn.ply, turn.seat, turn.move, turn.lots) for turn in turns] == [(0, 0, 4, (3,)), (1, 1, 4, (4,))]
