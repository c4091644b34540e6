"""Tests the games as pages read them: as stored, without a table."""

import pytest

from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, begun, engine
from webapp.play.archive import Archive
from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal
from webapp.play.table.history import load_game


def test_a_game_is_as_at_the_table_and_no_table_is_opened() -> None:
    room, table, tokens = begun(HUMAN, engine())
    archive = Archive(room.store)
    for ply in (0, 2):
        table.perform(c.Move(ply, 4), tokens, None)
        room.timers.advance(5.0)
        assert archive.state(table.state.game_id) == table.state
    assert table.state.ply == 4
    other = Room()
    other.store.rows = room.store.rows
    assert Archive(other.store).state(table.state.game_id).moves == table.state.moves
    assert other.tables.live() == []


def test_only_what_is_new_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    room, table, tokens = begun(HUMAN, HUMAN)
    table.perform(c.Move(0, 4), tokens, None)
    archive, read, load = Archive(room.store), list[int](), room.store.load

    def counted(game_id: str, after: int = 0) -> list[e.Recorded]:
        read.append(len(load(game_id, after)))
        return load(game_id, after)

    monkeypatch.setattr(room.store, "load", counted)
    for ply in (1, 2):
        archive.state(table.state.game_id)
        table.perform(c.Move(ply, 4), tokens, None)
    assert archive.state(table.state.game_id) == table.state
    assert read == [2, 1, 1]
    monkeypatch.setattr("webapp.play.archive._KEPT", 1)
    other, _, _ = room.begin(HUMAN, HUMAN)
    archive.state(other.game_id)
    archive.state(table.state.game_id)
    assert read[-2:] == [1, 4]


def test_no_game_and_a_game_of_unknown_rules_are_refused_in_words() -> None:
    room = Room()
    with pytest.raises(Refusal, match="There is no such game"):
        Archive(room.store).state("nosuchgame12")
    room.store.create("unknownrules", e.Recorded(1, e.Created("chess", (HUMAN, HUMAN), (), 0, (None, None), (), 40.0)))
    with pytest.raises(Refusal, match="cannot be shown any more"):
        Archive(room.store).state("unknownrules")


def test_a_game_with_a_gap_or_forgotten_is_refused_in_words() -> None:
    room, table, tokens = begun(HUMAN, HUMAN)
    for ply in range(3):
        table.perform(c.Move(ply, 4), tokens, None)
    archive, rows = Archive(room.store), room.store.rows[table.state.game_id]
    kept, whole = Archive(room.store), list(rows)
    del rows[2:]
    kept.state(table.state.game_id)
    rows[:] = [*whole[:2], *whole[3:]]
    for reads in (archive.state, kept.state, lambda game_id: load_game(room.store.load, game_id)):
        with pytest.raises(Refusal, match="is missing in the database"):
            reads(table.state.game_id)
    rows[:] = whole
    archive.state(table.state.game_id)
    rows.clear()
    with pytest.raises(Refusal, match="There is no such game"):
        archive.state(table.state.game_id)
