"""The slider: ten stops, one scalar that drives horizon, oversights and sharpness.

Everything is counted in plies and nodes, never in seconds, so a level is as strong on a slow machine. All chance in a
choice comes from the mind's seed and the moves so far: the same seed repeats a game exactly.
"""

from __future__ import annotations

import functools
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources

from engine.games import Move


@dataclass(frozen=True, slots=True)
class Level:
    """One stop of the slider.

    ``horizon`` is how many plies ahead it sees (None: to the end); ``miss`` how often, per move, it looks only half
    as far; ``spread`` the temperature of its choice among moves (0: always the best it sees).
    ``rating`` is in points above a random mover, None where no ladder has been played.
    """

    number: int
    name: str
    sentence: str
    horizon: int | None
    miss: float
    spread: float
    rating: int | None = None

    @property
    def blink(self) -> int:
        """Plies that it looks ahead when it misses something."""
        return (self.horizon or 0) // 2

    @property
    def alert(self) -> bool:
        """Whether it overlooks no immediate win and no immediate block, whatever else it misses."""
        return self.number > 2


LEVELS = (
    Level(1, "First game", "Sees its own next move, and often overlooks even a win.", 1, 0.70, 2.0),
    Level(2, "Beginner", "Wins and blocks what is one move away when it looks, and often it does not.", 2, 0.55, 2.0),
    Level(3, "Casual", "Wins and blocks what is one move away, and plans little else.", 2, 0.50, 2.0),
    Level(4, "Family", "Looks three moves ahead, and often only one.", 3, 0.40, 0.45),
    Level(5, "Steady", "Looks four moves ahead, and sometimes only two.", 4, 0.35, 0.24),
    Level(6, "Keen", "Looks five moves ahead, and sometimes only two.", 5, 0.22, 0.13),
    Level(7, "Club", "Looks seven moves ahead, and seldom only three.", 7, 0.15, 0.09),
    Level(8, "Strong", "Looks eight moves ahead and seldom slips.", 8, 0.12, 0.07),
    Level(9, "Master", "Looks ten moves ahead and plays the best it sees.", 10, 0.03, 0.02),
    Level(10, "Perfect", "Looks to the end of the game and never lets a result slip.", None, 0.0, 0.0),
)


def levels(game: str) -> tuple[Level, ...]:
    """The stops of the slider for the game called so, with the ratings that ``fourthought ladder`` measured."""
    measured = _ratings().get(game, {})
    return tuple(replace(stop, rating=measured.get(str(stop.number))) for stop in LEVELS)


@functools.cache
def _ratings() -> dict[str, dict[str, int]]:
    """Game -> level -> rating points above a random mover."""
    text = resources.files("engine.mind").joinpath("ratings.json").read_text()
    found: dict[str, dict[str, int]] = json.loads(text)
    return found


def level(number: int) -> Level:
    """The stop with this number; raises ValueError outside 1 to 10."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"there is no level {number}; levels are 1 to {len(LEVELS)}")
    return LEVELS[number - 1]


def dice(seed: int, moves: Sequence[Move]) -> random.Random:
    """The randomness of one decision: the same for the same seed and game."""
    return random.Random(f"{seed}:{','.join(map(str, moves))}")


def draw(values: dict[Move, float], spread: float, rng: random.Random) -> Move:
    """A move by its value: the best (ties drawn by lot) for spread 0, else with probability ~ exp(value / spread)."""
    best = max(values.values())
    if spread <= 0:
        return rng.choice([move for move, value in values.items() if value >= best - 1e-6])
    weights = [math.exp((value - best) / spread) for value in values.values()]
    return rng.choices(list(values), weights)[0]
