"""Draws a move at random: seeds the generator of a decision, turns values into chances, picks a move by the chances."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from engine.games import Move


def dice(seed: int, moves: Sequence[Move]) -> random.Random:
    """Returns the random generator of one decision, equal for an equal seed and equal moves so far."""
    return random.Random(f"{seed}:{','.join(map(str, moves))}")


def odds(values: dict[Move, float], spread: float) -> dict[Move, float]:
    """Returns the chance of every move: exp(value / spread), normalised. For spread 0 the best moves share equally."""
    best = max(values.values())
    if spread <= 0:
        weights = {move: float(value >= best - 1e-6) for move, value in values.items()}
    else:
        weights = {move: math.exp((value - best) / spread) for move, value in values.items()}
    total = sum(weights.values())
    return {move: weight / total for move, weight in weights.items()}


def draw(values: dict[Move, float], spread: float, rng: random.Random) -> Move:
    """Draws a move with the chances of :func:`odds`."""
    chances = odds(values, spread)
    if spread <= 0:
        return rng.choice([move for move, chance in chances.items() if chance])
    return rng.choices(list(chances), list(chances.values()))[0]
