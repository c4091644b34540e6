"""Tests a live game with fakes around it: which part acts, and when."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine import Choice
from tests.webapp.play import acts as c
from tests.webapp.room import HUMAN, Room, begun, engine, refused, thoughts_of
from webapp.play.game import events as e
from webapp.play.ports import StoreError
from webapp.play.steps import start

NONE: tuple[str, ...] = ()


def test_an_engine_replies_after_the_minimum_time_and_not_before() -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.3)
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance(0.29)
    assert table.state.ply == 1
    room.timers.advance(0.02)
    assert table.state.moves == (4, 1)


def test_an_engine_replies_no_sooner_at_a_host_that_has_just_taken_the_game_over() -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.3)
    table.perform(c.Move(0, 4), tokens, "r")
    table.close()
    taken = room.table(table.state.game_id)
    taken.wake()
    room.timers.advance(0.29)
    assert taken.state.ply == 1
    room.timers.advance(0.02)
    assert taken.state.ply == 2


def test_a_reply_carries_what_the_mind_knew() -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    event = room.publisher.games[-1]["event"]
    assert event["answer"] == {
        "expected": None, "seconds": 0.001, "nodes": 7, "kept": 1, "pruned": 2,
        "proven": False, "words": "", "why": "because", "slip": False,
            "depth": 9, "share": 0.7, "dropped": 300, "better": None, "waited": 0.0,
    }  # fmt: skip


def test_the_other_minds_think_on_my_time() -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    assert room.engine.minds[0] in room.engine.pondering
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    assert [mind.moves for mind in room.engine.pondering] == [(4, 1)]


def test_one_mind_serves_a_seat_for_the_whole_game() -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    for ply, move in enumerate((2, 3, 5, 6)):
        table.perform(c.Move(2 * ply, move), tokens, f"r{ply}")
        room.timers.advance()
    assert table.state.moves == (2, 1, 3, 1, 5, 1, 6, 1)
    assert len(room.engine.minds) == 1


def test_a_move_is_acknowledged_before_the_minds_go_on() -> None:
    room, table, tokens = begun(HUMAN, engine(), held=True, minimum_reply=0.0)
    mind, asked, seen = room.engine.minds[0], len(room.engine.asked), list[Any]()
    acknowledged = lambda _: seen.append((mind.moves, len(room.engine.asked)))  # noqa: E731
    start(table.inner.perform(c.Move(0, 4), tokens, "r"), acknowledged)
    assert seen == [((), asked)]
    assert (mind.moves, len(room.engine.asked), table.thinking.turn.asked) == ((4,), asked + 1, True)


def test_an_undo_while_the_engine_thinks_drops_its_reply() -> None:
    room, table, tokens = begun(HUMAN, engine(), held=True, minimum_reply=0.0)
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    mind = room.engine.minds[0]
    _, done = room.engine.questions[mind]
    table.perform(c.Undo(1), tokens, "u")
    done(room.engine.choice(mind))  # the answer was on its way already
    room.timers.advance(60)
    assert table.state.moves == ()


def test_a_late_reply_to_an_equal_looking_question_is_dropped() -> None:
    room, table, tokens = begun(HUMAN, engine(), held=True, minimum_reply=0.0)
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    mind = room.engine.minds[0]
    first = room.engine.questions[mind][1]
    table.perform(c.Undo(1), tokens, "u")
    table.perform(c.Move(0, 4), tokens, "r2")
    room.timers.advance()
    first(room.engine.choice(mind))
    room.timers.advance(1)
    assert table.state.moves == (4,)
    room.engine.release()
    room.timers.advance(1)
    assert table.state.moves == (4, 1)


def test_another_level_asks_again_at_once() -> None:
    room, table, tokens = begun(HUMAN, engine(3), held=True, minimum_reply=0.0)
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    asked = len(room.engine.asked)
    table.perform(c.SetLevel(1, 9), tokens)
    assert room.engine.minds[0].level == 9
    assert len(room.engine.asked) == asked + 1
    room.engine.release()
    room.timers.advance()
    assert table.state.ply == 2


def test_an_engine_that_does_not_answer_is_asked_again() -> None:
    room, table, _ = begun(engine(), HUMAN, held=True)
    room.engine.questions.clear()
    room.timers.advance(30)
    room.engine.release()
    room.timers.advance(1)
    assert table.state.ply == 1


def test_a_pace_of_nought_is_as_fast_as_they_can() -> None:
    room, table, tokens = begun(engine(), engine(), game="tictactoe")
    table.perform(c.Pace(per_minute=0.0), tokens)
    room.timers.advance()
    assert table.state.outcome is not None


def test_a_faster_pace_holds_for_the_move_that_is_due() -> None:
    room, table, tokens = begun(engine(), engine(), per_minute=1.0)
    room.timers.advance(5.0)
    assert table.state.ply == 1
    table.perform(c.Pace(per_minute=60.0), tokens)
    room.timers.advance()
    assert table.state.ply == 2


def test_engines_rest_longer_where_the_mover_s_opinion_has_changed() -> None:
    room = Room(per_minute=60.0)
    values, plain = [0.0, 0.0, 0.0, 0.3, 0.9, 0.3], room.engine.choice
    room.engine.choice = lambda mind: replace(plain(mind), value=values[len(mind.moves)])  # type: ignore[method-assign]
    _, table, _ = room.begin(engine(3), engine(7))
    rests = []
    for ply in range(len(values)):
        before = room.timers.now()
        while table.state.ply == ply:
            room.timers.advance(0.05)
        rests.append(round(room.timers.now() - before, 1))
    # An unchanged opinion: a second. Half of a full swing: two. A full one, and anything beyond: three.
    assert rests[1:] == [1.0, 1.0, 2.0, 3.0, 1.0]


def test_held_engines_wait_step_and_go_on() -> None:
    room, table, tokens = begun(engine(), engine(), per_minute=60.0)
    table.perform(c.Pace(paused=True), tokens)
    room.timers.advance(60)
    assert table.state.ply == 0
    table.thinking.turn.step(getattr(table, "inner", table))
    room.timers.advance(60)
    assert table.state.ply == 1
    table.thinking.turn.step(getattr(table, "inner", table))
    room.timers.advance(60)
    assert table.state.ply == 2
    table.perform(c.Pace(paused=False), tokens)
    room.timers.advance(1.5)
    assert table.state.ply > 2


def test_a_step_that_was_stored_and_told_as_failed_is_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    room, table, tokens = begun(engine(), engine(), per_minute=60.0)
    table.perform(c.Pace(paused=True), tokens)
    room.timers.advance(60)

    def write(game_id: str, more: Sequence[e.Recorded], stored: int) -> None:
        room.store.rows[game_id].extend(more)
        raise OSError("the line was lost")

    with monkeypatch.context() as patch:
        patch.setattr(room.store, "_write", write)
        table.thinking.turn.step(getattr(table, "inner", table))
    room.timers.advance(60)
    assert table.state.ply == 1
    assert len(room.store.rows[table.state.game_id]) == table.state.version


def test_a_move_made_as_the_game_goes_on_leaves_the_next_engine_its_question() -> None:
    room, table, tokens = begun(engine(), engine(), per_minute=60.0)
    table.perform(c.Pace(paused=True), tokens)
    room.timers.advance(60)
    room.engine.held = True
    table.perform(c.Pace(paused=False), tokens)  # the first reply was there already
    assert table.state.ply == 1
    assert [moves for moves, _ in room.engine.questions.values()] == [table.state.moves]


def test_a_step_before_the_reply_is_there_waits_for_it() -> None:
    room, table, tokens = begun(engine(), engine(), held=True)
    table.perform(c.Pace(paused=True), tokens)
    table.thinking.turn.step(getattr(table, "inner", table))
    assert table.state.ply == 0
    room.engine.release()
    room.timers.advance()
    assert table.state.ply == 1


def test_an_engine_s_move_that_cannot_be_stored_is_stored_later(caplog: pytest.LogCaptureFixture) -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    table.perform(c.Move(0, 4), tokens, "r")
    room.store.fail = OSError("disk full")
    room.timers.advance(5)
    assert table.state.ply == 1
    assert "could not be stored" in caplog.text
    room.store.fail = None
    room.timers.advance(5)
    assert table.state.ply == 2


def test_an_engine_s_move_comes_soon_after_the_database_can_be_written_to(caplog: pytest.LogCaptureFixture) -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    table.perform(c.Move(0, 4), tokens, "r")
    room.store.fail = StoreError("database is locked")
    room.timers.advance(20)
    assert table.state.ply == 1
    assert caplog.text.count("waits for the store") == 1
    room.store.fail = None
    room.timers.advance(0.5)
    assert table.state.ply == 2


def test_a_reply_is_never_made_at_another_position(caplog: pytest.LogCaptureFixture) -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    follow = room.engine.minds[0].follow

    def fail_once(moves: Any) -> Any:
        if len(moves) == 2:
            room.engine.minds[0].follow = follow  # type: ignore[method-assign]
            raise RuntimeError("the tree fell")
        return follow(moves)

    room.engine.minds[0].follow = fail_once  # type: ignore[method-assign]
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance(60)
    assert table.state.moves == (4, 1)
    assert "the tree fell" in caplog.text
    table.perform(c.Move(2, 4), tokens, "s")
    room.timers.advance(60)
    assert table.state.moves == (4, 1, 4, 1)


def test_an_illegal_reply_is_refused_and_reported(caplog: pytest.LogCaptureFixture) -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    room.engine.plan[4,] = 9
    table.perform(c.Move(0, 4), tokens, "r")
    room.timers.advance()
    assert table.state.moves == (4,)
    assert "refused" in caplog.text


def test_a_game_cannot_grow_for_ever() -> None:
    _, table, tokens = begun(HUMAN, HUMAN, longest_game=10)
    for i in range(4):
        table.perform(c.Move(0, 4), tokens, f"m{i}")
        if i < 3:
            table.perform(c.Undo(1), tokens, f"u{i}")
    table.perform(c.Undo(1), tokens, "the last talk")
    table.perform(c.Move(0, 4), tokens, "the last tenth is for moves")
    for command in (c.Undo(1), c.Move(1, 4)):
        with refused("too_long"):
            table.perform(command, tokens, "one more")


# --- seats, hints, watching ---


def test_a_person_takes_over_from_the_engine_and_gives_back() -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    table.perform(c.SetSeat(1, "human"), tokens)
    table.perform(c.Move(0, 4), tokens, "a")
    table.perform(c.Move(1, 4), tokens, "b")
    room.timers.advance(10)
    assert table.state.moves == (4, 4)
    assert room.engine.minds[0].closed
    table.perform(c.SetSeat(0, "engine", 7), tokens)
    room.timers.advance(10)
    assert table.state.ply == 3
    assert table.state.seats == (engine(7), HUMAN)


def test_changing_chairs_does_not_let_an_engine_slip_in_a_move() -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.3)
    room.timers.advance(100)
    table.perform(c.SetSeat(0, "engine", 5), tokens)
    room.timers.advance(0.2)
    table.perform(c.SetSeat(1, "human"), tokens)
    assert table.state.ply == 0


def test_a_hint_is_the_analyst_s_move() -> None:
    room, table, tokens = begun(HUMAN, engine(1))
    found: list[Any] = []
    table.thinking.hint(table, 0, tokens, found.append)
    room.timers.advance()
    assert found[0].move == 1
    assert [mind.level for mind in room.engine.minds] == [1, 10]
    for ply, who, code in ((1, tokens, "stale"), (0, NONE, "not_your_seat")):
        with refused(code):
            table.thinking.hint(table, ply, who, found.append)
    table.perform(c.Resign(), tokens)
    with refused("game_over"):
        table.thinking.hint(table, 0, tokens, found.append)


def test_one_answer_is_the_hint_of_all_who_wait_for_it() -> None:
    room, table, tokens = begun(HUMAN, engine(1), held=True)
    found: list[Any] = []
    for page in ("phone", "laptop"):
        table.thinking.hint(table, 0, tokens, lambda choice, page=page: found.append((page, choice.move)))
    room.engine.release()
    room.timers.advance()
    assert found == [("phone", 1), ("laptop", 1)]


@pytest.mark.parametrize("closed", [False, True])
def test_who_waits_for_a_hint_hears_at_once_that_the_game_has_gone_on(closed: bool) -> None:
    room, table, tokens = begun(HUMAN, engine(1), held=True)
    found: list[Any] = []
    table.thinking.hint(table, 0, tokens, found.append)
    table.close() if closed else table.perform(c.Move(0, 4), tokens)
    assert found == [None]
    room.engine.release()
    room.timers.advance()
    assert found == [None]


def test_a_hint_comes_though_others_cease_to_watch() -> None:
    room, table, tokens = begun(HUMAN, HUMAN, held=True)
    found: list[Any] = []
    for is_watched in (True, False):
        table.watch(is_watched)
        table.thinking.hint(table, 0, tokens, found.append)
        table.watch(not is_watched)
        table.wake()
        room.engine.release()
        room.timers.advance()
    assert len(found) == 2


def test_hints_are_for_the_side_to_move() -> None:
    _, table, tokens = begun(engine(), HUMAN, held=True)
    with refused("not_your_turn"):
        table.thinking.hint(table, 0, tokens, print)


def test_between_people_the_analyst_thinks_only_while_somebody_watches() -> None:
    room, table, _ = begun(HUMAN, HUMAN)
    assert room.engine.minds == []
    table.watch(True)
    assert [seen.digest.seat for seen in thoughts_of(table)] == [None]
    assert len(room.engine.pondering) == 1


def test_the_truth_is_searched_beside_an_engine_s_opinion_where_a_page_asks_for_it() -> None:
    room, table, tokens = begun(HUMAN, engine(4), held=True)
    table.watch(True)
    assert [seen.digest.seat for seen in thoughts_of(table)] == [1]
    table.watch(True, True)
    assert [seen.digest.seat for seen in thoughts_of(table)] == [1, None]
    assert [mind.level for mind in room.engine.minds] == [4, 10]
    assert room.engine.minds[1] in room.engine.pondering
    found: list[Choice] = []
    table.thinking.hint(table, 0, tokens, found.append)  # by the same mind, which goes on afterwards
    room.engine.release()
    room.timers.advance(1)
    assert len(found) == 1
    assert room.engine.minds[1] in room.engine.pondering
    table.watch(True)
    assert [seen.digest.seat for seen in thoughts_of(table)] == [1]
    assert room.engine.minds[1] not in room.engine.pondering


def test_an_engine_tells_how_long_the_other_side_thought() -> None:
    room, table, tokens = begun(HUMAN, engine(), minimum_reply=0.0)
    for ply, seconds in ((0, 3.0), (2, 6.25)):
        room.timers.advance(seconds)
        table.perform(c.Move(ply, 4), tokens, f"m{ply}")
        room.timers.advance(1)
        moved = table.history[-1].event
        assert isinstance(moved, e.Moved)
        assert moved.answer is not None
        assert moved.answer.waited == pytest.approx(seconds + (1.0 if ply else 0.0), abs=0.2)


def test_after_the_game_all_minds_rest() -> None:
    room, table, tokens = begun(HUMAN, engine(), held=True)
    table.perform(c.Move(0, 4), tokens, "r")
    table.perform(c.Resign(), tokens, "q")
    room.engine.release()
    room.timers.advance(10)
    assert table.state.ply == 1
    assert room.engine.pondering == set()
