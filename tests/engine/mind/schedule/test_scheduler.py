import gc
import itertools
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

from engine.games import find
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.report.types import Choice
from engine.mind.schedule.jobs import WHOLE_SLICE
from engine.mind.schedule.scheduler import Scheduler
from tests.engine.mind.checking import check_tree
from tests.engine.mind.schedule.test_crowd import Clock, Fake
from tests.waiting import PATIENCE, wait_until


class Named(Fake):
    """Notes each slice with its purpose. A slice takes a millisecond."""

    def __init__(self, name: str, log: list[tuple[str, Purpose]], slices: float = 5) -> None:
        super().__init__(Clock(), 1, slices)
        self.name, self.log, self.alone = name, log, threading.Lock()

    def work(self, purpose: Purpose) -> bool:
        assert self.alone.acquire(blocking=False), "two threads think for one mind"
        self.log.append((self.name, purpose))
        time.sleep(0.001)
        more = super().work(purpose)
        self.alone.release()
        return more


@pytest.fixture
def scheduler() -> Iterator[Scheduler]:
    scheduler = Scheduler(1, processor_time=itertools.count(step=WHOLE_SLICE).__next__)
    yield scheduler
    scheduler.close()


def wait(event: threading.Event) -> None:
    assert event.wait(PATIENCE), "nothing came"


def test_due_moves_come_first_by_deadline_then_hints_then_shown_moves_then_analyses_then_pondering_in_turns(
    scheduler: Scheduler,
) -> None:
    log: list[tuple[str, Purpose]] = []
    minds: Any = {name: Named(name, log) for name in ("late", "soon", "hint", "shown", "x", "y", "a", "b")}
    answered: list[str] = []
    for name, ask in zip("abxy", [scheduler.ponder] * 2 + [scheduler.analyse] * 2, strict=True):
        ask(minds[name])
    scheduler.choose(minds["shown"], lambda _: answered.append("shown"), seconds=30_000, is_shown=True)
    scheduler.hint(minds["hint"], lambda _: answered.append("hint"), seconds=60_000)
    scheduler.choose(minds["late"], lambda _: answered.append("late"), seconds=50_000)
    scheduler.choose(minds["soon"], lambda _: answered.append("soon"), seconds=40_000)
    scheduler.start()
    wait_until(lambda: not (scheduler.busy(minds["a"]) or scheduler.busy(minds["b"])))
    assert answered == ["soon", "late", "hint", "shown"]
    names = [name for name, _ in log]
    due = ["soon", "late"] * 2 + ["soon", "soon", "late", "late", "soon", "late"]  # by length, then by deadline
    assert names == due + ["hint"] * 5 + ["shown"] * 5 + ["x", "y"] * 5 + ["a", "b"] * 5
    assert {purpose for name, purpose in log if name in "ab"} == {Purpose.PONDER}
    assert {purpose for name, purpose in log if name in "xy"} == {Purpose.ANALYSE}


@pytest.mark.slow
def test_where_moves_are_always_due_nothing_is_kept_of_minds_that_rest() -> None:
    log: list[tuple[str, Purpose]] = []
    scheduler, gone = Scheduler(1), list[weakref.ref[Any]]()
    for number in range(1000):
        mind: Any = Named(str(number), log)
        gone.append(weakref.ref(mind))
        scheduler.ponder(mind)
        scheduler.analyse(mind)
        scheduler.rest(mind)
    staying: Any = Named("staying", log)
    scheduler.ponder(staying)
    del mind
    gc.collect()
    assert sum(one() is not None for one in gone) < 200
    assert scheduler.step()
    assert log == [("staying", Purpose.PONDER)]


def test_a_slice_that_fails_costs_no_thread(scheduler: Scheduler, caplog: pytest.LogCaptureFixture) -> None:
    broken: Any = Named("broken", [])
    broken.work = lambda _: 1 / 0
    fine: Any = Named("fine", [])
    done = threading.Event()
    scheduler.choose(broken, lambda _: None, seconds=1)
    scheduler.start()
    scheduler.choose(fine, lambda _: done.set(), seconds=1)
    wait(done)
    assert "a slice of thinking failed" in caplog.text


def test_an_error_outside_a_slice_costs_no_thread(scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch) -> None:
    failed, done = threading.Event(), threading.Event()

    def fail() -> None:
        monkeypatch.undo()
        failed.set()
        raise RuntimeError("boom")

    monkeypatch.setattr(scheduler, "_take", fail)
    first, second = Named("first", []), Named("second", [])
    scheduler.start()
    scheduler.choose(first, lambda _: None, seconds=1)
    wait(failed)
    scheduler.choose(second, lambda _: done.set(), seconds=1)
    wait(done)


def test_two_minds_play_a_whole_game_and_ponder_on_each_others_time() -> None:
    game = find("connect4-5x4")
    scheduler = Scheduler(2)
    scheduler.start()
    minds = [Mind(game, level, seed) for level, seed in ((10, 1), (6, 2))]
    moves: list[int] = []
    state = game.initial()
    while game.outcome(state) is None:
        mover, waiter = minds[len(moves) % 2], minds[1 - len(moves) % 2]
        mover.follow(moves)
        waiter.follow(moves)
        came = threading.Event()
        choices: list[Choice] = []
        scheduler.ponder(waiter)
        scheduler.choose(mover, lambda choice, c=choices, e=came: (c.append(choice), e.set()), seconds=5)  # type: ignore[misc]
        wait(came)
        assert choices[0].ply == len(moves)
        moves.append(choices[0].move)
        state = game.play(state, moves[-1])
    scheduler.close()
    for mind in minds:
        assert mind.tree is not None
        check_tree(mind.tree)
    assert mind.nodes > 0
