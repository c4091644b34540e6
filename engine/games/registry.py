"""Registers games by a short name. A new game needs no other line anywhere: put a file into this folder, and end the
file with ``register(MyGame())``. The games of other packages come by :mod:`engine.games.foreign`."""

import importlib
import pkgutil
import re
from functools import cache
from typing import Any

from engine.games import foreign
from engine.games.game import Game, GameError
from engine.games.line import LineGame
from engine.text import Side, text

_games: dict[str, Game[Any]] = {}
_LONGEST = 40
"""Letters of a name that are shown where no game has it."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def register(game: Game[Any]) -> None:
    """Adds a game under its ``name``. The names of its sides may be plain text. Raises ValueError if the name is in
    use or cannot stand in an address, or the sides do not have two different names."""
    if not isinstance(game, Game):
        raise ValueError(f"a game is an object of a class below Game, not {game!r}")
    if game.name in _games:
        raise ValueError(f"two games are called {game.name}")
    if not _NAME.fullmatch(game.name):
        raise ValueError(f"{game.name!r} stands in addresses, so the name of a game has letters, digits, - and _ alone")
    names = game.player_names
    if isinstance(names, str) or len(names) != 2 or not all(isinstance(one, str) and one.strip() for one in names):
        raise ValueError(f'{game.name}: player_names should hold two names such as ("South", "North"), not {names!r}')
    first, second = map(Side, names)
    if first.lower() == second.lower():
        raise ValueError(f"{game.name}: both sides are called {first}; give them different names")
    game.player_names = first, second
    _games[game.name] = game


def find(name: str | Game[Any]) -> Game[Any]:
    """Returns the game called ``name``, or a game unchanged. Raises GameError with all names if none has it."""
    if isinstance(name, Game):
        return name
    if name in _games:  # without a look for the games of other packages, which takes longer than many a question
        return _games[name]
    games = all_games()
    if name not in games:
        shown = repr(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}...")
        raise GameError("there is no game called {name}; there are {games}", name=shown, games=", ".join(games))
    return games[name]


def all_games() -> dict[str, Game[Any]]:
    """Returns every registered game by name, in the order of the page's menu: our own, then those of other packages.
    Raises GameError if a module that the user has named cannot be loaded."""
    _load()
    return dict(_games)


def load_games(words: list[str]) -> None:
    """Loads modules or files with games, here and in every child process. Raises GameError if one cannot be loaded."""
    foreign.load_also(words)
    _load()
    foreign.load_named()


@cache
def _load() -> None:
    """Imports every module of the package, then the games of other packages, once."""
    package = importlib.import_module("engine.games")
    for module in sorted(m.name for m in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"engine.games.{module}")
    for game in foreign.installed():
        register(game)
    foreign.load_named()


register(LineGame(7, 6, 4, True, name="connect4", title="Connect Four"))
register(LineGame(3, 3, 3, False, name="tictactoe", title="Tic-Tac-Toe", player_names=("X", "O")))
register(LineGame(8, 7, 4, True, name="connect4-8x7", title="Connect Four, wide board"))
register(LineGame(5, 4, 4, True, name="connect4-5x4", title="Connect Four, small board"))
register(LineGame(6, 5, 4, True, name="connect4-6x5", title="Connect Four, narrow board"))
register(LineGame(7, 5, 4, True, name="connect4-7x5", title="Connect Four, low board"))
register(LineGame(7, 7, 4, True, name="connect4-7x7", title="Connect Four, square board"))
register(LineGame(9, 6, 5, True, name="connect5", title="Connect Five"))
register(LineGame(7, 7, 5, False, name="gomoku7", title="Five in a row, 7x7"))
for _width, _height in ((8, 8), (8, 9), (9, 9), (10, 10), (9, 7), (7, 9), (10, 7)):
    _size = f"{_width}x{_height}"
    register(
        LineGame(_width, _height, 4, True, name=f"connect4-{_size}", title=text("Connect Four, {size}", size=_size))
    )
