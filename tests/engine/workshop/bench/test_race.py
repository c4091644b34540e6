"""Tests the race with a stand-in for the other solver."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.games import parse
from engine.solver.solver import Solver
from engine.workshop.bench import race
from engine.workshop.commands.solver import race as race_command


def test_random_positions_are_the_same_every_time_and_open() -> None:
    positions = race.random_positions(14, 5)
    assert positions == race.random_positions(14, 5)
    assert len(set(positions)) == 5
    for text in positions:
        state = parse(race.GAME, text)[1]
        assert state.ply == 14
        assert Solver(table_mb=1).begin(*state).high < 14


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the set of positions near the end small: to find a hundred takes half a second."""
    monkeypatch.setitem(race.SETS, "end", (30, 3))


@pytest.mark.slow
@pytest.mark.parametrize(("offset", "code"), [(0, 0), (1, 1)])
def test_scores_are_compared(monkeypatch: pytest.MonkeyPatch, offset: int, code: int) -> None:
    other = Solver(table_mb=1)

    def stand_in(position: str) -> tuple[int, float]:
        return other.solve(*parse(race.GAME, position)[1]).score + offset, 0.5

    monkeypatch.setattr(race, "bitbully", lambda: stand_in)
    result = CliRunner().invoke(race_command, ["--sets", "end", "--count", "3", "--json"])
    assert result.exit_code == code
    if code == 0:
        found = json.loads(result.output)
        assert (found["set"], found["positions"], found["theirs"], found["all_theirs"]) == ("end", 3, 0.5, 1.5)
        assert found["nodes"] > 0
    else:
        assert "disagree" in result.stderr


def test_the_empty_board_stands_beside_published_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    lap = race.Lap("", 1.0, 200.0, True, 36_700_000)
    monkeypatch.setattr(race, "laps", lambda positions, threads: [lap] if positions == [""] else pytest.fail("asked"))
    result = CliRunner().invoke(race_command, ["--sets", "", "--empty"])
    assert "36,700,000 positions, for the exact score; published for the empty board: Fhourstones" in result.output
    assert "1,479,113,766 positions" in result.output
    assert "c4 (C. Steininger) 3 s" in result.output


def test_unknown_sets_are_named() -> None:
    result = CliRunner().invoke(race_command, ["--sets", "dawn"])
    assert result.exit_code == 2
    assert "there is no set 'dawn'; there are early, middle, late, end, begin-hard, and files" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(("text", "sentence"), [
    ("4455\n48 1\n", "line 2: move 2: there is no column 8"),
    ("44444443\n", "line 1: move 7: column 4 is full"),
    ("\n1212121\n", "line 2: the game is over after move 7"),
    ("\n", "holds no positions"),
])  # fmt: skip
def test_files_are_checked(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "some.txt"
    path.write_text(text)
    for args in ([str(path)], ["--sets", f"end,{path}"]):
        result = CliRunner().invoke(race_command, args)
        assert result.exit_code == 2
        assert sentence in result.stderr


@pytest.mark.slow
def test_sets_and_files_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("7422341735647741166133573473242566 1\n32751571231557 -3\n")
    known = Solver(table_mb=1)
    monkeypatch.setattr(race, "bitbully", lambda: lambda text: (known.solve(*parse(race.GAME, text)[1]).score, 0.5))
    result = CliRunner().invoke(race_command, ["--sets", f"end,{path}", "--count", "2", "--json"])
    found = [json.loads(line) for line in result.output.splitlines()]
    assert [(each["set"], each["positions"]) for each in found] == [("end", 2), ("mine", 2)]
