"""Tests that the solver's node count on fixed positions is equal on every machine, before and after a refactoring."""

from __future__ import annotations

import json

from click.testing import CliRunner

from engine.bench.signature import SIGNATURE, measure
from engine.commands.solve import bench


def test_signature() -> None:
    nodes, seconds = measure()
    assert nodes == SIGNATURE
    assert seconds > 0


def test_bench_prints_the_signature() -> None:
    found = json.loads(CliRunner().invoke(bench, ["--json"]).output)
    assert found["signature"] == found["expected"] == SIGNATURE
    assert found["nodes_per_second"] > 0


def test_a_technique_is_worth_something() -> None:
    found = json.loads(CliRunner().invoke(bench, ["--without", "odd-tails", "--json"]).output)
    assert found["without"] == "odd-tails"
    assert found["nodes"] > 1.3


def test_unknown_techniques_are_named() -> None:
    result = CliRunner().invoke(bench, ["--without", "luck"])
    assert result.exit_code == 2
    assert "there is no technique 'luck'; there are follow-up, " in result.stderr
