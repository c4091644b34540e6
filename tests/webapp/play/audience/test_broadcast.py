"""Tests the heartbeat: which pages get the minds' thoughts, and how often."""

import pytest

from engine import Why
from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, begun, engine, refused
from webapp.play.game.refusals import Refusal
from webapp.play.table.engine_views import answers_view


def watch(room: Room, game_id: str, sid: str = "me", *, on: bool = True, tree: bool = False) -> None:
    if not room.presence.place(sid).watching:
        room.presence.connect(sid)
    room.presence.watch(sid, game_id if on else None, tree)


def test_only_those_who_watch_cause_digests() -> None:
    room = Room()
    opened, _, _ = room.begin(HUMAN, engine())
    room.broadcast.tick()
    assert room.publisher.thoughts == []
    watch(room, opened.game_id)
    room.broadcast.tick()
    assert [thought["seat"] for thought in room.publisher.thoughts] == [1]
    watch(room, opened.game_id, on=False)
    assert not room.presence.is_watched(opened.game_id)


def test_the_same_digest_is_told_once() -> None:
    room, table, tokens = begun(HUMAN, engine(), held=True)
    watch(room, table.state.game_id)
    for _ in range(5):
        room.broadcast.tick()
    assert len(room.publisher.thoughts) == 1
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    room.broadcast.tick()
    assert [thought["ply"] for thought in room.publisher.thoughts] == [0, 1]


def test_who_comes_later_is_told_at_once() -> None:
    room = Room(held=True)
    opened, _, _ = room.begin(HUMAN, engine())
    for sid in ("one", "two"):
        watch(room, opened.game_id, sid)
        room.broadcast.tick()
    assert len(room.publisher.thoughts) == 2
    watch(room, opened.game_id, "one", on=False)
    assert room.presence.is_watched(opened.game_id)


def test_it_beats_four_times_a_second_at_most() -> None:
    room, table, tokens = begun(HUMAN, HUMAN, held=True)
    watch(room, table.state.game_id)
    room.broadcast.start()
    for ply, move in enumerate((4, 4, 4, 4, 5, 5, 5)):
        table.perform(c.Move(ply, move), tokens, f"r{ply}")
        room.timers.advance(0.1)
    assert 1 <= len(room.publisher.thoughts) <= 3
    room.broadcast.stop()


def test_readiness_is_told_when_it_changes() -> None:
    room = Room()
    room.broadcast.tick()
    room.broadcast.tick()
    room.engine.ready = {"ready": False, "stage": "x"}
    room.broadcast.tick()
    assert [told["ready"] for told in room.publisher.engines] == [True, False]


def test_newcomers_and_only_they_are_told_how_ready_the_engine_is() -> None:
    """Covers a change between the moment a page is made and the moment of the page's connection."""
    room = Room()
    room.broadcast.tick()
    room.presence.connect("new")
    room.broadcast.tick()
    room.broadcast.tick()
    assert [(told["ready"], told["to"]) for told in room.publisher.engines] == [(True, None), (True, ["new"])]


def test_a_beat_that_fails_is_reported_and_the_next_one_comes(caplog: pytest.LogCaptureFixture) -> None:
    room = Room()
    ready = room.engine.ready
    room.engine.ready = None  # type: ignore[assignment]
    room.publisher.engine = lambda *_: 1 / 0  # type: ignore[assignment,method-assign,return-value]
    room.broadcast.start()
    room.engine.ready = ready
    room.timers.advance(1.0)
    assert "heartbeat" in caplog.text
    del room.publisher.engine
    room.timers.advance(1.0)
    room.broadcast.stop()
    assert room.tables.live() == []


def test_the_heartbeat_tidies_up() -> None:
    room = Room(grace=1.0, forget=2.0)
    opened, _, _ = room.begin(HUMAN, engine())
    room.tables.vacate(opened.game_id)
    room.broadcast.start()
    room.timers.advance(10.0)
    assert room.tables.live() == []
    room.broadcast.stop()


def test_the_tree_and_what_fell_are_told_to_whoever_asks_for_them() -> None:
    room, table, tokens = begun(HUMAN, engine())
    watch(room, table.state.game_id)
    room.broadcast.tick()
    assert not {"branches", "falls"} & room.publisher.thoughts[-1].keys()
    watch(room, table.state.game_id, tree=True)
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    room.broadcast.tick()
    told = room.publisher.thoughts[-1]
    # [parent, move, value, known, depth, visits, refutation], without the root: parents of its children are -1
    assert told["branches"] == [[-1, 4, 50, 1, 8, 700, 3], [0, 3, -100, 2, 7, 30, 0]]
    assert told["falls"] == [{"ply": 1, "move": 4, "kept": 700, "dropped": 300, "cut": [[1, 10, 100], [2, 20, 200]]}]


def test_a_tree_that_has_not_changed_is_not_told_again_but_to_newcomers_it_is() -> None:
    room, table, tokens = begun(HUMAN, engine(), held=True)
    watch(room, table.state.game_id, tree=True)
    room.broadcast.tick()
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    room.broadcast.tick()
    assert "branches" in room.publisher.thoughts[-1]
    room.engine.ponder(room.engine.minds[0])  # its digest changes, its tree does not
    room.broadcast.tick()
    assert "branches" not in room.publisher.thoughts[-1]
    watch(room, table.state.game_id, "you", tree=True)
    room.broadcast.tick()
    assert "branches" in room.publisher.thoughts[-1]


def test_a_takeback_lets_nothing_fall() -> None:
    room, table, tokens = begun(HUMAN, engine())
    watch(room, table.state.game_id, tree=True)
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance(1.0)
    room.broadcast.tick()
    assert [fall["ply"] for fall in room.publisher.thoughts[-1]["falls"]] == [1, 2]
    table.perform(c.Undo(2), tokens, "u")
    room.broadcast.tick()
    assert room.publisher.thoughts[-1]["falls"] == []


def test_why_not_is_answered_by_a_mind_that_thinks_here_about_this_position() -> None:
    room, table, _ = begun(HUMAN, engine(), held=True)
    told: list[Why] = []
    table.thinking.explain(table.state, 0, [3], None, told.append)
    assert told[0].line == (3, 7)
    for ply, moves, code in ((5, [3], "stale"), (0, [9], "illegal_move")):
        with refused(code):
            table.thinking.explain(table.state, ply, moves, None, told.append)
    _, table, _ = room.begin(HUMAN, HUMAN)
    with pytest.raises(Refusal, match="No engine thinks"):
        table.thinking.explain(table.state, 0, [3], None, told.append)


def test_the_engine_s_answers_are_those_of_the_moves_that_stand() -> None:
    room, table, tokens = begun(HUMAN, engine())
    for ply, move in ((0, 4), (2, 4)):
        table.perform(c.Move(ply, move), tokens, f"r{ply}")
        room.timers.advance(1.0)
    assert [(said.ply, said.reply) for said in answers_view(table.state, table.history)] == [(1, 4), (3, 4)]
    table.perform(c.Undo(4), tokens, "u")
    assert [said.ply for said in answers_view(table.state, table.history)] == [1]
