"""Tests score numbers: the counting of exact results, and the meaning for either side."""

import pytest

from engine.games import Outcome, Player, Score, find
from engine.games.numbers import number_of, number_of_outcome, score_of

GAME, MARKS = find("connect4"), find("tictactoe")
FIRST, SECOND = Player.FIRST, Player.SECOND


@pytest.mark.parametrize(
    ("game", "winner", "ply", "number"),
    [
        (GAME, FIRST, 7, 18),  # the fourth stone of the first player: 22 - 4
        (GAME, SECOND, 8, 18),
        (GAME, FIRST, 41, 1),
        (GAME, SECOND, 42, 1),
        (MARKS, FIRST, 5, 3),
        (MARKS, SECOND, 6, 2),
        (MARKS, FIRST, 9, 1),
    ],
)
def test_a_finished_game_counts_what_was_left_to_play(game, winner, ply, number) -> None:
    for player in (FIRST, SECOND):
        assert number_of_outcome(game, Outcome(winner), ply, player) == (number if player is winner else -number)
        assert number_of_outcome(game, Outcome(None), ply, player) == 0


@pytest.mark.parametrize("game", [GAME, MARKS], ids=lambda game: game.name)
def test_a_number_is_the_score_of_the_end_that_it_counts(game) -> None:
    """Covers from every ply either side's win at every later ply, and the draw of a full board."""
    for ply in range(game.max_plies):
        player = Player(ply % 2)
        draw = Score(None, game.max_plies - ply, player)
        assert (score_of(game, 0, ply, player), number_of(game, draw, ply)) == (draw, 0)
        for end in range(ply + 1, game.max_plies + 1):
            winner = Player((end - 1) % 2)
            number = number_of_outcome(game, Outcome(winner), end, player)
            assert score_of(game, number, ply, player) == Score(winner, end - ply, player)
            assert number_of(game, Score(winner, end - ply, player), ply) == number
