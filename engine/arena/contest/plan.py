"""Describes an arena: who plays, which openings, and what each program may use."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.arena.contest.programs import Program, Room
from engine.games import Game, Move
from engine.games.openings import random_opening
from engine.mind.levels.level import LEVELS
from engine.mind.levels.level import levels as levels_of


@dataclass(frozen=True, slots=True)
class Plan:
    """Describes an arena: the game, the programs, the levels that play along, and what each program may use.

    ``level_seconds`` are the seconds in a round after which a program begins no more games against levels. Two games
    are played in any case.
    """

    game: Game[Any]
    programs: Sequence[Program]
    levels: Sequence[int] = tuple(level.number for level in LEVELS)
    room: Room = field(default_factory=Room)
    seed: int = 1
    swiss: bool | None = None
    """None: Swiss with many programs."""
    level_seconds: float = 4.0

    @property
    def names(self) -> list[str]:
        """Returns the names of the programs."""
        return [program.name for program in self.programs]

    @property
    def level_names(self) -> list[str]:
        """Returns the names of the levels, as records have them."""
        return [f"level {number}" for number in self.levels]

    def published(self) -> dict[str, float]:
        """Returns the published ratings of the levels that play along and have one, by name."""
        found = {f"level {one.number}": one.rating for one in levels_of(self.game.name)}
        return {name: float(rating) for name in self.level_names if (rating := found.get(name)) is not None}

    def opening(self, number: int) -> tuple[Move, ...]:
        """Returns an opening, the same as of that pair of games in a match."""
        return random_opening(self.game, 4, self.seed * 10_000 + number)
