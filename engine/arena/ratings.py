"""Computes ratings from results: the Bradley-Terry model by maximum likelihood, with confidence intervals.

A draw counts as half a win for each side. A weak prior (one drawn game between every pair of opponents) keeps the
rating finite after wins alone. Source: Hunter, "MM algorithms for generalized Bradley-Terry models" (2004).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

SCALE = 400 / np.log(10)  # rating points per natural unit: 400 points are odds of ten to one


@dataclass(frozen=True, slots=True)
class Rating:
    """Holds a player's rating. ``margin`` is half the width of the 95 % interval of the difference to the next lower
    player."""

    player: int
    points: float
    margin: float
    games: int


def fit(results: Mapping[tuple[int, int], tuple[float, int]], anchor: int, prior: float = 1.0) -> list[Rating]:
    """Rates every player in ``results``, in the order of the player numbers.

    Args:
        results: (a, b) with a < b -> (points of a, games).
        anchor: the player with rating 0.
        prior: drawn games added to every pair of opponents.
    """
    players = sorted({player for pair in results for player in pair})
    place = {player: index for index, player in enumerate(players)}
    wins = np.zeros((len(players), len(players)))
    games = np.zeros(len(players), int)
    for (a, b), (points, count) in results.items():
        wins[place[a], place[b]] += points + prior / 2
        wins[place[b], place[a]] += count - points + prior / 2
        games[place[a]] += count
        games[place[b]] += count
    met = wins + wins.T
    strength = np.ones(len(players))
    for _ in range(10_000):
        pairs = met / (strength[:, None] + strength[None, :])
        np.fill_diagonal(pairs, 0.0)
        new = wins.sum(1) / pairs.sum(1)
        new /= np.exp(np.log(new).mean())
        if np.abs(np.log(new / strength)).max() < 1e-9:
            break
        strength = new
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    information = -met * chance * (1 - chance)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(1))
    covariance = np.linalg.pinv(information)
    points = np.log(strength) * SCALE
    points -= points[place[anchor]]
    ratings = []
    for index, player in enumerate(players):
        below = max(0, index - 1)
        spread = covariance[index, index] + covariance[below, below] - 2 * covariance[index, below]
        ratings.append(
            Rating(player, float(points[index]), float(1.96 * SCALE * np.sqrt(max(0.0, spread))), int(games[index]))
        )
    return ratings


def fit_beside(
    results: Mapping[tuple[int, int], tuple[float, int]], known: Mapping[int, float], prior: float = 1.0
) -> dict[int, Rating]:
    """Rates players beside others whose ratings are known and stay.

    Args:
        results: (a, b) with a < b -> (points of a, games).
        known: player -> points. Without one, the mean of all players is 0.
        prior: drawn games added to each player in all, spread over the opponents by the games with each.

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
        drawn = prior * sum(own) / len(own)
        wins[place[a], place[b]] += points + drawn / 2
        wins[place[b], place[a]] += count - points + drawn / 2
    free = np.array([player not in known for player in players], bool)
    strength = np.array([np.exp(known.get(player, 0.0) / SCALE) for player in players])
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
    variance = np.zeros(len(players))
    variance[free] = np.diag(np.linalg.pinv(information[np.ix_(free, free)]))
    margins = 1.96 * SCALE * np.sqrt(np.maximum(variance, 0.0))
    points = np.log(strength) * SCALE
    return {
        player: Rating(player, float(points[at]), float(margins[at]), int(games[at]))
        for player, at in place.items()
        if free[at]
    }


_ROW, _LEFT, _WIDTH = 34, 96, 620


def ladder_svg(title: str, names: dict[int, str], ratings: Sequence[Rating]) -> str:
    """Returns a self-contained SVG, readable on light and dark ground, with a description for screen readers. The
    ratings are drawn from top to bottom."""
    height = _ROW * len(ratings) + 64
    top = max(1.0, max(rating.points for rating in ratings))
    rows = []
    for index, rating in enumerate(ratings):
        y = 48 + index * _ROW
        length = max(2.0, rating.points / top * (_WIDTH - _LEFT - 170))
        label = f"{rating.points:.0f}" + (f" ± {rating.margin:.0f}" if rating.margin else "")
        rows.append(
            f'<text x="{_LEFT - 10}" y="{y + 16}" text-anchor="end">{names[rating.player]}</text>'
            f'<rect x="{_LEFT}" y="{y}" width="{length:.1f}" height="22" rx="4"/>'
            f'<text x="{_LEFT + length + 8:.1f}" y="{y + 16}">{label}</text>'
        )
    described = "; ".join(f"{names[rating.player]} {rating.points:.0f}" for rating in ratings)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" aria-labelledby="t d">'
        f'<title id="t">{title}</title><desc id="d">{described}</desc>'
        "<style>text{font:15px system-ui,sans-serif;fill:#5b6577}rect{fill:#d94a26}"
        ".h{font-weight:600;font-size:17px}</style>"
        f'<text class="h" x="{_LEFT}" y="26">{title}</text>{"".join(rows)}</svg>\n'
    )
