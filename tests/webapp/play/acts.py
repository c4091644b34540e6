"""Makes commands for tests: ``c.Undo(3)`` is an undo at ply 3, of any game and under any number."""

from functools import partial
from typing import Any

from webapp.play.game import commands


def absence(act: Any) -> Any:
    """Returns a maker of acts against an absent person: ``c.Claim(1, 70.0, 60.0)`` after 70 of 60 seconds."""
    return lambda seat, seconds, patience: commands.OnAbsence(act(seat, game_id="g" * 12), seconds, patience)


StandIn, Claim = absence(commands.StandIn), absence(commands.Claim)


def __getattr__(name: str) -> Any:
    """Returns a command, which names a game and a request if it is a page's."""
    command = getattr(commands, name)
    if not issubclass(command, commands.Command):
        return command
    return partial(command, game_id="g" * 12, request_id="r")
