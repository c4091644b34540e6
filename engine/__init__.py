"""Thinks about games, without any knowledge of the web.

The interface, for the table in the browser and for any other program. A mind plays one side, one slice after another:

>>> import engine
>>> mind = engine.Mind("tictactoe", level=10)
>>> kept = mind.follow([5])
>>> while mind.work(engine.Purpose.CHOOSE):
...     pass
>>> choice = mind.answer()
>>> str(choice.score), choice.score.plies
('draw', 8)
>>> kept = mind.follow([5, choice.move])
>>> mind.moves == (5, choice.move)
True
>>> mind.close()

A scheduler gives many minds the cores in turns, and calls a function with each choice::

    scheduler = engine.Scheduler()
    scheduler.start()
    scheduler.choose(mind, print, seconds=3.0)

The levels of a game, and the level nearest to a number that the game may not have:

>>> [level.number for level in engine.levels("connect4")]
[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
>>> engine.nearest_level("connect4", 4)
4

``__init__.pyi`` lists the names, for type checkers and for this module. Each name loads its module, and so Numba, at
the first use: ``import engine.games`` loads the rules and nothing else.
"""

import functools
import importlib
import pkgutil
import re


@functools.cache
def _places() -> dict[str, tuple[str, str]]:
    """Returns the module and the attribute behind each name, as ``__init__.pyi`` lists them."""
    listed = pkgutil.get_data(__name__, "__init__.pyi") or b""  # by the loader: the package may lie in a zip file
    lines = re.findall(r"^from (\S+) import (\w+) as (\w+)$", listed.decode(), re.MULTILINE)
    return {name: (module, attribute) for module, attribute, name in lines}


def __getattr__(name: str) -> object:
    """Returns one of the names of the interface, or raises AttributeError, and keeps it for the next use (PEP 562)."""
    if name == "__all__":  # for help() and "from engine import *"
        return sorted(_places())
    if name.startswith("__") or name not in _places():
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    module, attribute = _places()[name]
    value: object = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Returns every name of the interface, loaded or not."""
    return sorted({*globals(), *_places()})
