"""Tests openings and matches of two players."""

import itertools
from typing import Any

import pytest

from engine.arena.match import openings
from engine.arena.players import make_player
from engine.games import GameError, find, replay
from engine.games.openings import random_opening
from engine.players import RANDOM, play
from tests.engine.mind.minds import kernels_of
from tests.games import each_game


@pytest.mark.parametrize("name", each_game())
def test_an_opening_leaves_the_game_open(name: str) -> None:
    game = find(name)
    for seed in range(5):
        state = replay(game, random_opening(game, 2, seed))
        assert game.outcome(state) is None
        assert game.is_quiet(state)
        assert random_opening(game, 2, seed) == random_opening(game, 2, seed)


def test_a_match_is_repeated_by_its_seed_and_ends_by_the_rules() -> None:
    game = find("tictactoe")
    for seed in range(3):
        one, two = (play(game, (4, 2), (5,), seed) for _ in range(2))
        assert one == two
        outcome = game.outcome(replay(game, one.moves))
        assert one.winner is outcome.winner
        assert (one.moves[0], one.players) == (5, ("level 4", "level 2"))


def test_the_perfect_level_beats_the_random_mover_from_both_sides() -> None:
    game = find("connect4-5x4")
    points = 0.0
    for number in range(10):
        first = number % 2 == 0
        played = play(game, (10, RANDOM) if first else (RANDOM, 10), (), number)
        points += played.points(first)
        assert played.points(first) > 0
    assert points >= 9


def test_whoever_watches_sees_every_state() -> None:
    game = find("tictactoe")
    seen: list[Any] = []
    played = play(game, (RANDOM, RANDOM), (), 3, show=lambda state, move: seen.append((state, move)))
    assert [move for _, move in seen] == [None, *played.moves]
    assert game.outcome(seen[-1][0]) is not None


@pytest.mark.parametrize("kind", ["draws", "wins", "losses"])
def test_openings_have_the_result_that_was_asked_for(kind: str) -> None:
    game = find("connect4-5x4")
    kernels = kernels_of(game)
    found = list(itertools.islice(openings(game, kind, 1), 12))
    assert found == list(itertools.islice(openings(game, kind, 1), 12))
    for line, is_first in found:
        state = replay(game, line)
        score = kernels.solver.solve(state.own, state.mask).score
        first_to_move = (game.to_move(state) == 0) == is_first
        assert {"draws": score == 0, "wins": (score > 0) == first_to_move, "losses": (score < 0) == first_to_move}[kind]
        assert kind == "draws" or score
    if kind == "draws":
        assert [is_first for _, is_first in found] == [True, False] * 6


def test_random_openings_come_in_pairs_and_results_need_a_solver() -> None:
    game = find("tictactoe")
    pairs = list(itertools.islice(openings(game, "random", 3, 2), 4))
    assert pairs[0][0] == pairs[1][0] != pairs[2][0]
    with pytest.raises(GameError, match="no exact solver"):
        next(openings(game, "draws", 1))


def test_the_simple_player_wins_blocks_or_takes_the_centre() -> None:
    game = find("connect4")
    player = make_player(game, "simple")
    for moves, move in (([], 4), ([4, 1, 4, 1, 4], 4), ([1, 7, 1, 7, 1, 7], 1)):
        player.begin(1)
        assert player.move(moves) == move
