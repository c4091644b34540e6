"""Tests the published figures of the levels: stored ratings and regret are good enough, and RESULTS.md agrees."""

import itertools
import json
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from engine.games import Score, find, parse, replay
from engine.mind.levels.level import levels
from engine.players import RANDOM
from engine.solver.analysis import Analysis
from engine.workshop.arena import ladder
from tests.engine.mind.minds import kernels_of

ROOT = Path(__file__).resolve().parents[4]
RESULTS = (ROOT / "engine" / "arena" / "RESULTS.md").read_text()
ROW = re.compile(r"^\| (\d+) \| (\d+) \| \+(\d+) ± (\d+) \| ([\d.]+) % \| ([\d.]+) \|$", re.MULTILINE)


def regret() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(resources.files("engine.workshop.arena").joinpath("regret.json").read_text())
    return found


def test_the_ladder_of_connect_four_has_even_steps() -> None:
    points = [stop.rating or 0 for stop in levels("connect4")]
    steps = [above - below for below, above in itertools.pairwise(points)]
    assert len(points) == 10
    assert points[0] <= 150
    assert points[-1] - points[0] >= 1200
    assert all(100 <= step <= 200 for step in steps), steps


def test_the_higher_the_level_the_less_it_regrets() -> None:
    stored = [regret()["levels"][str(number)] for number in range(1, 11)]
    kept, lost = [row["kept"] for row in stored], [row["plies"] for row in stored]
    assert kept == sorted(kept)
    assert lost == sorted(lost, reverse=True)
    assert (kept[-1], lost[-1]) == (1.0, 0.0)


def test_the_positions_of_the_regret_table_are_as_they_were_judged() -> None:
    game = find(regret()["game"])
    kernels = kernels_of(game)
    lines = [parse(game, text)[0] for text in regret()["positions"]]
    assert len({replay(game, line) for line in lines}) == len(lines) >= 300
    for line in [line for line in lines if len(line) >= 16][:10]:
        scores: dict[int, Score] = Analysis(kernels.solver, game, replay(game, line)).scores()
        assert len({(score.winner, score.plies) for score in scores.values()}) > 1


def test_the_readme_shows_what_is_stored() -> None:
    rows = ROW.findall(RESULTS)
    assert len(rows) == 10
    below = 0
    for (number, rating, step, margin, kept, lost), stop in zip(rows, levels("connect4"), strict=True):
        stored = regret()["levels"][number]
        assert (int(number), int(rating)) == (stop.number, stop.rating)
        assert abs(int(rating) - below - int(step)) <= 1
        assert int(step) > int(margin)  # positive with 95 % confidence
        assert float(kept) == pytest.approx(100 * stored["kept"], abs=0.06)
        assert float(lost) == pytest.approx(stored["plies"], abs=0.006)
        below = int(rating)


def test_the_figure_shows_what_is_stored() -> None:
    figure = (ROOT / "static/img/ladder.svg").read_text()
    described = figure[figure.index("<desc") : figure.index("</desc>")]
    shown = {int(number): int(points) for number, points in re.findall(r"level (\d+) (\d+)", described)}
    assert shown == {stop.number: stop.rating for stop in levels("connect4")}


STORED: list[dict[str, Any]] = [
    json.loads(line) for line in Path(__file__).with_name("ladder-games.jsonl").read_text().splitlines()
]
OPENING = 3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "games", "highest", "step"), [
    ("connect4", 10, 10, 2),
    ("slippery-tictactoe", 10, 10, 2),
    pytest.param("gomoku7", 9, 9, 1, marks=pytest.mark.long),
    pytest.param("connect4-8x7", 20, 10, 1, marks=pytest.mark.long),
    pytest.param("connect5", 20, 10, 1, marks=pytest.mark.long),
    pytest.param("connect4", 20, 10, 1, marks=pytest.mark.long),
    pytest.param("slippery-tictactoe", 20, 10, 1, marks=pytest.mark.long),
    pytest.param("gomoku7", 10, 10, 1, marks=pytest.mark.long),  # the highest level thinks for half a minute
])  # fmt: skip
def test_every_level_plays_its_stored_games_again(name: str, games: int, highest: int, step: int) -> None:
    """Plays every ``step``-th stored game of the levels up to ``highest``. A long run plays all of them."""
    stored = {record["name"]: record for record in STORED if record["name"].split()[0] == name}
    pairings = [pair for pair in ladder.pairings(name, OPENING + 1) if pair.name in stored]
    assert len(pairings) == len(stored), "the settings of a level have changed, but not its games"
    wanted = [pair for pair in pairings if max(pair.first, pair.second) <= highest][::step]
    assert len(wanted) == games
    assert {side for pair in wanted for side in (pair.first, pair.second)} == {RANDOM, *range(1, highest + 1)}
    for pair in wanted:
        assert ladder._play(pair) == stored[pair.name], pair.name
