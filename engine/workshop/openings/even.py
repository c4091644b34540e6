"""Finds three discs after which a game is as even as a search can see, for games with the swap rule, and writes the
page's list: ``python -m engine.workshop.openings.even``. On the board with a book they are drawn.

On other boards the depth-limited search looks at each three discs as level 10 judges them, to two depths, so that
neither side has the last move. Of mirror images it takes one.
"""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import click

from engine.games import LineGame, all_games
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.book.book import shipped_book

DISCS, KEPT, DEPTHS = 3, 8, (6, 7)
SMALLEST = 42  # cells of the smallest board with the rule
FILE = Path(__file__).parents[3] / "static" / "js" / "model" / "even.js"
_HEAD = """/**
 * Lists, for each board, three discs after which the game is as even as the engine can see
 * (engine/workshop/openings/even.py): games with the swap rule may begin there. A digit is a column, 0 is column 10.
 */

/** @type {{[game: string]: string}} */
export const EVEN = """


def boards() -> Iterator[LineGame]:
    """Yields the boards with the rule."""
    for game in all_games().values():
        if isinstance(game, LineGame) and game.gravity and game.connect == 4 and game.max_plies >= SMALLEST:
            yield game


def even(game: LineGame) -> list[tuple[int, ...]]:
    """Returns the most even openings of three discs, the most even first."""
    columns, judged = range(1, game.width + 1), dict[tuple[int, ...], float]()
    for moves in itertools.product(columns, repeat=DISCS):
        if moves <= tuple(game.width + 1 - move for move in moves):
            judged[moves] = unevenness(game, moves)
    return sorted(judged, key=lambda moves: (judged[moves], moves))[:KEPT]


def unevenness(game: LineGame, moves: tuple[int, ...]) -> float:
    """Returns how far a position is from a draw as a search judges it: 0 to 1, and more where the book has no draw."""
    state = game.initial()
    for move in moves:
        state = game.play(state, move)
    book, kernels = shipped_book(), KERNEL_CACHE.load(game)
    known = book.score(state) if book and (book.game.width, book.game.height) == (game.width, game.height) else None
    return abs(known or 0) + max(abs(kernels.leaf()(state, depth, -1.0, 1.0).result()) for depth in DEPTHS)


def main() -> None:
    """Writes the list."""
    found = {}
    for game in boards():
        found[game.name] = " ".join("".join(str(move % 10) for move in moves) for moves in even(game))
        click.echo(f"{game.name}  {found[game.name]}")
    body = json.dumps(found, indent=2).replace('"\n}', '",\n}').replace('"connect4":', "connect4:")
    FILE.write_text(f"{_HEAD}{body};\n", encoding="utf-8")


if __name__ == "__main__":
    main()
