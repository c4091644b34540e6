"""Writes results: the values of all boards and published ones, and the cost of each."""

from collections.abc import Callable, Iterator, Mapping, Sequence

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
