"""Compares every registered game with its stored playthrough, and with its pickled copy."""

import pickle

import pytest

from engine.games import GameError, IllegalMoveError, LineGame, all_games, find, parse
from tests.engine.games.playthrough import FOLDER, playthrough
from tests.trees import leaf_tree

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


GAMES = [
    *all_games().values(),
    LineGame(5, 5, 4, True),
    LineGame(4, 3, 3, False),
    leaf_tree("[{1/2: 3, 1/2: 5}, 4]"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_plays_on_the_same(game) -> None:
    state, twin = game.initial(), pickle.loads(pickle.dumps(game))
    while game.outcome(state) is None:
        assert twin.to_move(state) is game.to_move(state)
        assert list(twin.moves(state)) == list(game.moves(state))
        assert (twin.outcomes(state), twin.key(state)) == (game.outcomes(state), game.key(state))
        move = game.moves(state)[len(game.moves(state)) // 2]
        twin = pickle.loads(pickle.dumps(twin))
        after = twin.play(pickle.loads(pickle.dumps(state)), move)
        assert after == game.play(state, move)
        state = after
    assert twin.outcome(state) == game.outcome(state)
    assert (twin.name, twin.title, twin.player_names) == (game.name, game.title, game.player_names)


def test_a_refusal_says_the_same() -> None:
    with pytest.raises(IllegalMoveError) as refused:
        parse(all_games()["connect4"], "48")
    twin = pickle.loads(pickle.dumps(refused.value))
    assert (str(twin), twin.ply, twin.reason) == (str(refused.value), 2, refused.value.reason)
    assert twin.said.template == refused.value.said.template
    assert str(pickle.loads(pickle.dumps(GameError("{n} is no size", n=3)))) == "3 is no size"
