"""Builds the table of ``fourthought bench ponder``: one row a question, a column for each kind of reply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import mean, median

from engine.arena.pondering.measure import PonderedPosition, Sample

Row = tuple[str, str, str]


def rows(positions: Sequence[PonderedPosition], depth: int = 0) -> list[Row]:
    """Returns the measurements after expected replies, and after other replies.

    Args:
        positions: at least one.
        depth: the goal in plies; 0: the proof.
    """
    samples = [sample for position in positions for sample in position.samples]
    goal = f"at depth {depth}" if depth else "proven"

    def both(text: str, value: Callable[[Sequence[Sample]], str]) -> Row:
        expected, others = ([s for s in samples if s.expected is kind] for kind in (True, False))
        return text, value(expected), value(others)

    return [
        both("replies", lambda s: str(len(s))),
        both("tree kept, mean", lambda s: _of(mean, [100 * x.share for x in s], "{:.0f} %")),
        both(f"{goal} before the reply came", lambda s: _share([not x.open for x in s])),
        both(
            "answer with pondering, median", lambda s: _of(median, [1e3 * x.pondered.seconds for x in s], "{:.2f} ms")
        ),
        both("answer afresh, median", lambda s: _of(median, [1e3 * x.fresh.seconds for x in s], "{:.0f} ms")),
        both("afresh / with pondering, median", lambda s: _of(median, [x.ratio for x in s], "{:.0f}")),
        both("still open: replies", lambda s: str(sum(x.open for x in s))),
        both("still open: positions searched, with / afresh, median", lambda s: _of(median, _open(s), "{:.2f}")),
        both("still open: positions searched, with / afresh, worst", lambda s: _of(max, _open(s), "{:.2f}")),
        both("still open: time, with / afresh, median", lambda s: _of(median, _open_seconds(s), "{:.2f}")),
        both("still open: time, with / afresh, worst", lambda s: _of(max, _open_seconds(s), "{:.2f}")),
        both(f"{goal} before the reply: the slowest answer", lambda s: _of(max, _answers(s), "{:.2f} ms")),
    ]


def hits(positions: Sequence[PonderedPosition]) -> dict[str, str]:
    """Returns how often a strong and a middling opponent play the expected reply."""
    guessed = [position for position in positions if position.guess is not None]
    return {
        "strong": _share([position.guess == position.strong for position in guessed]),
        "middling": _share([position.guess == position.middling for position in guessed]),
    }


def _open(samples: Sequence[Sample]) -> list[float]:
    return [sample.pondered.nodes / max(1, sample.fresh.nodes) for sample in samples if sample.open]


def _open_seconds(samples: Sequence[Sample]) -> list[float]:
    return [sample.pondered.seconds / max(1e-6, sample.fresh.seconds) for sample in samples if sample.open]


def _answers(samples: Sequence[Sample]) -> list[float]:
    return [1e3 * sample.pondered.seconds for sample in samples if not sample.open]


def _share(truths: Sequence[bool]) -> str:
    return f"{100 * sum(truths) / len(truths):.0f} %" if truths else "-"


def _of(what: Callable[[Sequence[float]], float], values: Sequence[float], form: str) -> str:
    return form.format(what(values)) if values else "-"
