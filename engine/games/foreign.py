"""Loads the games of other packages: by the entry point ``fourthought.games``, and by the variable FOURTHOUGHT_LOAD.
Each process of the server loads them itself: a child process has the variables of its parent and looks for packages in
the same places. Code that is loaded here runs with all rights of the program."""

import importlib
import importlib.util
import os
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from engine.files import reason
from engine.games.game import Game, GameError

GROUP = "fourthought.games"
VARIABLE = "FOURTHOUGHT_LOAD"
"""Modules or files with games, separated as the folders of PATH are. Each registers its games."""

_loaded: set[str] = set()


def load(word: str) -> None:
    """Loads a module or a .py file once, which registers its games. Raises GameError if that cannot be done."""
    if word in _loaded:
        return
    _loaded.add(word)  # before its code runs, which may look for a game
    try:
        if word.endswith(".py"):
            _import_file(Path(word))
        else:
            importlib.import_module(word)
    except Exception as error:
        _loaded.discard(word)
        words = reason(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
        raise GameError("the games of {word} cannot be loaded ({reason})", word=repr(word), reason=words) from error


def load_also(words: list[str]) -> None:
    """Adds modules or files to the variable, which this process and its child processes load with the first game. A
    file gets its whole path, and so does a module that lies in the present folder: a child looks into no folder where a
    command was started."""
    given = [word for word in os.environ.get(VARIABLE, "").split(os.pathsep) if word]
    given += [word for word in map(_whole, words) if word not in given]
    os.environ[VARIABLE] = os.pathsep.join(given)


def load_named() -> None:
    """Loads every module and file of the variable. Raises GameError if one cannot be loaded."""
    for word in os.environ.get(VARIABLE, "").split(os.pathsep):
        if word:
            load(word)


def installed() -> Iterator[Game[Any]]:
    """Yields the games of installed packages, each once. A package that cannot be loaded costs a warning alone. An
    entry point names a game, a class of games, a function that returns one or several, or a module that registers its
    games itself."""
    from importlib.metadata import entry_points  # a tenth of what `import fourthought` would take

    for point in sorted(entry_points(group=GROUP), key=lambda one: one.name):
        if point.value in _loaded:
            continue
        _loaded.add(point.value)
        try:
            yield from _games_of(point.load())
        except Exception as error:
            package = point.dist.name if point.dist else point.value
            words = (
                f"the game {point.name!r} of the package {package} cannot be loaded ({type(error).__name__}: {error})"
            )
            warnings.warn(words, RuntimeWarning, stacklevel=2)


def _games_of(value: Any) -> list[Game[Any]]:
    if isinstance(value, ModuleType):
        return []
    made = value() if callable(value) else value
    games: list[Any] = [made] if isinstance(made, Game) else list(made)
    if not all(isinstance(game, Game) for game in games):
        raise TypeError("the entry point names no game")
    return games


def _whole(word: str) -> str:
    file = Path(word if word.endswith(".py") else f"{word.replace('.', '/')}.py")
    is_file = word.endswith(".py") or (file.is_file() and not _is_found(word))
    return str(file.resolve()) if is_file else word


def _is_found(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _import_file(file: Path) -> None:
    name = f"fourthought_game_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
