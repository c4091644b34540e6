"""Tests that files and words of another form are refused in one sentence by each command."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.cli import main

DEEP = "[" * 200_000
FILES = [DEEP, "{}\n", "[1]\n", '{"claim": 1}\n', '{"a": ' * 100_000, "\x00\n"]
GAMES = [
    "x" * 5_000_000,
    '{"game": "connect4", "moves": "\\u0000"}',
    '{"game": "connect4", "moves": [[1]]}',
    '{"game": "connect4", "moves": 5}',
    '{"game": ["x"], "moves": [1]}',
    '{"game": "connect4", "moves": ["' + "9" * 6000 + '"]}',
]


def refused(*words: str) -> str:
    """Runs a command, which is expected to refuse in one sentence. Returns the sentence."""
    done = CliRunner().invoke(main, words)
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 2
    assert len(done.output) < 1200
    return done.output


@pytest.mark.parametrize("text", FILES)
def test_a_file_that_holds_no_proofs(tmp_path: Path, text: str) -> None:
    file = tmp_path / "proofs"
    file.write_text(text)
    assert "is no file of proofs" in refused("check", str(file))


@pytest.mark.parametrize("text", [*FILES, *GAMES])
def test_a_file_that_holds_no_games(tmp_path: Path, text: str) -> None:
    file = tmp_path / "games"
    file.write_text(text)
    assert "ine 1" in refused("games", str(file))


@pytest.mark.parametrize("player", ["9" * 5000, "11", "-1", "\u0663", "level 3"])
def test_a_player_that_there_is_not(player: str) -> None:
    assert "There is no player" in refused("match", "--first", player, "--second", "1")


@pytest.mark.parametrize("position", ["1234,5", "5,4321"])
def test_a_position_that_lacks_a_comma(position: str) -> None:
    assert "commas" in refused("textbook", "explain", "connect4", position)
