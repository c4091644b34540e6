"""Judges every move of a position: exactly where the board has a solver, else by a search within a limit."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeGuard

from engine.games import Game, GameError, LineGame, LineState, Move
from engine.games.game import number_of_outcome, score_of
from fourthought.arguments import AnyGame, Limit, game_of, is_list, limit_of, whole
from fourthought.board import Board, board_of
from fourthought.errors import ArgumentError, GameOverError, NoSolverError
from fourthought.mind import Mind
from fourthought.results import Analysis, MoveResult

if TYPE_CHECKING:
    from engine.solver.book.book import Book
    from engine.solver.solver import Solver

TABLE_MB = 64.0
_BATCH = 16
"""Positions of one call of the kernel in ``analyse_many``: a batch costs Python little, and results still flow."""


def analyse(
    position: str | Iterable[Move] | Board, game: AnyGame = "connect4", *, limit: Limit | None = None
) -> Analysis:
    """Judges every legal move of a position.

    Args:
        limit: for games without an exact solver, how long to search (2 seconds without one); exact results need none.

    Raises:
        GameOverError: the game has ended.
        NoSolverError: the machine code of the board does not ship, and there is no compiler.
        GameError: the position cannot be read.
    """
    board = board_of(position, game)
    if board.is_over:
        raise GameOverError("the game is over: {end}; there is no move to judge", end=board.result)
    rules, limit = board.game, limit_of(limit)
    if has_solver(rules):
        return _exact([board], _solver(rules), _book(rules))[0]
    with Mind(board.game, level=10) as mind:
        return mind.analyse(board, limit or Limit(seconds=2))


def analyse_many(
    positions: Iterable[str | Board],
    game: AnyGame = "connect4",
    *,
    threads: int = 1,
    progress: bool = False,
    limit: Limit | None = None,
) -> Iterator[Analysis]:
    """Judges every legal move of many positions as :func:`analyse` does, and yields the results in the given order.

    Args:
        positions: such as ``["4453", "44455554221"]``, or the lines of a file.
        threads: how many threads search at once; each has a table of its own.
        progress: show a bar on the error stream.
        limit: of each position, as in :func:`analyse`.

    Raises:
        GameOverError: a game has ended.
        GameError: a position cannot be read; the message begins with its number.
    """
    rules, threads, limit = game_of(game), whole("threads", threads, 1, 256), limit_of(limit)
    if not is_list(positions):
        raise ArgumentError("positions are a list such as ['4453', '44']; analyse judges one position")
    found = _in_order(_boards(positions, rules), rules, threads, limit)
    if not progress:
        return found
    from rich.console import Console
    from rich.progress import track

    total = len(positions) if isinstance(positions, Sequence) else None
    return iter(track(found, "positions", total, console=Console(stderr=True)))


def has_solver(game: object) -> TypeGuard[LineGame]:
    """Tells whether positions of the game are judged exactly."""
    if type(game) is not LineGame or not game.gravity or not 3 <= game.connect <= 5:
        return False
    return game.words == 1 and game.max_plies <= 42


def _boards(positions: Iterable[str | Board], game: Game[Any]) -> Iterator[Board]:
    for number, position in enumerate(positions, start=1):
        try:
            board = board_of(position.strip() if isinstance(position, str) else position, game)
        except GameError as error:
            raise type(error)("position {number}: {error}", number=number, error=error.said) from None
        if board.game.name != game.name:
            raise ArgumentError("position {number}: a board of {name}", number=number, name=board.game.name)
        if board.is_over:
            raise GameOverError("position {number}: the game is over: {end}", number=number, end=board.result)
        yield board


def _in_order(boards: Iterator[Board], game: Game[Any], threads: int, limit: Limit | None) -> Iterator[Analysis]:
    own = threading.local()
    size = _BATCH if has_solver(game) else 1

    def solve(batch: list[Board]) -> list[Analysis]:
        if not has_solver(game):
            return [analyse(board, limit=limit) for board in batch]
        if not hasattr(own, "solver"):
            own.solver = _new_solver(game)
        return _exact(batch, own.solver, _book(game))

    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[list[Analysis]]] = deque()
        while batch := list(islice(boards, size)):
            waiting.append(pool.submit(solve, batch))
            while len(waiting) > 2 * threads:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def _exact(boards: Sequence[Board], solver: Solver, book: Book | None) -> list[Analysis]:
    """Returns the exact results of all moves of boards of one game, with one call of the kernel."""
    known: list[dict[Move, int]] = []
    asked: list[tuple[int, Move, LineState]] = []
    for place, board in enumerate(boards):
        game, state = board.game, board.state
        known.append(dict(book.moves(state)) if book else {})
        for move in game.moves(state):
            if move in known[place]:
                continue
            after = game.play(state, move)
            if outcome := game.outcome(after):
                known[place][move] = number_of_outcome(game, outcome, after.ply, game.to_move(state))
            else:
                asked.append((place, move, after))
    solved = solver.solve_many([(after.own, after.mask) for *_, after in asked])
    for (place, move, _), one in zip(asked, solved, strict=True):
        known[place][move] = -one.score
    return [_analysis(board, numbers) for board, numbers in zip(boards, known, strict=True)]


def _analysis(board: Board, numbers: dict[Move, int]) -> Analysis:
    game, player = board.game, board.game.to_move(board.state)
    results = (
        MoveResult(
            move,
            number,
            float((number > 0) - (number < 0)),
            score_of(game, number, board.state.ply, player).words(game.player_names),
        )
        for move, number in sorted(numbers.items())
    )
    return Analysis(board.copy(), tuple(results))


def _new_solver(game: LineGame) -> Solver:
    from engine.solver.solver import Solver

    with machine_code():
        return Solver(game.width, game.height, game.connect, table_mb=TABLE_MB)


@contextmanager
def machine_code() -> Iterator[None]:
    """Raises NoSolverError where the machine code of a board is missing."""
    from engine.kernels import KernelError

    try:
        yield
    except KernelError as error:
        raise NoSolverError("{reason}", reason=error) from None


@cache
def _solver(game: LineGame) -> Solver:
    return _new_solver(game)


@cache
def _book(game: LineGame) -> Book | None:
    from engine.solver.book.book import book_of

    return book_of(game)
