"""Tests that the solver's node count on fixed positions is equal on every machine, before and after a refactoring."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from engine.bench import signature
from engine.bench.signature import SIGNATURE, measure
from engine.commands.bench.solver import signature as bench
from engine.games import LineGame
from engine.solver.switches import Switch


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


@pytest.mark.slow
def test_the_worth_of_a_technique_is_the_nodes_without_over_the_nodes_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measures on a board of 4x4, whose kernel with switches is compiled for other tests, too."""
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
