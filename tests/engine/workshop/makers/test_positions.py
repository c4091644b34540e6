"""Tests the positions for judging a student: made by the command, quiet, decisive, exact, different by symmetry."""

import json

import pytest
from click.testing import CliRunner

from engine.games import GameError, find, parse
from engine.search.memo import memo
from engine.student import BOARDS, shipped
from engine.workshop.student_making import make
from webapp.cli import main


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_the_shipped_positions_are_those_of_the_command(board: str) -> None:
    printed = CliRunner().invoke(main, ["bench", "student", "--game", board]).output
    assert [tuple(row) for row in json.loads(printed)["positions"]] == [
        (one.moves, one.results) for one in shipped(board)
    ]


@pytest.mark.parametrize("board", BOARDS)
def test_every_position_is_quiet_and_has_moves_with_different_results(board: str) -> None:
    game, keys = find(board), set()
    for one in shipped(board):
        _, state = parse(game, one.moves)
        assert game.outcome(state) is None
        assert game.is_quiet(state)
        legal = [move for move, result in enumerate(one.results, start=1) if result != "."]
        assert legal == list(game.moves(state))
        assert len(set(one.results) - {"."}) > 1
        keys.add(game.key(state))
    assert len(keys) == len(shipped(board)) >= 60


@pytest.mark.parametrize("board", BOARDS)
def test_the_results_are_those_of_the_textbook(board: str) -> None:
    game = find(board)
    late = [one for one in shipped(board) if len(one.moves) >= game.max_plies - 7][:20]
    assert len(late) == 20
    for one in late:
        _, state = parse(game, one.moves)
        for move, result in enumerate(one.results, start=1):
            if result != ".":
                after = game.play(state, move)
                end = game.outcome(after)
                value = -memo(game, after).value if end is None else end.value(game.to_move(state))
                assert result == ("d" if value == 0 else "w" if value > 0 else "l"), (one, move)


def test_another_seed_makes_other_positions_and_other_games_are_refused() -> None:
    game = find("tictactoe")
    assert make(game, 5, seed=1) == make(game, 5, seed=1) != make(game, 5, seed=2)
    for name in ("nim", "gomoku7"):
        with pytest.raises(GameError, match="tictactoe and connect4-5x4 have"):
            make(find(name), 1, seed=1)
    with pytest.raises(GameError, match="no student"):
        shipped("connect4")
