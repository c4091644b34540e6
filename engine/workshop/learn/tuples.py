"""Chooses the tuples of a board: the winning lines, each with the cells below, and random walks. Blocks of up to twelve
cells at the bottom, where games begin, were tried: learning became slower, and no better by the game."""

import random
from collections.abc import Sequence

from engine.games import LineGame
from engine.nets.net import Tuple, images

LONGEST = 8  # the most cells of a chosen tuple: 3 ** 8 patterns
_TRIES = 100  # random walks tried for each tuple wanted: a small board has only few different ones

_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def images_of(game: LineGame) -> int:
    """Returns the number of symmetries of a board: 2 with gravity, 8 on a square board without, else 4."""
    return 2 if game.gravity else 8 if game.width == game.height else 4


def chosen_tuples(game: LineGame, walks: int, seed: int, lines: bool = True, length: int = LONGEST) -> list[Tuple]:
    """Returns the tuples of a board: the ``lines`` if wanted, and random walks over neighbouring cells. A small board
    may have fewer than so many ``walks``. ``length`` is the most cells of a tuple."""
    found: list[Tuple] = []
    seen: set[frozenset[int]] = set()
    for cells in _lines(game, length) if lines else ():
        _add(game, cells, found, seen)
    rng, wanted = random.Random(f"tuples {seed}"), len(found) + walks
    for _ in range(walks * _TRIES):
        if len(found) == wanted:
            break
        _add(game, _walk(game, min(length, game.max_plies), rng), found, seen)
    return found


def _add(game: LineGame, cells: Tuple, found: list[Tuple], seen: set[frozenset[int]]) -> None:
    """Adds a tuple to the tuples found, unless an image of the tuple is there already."""
    alike = [frozenset(image) for image in images(cells, game.width, game.height, images_of(game))]
    if not seen.intersection(alike):
        seen.update(alike)
        found.append(cells)


def _lines(game: LineGame, length: int) -> list[Tuple]:
    found = []
    for line in game.cell_lines:
        (column, row), (dc, dr) = line[0], (line[1][0] - line[0][0], line[1][1] - line[0][1])
        if not game.gravity:
            more = [(column - dc, row - dr), (column + dc * game.connect, row + dr * game.connect)]
        elif dc:
            more = [(c, r - 1) for c, r in line]
        else:
            inwards = 1 if 2 * column <= game.width else -1
            more = [(c + inwards, r) for c, r in line]
        cells = [*line, *(cell for cell in more if cell in game.board and cell not in line)]
        found.append(numbered(game, cells)[:length])
    return found


def _walk(game: LineGame, length: int, rng: random.Random) -> Tuple:
    """Returns the cells of a random walk in their order on the board. A step goes to one of eight neighbours."""
    here = rng.choice(game.board)
    cells = {here}
    while len(cells) < length:
        dc, dr = rng.choice(_STEPS)
        there = (here[0] + dc, here[1] + dr)
        if there in game.board:
            here = there
            cells.add(here)
    return tuple(sorted(numbered(game, list(cells))))


def numbered(game: LineGame, cells: Sequence[tuple[int, int]]) -> Tuple:
    """Returns the numbers of cells given by column and row."""
    return tuple((column - 1) * game.height + row - 1 for column, row in cells)
