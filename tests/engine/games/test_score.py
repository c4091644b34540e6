"""Tests scores: the order of results, the words for each, and score numbers."""

import pytest

from engine.games import CHANCE, Outcome, Player, Score, find
from engine.games.game import number_of, number_of_outcome, score_of

FIRST, SECOND = Player.FIRST, Player.SECOND


def test_a_player_orders_results_as_a_player_would() -> None:
    best_first = [
        Score(FIRST, 1, FIRST),
        Score(FIRST, 9, FIRST),
        Score(None, 4, FIRST),
        Score(SECOND, 8, FIRST),
        Score(SECOND, 2, FIRST),
    ]
    assert sorted(best_first, reverse=True) == best_first
    assert not best_first[0] < best_first[0]
    assert sorted([score.seen_by(SECOND) for score in best_first]) == [score.seen_by(SECOND) for score in best_first]


def test_other_points_of_view_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="different players"):
        assert Score(FIRST, 1, FIRST) < Score(FIRST, 1, SECOND)


@pytest.mark.parametrize(("score", "words"), [
    (Score(FIRST, 17, FIRST), "Red wins in 9 moves"), (Score(FIRST, 1, FIRST), "Red wins in 1 move"),
    (Score(SECOND, 2, FIRST), "Yellow wins in 1 move"), (Score(SECOND, 0, FIRST), "Yellow has won"),
    (Score(None, 12, FIRST), "draw"),
])  # fmt: skip
def test_words(score, words) -> None:
    assert score.words(("Red", "Yellow")) == words


def test_defaults() -> None:
    assert str(Score(SECOND, 3, FIRST)) == "Second wins in 2 moves"
    assert (Score(FIRST, 3, FIRST).sign, Score(SECOND, 3, FIRST).sign, Score(None, 3, FIRST).sign) == (1, -1, 0)


def test_players() -> None:
    assert FIRST.other is SECOND
    assert SECOND.other is FIRST
    assert CHANCE.other is CHANCE


GAME, MARKS = find("connect4"), find("tictactoe")


@pytest.mark.parametrize(("game", "winner", "ply", "number"), [
    (GAME, FIRST, 7, 18),  # the fourth stone of the first player: 22 - 4
    (GAME, SECOND, 8, 18),
    (GAME, FIRST, 41, 1),
    (GAME, SECOND, 42, 1),
    (MARKS, FIRST, 5, 3),
    (MARKS, SECOND, 6, 2),
    (MARKS, FIRST, 9, 1),
])  # fmt: skip
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
