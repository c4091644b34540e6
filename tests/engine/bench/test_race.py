"""The race's own parts, with a stand-in for the other solver."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from engine.bench import race
from engine.commands.race import COMMANDS
from engine.games import parse
from engine.solver.solver import Solver


def test_random_positions_are_the_same_every_time_and_open() -> None:
    positions = race.random_positions(14, 5)
    assert positions == race.random_positions(14, 5)
    assert len(set(positions)) == 5
    for text in positions:
        state = parse(race.GAME, text)[1]
        assert state.ply == 14
        assert Solver(table_mb=1).begin(*state).high < 14


@pytest.mark.parametrize(("offset", "code"), [(0, 0), (1, 1)])
def test_scores_are_compared(monkeypatch: pytest.MonkeyPatch, offset: int, code: int) -> None:
    other = Solver(table_mb=1)

    def stand_in(position: str) -> tuple[int, float]:
        return other.solve(*parse(race.GAME, position)[1]).score + offset, 0.5

    monkeypatch.setattr(race, "peer", lambda: stand_in)
    result = CliRunner().invoke(COMMANDS[0], ["--sets", "end", "--count", "3", "--json"])
    assert result.exit_code == code
    if code == 0:
        found = json.loads(result.output)
        assert (found["set"], found["positions"], found["theirs"]) == ("end", 3, 0.5)
    else:
        assert "disagree" in result.stderr


def test_unknown_sets_are_named() -> None:
    result = CliRunner().invoke(COMMANDS[0], ["--sets", "dawn"])
    assert result.exit_code == 2
    assert "there is no set 'dawn'; there are early, middle, late, end" in result.stderr
