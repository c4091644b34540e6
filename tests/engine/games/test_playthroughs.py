"""Compares every registered game with its stored playthrough."""

import pytest

from engine.games import all_games, find, parse
from tests.engine.games.playthrough import FOLDER, playthrough

FILES = sorted(FOLDER.glob("*.txt"))


def test_every_game_has_a_playthrough_and_no_file_is_left_over() -> None:
    assert sorted(path.stem for path in FILES) == sorted(all_games())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path) -> None:
    text = path.read_text(encoding="utf-8")
    game = find(path.stem)
    moves = parse(game, text.split("moves: ", 1)[1].split("\n", 1)[0])[0]
    assert playthrough(game, moves) == text
    assert "over: " in text
