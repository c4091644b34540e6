"""Tests analysed positions: set up from the empty board, also finished ones, and searched when watched."""

import pytest

from engine.games import find
from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, begun
from webapp.play.game.refusals import Refusal
from webapp.play.table.creation import Wishes, turns_of


def test_a_position_for_analysis_can_be_taken_back_to_the_empty_board() -> None:
    _, table, tokens = begun(HUMAN, HUMAN, moves="4453", analysis=True)
    assert (table.view().analysis, table.view().moves) == (True, (4, 4, 5, 3))
    for ply in (4, 3, 2, 1):
        table.perform(c.Undo(ply), tokens)
    assert (table.state.moves, table.state.undo_ply, table.state.redo_ply) == ((), None, 1)


def test_a_finished_game_can_be_analysed_but_not_played() -> None:
    room, table, _ = begun(HUMAN, HUMAN, moves="1212121", analysis=True)
    assert table.view().outcome.words == "Red wins."
    with pytest.raises(Refusal, match="finished"):
        room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "1212121"))


def test_the_empty_board_is_a_position_too() -> None:
    _, table, _ = begun(HUMAN, HUMAN, game="tictactoe", analysis=True)
    assert table.state.version == 1


def test_it_is_read_back_as_it_was_written() -> None:
    room, table, _ = begun(HUMAN, HUMAN, moves="44", analysis=True)
    history = room.store.load(table.state.game_id)
    assert [type(record.event).__name__ for record in history] == ["Created", "Moved", "Moved"]
    assert [record.version for record in history] == [1, 2, 3]


def test_watched_the_analyst_thinks_about_it() -> None:
    room, table, _ = begun(HUMAN, HUMAN, moves="44", analysis=True)
    assert room.engine.pondering == set()
    table.watch(True)
    assert [mind.moves for mind in room.engine.pondering] == [(4, 4)]


def test_drawn_lots_belong_to_the_turn_before_them() -> None:
    game = find("slippery-connect4")
    turns = turns_of(game, (4, 3, 4, 4))
    assert [(turn.ply, turn.seat, turn.move, turn.lots) for turn in turns] == [(0, 0, 4, (3,)), (1, 1, 4, (4,))]
