"""Tests the levels, and the play of a level without a tree against a mind."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.games import all_games, find, replay
from engine.games.openings import random_opening
from engine.mind.levels import level
from engine.mind.levels.level import LEVELS, find_level, levels, nearest_level
from engine.mind.levels.weak_play import dice, draw, memorised_values, opening_squares, weak_player
from engine.mind.search.shallow import shallow_values, without_blunders
from engine.solver.book.book import book_of
from tests.engine.mind.minds import answer_of


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


def test_the_nearest_level_is_found_without_a_walk_through_the_game() -> None:
    level._to_the_end.cache_clear()  # by 5,000 positions of it the server's loop was held for 100 ms
    assert nearest_level("slippery-connect4") == 5
    assert not level._to_the_end.cache_info().misses


def test_there_is_no_level_eleven() -> None:
    with pytest.raises(ValueError, match="levels are 1 to 10"):
        find_level(11)


def test_the_sharper_the_choice_the_oftener_the_best_move() -> None:
    values = {1: 0.0, 2: 0.2, 3: 0.5}
    rates = []
    for spread in (0.5, 0.2, 0.05, 0.0):
        rng = random.Random(1)
        rates.append(Counter(draw(values, spread, rng) for _ in range(2000))[3])
    assert (rates, rates[-1]) == (sorted(rates), 2000)


def test_equal_moves_are_drawn_by_lot_and_a_seed_repeats_them() -> None:
    values = {1: 0.25, 4: 0.25, 7: -0.5}
    drawn = {draw(values, 0.0, dice(seed, [4, 4])) for seed in range(40)}
    assert drawn == {1, 4}
    assert all(draw(values, 0.0, dice(s, [4])) == draw(values, 0.0, dice(s, [4])) for s in range(20))


def test_a_block_is_seen_where_only_two_columns_are_left() -> None:
    game = find("connect4-5x4")
    state = replay(game, [2, 3, 4, 4, 5, 5, 3, 5, 4, 4, 1, 5, 3, 1, 3, 2, 1])  # the first player wins in column 2
    assert without_blunders(game, state, [1, 2]) == [2]
    nim = replay(find("nim"), [3, 3, 3, 3, 3, 3, 1])  # two are left: nothing to block
    assert without_blunders(find("nim"), nim, [1, 2]) == [2]


def test_a_shallow_search_sees_just_so_far() -> None:
    game = find("connect4")
    state = replay(game, [4, 1, 4, 1, 4])  # the first player threatens to win in column 4
    assert set(shallow_values(game, state, 0).values()) == {0.0}
    two = shallow_values(game, state, 2)
    assert max(two, key=lambda move: two[move]) == 4
    assert all(value < -0.9 for move, value in two.items() if move != 4)


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
    assert levels("slippery-connect4")[1].sentence.startswith("Mostly wins")  # half a look sees no lot
    assert "as far ahead as it can" in levels("gomoku7")[-1].sentence


@pytest.mark.slow
@pytest.mark.parametrize(("name", "games"), [
    ("connect4", 4),
    ("connect4-8x7", 1),
    pytest.param("connect4-5x4", 8, marks=pytest.mark.long),
    pytest.param("connect4", 8, marks=pytest.mark.long),
    pytest.param("connect4-8x7", 8, marks=pytest.mark.long),
])  # fmt: skip
def test_a_level_plays_the_same_with_a_tree_and_without(name: str, games: int) -> None:
    game, rng = find(name), random.Random(7)
    for number in range(1, 10):
        player = weak_player(game, find_level(number))
        for seed in range(games // 4 or 1 if number > 6 else games):
            plies = rng.randrange(2, game.max_plies - 6 if number < 7 else game.max_plies // 2)
            moves = list(random_opening(game, plies, seed))
            assert player.move(moves, seed) == answer_of(game, number, seed, moves), (number, moves)


def test_odds_are_how_often_each_move_is_played() -> None:
    game, moves = find("connect4-5x4"), [3, 3, 2, 1]
    for number in (1, 4, 7):
        player = weak_player(game, find_level(number))
        odds = player.chances(moves)
        assert sum(odds.values()) == pytest.approx(1)
        seen = Counter(player.move(moves, seed) for seed in range(400))
        assert set(seen) <= set(odds)
        for move, chance in odds.items():
            assert seen[move] / 400 == pytest.approx(chance, abs=0.1)


def test_without_gravity_or_without_a_horizon_it_takes_a_mind() -> None:
    assert weak_player(find("connect4"), find_level(10)) is None
    assert weak_player(find("gomoku7"), find_level(5)) is None


def test_level_9_knows_the_opening_by_heart_with_a_tree_and_without() -> None:
    game = find("connect4")
    stop = replace(find_level(9), miss=0.0)
    book, player = book_of(game), weak_player(game, stop)
    for seed in range(10):
        moves = list(random_opening(game, seed % stop.memorised_plies, seed))
        known = book.moves(replay(game, moves))
        assert known[player.move(moves, seed)] == max(known.values())
        likely = {move for move, chance in player.chances(moves).items() if chance > 1e-6}
        assert {move for move in known if known[move] == max(known.values())} == likely
    assert not memorised_values(game, replay(game, [4, 4, 4, 4, 4, 4, 3, 3, 5]), 9, stop)
    assert not memorised_values(game, replay(game, []), 0, find_level(8))
    assert not memorised_values(find("connect4-8x7"), find("connect4-8x7").initial(), 0, stop)


def test_in_the_opening_of_a_large_board_the_middle_is_answered_beside_the_middle() -> None:
    game = find("gomoku7")
    beside = {17, 18, 19, 24, 26, 31, 32, 33}
    assert set(opening_squares(game, replay(game, [25]), [1, 46, *beside])) == beside
    assert opening_squares(game, replay(game, [25]), [1, 46]) == [1, 46]  # without a square next to the middle: all
    assert opening_squares(game, replay(game, [22, 39, 49, 21]), [1, 2, 25]) == [1, 2, 25]  # from the fifth ply on: all
    for name in ("connect4", "tictactoe", "nim"):
        other = find(name)
        moves = list(other.moves(other.initial()))
        assert opening_squares(other, other.initial(), moves) == moves
    assert answer_of(game, 5, 0, [25]) in beside
    assert answer_of(game, 2, 0, [25]) not in beside  # the two easiest levels still play nearly anywhere
