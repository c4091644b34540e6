"""Draws the curve of a run: the figures of the judge, against the games played, on a logarithmic axis."""

import math
from collections.abc import Sequence
from html import escape

_LEFT, _TOP, _WIDTH, _HEIGHT = 64, 44, 560, 260


def curve_svg(title: str, name: str, curve: Sequence[tuple[int, float]]) -> str:
    """Returns a self-contained SVG, readable on light and dark ground, with a description for screen readers.
    ``curve`` holds (games, figure), at least one. Figures are shares from 0 to 1."""
    low = math.floor(10 * min(figure for _, figure in curve)) / 10
    high = max(low + 0.1, math.ceil(10 * max(figure for _, figure in curve)) / 10)
    first = math.floor(math.log10(curve[0][0]))
    last = max(first + 1, math.ceil(math.log10(curve[-1][0])))

    def x(games: float) -> float:
        return _LEFT + _WIDTH * (math.log10(games) - first) / (last - first)

    def y(figure: float) -> float:
        return _TOP + _HEIGHT * (high - figure) / (high - low)

    across = "".join(
        f'<path class="g" d="M{x(10**power):.1f} {_TOP}V{_TOP + _HEIGHT}"/>'
        f'<text x="{x(10**power):.1f}" y="{_TOP + _HEIGHT + 20}" text-anchor="middle">{10**power:,}</text>'
        for power in range(first, last + 1)
    )
    steps = [low + 0.1 * step for step in range(round((high - low) * 10) + 1)]
    upwards = "".join(
        f'<path class="g" d="M{_LEFT} {y(share):.1f}H{_LEFT + _WIDTH}"/>'
        f'<text x="{_LEFT - 8}" y="{y(share) + 5:.1f}" text-anchor="end">{share:.0%}</text>'
        for share in steps
    )
    line = "L".join(f"{x(games):.1f} {y(figure):.1f}" for games, figure in curve)
    dots = "".join(f'<circle cx="{x(games):.1f}" cy="{y(figure):.1f}" r="3"/>' for games, figure in curve)
    described = "; ".join(f"{games:,} games {figure:.1%}" for games, figure in curve)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 30} {_TOP + _HEIGHT + 50}" role="img" '
        f'aria-labelledby="t d"><title id="t">{escape(title)}</title><desc id="d">{escape(described)}</desc>'
        "<style>text{font:14px system-ui,sans-serif;fill:#5b6577}.g{stroke:#8a93a3;stroke-opacity:.3}"
        ".c{fill:none;stroke:#d94a26;stroke-width:2}circle{fill:#d94a26}.h{font-weight:600;font-size:16px}</style>"
        f'<text class="h" x="{_LEFT}" y="22">{escape(title)}: {escape(name)}</text>{across}{upwards}'
        f'<path class="c" d="M{line}"/>{dots}'
        f'<text x="{_LEFT + _WIDTH}" y="{_TOP + _HEIGHT + 40}" text-anchor="end">games</text></svg>\n'
    )
