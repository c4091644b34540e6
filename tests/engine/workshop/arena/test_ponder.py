import time
from pathlib import Path

import pytest

from engine.games import find
from engine.workshop.arena.pondering import Effort, PonderedPosition, PonderTask, Sample, hits, rows, run

GAME = find("connect4-5x4")


def test_a_reply_that_was_pondered_to_its_end_is_answered_without_a_search(tmp_path: Path) -> None:
    found = list(run(PonderTask(GAME.name, 20.0, first=2, last=8), GAME, 3, tmp_path / "store.jsonl"))
    samples = [sample for position in found for sample in position.samples]
    assert [sample.expected for sample in samples] == [True, False] * 3
    for sample in samples:
        assert not sample.open
        assert sample.kept > 0
        assert 0 < sample.share <= 1
        assert sample.pondered.nodes == 0 < sample.fresh.nodes
    table = rows(found)
    assert (table[0][1:], table[2][1:], table[7][1:]) == (("3", "3"), ("100 %", "100 %"), ("-", "-"))


@pytest.mark.slow
def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, task = tmp_path / "store.jsonl", PonderTask(GAME.name, 0.05, first=2, last=8)
    first = list(run(task, GAME, 2, store))
    store.write_text(store.read_text()[:-20])  # the last line is cut short, as by a crash
    measured: list[int] = []
    from engine.workshop.arena import pondering as ponder

    whole = ponder.measure
    monkeypatch.setattr(ponder, "measure", lambda *args: measured.append(args[2]) or whole(*args))
    again = list(run(task, GAME, 3, store))
    assert measured == [1, 2]
    assert again[0] == first[0]
    assert [position.number for position in run(task, GAME, 3, store)] == [0, 1, 2]
    assert measured == [1, 2]
    assert len(list(run(PonderTask(GAME.name, 0.06, first=2, last=8), GAME, 1, store))) == 1  # another task: no record
    assert measured == [1, 2, 0]


def test_a_depth_may_be_the_goal(tmp_path: Path) -> None:
    (found,) = run(PonderTask(GAME.name, 0.02, depth=3, first=2, last=8), GAME, 1, tmp_path / "store.jsonl")
    assert [sample.open for sample in found.samples] == [False, False]


def test_time_that_others_take_is_not_in_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calm = time.thread_time
    monkeypatch.setattr(time, "perf_counter", lambda: 1e3 * calm())  # a machine a thousand times too busy
    began = calm()
    (found,) = run(PonderTask(GAME.name, 0.02, first=2, last=8), GAME, 1, tmp_path / "store.jsonl")
    assert len(found.samples) == 2
    assert sum(sample.fresh.seconds for sample in found.samples) <= calm() - began


def sample(expected: bool, is_open: bool, pondered: float, fresh: float) -> Sample:
    """Returns a sample, answered in ``pondered`` seconds after pondering (500 nodes each), in ``fresh`` without."""
    return Sample(4, expected, is_open, 30, 70, Effort(pondered, round(500 * pondered)), Effort(fresh, 1_000))


def test_the_table_says_what_the_samples_say() -> None:
    positions = [
        PonderedPosition(0, (4, 4), 4, 4, 3, (sample(True, False, 0.001, 0.1), sample(False, True, 0.6, 1.0))),
        PonderedPosition(1, (4, 3), 4, 4, 4, (sample(True, False, 0.002, 0.1), sample(False, True, 0.2, 1.0))),
        PonderedPosition(2, (4, 2), None, 4, 3, (sample(True, False, 0.001, 0.3), sample(False, False, 0.004, 1.0))),
    ]
    assert rows(positions) == [
        ("replies", "3", "3"),
        ("tree kept, mean", "30 %", "30 %"),
        ("proven before the reply came", "100 %", "33 %"),
        ("answer with pondering, median", "1.00 ms", "200.00 ms"),
        ("answer afresh, median", "100 ms", "1000 ms"),
        ("afresh / with pondering, median", "100", "5"),
        ("still open: replies", "0", "2"),
        ("still open: positions searched, with / afresh, median", "-", "0.20"),
        ("still open: positions searched, with / afresh, worst", "-", "0.30"),
        ("still open: time, with / afresh, median", "-", "0.40"),
        ("still open: time, with / afresh, worst", "-", "0.60"),
        ("proven before the reply: the slowest answer", "2.00 ms", "4.00 ms"),
    ]
    assert hits(positions) == {"strong": "100 %", "middling": "50 %"}


def test_a_game_without_a_solver_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no exact solver"):
        next(run(PonderTask("tictactoe", 0.0), find("tictactoe"), 1, tmp_path / "none.jsonl"))
