"""The compiled search of boards without gravity: plain minimax over its evaluation, in pieces and with a table, too."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine.games import LineGame, LineState
from engine.games.numbers import number_of_outcome
from engine.mind import squares
from engine.mind.leaf import NO_OPINIONS, Leaf, opinions
from engine.mind.numbers import SCALE, value_of
from tests.engine.mind.lines import random_line

BOARDS = [(4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (7, 1, 3), (2, 8, 4)]


def plain(game: LineGame, state: LineState, depth: int) -> int:
    """Depth-limited minimax over the kernel's evaluation, without any pruning: the oracle."""
    outcome = game.outcome(state)
    if outcome is not None:
        return round(SCALE * value_of(number_of_outcome(game, outcome, state.ply, game.to_move(state))))
    if depth == 0:
        kernel = squares.build(game.width, game.height, game.connect)
        return int(kernel.evaluate(np.uint64(state.own), np.uint64(state.mask)))
    return max(-plain(game, game.play(state, move), depth - 1) for move in game.moves(state))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("megabytes", [0, 1])
def test_the_value_is_plain_minimaxs_over_its_evaluation(board: tuple[int, int, int], megabytes: int) -> None:
    game, kernel, rng = LineGame(*board, False), squares.build(*board), random.Random(str(board))
    for number in range(30):
        _, state = random_line(game, rng, rng.randrange(max(1, game.max_plies - 5)))
        for depth in range(5 if number % 6 == 0 and game.max_plies - state.ply < 14 else 4):
            # A new table for each: what a deeper search left there would answer better than minimax at this depth.
            job = Leaf(kernel, opinions(megabytes) if megabytes else NO_OPINIONS, state, depth, -1.0, 1.0)
            assert round(job.result() * SCALE) == plain(game, state, depth), (state, depth)
            if depth:
                after = game.play(state, job.move) if job.move else None
                assert after is None or -plain(game, after, depth - 1) == round(job.value * SCALE)
