"""Tells which searches exist for a game: an exact one, a compiled one, or the readable textbook search only."""

from typing import Any

from engine.games import Game, LineGame, find

PROVABLE_CELLS = 42
"""The exact search finishes boards of at most so many cells within seconds from almost every position."""

TEXTBOOK_CELLS = 16  # a board without gravity of at most so many cells is searched to the end without a compiled search


def proves(game: Game[Any]) -> bool:
    """Tells whether the game has an exact search: a board with gravity."""
    return isinstance(game, LineGame) and game.gravity


def drops(game: Game[Any]) -> bool:
    """Tells whether a move is a column of a board: a level looks as far ahead as its name says."""
    return isinstance(game, LineGame) and game.gravity


def finishes(game: Game[Any]) -> bool:
    """Tells whether the exact search reaches the end of the game from every position."""
    return proves(game) and game.max_plies <= PROVABLE_CELLS


def can_prove(game: Game[Any] | str) -> bool:
    """Tells whether a search, exact or of the textbook, finds the results of nearly all positions within seconds."""
    game = find(game)
    return finishes(game) or (isinstance(game, LineGame) and game.max_plies <= TEXTBOOK_CELLS)


def compiles(game: Game[Any]) -> bool:
    """Tells whether the game has a compiled search."""
    return isinstance(game, LineGame) and (game.gravity or game.max_plies > TEXTBOOK_CELLS)
