"""Tests the measuring commands: node counts equal on every machine, the promises of minds."""

import json
import time

import pytest
from click.testing import CliRunner

from engine.games import LineGame, find
from engine.solver.switches import Switch
from engine.workshop.bench import minds as promises
from engine.workshop.bench import signature
from engine.workshop.bench.minds import quantile
from engine.workshop.bench.signature import SIGNATURE, measure
from engine.workshop.commands.minds import minds
from engine.workshop.commands.solver import signature as bench


@pytest.mark.slow
def test_signature() -> None:
    nodes, seconds = measure()
    assert nodes == SIGNATURE
    assert seconds > 0


@pytest.mark.slow
def test_bench_prints_the_signature() -> None:
    found = json.loads(CliRunner().invoke(bench, ["--json"]).output)
    assert found["signature"] == found["expected"] == SIGNATURE
    assert found["nodes_per_second"] > 0


@pytest.mark.long
def test_the_worth_of_a_technique_is_the_nodes_without_over_the_nodes_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measures on a board of 4x4, whose kernel with switches is compiled for other tests as well."""
    monkeypatch.setattr(signature, "GAME", LineGame(4, 4, 4, True))
    monkeypatch.setattr(signature, "POSITIONS", ("", "1", "12"))
    found = json.loads(CliRunner().invoke(bench, ["--without", "odd-tails", "--json"]).output)
    with_all, without = (signature.measure(switches)[0] for switches in (Switch.ALL, Switch.ALL ^ Switch.ODD_TAILS))
    assert found["without"] == "odd-tails"
    assert found["nodes"] == pytest.approx(without / with_all, abs=0.01)
    assert without > with_all


@pytest.mark.long
def test_a_technique_is_worth_something() -> None:
    found = json.loads(CliRunner().invoke(bench, ["--without", "odd-tails", "--json"]).output)
    assert found["without"] == "odd-tails"
    assert found["nodes"] > 1.3


def test_unknown_techniques_are_named() -> None:
    result = CliRunner().invoke(bench, ["--without", "luck"])
    assert result.exit_code == 2
    assert "there is no technique 'luck'; there are follow-up, " in result.stderr


def test_quantiles() -> None:
    assert (quantile([3.0, 1.0, 2.0], 0.5), quantile([3.0, 1.0, 2.0], 1.0)) == (2.0, 3.0)


BOARD = find("connect4-5x4")


def test_a_look_is_timed_while_it_holds_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = promises.look_times(BOARD, 3)
    assert {len(seconds) for seconds in waits.values()} == {3}

    def slow(mind: promises.Mind) -> None:
        with mind.lock:
            end = time.thread_time() + 0.05
            while time.thread_time() < end:
                pass

    monkeypatch.setattr(promises.Mind, "digest", slow)
    assert min(promises.look_times(BOARD, 3)["digest"]) >= 0.05


@pytest.mark.slow
def test_slices_are_timed_while_somebody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = promises.slice_times(BOARD, 3)
    assert 0 < min(taken) <= max(taken)
    monkeypatch.setattr(promises, "PONDER_LIMIT", 0.0)
    assert promises.slice_times(BOARD, 3) == []


def test_the_command_prints_a_row_for_each_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "look_times", lambda *_: {"digest": [0.0005]})
    monkeypatch.setattr(promises, "slice_times", lambda *_: [0.0091])
    said = CliRunner().invoke(minds, [], terminal_width=200).output
    for part in ("0.50 ms", "9.10 ms"):
        assert part in said
