"""Tests Nim: a game of twenty lines, found everywhere because the file is in the folder."""

import pytest

from engine.games import IllegalMoveError, Outcome, Player, find, parse
from engine.games.nim import Nim
from engine.search.minimax import minimax

NIM = find("nim")


def test_a_game() -> None:
    state = parse(NIM, "3333333")[1]
    assert NIM.outcome(state) == Outcome(Player.FIRST)
    assert NIM.moves(state) == ()
    assert NIM.describe(state) == "No matches are left."
    assert NIM.move_words(2) == "take 2"
    assert NIM.board_size() is None


@pytest.mark.parametrize("move", [0, 3])
def test_what_cannot_be_taken(move) -> None:
    with pytest.raises(IllegalMoveError, match="take 1 to 2"):
        NIM.play(parse(NIM, "3333331")[1], move)


@pytest.mark.parametrize("size", range(1, 13))
def test_multiples_of_four_are_lost(size) -> None:
    game = Nim(size, 3)
    result = minimax(game, game.initial())
    assert (result.value < 0) == (size % 4 == 0)
    if size % 4:
        assert result.move == size % 4
