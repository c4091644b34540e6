"""Draws results as SVG pictures: the ladder of the levels, and the tree over the moves of a game."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.arena.pondering.tree_sizes import TreeSizes
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


_PLOT, _COLUMN, _EDGE = 200, 20, 70


def tree_svg(title: str, steps: Sequence[TreeSizes]) -> str:
    """Returns a self-contained SVG: for each move the nodes before the move, kept and pruned (logarithmic).

    Args:
        steps: one for each move, at least one.
    """
    powers = max(1, math.ceil(math.log10(max(step.size for step in steps) + 1)))
    width, foot = _EDGE + 14 + _COLUMN * len(steps), 56 + _PLOT

    def height(count: int) -> float:
        return _PLOT * math.log10(count) / powers if count > 1 else 2.0

    def bar(x: float, count: int, kind: str) -> str:
        return f'<rect class="{kind}" x="{x}" y="{foot - height(count):.1f}" width="5" height="{height(count):.1f}"/>'

    grid = "".join(
        f'<path d="M{_EDGE} {foot - _PLOT * power / powers:.1f}H{width - 8}"/>'
        f'<text x="{_EDGE - 6}" y="{foot - _PLOT * power / powers + 5:.1f}" text-anchor="end">{10**power:,}</text>'
        for power in range(1, powers + 1)
    )
    bars = "".join(
        bar(_EDGE + 4 + _COLUMN * place + 5 * number, count, kind)
        for place, step in enumerate(steps)
        for number, (count, kind) in enumerate(((step.size, "all"), (step.kept, "kept"), (step.pruned, "cut")))
    )
    numbers = "".join(
        f'<text x="{_EDGE + 11 + _COLUMN * place}" y="{foot + 18}" text-anchor="middle">{step.ply + 1}</text>'
        for place, step in enumerate(steps)
        if (step.ply + 1) % 5 == 0
    )
    legend = "".join(
        f'<rect class="{kind}" x="{x}" y="30" width="10" height="10"/><text x="{x + 14}" y="40">{words}</text>'
        for x, kind, words in ((70, "all", "nodes before the move"), (240, "kept", "kept"), (300, "cut", "pruned"))
    )
    kept, pruned = sum(step.kept for step in steps), sum(step.pruned for step in steps)
    described = f"Over {len(steps)} moves {kept:,} nodes were kept and {pruned:,} pruned."
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {foot + 34}" role="img" aria-labelledby="t d">'
        f'<title id="t">{title}</title><desc id="d">{described}</desc>'
        "<style>text{font:13px system-ui,sans-serif;fill:#5b6577}path{stroke:#8a93a3;stroke-opacity:.3}"
        ".all{fill:#8a93a3}.kept{fill:#d94a26}.cut{fill:#d9a426}.h{font-weight:600;font-size:16px}</style>"
        f'<text class="h" x="{_EDGE}" y="20">{title}</text>{legend}'
        f'{grid}{bars}{numbers}<text x="{width - 8}" y="{foot + 32}" text-anchor="end">move</text></svg>\n'
    )
