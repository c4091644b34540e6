import pytest

from engine.games import Player, find
from engine.games.game import number_of_outcome, score_of
from engine.mind.values import LIMIT, number_in, value_of, words

GAME = find("connect4")


@pytest.mark.parametrize("position", ["1212121", "1223344556", "11223347", "112233475654"])
def test_the_number_of_a_finished_game_counts_the_winners_stones(position: str) -> None:
    state = GAME.initial()
    moves = 0
    for move in position:
        if GAME.outcome(state) is None:
            state = GAME.play(state, int(move))
            moves += 1
    while (outcome := GAME.outcome(state)) is None:
        state = GAME.play(state, GAME.moves(state)[0])
        moves += 1
    winner = outcome.winner
    stones = sum(1 for _, owner in GAME.cells(state) if owner is winner)
    assert number_of_outcome(GAME, outcome, moves, winner) == 22 - stones
    assert number_of_outcome(GAME, outcome, moves, winner.other) == stones - 22


@pytest.mark.parametrize("name", ["connect4", "tictactoe", "connect4-8x7"])
def test_numbers_and_scores_tell_the_same_end(name: str) -> None:
    game = find(name)
    for ply in range(game.max_plies):
        for end in range(ply + 1, game.max_plies + 1):
            player = Player(ply & 1)
            winner = Player((end - 1) & 1)
            number = 1 + (game.max_plies - end) // 2
            score = score_of(game, number if winner is player else -number, ply, player)
            assert (score.winner, score.plies, score.pov) == (winner, end - ply, player)


def test_values_keep_the_order_of_numbers() -> None:
    numbers = [*range(-21, 22)]
    assert [value_of(n) for n in numbers] == sorted(value_of(n) for n in numbers)
    assert all(number_in(value_of(n)) == n for n in numbers if n)
    assert number_in(0.5) is None


def test_bounds_in_words() -> None:
    say = lambda low, high: words(GAME, low, high, 0, Player.FIRST)  # noqa: E731
    assert (say(18, 18), say(-18, -18), say(0, 0)) == ("wins in 4", "loses in 4", "draws")
    assert (say(1, 5), say(-5, -2), say(0, 5)) == ("wins", "loses", "at least a draw")
    assert (say(-5, 0), say(-LIMIT, LIMIT)) == ("at most a draw", "")
