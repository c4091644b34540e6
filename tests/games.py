"""Lists the registered games for tests that run on every game: one of each kind always, the others in long runs."""

from typing import Any

import pytest

from engine.games import all_games
from engine.mind.search.available import compiles, finishes


def each_game(*without: str) -> list[Any]:
    """Returns the names of all games as parameters of a test, but for the games ``without``."""
    names = [name for name in all_games() if name not in without]
    first = {_kind(name): name for name in reversed(names)}
    return [name if name in first.values() else pytest.param(name, marks=pytest.mark.long) for name in names]


def _kind(name: str) -> tuple[Any, ...]:
    game = all_games()[name]
    falls = getattr(getattr(game, "base", game), "gravity", None)
    return type(game), falls, finishes(game), compiles(game)
