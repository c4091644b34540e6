"""Makes, checks and reads the opening book; tells which game has one without reading it."""

from typing import Any

from engine.games import Game, LineGame, find


def has_book(game: Game[Any]) -> bool:
    """Tells whether a book ships for the game: for Connect Four on the usual board."""
    return type(game) is LineGame and repr(game) == repr(find("connect4"))
