"""Adds the opening book's exact scores to the displayed tree.

Book positions are never searched, so the tree has no nodes there. The displayed tree gets the book's replies, and the
answers to the replies, as branches without visits.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.games import LineState, Move
from engine.mind.report.types import Branch
from engine.mind.values import value_of
from engine.solver.book.book import Book


def add_book_lines(
    book: Book | None, state: Any, branches: Sequence[Branch], plies: int, limit: int
) -> tuple[Branch, ...]:
    """Returns ``branches`` with the book's lines below the proven leaves, unchanged without a book.

    Args:
        branches: the displayed tree below ``state``: the root first, parents before children.
        plies: how far below the root lines are added.
        limit: the most branches of the result; a leaf with too many replies gets none.
    """
    if book is None or not isinstance(state, LineState) or state.ply >= book.plies:
        return tuple(branches)
    all_branches, parents = list(branches), {branch.parent for branch in branches}
    paths: list[tuple[Move, ...]] = [()]
    for place, branch in enumerate(all_branches):  # grows during the loop, which also visits the added branches
        if place:
            paths.append((*paths[branch.parent], branch.move))
        if place in parents or not branch.proven or len(paths[place]) >= plies:
            continue
        replies = _replies(book, state, paths[place], len(paths[place]) + 1 < plies)
        if replies and len(all_branches) + len(replies) <= limit:
            all_branches.extend(_branch(place, *reply) for reply in replies)
    return tuple(all_branches)


def _branch(parent: int, move: Move, number: int, answer: Move | None) -> Branch:
    return Branch(parent, move, round(value_of(number), 4), number, number, True, 0, 0, 0.0, answer)


@lru_cache(maxsize=2000)
def _replies(
    book: Book, state: LineState, path: tuple[Move, ...], answered: bool
) -> tuple[tuple[Move, int, Move | None], ...]:
    """Returns every reply after ``path`` with its score number and, if ``answered``, its best answer. Empty where the
    book does not hold every reply."""
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
