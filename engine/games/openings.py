"""Draws random moves: lots, and the openings of matches and measurements."""

import random
from typing import Any

from engine.games.game import CHANCE, Game, Move


def random_opening(game: Game[Any], plies: int, seed: int) -> tuple[Move, ...]:
    """Draws random first moves by ``seed``, after which no side has won and no side can win with the next move."""
    rng = random.Random(f"opening {seed}")
    while True:
        state, moves = game.initial(), []
        for _ in range(plies):
            if game.outcome(state) is not None:
                break
            moves.append(draw_move(game, state, rng))
            state = game.play(state, moves[-1])
        while game.outcome(state) is None and game.to_move(state) is CHANCE:
            moves.append(draw_move(game, state, rng))
            state = game.play(state, moves[-1])
        if game.outcome(state) is None and game.is_quiet(state):
            return tuple(moves)


def draw_move(game: Game[Any], state: Any, rng: random.Random) -> Move:
    """Draws a legal move, all equally likely, or a lot by the shares of the lots."""
    if game.to_move(state) is CHANCE:
        lots, shares = zip(*game.outcomes(state), strict=True)
        return int(rng.choices(lots, shares)[0])
    return int(rng.choice(list(game.moves(state))))
