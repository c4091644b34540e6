"""Tells the sizes of files of cards as a table."""

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

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


def report(paths: Iterable[Path]) -> str:
    """Returns a table in Markdown, a row a checked file, small boards first. Raises RefusedError if one is refused."""
    rows = sorted((_row(path) for path in paths), key=lambda row: row[0])
    head = "| board | value | cards | leaves | branches | bytes | made in | checked in |"
    lines = [f"| {' | '.join(cells)} |" for _, cells in rows]
    return "\n".join([head, "|---|---|---:|---:|---:|---:|---:|---:|", *lines])


def _row(path: Path) -> tuple[tuple[int, int], list[str]]:
    data, started = path.read_bytes(), time.process_time()
    parts, sizes = check.parts(data), list[tuple[int, int, int]]()
    for lines in parts:
        why, part = check.checked(lines)
        if why:
            raise check.RefusedError(f"{path.name}: {why}")
        leaves = sum(not word.isdigit() for _, _, word in part.tree)
        sizes.append((len(lines) - 2, leaves, len(part.tree) - leaves))
    seconds = time.process_time() - started
    width, height = map(int, parts[0][0].split()[0].split("x"))
    value = _VALUES[" ".join(parts[0][0].split()[2:4])]
    numbers = [" + ".join(f"{one:,}" for one in column) for column in zip(*sizes, strict=True)]
    made = seconds_in(data)
    told = [f"{len(data):,}", "" if made is None else f"{made:,} s", f"{seconds:.1f} s"]
    return (width * height, width), [f"{width}x{height}", value, *numbers, *told]
