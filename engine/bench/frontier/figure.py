"""Draws the cost of boards: positions searched against squares, with and without the follow-up theorem."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from engine.bench.frontier.store import Result, best_of

_LEFT, _TOP, _WIDTH, _HEIGHT = 64, 44, 600, 300
_TITLE = "Positions searched for the value of a board, by squares"
_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#5b6577}.g{stroke:#8a93a3;stroke-opacity:.3}.h{font-weight:600;"
    "font-size:16px}.y{fill:#d94a26}.n{fill:none;stroke:#d94a26;stroke-width:2}"
)


def cost_svg(results: Sequence[Result]) -> str:
    """Returns a self-contained SVG, readable on light and dark ground, with a description for screen readers."""
    chosen = [one for theorem in (True, False) for one in best_of(r for r in results if r.theorem is theorem).values()]
    axes = _Axes(chosen)
    words = "; ".join(f"{one.size}{'' if one.theorem else ' without the theorem'} {one.nodes:,}" for one in chosen)
    end = f'x="{_LEFT + _WIDTH}" y="{_TOP + _HEIGHT + 40}" text-anchor="end"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 40} {_TOP + _HEIGHT + 50}" role="img" '
        f'aria-labelledby="t d"><title id="t">{_TITLE}</title><desc id="d">{escape(words)}</desc>'
        f'<style>{_STYLE}</style><text class="h" x="{_LEFT}" y="22">{_TITLE}</text>'
        f"{''.join(axes.grid())}{''.join(map(axes.dot, chosen))}"
        f"<text {end}>squares; rings: without the follow-up theorem</text></svg>\n"
    )


class _Axes:
    """Places results: squares to the right, positions upwards on a logarithmic axis.

    Args:
        results: the results to place, at least one.
    """

    def __init__(self, results: Sequence[Result]) -> None:
        squares = [one.size.squares for one in results]
        self._first, self._last = min(squares) // 4 * 4, max(squares) // 4 * 4 + 4
        self._top = max(1, math.ceil(max(math.log10(max(1, one.nodes)) for one in results)))

    def x(self, squares: float) -> float:
        """Returns the place of a number of squares."""
        return _LEFT + _WIDTH * (squares - self._first) / (self._last - self._first)

    def y(self, nodes: float) -> float:
        """Returns the height of a number of positions."""
        return _TOP + _HEIGHT * (1 - math.log10(max(1.0, nodes)) / self._top)

    def grid(self) -> Iterator[str]:
        """Yields the lines of the grid with their numbers."""
        for power in range(self._top + 1):
            at = self.y(10**power)
            yield f'<path class="g" d="M{_LEFT} {at:.1f}H{_LEFT + _WIDTH}"/>'
            yield f'<text x="{_LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{_short(power)}</text>'
        for squares in range(self._first, self._last + 1, 4):
            yield f'<text x="{self.x(squares):.1f}" y="{_TOP + _HEIGHT + 20}" text-anchor="middle">{squares}</text>'

    def dot(self, one: Result) -> str:
        """Returns one result with the size of the board; a ring stands for a search without the theorem."""
        x, y, kind = self.x(one.size.squares), self.y(one.nodes), "y" if one.theorem else "n"
        name = f'<text x="{x + 5:.1f}" y="{y + 4:.1f}">{one.size}</text>'
        return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>{name}'


def _short(power: int) -> str:
    """Returns a power of ten as people write it, such as 10 M."""
    return f"{10 ** (power % 3)}{' kMGT'[power // 3]}".replace(" ", "")
