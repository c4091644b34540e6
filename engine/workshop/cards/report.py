"""Tells the sizes of files of cards as a table, beside those that others have published."""

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.cards import check
from engine.cards.check import Board, Stones
from engine.cards.teaching.course import Course
from engine.games import LineGame, LineState
from engine.solver.book.book import Book, book_of
from engine.solver.solver import Solver
from engine.workshop.cards.file import seconds_in


def resistance(course: Course, table_mb: float) -> Iterator[int]:
    """Yields for each of :meth:`Course.choices` the strongest columns as bits, that of column 1 the lowest."""
    board = course.board
    game = LineGame(board.width, board.height, board.connect, True)
    solver = Solver(board.width, board.height, board.connect, table_mb=table_mb)
    book = book_of(game)
    for at in course.choices():
        scores = {
            1 << column - 1: 0 if then.mask == game.full else _score(solver, book, then)
            for column, then in _replies(board, at)
        }
        best = min(scores.values())  # the side's own score
        yield sum(bit for bit, score in scores.items() if score == best)


def _replies(board: Board, at: Stones) -> Iterator[tuple[int, LineState]]:
    mine, mask = at[0], at[0] | at[1]
    for column in range(1, board.width + 1):
        cell = board.landing(mask) & board.column(column)
        if cell:
            yield column, LineState(mine, mask | cell)


def _score(solver: Solver, book: Book | None, then: LineState) -> int:
    known = book.score(then) if book else None
    return solver.solve(*then).score if known is None else known


_VALUES = {"first wins": "won", "second wins": "lost", "first holds": "drawn", "second holds": "drawn"}
_HEAD = "| board | value | cards | branches | leaves | weight | bytes in protobuf | bytes | made in | checked in |"
_PUBLISHED = {"7x6": ("published", "won", "500", "167", "623", "4,379", "26,420", "", "", "")}
_SOURCE = "published: 2swap/WeakC4, the files in its folder solution at commit 13af3ca, counted on 28 November 2026"


class Size(NamedTuple):
    """Holds what a race counts of a part: each is better small.

    Attributes:
        weight: of the opening as a tree: a card 1, a line at once 0, a position of the side 1 and the one after its
            move, another position 1 and those after all replies.
        message: the bytes of a message in protobuf: for each position its moves, a byte each, if there are some, and
            the answer, and each card as one number, its cells in base 18 (two stones, 16 levels): 22 bytes for 7x6.
    """

    cards: int
    branches: int
    leaves: int
    weight: int
    message: int


def size_of(lines: list[str]) -> Size:
    """Returns the size of a part that the checker accepts."""
    course = Course(lines)
    many = sum(bool(node.after) for node in course.nodes)

    @cache
    def below(at: int) -> int:
        after = course.nodes[at].after
        return 1 + over(after) if after else 1

    def over(after: tuple[int, ...]) -> int:
        return 1 + sum(below(to >> 1) for to in after if to >= 0)

    weight = over(course.first) if course.second else below(0)
    return Size(len(course.cards), many, len(course.nodes) - many, weight, _message(course))


def _message(course: Course) -> int:
    answers = (int(node.word) if node.after else int(node.word[1:]) - 1 for node in course.nodes)
    positions = (
        _field(len(one.moves)) * bool(one.moves) + 1 + _number(answer)
        for one, answer in zip(course.nodes, answers, strict=True)
    )
    card = -(-(18 ** len(course.cards[0])).bit_length() // 8)
    return sum(map(_field, positions)) + len(course.cards) * _field(_field(card))


def _number(one: int) -> int:
    """Returns the bytes of a number: seven bits in each."""
    return max(1, -(-one.bit_length() // 7))


def _field(size: int) -> int:
    """Returns the bytes of a field with so many: its kind, their number, and they."""
    return 1 + _number(size) + size


def report(paths: Iterable[Path]) -> str:
    """Returns a table in Markdown, a row a checked file, small boards first, and below a board what others have
    published for it. Raises RefusedError if a file is refused."""
    rows = sorted((_row(path) for path in paths), key=lambda row: row[0])
    beside = [(cells, _PUBLISHED.get(cells[0])) for _, cells in rows]
    lines = [f"| {' | '.join(cells)} |" for pair in beside for cells in pair if cells]
    source = ["", _SOURCE] if any(published for _, published in beside) else []
    return "\n".join([_HEAD, "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|", *lines, *source])


def _row(path: Path) -> tuple[tuple[int, int], Sequence[str]]:
    data, started = path.read_bytes(), time.process_time()
    parts = check.parts(data)
    for lines in parts:
        why, _ = check.checked(lines)
        if why:
            raise check.RefusedError(f"{path.name}: {why}")
    seconds = time.process_time() - started
    width, height = map(int, parts[0][0].split()[0].split("x"))
    value = _VALUES[" ".join(parts[0][0].split()[2:4])]
    numbers = [" + ".join(f"{one:,}" for one in column) for column in zip(*map(size_of, parts), strict=True)]
    made = seconds_in(data)
    told = [f"{len(data):,}", "" if made is None else f"{made:,} s", f"{seconds:.1f} s"]
    return (width * height, width), [f"{width}x{height}", value, *numbers, *told]
