"""Writes results as text: the values of all boards beside the published ones, and the cost of each board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.bench.frontier.published import PUBLISHED, Size, published_by, sign_of
from engine.bench.frontier.store import Result, best_of

HEADER = "| board | squares | value | positions | seconds | published | published by |"
_RULE = "|---|---:|---|---:|---:|---|---|"
_WORDS = {1: "won", 0: "drawn", -1: "lost"}


def lines(results: Sequence[Result]) -> Iterator[str]:
    """Yields the table of values, the table of costs, and a sentence on contradictions."""
    best = best_of(results)
    yield from values(best)
    yield ""
    yield from (HEADER, _RULE)
    yield from map(cost, best.values())
    wrong = [str(result.size) for result in results if PUBLISHED.get(result.size, result.value) != result.value]
    yield (
        f"not as published: {', '.join(wrong)}" if wrong else f"{len(results)} results, none against a published table"
    )


def values(best: Mapping[Size, Result]) -> Iterator[str]:
    """Yields a line for each height: for each width the published value, then the value found here."""
    boards = {*PUBLISHED, *best}
    widths = range(min(size.width for size in boards), max(size.width for size in boards) + 1)
    yield "published value and own value: + the first player wins, = a draw, - the first player loses, ? not known"
    yield "rows\\columns " + " ".join(f"{width:>2}" for width in widths)
    for height in sorted({size.height for size in boards}):
        cells = (Size(width, height) for width in widths)
        yield f"{height:>12} " + " ".join(pair(cell, best) for cell in cells).rstrip()


def pair(size: Size, best: Mapping[Size, Result]) -> str:
    """Returns two signs for a board; blank where nobody has a value."""
    own = best[size].value if size in best else None
    known = size in PUBLISHED or own is not None
    return sign_of(PUBLISHED.get(size)) + sign_of(own) if known else "  "


def cost(result: Result) -> str:
    """Returns one row of the table of costs."""
    size, published = result.size, PUBLISHED.get(result.size)
    value = _WORDS[result.value] + (f" ({result.score:+d})" if result.score is not None else "")
    there = "no" if published is None else "the same" if published == result.value else _WORDS[published]
    cells = (str(size), str(size.squares), value, f"{result.nodes:,}", f"{result.seconds:.1f}", there)
    return "| " + " | ".join((*cells, published_by(size))) + " |"
