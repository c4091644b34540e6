"""Computes ratings from results: the Bradley-Terry model by maximum likelihood, with confidence intervals. A draw
counts as half a win for each side. A weak prior (one drawn game between every pair of opponents) keeps the rating
finite after wins alone. Source: Hunter, "MM algorithms for generalized Bradley-Terry models" (2004)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

SCALE = 400 / np.log(10)  # rating points per natural unit: 400 points are odds of ten to one


@dataclass(frozen=True, slots=True)
class Rating:
    """Holds a player's rating. ``margin``: half the 95 % interval of the difference to the next lower player."""

    player: int
    points: float
    margin: float
    games: int


def fit_beside(results: Mapping[tuple[int, int], tuple[float, int]], known: Mapping[int, float]) -> dict[int, Rating]:
    """Rates players beside others whose ratings are known and stay. To each player one drawn game is added in all,
    spread over the opponents by the games with each.

    Args:
        results: (a, b) with a < b -> (points of a, games).
        known: player -> points. Without one, the mean of all players is 0.

    Returns:
        The players of ``results`` that are not known. ``margin`` is half the width of the 95 % interval of the rating.
    """
    players = sorted({player for pair in results for player in pair})
    place = {player: index for index, player in enumerate(players)}
    wins = np.zeros((len(players), len(players)))
    games = np.zeros(len(players), int)
    for (a, b), (_, count) in results.items():
        games[place[a]] += count
        games[place[b]] += count
    for (a, b), (points, count) in results.items():
        own = [count / games[place[player]] for player in (a, b) if player not in known] or [0.0]
        drawn = sum(own) / len(own)
        wins[place[a], place[b]] += points + drawn / 2
        wins[place[b], place[a]] += count - points + drawn / 2
    free = np.array([player not in known for player in players], bool)
    strength = np.array([np.exp(known.get(player, 0.0) / SCALE) for player in players])
    strength, information = maximise(wins, strength, free)
    variance = np.zeros(len(players))
    variance[free] = np.diag(np.linalg.pinv(information[np.ix_(free, free)]))
    margins = 1.96 * SCALE * np.sqrt(np.maximum(variance, 0.0))
    points = np.log(strength) * SCALE
    return {
        player: Rating(player, float(points[at]), float(margins[at]), int(games[at]))
        for player, at in place.items()
        if free[at]
    }


def maximise(wins: Any, strength: Any, free: Any) -> tuple[Any, Any]:
    """Returns the strengths of most likelihood, and their information.

    Args:
        wins: float[n, n], points of each player against each other.
        strength: float[n], where the search begins.
        free: bool[n], the players whose strength is sought. The others keep theirs. Where all are free, the mean of the
            logarithms is 0.

    Returns:
        float[n], and the information of the logarithms, float[n, n].
    """
    met = wins + wins.T
    for _ in range(10_000):
        pairs = met / (strength[:, None] + strength[None, :])
        np.fill_diagonal(pairs, 0.0)
        new = np.where(free, wins.sum(1) / pairs.sum(1), strength)
        if free.all():
            new /= np.exp(np.log(new).mean())
        done = np.abs(np.log(new / strength)).max(initial=0.0) < 1e-9
        strength = new
        if done:
            break
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    information = -met * chance * (1 - chance)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(1))
    return strength, information
