"""Tests a level without a tree against a mind, and a mind on a slow machine against a mind on a fast one."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import Mind, Purpose
from engine.arena.match import random_opening
from engine.games import Game, find, replay
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import WeakPlayer, memorised_values, opening_squares, weak_player
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.book.book import book_of

pytestmark = pytest.mark.usefixtures("warm")


def played(game: Game[Any], number: int, seed: int, moves: list[int], seconds: float = 0.008) -> int:
    """Returns the move of a fresh mind.

    Args:
        moves: the moves so far.
    """
    mind = Mind(game, number, seed)
    mind.follow(moves)
    while mind.work(Purpose.CHOOSE, seconds):
        pass
    move = mind.answer().move
    mind.close()
    return move


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("connect4", 4),
        ("connect4-8x7", 1),
        pytest.param("connect4-5x4", 8, marks=pytest.mark.long),
        pytest.param("connect4", 8, marks=pytest.mark.long),
        pytest.param("connect4-8x7", 8, marks=pytest.mark.long),
    ],
)
def test_a_level_plays_the_same_with_a_tree_and_without(name: str, games: int) -> None:
    game, rng = find(name), random.Random(7)
    KERNEL_CACHE.warm_up(game)
    for number in range(1, 10):
        player = weak_player(game, find_level(number))
        for seed in range(games // 4 or 1 if number > 6 else games):
            plies = rng.randrange(2, game.max_plies - 6 if number < 7 else game.max_plies // 2)
            moves = list(random_opening(game, plies, seed))
            assert player.move(moves, seed) == played(game, number, seed, moves), (number, moves)


def test_the_table_of_a_deep_level_changes_no_value() -> None:
    game = find("connect4-8x7")
    KERNEL_CACHE.warm_up(game)
    kernels = KERNEL_CACHE.kernels_for(game)
    level, plain = find_level(8), kernels.leaf()
    player = WeakPlayer(game, level, kernels)
    for seed in range(3):
        state = replay(game, random_opening(game, 6 + 6 * seed, seed))
        for move, value in player._values(state, state.ply).items():
            after = game.play(state, move)
            assert value == -plain(after, (level.horizon or 0) - 1, -1.0, 1.0).result(), (seed, move)


def test_odds_are_how_often_each_move_is_played() -> None:
    game, moves = find("connect4-5x4"), [3, 3, 2, 1]
    KERNEL_CACHE.warm_up(game)
    for number in (1, 4, 7):
        player = weak_player(game, find_level(number))
        odds = player.chances(moves)
        assert sum(odds.values()) == pytest.approx(1)
        seen = Counter(player.move(moves, seed) for seed in range(400))
        assert set(seen) <= set(odds)
        for move, chance in odds.items():
            assert seen[move] / 400 == pytest.approx(chance, abs=0.1)


def test_without_gravity_or_without_a_horizon_it_takes_a_mind() -> None:
    KERNEL_CACHE.warm_up(find("connect4"))
    KERNEL_CACHE.warm_up(find("gomoku7"))
    assert weak_player(find("connect4"), find_level(10)) is None
    assert weak_player(find("gomoku7"), find_level(5)) is None


def test_level_9_knows_the_opening_by_heart_with_a_tree_and_without() -> None:
    game = find("connect4")
    KERNEL_CACHE.warm_up(game)
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
    assert opening_squares(game, replay(game, [25]), [1, 46]) == [1, 46]  # without a square beside the middle: all
    assert opening_squares(game, replay(game, [22, 39, 49, 21]), [1, 2, 25]) == [1, 2, 25]  # from the fifth ply on: all
    for name in ("connect4", "tictactoe", "nim"):
        other = find(name)
        moves = list(other.moves(other.initial()))
        assert opening_squares(other, other.initial(), moves) == moves
    KERNEL_CACHE.warm_up(game)
    assert played(game, 5, 0, [25]) in beside
    assert played(game, 2, 0, [25]) not in beside  # the two easiest levels still play nearly anywhere
