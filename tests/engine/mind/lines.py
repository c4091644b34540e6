"""Draws random positions for tests."""

import random
from typing import Any

from engine.games import Game


def random_line(game: Game[Any], rng: random.Random, plies: int) -> tuple[list[int], Any]:
    """Returns at most ``plies`` random moves, after which the game goes on, and the state there."""
    while True:
        state, line = game.initial(), list[int]()
        while len(line) < plies and game.moves(state):
            line.append(rng.choice(list(game.moves(state))))
            state = game.play(state, line[-1])
        if game.outcome(state) is None:
            return line, state
