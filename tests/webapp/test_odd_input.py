"""Gives commands and readers odd input, and expects one sentence as the answer."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.games import GameError
from engine.games.formats.records import read_games
from webapp.cli import main


def refused(*words: str, given: str | bytes | None = None) -> str:
    """Returns the one sentence with which a command is refused."""
    ran = CliRunner().invoke(main, list(words), input=given)
    assert ran.exit_code == 2, ran.output
    assert ran.stderr.count("\n") == 1
    assert len(ran.stderr) < 600
    return ran.stderr


@pytest.mark.parametrize(
    ("player", "words"),
    [*((name, "There is no player") for name in ("9" * 5000, "0" * 5000, "11", "-1", "\u0663", "level 3")),
     ("pipe:", "names no command"), ("pipe:  ", "names no command"), ("net:x:99999", "cannot be read")],
)  # fmt: skip
def test_players_that_do_not_exist(player: str, words: str) -> None:
    assert words in refused("match", "--game", "tictactoe", "--first", player, "--second", "1")


def test_levels_of_many_digits() -> None:
    echo = f"{sys.executable} -V"
    assert "levels from 1 to 10" in refused("arena", f"a={echo}", f"b={echo}", "--levels", "9" * 5000)


@pytest.mark.parametrize("text", ["4455", "ä"])
def test_bytes_that_are_no_utf_8_are_told_by_every_command(text: str) -> None:
    for words in (["textbook", "leaves"], ["solve"], ["games"]):
        for given in (text.encode("utf-16"), text.encode("utf-8") + b"\xff\n"):
            assert "no text in UTF-8" in refused(*words, given=given)


@pytest.mark.parametrize(
    "record",
    [
        {"game": "tictactoe", "moves": "\0"},
        {"game": "tictactoe", "moves": [1, {}]},
        {"game": "tictactoe", "moves": [True]},
        {"game": "tictactoe", "moves": [1.5]},
        {"game": "tictactoe", "moves": None},
        {"game": "tictactoe", "moves": [[1]]},
        {"game": "tictactoe", "moves": ["9" * 6000]},
        {"game": [], "moves": []},
        {"game": "x" * 5_000_000, "moves": []},
        {"game": "tictactoe", "moves": [5], "players": [1, 2, 3]},
        {"game": "tictactoe", "moves": [5], "players": 5},
        {"game": "tictactoe"},
        {"moves": [5]},
    ],
)
def test_records_of_another_form_are_told_in_words(record: dict[str, object]) -> None:
    with pytest.raises(GameError, match=r"^line 1: ") as found:
        list(read_games([json.dumps(record)]))
    assert len(str(found.value)) < 500
    for words in ("int()", "literal", "unpack", "unhashable", "object is", "sys."):
        assert words not in str(found.value)


@pytest.mark.parametrize(
    "line", ["{bad", '{"game": "tictactoe", "moves": [' + "1" * 5000 + "]}", '{"a": 1}}', "x" * 5_000_000, "{}"]
)
def test_lines_that_are_no_records_are_told_in_words(line: str) -> None:
    with pytest.raises(GameError, match=r"^line 1: ") as found:
        list(read_games([line]))
    assert len(str(found.value)) < 500


@pytest.mark.parametrize(
    "text", ["[" * 200_000, "{}\n", "[1]\n", '{"claim": 1}\n', '{"a": ' * 100_000, "\x00\n"], ids=range(6)
)
def test_a_file_of_something_else(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    assert "is no file of proofs" in refused("check", str(file))
    assert "ine 1" in refused("games", str(file))


@pytest.mark.parametrize("position", ["1234,5", "5,4321"])
def test_a_position_that_lacks_a_comma(position: str) -> None:
    assert "one stands between any two moves" in refused("textbook", "explain", "connect4", position)
