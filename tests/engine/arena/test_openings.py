from __future__ import annotations

import itertools

import pytest

from engine.arena.match import openings
from engine.arena.players import make_player
from engine.games import GameError, find, replay
from engine.mind.search.kernels import KERNEL_CACHE


@pytest.mark.parametrize("kind", ["draws", "wins", "losses"])
def test_openings_have_the_result_that_was_asked_for(kind: str) -> None:
    game = find("connect4-5x4")
    KERNEL_CACHE.table_mb = 16
    KERNEL_CACHE.warm_up(game)
    kernels = KERNEL_CACHE.kernels_for(game)
    assert kernels is not None
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
