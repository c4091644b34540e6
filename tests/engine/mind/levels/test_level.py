import random
from collections import Counter

import pytest

from engine.games import all_games, find, replay
from engine.mind.levels.level import LEVELS, find_level, levels, nearest_level
from engine.mind.levels.sampling import dice, draw
from engine.mind.search.shallow import shallow_values, without_blunders


def test_one_scalar_drives_all_three() -> None:
    assert [stop.number for stop in LEVELS] == list(range(1, 11))
    horizons = [stop.horizon or 99 for stop in LEVELS]
    assert horizons == sorted(horizons)
    assert [stop.spread for stop in LEVELS] == sorted((stop.spread for stop in LEVELS), reverse=True)
    assert [stop.miss for stop in LEVELS] == sorted((stop.miss for stop in LEVELS), reverse=True)
    assert [stop.avoids_blunders for stop in LEVELS] == [False] * 2 + [True] * 8
    assert LEVELS[-1].horizon is None
    assert LEVELS[-1].miss == LEVELS[-1].spread == 0
    assert len({stop.name for stop in LEVELS}) == len({stop.sentence for stop in LEVELS}) == 10


def test_there_is_no_level_eleven() -> None:
    with pytest.raises(ValueError, match="levels are 1 to 10"):
        find_level(11)


def test_the_sharper_the_choice_the_oftener_the_best_move() -> None:
    values = {1: 0.0, 2: 0.2, 3: 0.5}
    rates = []
    for spread in (0.5, 0.2, 0.05, 0.0):
        rng = random.Random(1)
        rates.append(Counter(draw(values, spread, rng) for _ in range(2000))[3])
    assert rates == sorted(rates)
    assert rates[-1] == 2000


def test_equal_moves_are_drawn_by_lot_and_a_seed_repeats_them() -> None:
    values = {1: 0.25, 4: 0.25, 7: -0.5}
    drawn = {draw(values, 0.0, dice(seed, [4, 4])) for seed in range(40)}
    assert drawn == {1, 4}
    assert all(draw(values, 0.0, dice(s, [4])) == draw(values, 0.0, dice(s, [4])) for s in range(20))


@pytest.mark.parametrize(
    ("moves", "expected"),
    [([4, 1, 4, 1, 4, 1], [4]), ([4, 1, 4, 1, 4], [4]), ([1, 2, 1, 2, 7, 2], [2]), ([1, 2, 7, 3, 7, 4], [1, 5])],
)
def test_sane_moves_win_or_block(moves: list[int], expected: list[int]) -> None:
    game = find("connect4")
    state = replay(game, moves)
    sane = without_blunders(game, state, list(game.moves(state)))
    if len(expected) == 1:
        assert sane == expected
    else:  # two threats cannot both be stopped: nothing is left to prefer
        assert sane == list(game.moves(state)) or set(sane) <= set(expected)


def test_a_shallow_search_sees_just_so_far() -> None:
    game = find("connect4")
    state = replay(game, [4, 1, 4, 1, 4])  # the first player threatens to win in column 4
    assert set(shallow_values(game, state, 0).values()) == {0.0}
    two = shallow_values(game, state, 2)
    assert max(two, key=lambda move: two[move]) == 4
    assert all(value < -0.9 for move, value in two.items() if move != 4)


@pytest.mark.slow
def test_a_level_that_a_game_leaves_out_is_the_nearest_that_it_has() -> None:
    for name in all_games():
        numbers = [stop.number for stop in levels(name)]
        for number in range(1, 11):
            found = nearest_level(name, number)
            assert found in numbers
            assert abs(found - number) == min(abs(stop - number) for stop in numbers)
    assert nearest_level("tictactoe", 7) == 5


def test_measured_ratings_rise_with_the_level() -> None:
    for name in all_games():
        stops = levels(name)
        assert [stop.number for stop in stops] == sorted({stop.number for stop in stops})
        assert stops[-1].number == 10
        assert 4 <= nearest_level(name) <= 6
        assert nearest_level(name) in [stop.number for stop in stops]
        for stop in stops:
            here = find_level(stop.number)
            assert (stop.horizon, stop.miss, stop.spread) == (here.horizon, here.miss, here.spread)
        points = [stop.rating for stop in stops if stop.rating is not None]
        assert len(points) in (0, len(stops))
        assert points == sorted(points)


LOW = ("connect4-5x4", "connect4-6x5", "connect4-7x5")
"""The smaller boards with gravity: the result is known from the first move on."""


def test_only_where_the_end_is_seen_a_level_is_called_perfect() -> None:
    perfect = [name for name in all_games() if levels(name)[-1].name == "Perfect"]
    assert perfect == ["connect4", "tictactoe", *LOW, "slippery-tictactoe", "nim"]
    assert "perfectly" not in levels("slippery-tictactoe")[-1].sentence  # chance may spoil a perfect game
    assert "as far ahead as it can" in levels("gomoku7")[-1].sentence
