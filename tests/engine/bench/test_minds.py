from __future__ import annotations

import time

import pytest
from click.testing import CliRunner

from engine.bench import minds as bench
from engine.commands.bench.minds import minds
from engine.games import find
from engine.mind.search.kernels import KERNEL_CACHE

GAME = find("connect4-5x4")


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    KERNEL_CACHE.warm_up(GAME)


@pytest.mark.slow
def test_what_is_answered_was_proven_before() -> None:
    replies = list(bench.reply_times(GAME, 5))
    assert len(replies) == 5
    for whole, choice, pruned in replies:
        assert 0 < choice < whole
        assert pruned >= 0


def test_a_look_is_timed_while_it_holds_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = bench.look_times(GAME, 3)
    assert {len(seconds) for seconds in waits.values()} == {3}

    def slow(mind: bench.Mind) -> None:
        with mind.lock:
            end = time.thread_time() + 0.05
            while time.thread_time() < end:
                pass

    monkeypatch.setattr(bench.Mind, "digest", slow)
    assert min(bench.look_times(GAME, 3)["digest"]) >= 0.05


@pytest.mark.slow
def test_slices_are_timed_while_somebody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = bench.slice_times(GAME, 3)
    assert 0 < min(taken) <= max(taken)
    monkeypatch.setattr(bench, "PONDER_LIMIT", 0.0)
    assert bench.slice_times(GAME, 3) == []


def test_a_crowd_is_answered() -> None:
    late = bench.crowd_delays(GAME.name, 20, 3, 0.2, 2, lead_time=0.1)
    assert len(late) == 3
    assert min(late) > -0.2


def test_the_command_prints_a_row_for_each_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "reply_times", lambda *_: [(0.002, 0.001, 7)])
    monkeypatch.setattr(bench, "look_times", lambda *_: {"digest": [0.0005]})
    monkeypatch.setattr(bench, "slice_times", lambda *_: [0.0091])
    monkeypatch.setattr(bench, "crowd_delays", lambda *_: [-0.01, 0.1])
    monkeypatch.setattr(KERNEL_CACHE, "warm_up", lambda *_: None)
    said = CliRunner().invoke(minds, [], terminal_width=200).output
    for part in ("2.00 ms", "0.50 ms", "9.10 ms", "100.00 ms"):
        assert part in said
