"""Writes results: the values of all boards and published ones, the cost of each, and a figure of costs."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from engine.workshop.bench.frontier.published import PUBLISHED, Size, published_by, sign_of
from engine.workshop.bench.frontier.store import Result, best_of

HEADER = "| board | squares | value | positions | seconds | published | published by |"
_RULE = "|---|---:|---|---:|---:|---|---|"
_WORDS = {1: "won", 0: "drawn", -1: "lost"}


def lines(results: Sequence[Result]) -> Iterator[str]:
    """Yields the table of values, that of last moves, the table of costs, and a sentence on contradictions."""
    best, exact = best_of(results), best_of(one for one in results if one.score is not None)
    yield "published value and own value: + the first player wins, = a draw, - the first player loses, ? not known"
    yield from grid(best, pair)
    yield ""
    if exact:
        yield "the number of the last move of a board that is won or lost, if both sides play as well as possible"
        yield from (row for row in grid(exact, last_move) if not row.strip().isdigit())  # a height without any
        yield ""
    yield from (HEADER, _RULE)
    yield from map(cost, best.values())
    wrong = [str(result.size) for result in results if PUBLISHED.get(result.size, result.value) != result.value]
    yield (
        f"not as published: {', '.join(wrong)}" if wrong else f"{len(results)} results, none against a published table"
    )


def grid(best: Mapping[Size, Result], cell: Callable[[Size, Mapping[Size, Result]], str]) -> Iterator[str]:
    """Yields a line for each height, with a cell for each width."""
    boards = {*PUBLISHED, *best}
    widths = range(min(size.width for size in boards), max(size.width for size in boards) + 1)
    yield "rows\\columns " + " ".join(f"{width:>2}" for width in widths)
    for height in sorted({size.height for size in boards}):
        cells = (cell(Size(width, height), best) for width in widths)
        yield f"{height:>12} {' '.join(cells)}".rstrip()


def pair(size: Size, best: Mapping[Size, Result]) -> str:
    """Returns two signs for a board, or blanks if no value is known."""
    own = best[size].value if size in best else None
    known = size in PUBLISHED or own is not None
    return sign_of(PUBLISHED.get(size)) + sign_of(own) if known else "  "


def last_move(size: Size, best: Mapping[Size, Result]) -> str:
    """Returns the number of the last move on a board with best play, or blanks if it is drawn or not known."""
    score = best[size].score if size in best else None
    if not score:
        return "  "
    last = size.squares - 2 * (abs(score) - 1)
    return f"{last - (last % 2 != (score > 0)):>2}"


def cost(result: Result) -> str:
    """Returns one row of the table of costs."""
    size, published = result.size, PUBLISHED.get(result.size)
    value = _WORDS[result.value] + (f" ({result.score:+d})" if result.score is not None else "")
    there = "no" if published is None else "the same" if published == result.value else _WORDS[published]
    cells = (str(size), str(size.squares), value, f"{result.nodes:,}", f"{result.seconds:.1f}", there)
    return "| " + " | ".join((*cells, published_by(size))) + " |"


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
    """Places results: squares to the right, positions upwards on a logarithmic axis. There is at least one result."""

    def __init__(self, results: Sequence[Result]) -> None:
        squares = [one.size.squares for one in results]
        self._first, self._last = min(squares) // 4 * 4, max(squares) // 4 * 4 + 4
        self._top = max(1, math.ceil(max(math.log10(max(1, one.nodes)) for one in results)))

    def x(self, squares: float) -> float:
        return _LEFT + _WIDTH * (squares - self._first) / (self._last - self._first)

    def y(self, nodes: float) -> float:
        return _TOP + _HEIGHT * (1 - math.log10(max(1.0, nodes)) / self._top)

    def grid(self) -> Iterator[str]:
        for power in range(self._top + 1):
            at = self.y(10**power)
            yield f'<path class="g" d="M{_LEFT} {at:.1f}H{_LEFT + _WIDTH}"/>'
            yield f'<text x="{_LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{_short(power)}</text>'
        for squares in range(self._first, self._last + 1, 4):
            yield f'<text x="{self.x(squares):.1f}" y="{_TOP + _HEIGHT + 20}" text-anchor="middle">{squares}</text>'

    def dot(self, one: Result) -> str:
        x, y, kind = self.x(one.size.squares), self.y(one.nodes), "y" if one.theorem else "n"
        name = f'<text x="{x + 5:.1f}" y="{y + 4:.1f}">{one.size}</text>'
        return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>{name}'


def _short(power: int) -> str:
    return f"{10 ** (power % 3)}{' kMGT'[power // 3]}".replace(" ", "")
