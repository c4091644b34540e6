"""Has programs that learn play the games: PettingZoo, Gymnasium, and thousands of boards together.

``Boards`` needs NumPy alone and makes some 200,000 steps a second. The others need ``pip install 'fourthought[rl]'``:
``env`` is a PettingZoo environment for two agents, ``LevelEnv`` a Gymnasium environment against a level, and
``BoardsEnv`` a Gymnasium vector environment of many boards. ``python -m fourthought.rl.tictactoe`` learns
Tic-Tac-Toe in seconds and prints its curve.
"""

import importlib
from typing import TYPE_CHECKING, Any

from fourthought.rl.boards import Boards

if TYPE_CHECKING:
    from fourthought.rl.environment import GameEnvironment, env
    from fourthought.rl.level_env import LevelEnv
    from fourthought.rl.vector_env import BoardsEnv

__all__ = ["Boards", "BoardsEnv", "GameEnvironment", "LevelEnv", "env"]

_PLACES = {
    "BoardsEnv": "vector_env",
    "GameEnvironment": "environment",
    "LevelEnv": "level_env",
    "env": "environment",
}


def __getattr__(name: str) -> Any:
    """Loads what needs PettingZoo or Gymnasium at its first use."""
    if name not in _PLACES:
        raise AttributeError(f"module 'fourthought.rl' has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f"fourthought.rl.{_PLACES[name]}"), name)
    except ModuleNotFoundError as missing:
        raise ImportError(f"{name} needs {missing.name}: pip install 'fourthought[rl]'") from missing
