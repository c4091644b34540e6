"""Draws late positions by fixed seeds, in which no side can win with its next move."""

import functools
import random

from engine.games import LineGame, LineState


def late_line(width: int, height: int, empty: int, seed: int) -> list[int]:
    """Returns random moves to a position with ``empty`` squares. Whoever is to move there cannot win at once."""
    game, rng = LineGame(width, height, 4, True), random.Random(f"late {width}x{height} {empty} {seed}")

    def quiet(state: LineState) -> bool:
        return game.outcome(state) is None and all(
            game.outcome(game.play(state, move)) is None for move in game.moves(state)
        )

    while True:
        state, line = game.initial(), list[int]()
        while state.ply < game.max_plies - empty:
            onwards = [move for move in game.moves(state) if quiet(game.play(state, move))]
            if not onwards:
                break
            line.append(rng.choice(onwards))
            state = game.play(state, line[-1])
        else:
            return line


def late(width: int, height: int, empty: int, seed: int) -> LineState:
    """Returns the position after :func:`late_line`."""
    game = LineGame(width, height, 4, True)
    return functools.reduce(game.play, late_line(width, height, empty, seed), game.initial())
