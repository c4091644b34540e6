"""Tests a game of twenty lines everywhere: searches, minds, matches, the command line, the table and the page."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.games import Player, find, registry, replay
from engine.players import play
from tests.engine.library.test_check_game import RACE
from webapp import cli


@pytest.fixture
def race(tmp_path: Path) -> Iterator[None]:
    """Adds a file to the games while the test runs."""
    file = tmp_path / "race.py"
    file.write_text(RACE, encoding="utf-8")
    find("nim")  # the others have been found
    spec = importlib.util.spec_from_file_location("race", file)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    yield
    del registry._games["race"]


@pytest.mark.usefixtures("race")
def test_at_the_command_line() -> None:
    for arguments in (["textbook", "explain", "race", "12"], ["textbook", "compare", "race", "12", "--depth", "6"]):
        result = CliRunner().invoke(cli.main, arguments)
        assert (result.exit_code, result.stderr) == (0, "")
    assert CliRunner().invoke(cli.main, ["textbook", "explain", "race", "13"]).stderr == (
        "Error: Move 2: 3 is no step; take 1 or 2.\n"
    )


@pytest.mark.usefixtures("race")
def test_in_a_match() -> None:
    """Wins with the perfect level, which takes two steps a move, the right play for the side to begin."""
    game = find("race")
    for levels, winner in (((10, 1), Player.FIRST), ((10, 10), Player.FIRST)):
        played = play(game, levels, seed=1)
        assert played.winner is winner
        assert game.outcome(replay(game, played.moves)) is not None
