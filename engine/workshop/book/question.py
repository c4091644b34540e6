"""Asks for the score of one position of a book, and finds the answer, as plain data for threads and other machines."""

from collections.abc import Callable
from typing import NamedTuple

from engine.solver.search import UNLIMITED, Search


class Question(NamedTuple):
    """Asks for the score of a position, for the side to move. ``best`` is the value of the best move known (None: the
    position is searched as a whole). ``unknown`` holds own stones and all stones after each other move."""

    own: int
    mask: int
    best: int | None = None
    unknown: tuple[tuple[int, int], ...] = ()


class Answer(NamedTuple):
    """Holds the score of a position, and the nodes searched."""

    score: int
    nodes: int


def solve(question: Question, begin: Callable[[int, int], Search]) -> Answer | None:
    """Returns the answer to a question, or None after a stop. ``begin`` begins the search of a position."""
    if question.best is None:
        search = begin(question.own, question.mask)
        return Answer(search.low, search.nodes) if search.run() else None
    best, nodes = question.best, 0
    for own, mask in question.unknown:
        search = begin(own, mask)
        if search.low < -best <= search.high:
            search.aim(-best - 1)
            if not search.step(UNLIMITED):
                return None
        if search.low < -best:
            if not search.run():
                return None
            best = -search.low
        nodes += search.nodes
    return Answer(best, nodes)
