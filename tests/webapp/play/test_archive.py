"""Tests the games as pages read them: as stored, without a table."""

from __future__ import annotations

import pytest

from tests.webapp.room import HUMAN, Room, engine
from webapp.play.archive import Archive
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal


def test_a_game_is_as_at_the_table_and_no_table_is_opened() -> None:
    room = Room()
    opened, table, tokens = room.begin(HUMAN, engine())
    archive = Archive(room.store)
    for ply in (0, 2):
        table.perform(c.MakeMove(ply, 4), tokens, None)
        room.timers.advance(5.0)
        assert archive.state(opened.game_id) == table.state
    assert table.state.ply == 4
    other = Room()
    other.store.rows = room.store.rows
    assert Archive(other.store).state(opened.game_id).moves == table.state.moves
    assert other.tables.live() == []


def test_no_game_and_a_game_of_unknown_rules_are_refused_in_words() -> None:
    room = Room()
    with pytest.raises(Refusal, match="There is no such game"):
        Archive(room.store).state("nosuchgame12")
    room.store.create("unknownrules", e.Recorded(1, e.Created("chess", (HUMAN, HUMAN), (), 0, (None, None), (), 40.0)))
    with pytest.raises(Refusal, match="cannot be shown any more"):
        Archive(room.store).state("unknownrules")
