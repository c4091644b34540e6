"""Plays through a program in its room."""

import shlex
from typing import Any

from engine.arena.contest.programs import Program, Room
from engine.arena.outside import fingerprint
from engine.arena.pipe import PipePlayer
from engine.arena.pipe_words import VERSION, Limits
from engine.games import Game

START = 30.0
"""Seconds in which a program must start, because a busy machine starts slowly. A short limit is for moves alone."""

_TOLD, _LEAST = 0.8, 1.0
"""The share of the time that a program of version 2 is told, and the least seconds on top of that."""


class ConfinedPlayer(PipePlayer):
    """Plays through a program that is confined, within the seconds of its room for each move.

    Raises:
        GameError: the program cannot be started, or does not play this game.
    """

    def __init__(self, game: Game[Any], program: Program, room: Room) -> None:
        self._seconds = room.seconds
        super().__init__(game, program.command(room), room.seconds)
        self.limits = Limits(movetime=_TOLD * room.seconds)
        # Known as in a match, where it plays without a room.
        self.key = f"pipe:{self.name}:{fingerprint(shlex.join(program.words))}"

    def _start(self) -> str:
        self._patience = max(START, self._seconds)
        try:
            return super()._start()
        finally:
            spare = max(_LEAST, (1 - _TOLD) * self._seconds)
            self._patience = spare if self.version >= VERSION else self._seconds
