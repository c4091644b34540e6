"""Holds learnt evaluations: networks of n-tuples, read from files and evaluated in whole numbers."""

from typing import Any

from engine.games import Game, LineGame

BOARDS = {(8, 7, 4, True): "connect4-8x7", (9, 6, 5, True): "connect5"}
"""Names of networks, by (columns, rows, stones that win, gravity). On every other board the hand-written evaluation
judges: there no network has won at equal time, or the regrets of its ladder are not measured with the network."""


def is_learnt(game: Game[Any]) -> bool:
    """Tells whether a network ships by which the searches of the game judge."""
    return isinstance(game, LineGame) and (game.width, game.height, game.connect, game.gravity) in BOARDS
