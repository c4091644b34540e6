"""Sits down at a table of a Fourthought server and plays: by a function, a level, or an outside engine.

The protocol of the sockets is told in webapp/PROTOCOL.md.
"""

from fourthought.bot.bot import Bot
from fourthought.bot.players import FunctionPlayer, LevelPlayer, OutsidePlayer
from fourthought.errors import CutError, RefusedError

__all__ = ["Bot", "CutError", "FunctionPlayer", "LevelPlayer", "OutsidePlayer", "RefusedError"]
