"""Draws the ladder of the levels as an SVG picture."""

from __future__ import annotations

from collections.abc import Sequence

from engine.arena.ratings import Rating

_ROW, _LEFT, _WIDTH = 34, 96, 620


def ladder_svg(title: str, names: dict[int, str], ratings: Sequence[Rating]) -> str:
    """Returns a self-contained SVG, readable on light and dark ground, with a description for screen readers.

    Args:
        title: a heading, such as the name of the game.
        ratings: in the order from top to bottom.
    """
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
