import os
from functools import cache

import pytest

from engine.games import Game, LineState, find
from engine.games.numbers import number_of_outcome
from engine.mind.search.kernels import KERNEL_CACHE


@pytest.fixture(scope="session")
def warm() -> None:
    KERNEL_CACHE.table_mb = 16
    checked = os.environ.get(
        "NUMBA_BOUNDSCHECK"
    )  # compiling takes long then: of these kernels only the tree's are needed
    KERNEL_CACHE.warm_up(find("tictactoe") if checked else None)


@cache
def plain_number(game: Game[LineState], state: LineState) -> int:
    """Returns the score number by plain minimax to the end: the oracle for small boards."""
    outcome = game.outcome(state)
    if outcome is not None:
        return number_of_outcome(game, outcome, state.ply, game.to_move(state))
    return max(-plain_number(game, game.play(state, move)) for move in game.moves(state))
