"""Writes games as JSON lines and text, and reads them back."""

import json
import random
from pathlib import Path

import fourthought as ft
import pytest
from click.testing import CliRunner

from engine.games import GameError, Player, all_games, find
from engine.games.formats.records import GameRecord, read_games
from tests.games import each_game
from webapp.cli import main


@pytest.mark.parametrize("name", each_game())
def test_games_of_every_kind_come_back_from_both_forms(name: str) -> None:
    game, rng = find(name), random.Random(name)
    records = []
    for length in (0, 1, 3, 1000):
        state, moves = game.initial(), []
        while game.outcome(state) is None and len(moves) < length:
            moves.append(rng.choice(list(game.moves(state))))
            state = game.play(state, moves[-1])
        end = game.outcome(state)
        records.append(GameRecord(name, tuple(moves), ("one of us", "level 3"), end.winner if end else None))
    assert list(read_games([one.as_json() for one in records])) == records
    assert list(read_games(["# games", "", *(one.as_text() for one in records)])) == records
    assert [one.is_over for one in records[:1]] == [False]
    assert records[-1].is_over


def test_a_forfeit_keeps_its_winner_and_in_json_its_reason() -> None:
    record = GameRecord("tictactoe", (5, 1), ("a", "b"), Player.SECOND, "a ended by itself")
    assert list(read_games([record.as_json()])) == [record]
    assert record.as_text() == "tictactoe 51 0-1 a - b"
    (read,) = read_games([record.as_text()])
    assert (read.winner, bool(read.forfeit)) == (Player.SECOND, True)


def test_the_rules_say_who_has_won() -> None:
    lie = {"game": "tictactoe", "moves": [1, 4, 2, 5, 3], "winner": 1, "players": ["a", "b"]}
    (record,) = read_games([json.dumps(lie)])
    assert record.winner is Player.FIRST
    assert next(read_games(["tictactoe 14253 0-1 a - b"])).winner is Player.FIRST


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("chess 44", "line 1: there is no game called 'chess'"),
        ("connect4 48", "line 1: move 2:"),
        ("connect4 44 2-0 a - b", "line 1: '2-0' is no result"),
        ('{"moves": [1]}', "line 1: 'game' is missing"),
        ('{"game": "connect4", "moves": [9]}', "line 1: move 1:"),
        ('{"game": ', "line 1: "),
        ('{"game": "nim", "moves": [1], "winner": true, "forfeit": "late"}', "line 1: a winner is 0, 1 or null"),
    ],
)
def test_a_line_that_is_no_game_is_named(line: str, sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        list(read_games([line]))
    assert str(caught.value).startswith(sentence)


def test_every_command_that_writes_games_has_them_read_back(tmp_path: Path) -> None:
    store = tmp_path / "games.jsonl"
    words = ["match", "--game", "tictactoe", "--first", "random", "--second", "1", "--games", "4"]
    said = CliRunner().invoke(main, [*words, "--json", "--store", str(store)]).stdout
    for written in (said, store.read_text()):
        as_json = CliRunner().invoke(main, ["games"], input=written)
        as_text = CliRunner().invoke(main, ["games", "--text"], input=as_json.stdout)
        again = CliRunner().invoke(main, ["games", "-"], input=as_text.stdout)
        assert (again.exit_code, again.stdout) == (0, as_json.stdout)
        assert as_json.stdout.count("\n") == 4
        assert all(1 <= len(ft.Board(one.moves, one.game)) <= 9 for one in ft.read_games(as_text.stdout.splitlines()))
    only = CliRunner().invoke(main, ["games", "--game", "connect4"], input=said)
    assert (only.exit_code, only.stdout) == (0, "")
    assert len(all_games()) > 1
