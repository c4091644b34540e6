"""Evaluates a state at the horizon: a weighted sum of named features (Shannon 1950).

The weights sum to one and every feature lies strictly between -1 and 1, and so does the sum. No evaluation is worth as
much as a win or as little as a loss.
"""

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from engine.games import Game, GameError, LineGame, LineState, Player, S


@dataclass(frozen=True, slots=True)
class Feature(Generic[S]):
    """Names one aspect of a state, with a weight and a measure between -1 and 1 for a player."""

    name: str
    weight: float
    measure: Callable[[S, Player], float]


class Evaluation(Generic[S]):
    """Evaluates states by the weighted sum of ``features``. Raises GameError if the weights are not all positive or do
    not sum to one."""

    def __init__(self, features: Sequence[Feature[S]]) -> None:
        total = sum(feature.weight for feature in features)
        if not math.isclose(total, 1.0) or any(feature.weight <= 0 for feature in features):
            raise GameError(f"the weights of an evaluation must be positive and sum to one, not to {total:g}")
        self.features = tuple(features)

    def __call__(self, state: S, player: Player) -> float:
        """Returns the value of an unfinished ``state`` for ``player``, strictly between -1 and 1."""
        return sum(feature.weight * feature.measure(state, player) for feature in self.features)

    def weighted(self, weights: Sequence[float]) -> "Evaluation[S]":
        """Returns the evaluation with other weights in the same order, divided by their sum. A feature of weight 0 is
        left out. Raises GameError for another number of weights, a negative one, or none above 0."""
        total = sum(weights)
        if len(weights) != len(self.features) or min(weights) < 0 or total <= 0:
            names = ", ".join(one.name for one in self.features)
            raise GameError("give a weight of at least 0 for each of {names}, and not 0 for all", names=names)
        pairs = zip(self.features, weights, strict=True)
        return Evaluation([Feature(one.name, weight / total, one.measure) for one, weight in pairs if weight])

    def parts(self, state: S, player: Player) -> dict[str, float]:
        """Returns the share of each feature in the sum, by name."""
        return {feature.name: feature.weight * feature.measure(state, player) for feature in self.features}


def with_evaluation(game: Game[S], evaluation: Callable[[S, Player], float]) -> Game[S]:
    """Returns the same game with another evaluation."""
    clone = copy.copy(game)
    clone.evaluate = evaluation  # type: ignore[method-assign, assignment]
    return clone


def line_features(game: LineGame) -> Evaluation[LineState]:
    """Returns an evaluation for k in a row: open lines by stones, free winning cells, and closeness to the centre."""
    through: dict[int, int] = {}  # how many lines a cell is part of -> the cells for which that is so
    left = game.full
    while left:
        bit = left & -left
        left ^= bit
        count = sum(1 for line in game.lines if line & bit)
        through[count] = through.get(count, 0) | bit
    most = sum(count * cells.bit_count() for count, cells in through.items()) + 1

    def lines(state: LineState, player: Player) -> float:
        return game.evaluate(state, player)

    def threats(state: LineState, player: Player) -> float:
        own = game.holes(state.own, state.mask).bit_count()
        other = game.holes(state.own ^ state.mask, state.mask).bit_count()
        value = (own - other) / (own + other + 1)
        return value if player is game.to_move(state) else -value

    def centre(state: LineState, player: Player) -> float:
        own, other = state.own, state.own ^ state.mask
        held = sum(n * ((own & cells).bit_count() - (other & cells).bit_count()) for n, cells in through.items())
        return held / most if player is game.to_move(state) else -held / most

    return Evaluation(
        [Feature("lines", 0.5, lines), Feature("threats", 0.375, threats), Feature("centre", 0.125, centre)]
    )
