"""Tests the measuring commands: node counts equal on every machine, the latency of solving, the promises of minds."""

import json
import random
import time

import pytest
from click.testing import CliRunner

from engine.games import LineGame, find
from engine.solver.switches import Switch
from engine.workshop.bench import minds as promises
from engine.workshop.bench import signature
from engine.workshop.bench.latency import GAME, position, quantile
from engine.workshop.bench.signature import SIGNATURE, measure
from engine.workshop.commands.minds import minds
from engine.workshop.commands.solver import latency
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


def test_sensible_positions_overlook_nothing() -> None:
    rng, unfinished, handed = random.Random(1), {True: 0, False: 0}, {True: 0, False: 0}
    for sensible in handed:
        for ply in [9, 10, 11, 12] * 25:
            state = position(ply, rng, sensible=sensible)
            if state is not None:
                unfinished[sensible] += 1
                assert state.mask.bit_count() == ply
                assert GAME.outcome(state) is None
                wins = GAME.holes(state.own, state.mask)
                handed[sensible] += any(GAME.bit(GAME.landing(state, move)) & wins for move in GAME.moves(state))
    assert min(unfinished.values()) > 50
    assert handed[True] < handed[False] / 2


def test_quantiles() -> None:
    assert (quantile([3.0, 1.0, 2.0], 0.5), quantile([3.0, 1.0, 2.0], 1.0)) == (2.0, 3.0)


def test_the_command_says_how_long_each_ply_took() -> None:
    run = CliRunner().invoke(latency, ["--count", "2", "--from", "30", "--to", "31", "--json"])
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(row["ply"], row["style"], row["count"]) for row in rows] == [
        (30, "random", 2), (30, "sensible", 2), (31, "random", 2), (31, "sensible", 2),
    ]  # fmt: skip
    assert all(0 <= row["p50_ms"] <= row["p99_ms"] <= row["max_ms"] for row in rows)
    wrong = CliRunner().invoke(latency, ["--from", "5", "--to", "4"])
    assert wrong.exit_code == 2
    assert "--to 4 comes before --from 5" in wrong.output


BOARD = find("connect4-5x4")


@pytest.mark.slow
def test_what_is_answered_was_proven_before() -> None:
    replies = list(promises.reply_times(BOARD, 5))
    assert len(replies) == 5
    for whole, choice, pruned in replies:
        assert 0 < choice < whole
        assert pruned >= 0


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


def test_a_crowd_is_answered() -> None:
    late = promises.crowd_delays(BOARD.name, 20, 3, 0.2, 2, lead_time=0.1)
    assert len(late) == 3
    assert min(late) > -0.2


def test_the_command_prints_a_row_for_each_promise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(promises, "reply_times", lambda *_: [(0.002, 0.001, 7)])
    monkeypatch.setattr(promises, "look_times", lambda *_: {"digest": [0.0005]})
    monkeypatch.setattr(promises, "slice_times", lambda *_: [0.0091])
    monkeypatch.setattr(promises, "crowd_delays", lambda *_: [-0.01, 0.1])
    said = CliRunner().invoke(minds, [], terminal_width=200).output
    for part in ("2.00 ms", "0.50 ms", "9.10 ms", "100.00 ms"):
        assert part in said
