"""Rates the levels of a ladder by their games against each other, and draws it."""

from collections.abc import Mapping, Sequence

import numpy as np

from engine.arena.ratings import SCALE, Rating, maximise


def fit(results: Mapping[tuple[int, int], tuple[float, int]], anchor: int, prior: float = 1.0) -> list[Rating]:
    """Rates every player in ``results``, (a, b) with a < b -> (points of a, games), in the order of their numbers.
    ``anchor`` has rating 0, and ``prior`` drawn games are added to every pair."""
    players = sorted({player for pair in results for player in pair})
    place = {player: index for index, player in enumerate(players)}
    wins = np.zeros((len(players), len(players)))
    games = np.zeros(len(players), int)
    for (a, b), (points, count) in results.items():
        wins[place[a], place[b]] += points + prior / 2
        wins[place[b], place[a]] += count - points + prior / 2
        games[place[a]] += count
        games[place[b]] += count
    strength, information = maximise(wins, np.ones(len(players)), np.ones(len(players), bool))
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


_ROW, _LEFT, _WIDTH = 34, 96, 620


def ladder_svg(title: str, names: dict[int, str], ratings: Sequence[Rating]) -> str:
    """Returns an SVG of ratings from top to bottom, for light and dark ground, described for screen readers."""
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
