"""Gives commands and readers odd input, and expects one sentence as the answer."""

import json
import sys

import pytest
from click.testing import CliRunner

from engine.games import GameError, IllegalMoveError, find, parse
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
    ("game", "text"),
    [("connect4", "1234,5"), ("connect4", "5,4321"), ("gomoku7", "25,2418,3"), ("connect4", "4453,"),
     ("connect4", "4,x,5"),
     ("tictactoe", "1,2 3456"), ("gomoku7", ",2418")],
)  # fmt: skip
def test_where_commas_stand_one_stands_after_every_move(game: str, text: str) -> None:
    with pytest.raises(GameError, match="one stands between any two moves"):
        parse(find(game), text)


@pytest.mark.parametrize(
    ("game", "text", "moves"),
    [("connect4", "4,4,5,3", [4, 4, 5, 3]), ("connect4", "4, 4 5,3,", [4, 4, 5, 3]),
     ("gomoku7", "25,24,18,3", [25, 24, 18, 3]),
     ("gomoku7", "36,", [36]), ("connect4", "44 53", [4, 4, 5, 3])],
)  # fmt: skip
def test_lists_of_moves_are_read_by_one_rule(game: str, text: str, moves: list[int]) -> None:
    assert parse(find(game), text)[0] == moves


def test_a_move_of_many_digits_is_no_column() -> None:
    with pytest.raises(IllegalMoveError, match="there is no column 443"):
        parse(find("connect4"), "443,5")


@pytest.mark.parametrize(
    ("player", "words"),
    [("9" * 5000, "There is no player"), ("0" * 5000, "There is no player"), ("pipe:", "names no command"),
     ("pipe:  ", "names no command"), ("net:x:99999", "cannot be read"), ("\u0663", "There is no player")],
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
