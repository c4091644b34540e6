"""Defines ``fourthought solve`` and ``analyse``: the exact solver at the command line."""

from __future__ import annotations

import json
import queue
import re
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from engine.commands import MIB, THREADS
from engine.console import console

if TYPE_CHECKING:
    from engine.games import LineGame, LineState
    from engine.solver.solver import Solved


def board_of(name: str, words: int = 1) -> LineGame:
    """Returns the gravity board called ``name``, if the solver has a kernel for the board, of at most so many words."""
    from engine.games import GameError, LineGame, find

    try:
        game = find(name)
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if type(game) is not LineGame or not game.gravity or not 3 <= game.connect <= 5:
        raise click.UsageError(f"{name} has no exact solver; the boards with gravity have one, such as connect4")
    return _within(game, words)


def _within(game: LineGame, words: int) -> LineGame:
    if game.words > words:
        raise click.UsageError(f"{game.name} is too large here: width x (height + 1) must be at most {64 * words}")
    return game


def board_called(name: str, words: int = 1) -> LineGame:
    """Returns the board of a game, or of a size such as 7x5, with four in a row, of at most so many words."""
    return sized(name, words) or board_of(name, words)


def sized(name: str, words: int = 1) -> LineGame | None:
    """Returns the board of a size such as 7x5, with four in a row, or None if the name is no size."""
    from engine.games import LineGame

    size = re.fullmatch(r"(\d{1,2})x(\d{1,2})", name)
    return _within(LineGame(int(size[1]), int(size[2]), 4, True, name=name), words) if size else None


def read_position(game: LineGame, text: str, where: str = "") -> LineState:
    """Returns the unfinished position written as ``text``."""
    from engine.games import GameError, parse

    try:
        state = parse(game, text)[1]
    except GameError as error:
        raise click.UsageError(f"{where}{error}") from None
    outcome = game.outcome(state)
    if outcome is not None:
        words = "it is a draw" if outcome.winner is None else f"{game.player_names[outcome.winner]} has won"
        raise click.UsageError(f"{where}the game is over after move {state.ply}: {words}; there is nothing to solve")
    return state


def _positions(game: LineGame, given: tuple[str, ...]) -> Iterator[tuple[str, LineState]]:
    """Yields positions from the arguments, or from the first word of each line of the standard input."""
    from engine.games.formats.numerals import plain

    if given:
        for number, text in enumerate(given, start=1):
            yield text, read_position(game, text, f"position {number}: " if len(given) > 1 else "")
        return
    if sys.stdin.isatty():
        raise click.UsageError(
            'give positions such as 4453, or one a line on the standard input ("" is the empty board)'
        )
    for number, line in enumerate(sys.stdin, start=1):
        words = plain(line).split()
        if words:
            yield words[0], read_position(game, words[0], f"line {number}: ")


def _heard(work: Callable[[], Solved]) -> Solved:
    """Returns what some work returns, done in another thread: a kernel's call may take hours and hears no Ctrl-C."""
    found: queue.SimpleQueue[Solved | Exception] = queue.SimpleQueue()

    def do() -> None:
        try:
            found.put(work())
        except Exception as error:
            found.put(error)

    threading.Thread(target=do, daemon=True).start()
    result = found.get()
    if isinstance(result, Exception):
        raise result
    return result


_game_option = click.option("--game", "name", default="connect4", show_default=True, help="The board.")
_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
_table_option = click.option("--table-mb", type=MIB, default=64, show_default=True, help="Size of the table in MiB.")
_book_option = click.option("--no-book", is_flag=True, help="Do not use the opening book.")


@click.command()
@click.argument("position", nargs=-1)
@_json_option
@click.option("--threads", type=THREADS, default=1, show_default=True, help="Threads for each search.")
@_table_option
@click.option("--cold", is_flag=True, help="Empty the table before each position.")
@_book_option
@_game_option
def solve(
    position: tuple[str, ...], as_json: bool, threads: int, table_mb: float, cold: bool, no_book: bool, name: str
) -> None:
    """Prints the exact score of each POSITION.

    A position is a list of moves, such as 4453. "" is the empty board. Without POSITION the first word of each line on
    the standard input is read. The score is for the side to move: 22 minus the
    number of stones of the winner at the end (on the 7x6 board), negative for a loss, 0 for a draw.
    """
    from engine.solver.analysis import solve_with
    from engine.solver.book.book import book_of
    from engine.solver.solver import Solver

    game = board_of(name, words=2)
    book = None if no_book else book_of(game)
    solver = Solver(game.width, game.height, game.connect, table_mb=table_mb)
    for text, state in _positions(game, position):
        if cold:
            solver.clear()
        solved = _heard(partial(solve_with, book, solver, state, threads=threads))
        if as_json:
            record = {"position": text, "score": solved.score, "move": solved.move, "nodes": solved.nodes}
            click.echo(json.dumps(record | {"seconds": round(solved.seconds, 6)}))
        else:
            click.echo(f"{solved.score:+d}" if solved.score else "0")


@click.command()
@click.argument("position", default="")
@_json_option
@_table_option
@_book_option
@_game_option
def analyse(position: str, as_json: bool, table_mb: float, no_book: bool, name: str) -> None:
    """Shows the exact result of every legal move of POSITION.

    A position is a list of moves such as 4453. Without POSITION the empty board is analysed.
    """
    from engine.games.game import number_of
    from engine.solver.analysis import Analysis
    from engine.solver.book.book import book_of
    from engine.solver.solver import Solver

    game = board_of(name, words=2)
    state = read_position(game, position)
    solver = Solver(game.width, game.height, game.connect, table_mb=table_mb)
    scores = Analysis(solver, game, state, None if no_book else book_of(game)).scores()
    best = max(scores.values())
    rows = [
        (move, number_of(game, score, state.ply), score.words(game.player_names), score == best)
        for move, score in scores.items()
    ]
    if as_json:
        for move, number, words, is_best in rows:
            click.echo(json.dumps({"move": move, "score": number, "words": words, "best": is_best}))
        return
    from rich.table import Table

    table = Table("column", "score", "result", box=None, header_style="bold")
    for move, number, words, is_best in rows:
        table.add_row(str(move), f"{number:+d}" if number else "0", words, style="green" if is_best else "")
    console().print(table)


COMMANDS: list[click.Command] = [solve, analyse]
