from functools import cache

import pytest

from engine.games import Game, LineState
from engine.games.game import number_of_outcome
from engine.mind.search.kernels import KERNEL_CACHE


@pytest.fixture(scope="session")
def warm() -> None:
    KERNEL_CACHE.table_mb = 16


@cache
def plain_number(game: Game[LineState], state: LineState) -> int:
    """Returns the score number by plain minimax to the end: the oracle for small boards."""
    outcome = game.outcome(state)
    if outcome is not None:
        return number_of_outcome(game, outcome, state.ply, game.to_move(state))
    return max(-plain_number(game, game.play(state, move)) for move in game.moves(state))
