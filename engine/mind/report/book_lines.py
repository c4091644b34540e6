"""What the opening book knows below the tree: where it answers, nothing is searched, and there would be nothing to see.

The exact results of replies, and of the replies to those, as far as the book goes: the picture of the tree is completed
with them. They are no nodes: nobody has visited them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.games import LineState, Move
from engine.mind.report.types import Branch
from engine.mind.values import value_of
from engine.solver.book.book import Book


def completed(book: Book | None, state: Any, branches: Sequence[Branch], plies: int, limit: int) -> tuple[Branch, ...]:
    """``branches`` below ``state`` (the root first, parents before children) with what the book knows below its proven
    ends, down to ``plies`` and at most ``limit`` in all; as they are where there is no book."""
    if book is None or not isinstance(state, LineState) or state.ply >= book.plies:
        return tuple(branches)
    grown, parents = list(branches), {branch.parent for branch in branches}
    paths: list[tuple[Move, ...]] = [()]
    for place, branch in enumerate(grown):  # grows as it is walked
        if place:
            paths.append((*paths[branch.parent], branch.move))
        if place in parents or not branch.proven or len(paths[place]) >= plies:
            continue
        replies = _replies(book, state, paths[place], len(paths[place]) + 1 < plies)
        if replies and len(grown) + len(replies) <= limit:
            grown.extend(_branch(place, *reply) for reply in replies)
    return tuple(grown)


def _branch(parent: int, move: Move, number: int, answer: Move | None) -> Branch:
    return Branch(parent, move, round(value_of(number), 4), number, number, True, 0, 0, 0.0, answer)


@lru_cache(maxsize=2000)
def _replies(
    book: Book, state: LineState, path: tuple[Move, ...], answered: bool
) -> tuple[tuple[Move, int, Move | None], ...]:
    """Every reply after ``path`` with its score number, if ``answered`` also the best answer to it; none unless the
    book knows them all."""
    game = book.game
    for move in path:
        state = game.play(state, move)
    if game.outcome(state) is not None:
        return ()
    numbers = book.moves(state)
    if len(numbers) < len(game.moves(state)):
        return ()
    best = {move: _best(book, state, move) for move in numbers} if answered else {}
    return tuple((move, number, best.get(move)) for move, number in sorted(numbers.items()))


def _best(book: Book, state: LineState, move: Move) -> Move | None:
    after = book.game.play(state, move)
    numbers = {} if book.game.outcome(after) is not None else book.moves(after)
    return max(numbers, key=lambda answer: numbers[answer]) if numbers else None
