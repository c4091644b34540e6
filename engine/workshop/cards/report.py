"""Tells the sizes of files of cards as a table, beside those that others have published."""

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine.cards import check
from engine.cards.check import Board, Stones
from engine.cards.sizes import COUNTED, PUBLISHED, SOURCE, size_of
from engine.cards.teaching.course import Course
from engine.games import LineGame, LineState
from engine.solver.analysis import solve_with
from engine.solver.book.book import book_of
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
            1 << column - 1: 0 if then.mask == game.full else solve_with(book, solver, then).score
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


_VALUES = {"first wins": "won", "second wins": "lost", "first holds": "drawn", "second holds": "drawn"}
_HEAD = "| board | value | cards | branches | leaves | weight | bytes in protobuf | bytes | made in | checked in |"
_SOURCE = f"published: {SOURCE}, counted on {COUNTED.day} {COUNTED:%B %Y}"


def report(paths: Iterable[Path]) -> str:
    """Returns a table in Markdown, a row a checked file, small boards first, and below a board what others have
    published for it. Raises RefusedError if a file is refused."""
    rows = sorted((_row(path) for path in paths), key=lambda row: row[0])
    beside = [(cells, _published(cells[0])) for _, cells in rows]
    lines = [f"| {' | '.join(cells)} |" for pair in beside for cells in pair if cells]
    source = ["", _SOURCE] if any(published for _, published in beside) else []
    return "\n".join([_HEAD, "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|", *lines, *source])


def _published(board: str) -> list[str]:
    size = PUBLISHED.get(board)
    return ["published", "won", *(f"{one:,}" for one in size), "", "", ""] if size else []


def _row(path: Path) -> tuple[tuple[int, int], Sequence[str]]:
    data, started = path.read_bytes(), time.process_time()
    try:
        parts = check.parts(data)
        why = next(filter(None, (check.checked(lines)[0] for lines in parts)), "")
    except check.RefusedError as error:
        why = str(error)
    if why:
        raise check.RefusedError(f"{path}: {why}")
    seconds = time.process_time() - started
    width, height = map(int, parts[0][0].split()[0].split("x"))
    value = _VALUES[" ".join(parts[0][0].split()[2:4])]
    numbers = [
        " + ".join(f"{one:,}" for one in column)
        for column in zip(*(size_of(Course(lines)) for lines in parts), strict=True)
    ]
    made = seconds_in(data)
    told = [f"{len(data):,}", "" if made is None else f"{made:,} s", f"{seconds:.1f} s"]
    return (width * height, width), [f"{width}x{height}", value, *numbers, *told]
