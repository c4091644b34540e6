"""Adds lines to the displayed tree: the best line down to the last displayed ply, and the opening book's scores.

An exact search keeps no node of a line that was cheap to search, and a compiled search none at all below its root. So
the best line often ends early in the tree. A short search finds the missing moves. Book positions are never searched.
The book's replies, and the answers to the replies, become branches without visits.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.games import LineGame, LineState, Move
from engine.games.game import number_of_outcome
from engine.mind.report.types import Branch
from engine.mind.search.leaf import LeafJob
from engine.mind.values import LIMIT, number_in, value_of
from engine.solver.book.book import Book

DEPTH = 5  # plies searched below each candidate: some hundred positions, without any table
MOST_MOVES = 12  # the most legal moves of a game with a best line: the page shows no tree of a broader board

Judge = Callable[[LineState], tuple[float, int | None]]
"""Returns value and exact score number (None: not known) of a position, for the side to move."""


def add_best_line(
    game: LineGame,
    state: LineState,
    branches: Sequence[Branch],
    first: Move,
    *,
    plies: int,
    limit: int,
    judge: Judge | None,
) -> tuple[Branch, ...]:
    """Returns ``branches`` with the missing moves of the best line, as branches without visits. ``branches`` is the
    displayed tree below ``state``: the root first, parents before children. The line begins with the best move
    ``first`` and goes ``plies`` below the root, unless the game ends before. The last leaves make room for it within
    ``limit``. ``judge`` values the answers where the tree names none. Without one the line ends there."""
    rows, place, move = list(branches), 0, first
    for _ in range(plies):
        if game.outcome(state) is not None:
            break
        if move:
            found = _best_of(rows[place], move)
        elif answers := _answers(game, state, rows, place, judge):
            found = max(answers, key=lambda branch: branch.value)
            move = found.move
            rows[place] = replace(rows[place], refutation=move)
        else:
            break
        child = next((i for i, branch in enumerate(rows) if branch.parent == place and branch.move == move), None)
        if child is None:
            rows.append(replace(found, parent=place))
            child = len(rows) - 1
        state, place, move = game.play(state, move), child, rows[child].refutation or 0
    return _with_room(rows, len(branches), limit)


def leaf_judge(game: LineGame, leaf: LeafJob) -> Judge:
    """Returns a judge by the compiled depth-limited search ``leaf``."""

    def judge(state: LineState) -> tuple[float, int | None]:
        depth = min(DEPTH, game.max_plies - state.ply)
        value = leaf(state, depth, -1.0, 1.0).result()
        number = number_in(value)  # a forced end within the depth is exact
        return value, 0 if number is None and depth == game.max_plies - state.ply else number

    return judge


def exact_judge(game: LineGame) -> Judge:
    """Returns a judge by plain minimax to the end, for boards as small as Tic-Tac-Toe."""
    return lambda state: (value_of(number := _number(game, state)), number)


@lru_cache(maxsize=6000)
def _number(game: LineGame, state: LineState) -> int:
    outcome = game.outcome(state)
    if outcome is not None:
        return number_of_outcome(game, outcome, state.ply, game.to_move(state))
    return max(-_number(game, game.play(state, move)) for move in game.moves(state))


def _answers(
    game: LineGame, state: LineState, rows: Sequence[Branch], place: int, judge: Judge | None
) -> Sequence[Branch]:
    """Returns all answers at ``place``, from rows that prove them or else the judge; none of a broad board."""
    moves = game.moves(state)
    proven = [row for row in rows if row.parent == place and row.proven]
    if len(proven) == len(moves):
        return proven
    return [] if judge is None or len(moves) > MOST_MOVES else [_judged(game, state, move, judge) for move in moves]


def _judged(game: LineGame, state: LineState, move: Move, judge: Judge) -> Branch:
    """Returns the branch of a move with the judge's value, for the side that makes the move."""
    after = game.play(state, move)
    outcome = game.outcome(after)
    if outcome is not None:
        number: int | None = number_of_outcome(game, outcome, after.ply, game.to_move(state))
        value, depth = value_of(number or 0), 0
    else:
        worth, exact = judge(after)
        value, number, depth = -worth, None if exact is None else -exact, DEPTH
    low, high = (-LIMIT, LIMIT) if number is None else (number, number)
    return Branch(0, move, round(value, 4), low, high, low == high, 0 if low == high else depth, 0, 0.0, None)


def _best_of(parent: Branch, move: Move) -> Branch:
    """Returns the branch of the best answer to ``parent``: the answer's worth is the opposite of the parent's."""
    depth = max(0, parent.depth - 1)
    return Branch(0, move, -parent.value, -parent.high, -parent.low, parent.proven, depth, 0, 0.0, None)


def _with_room(rows: list[Branch], known: int, limit: int) -> tuple[Branch, ...]:
    """Returns at most ``limit`` rows: the last leaves among the first ``known`` rows give way to the rows after."""
    over = len(rows) - limit
    kept = known - over
    if over <= 0 or any(row.parent in range(kept, known) for row in rows):
        return tuple(rows[: max(known, limit)])
    moved = (replace(row, parent=row.parent - over if row.parent >= known else row.parent) for row in rows[known:])
    return (*rows[:kept], *moved)


def add_book_lines(
    book: Book | None, state: Any, branches: Sequence[Branch], plies: int, limit: int
) -> tuple[Branch, ...]:
    """Returns ``branches``, the displayed tree below ``state``, with the book's lines below its proven leaves. Lines go
    ``plies`` below the root. A leaf with too many replies for the ``limit`` of branches gets none."""
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
    """Returns every reply after ``path`` with its score and, if ``answered``, best answer, if the book has all."""
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
