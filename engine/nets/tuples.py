"""Chooses the tuples of a board: groups of cells with a weight for every pattern of stones.

A network of n-tuples (Bledsoe and Browning 1959, for Connect Four Thill, Koch and Konen 2012) adds one weight for each
tuple: the weight of the pattern shown by the cells of the tuple. Most tuples are the winning lines, each with the cells
below. The others are random walks. All symmetric images of a tuple share the weights. (Blocks of up to twelve cells at
the bottom, where games begin, were tried: learning became slower, and no better by the game.)
"""

import random
from collections.abc import Sequence

from engine.games import LineGame

Tuple = tuple[int, ...]  # the cells of a tuple by number: ``(column - 1) * height + (row - 1)``

LONGEST = 8  # the most cells of a chosen tuple: 3 ** 8 patterns
_TRIES = 100  # random walks tried for each tuple wanted: a small board has only few different ones

_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def images_of(game: LineGame) -> int:
    """Returns the number of symmetries of a board: 2 with gravity, 8 on a square board without, else 4."""
    return 2 if game.gravity else 8 if game.width == game.height else 4


def images(cells: Tuple, width: int, height: int, count: int) -> list[Tuple]:
    """Returns the first ``count`` images of a tuple: unchanged, columns mirrored, rows mirrored, transposed. ``count``
    is 1, 2, 4 or 8. Bit 0 of an image's number mirrors the columns, bit 1 the rows, and bit 2 transposes."""
    found = []
    for number in range(count):
        image = []
        for cell in cells:
            column, row = divmod(cell, height)
            column = width - 1 - column if number & 1 else column
            row = height - 1 - row if number & 2 else row
            image.append(row * height + column if number & 4 else column * height + row)
        found.append(tuple(image))
    return found


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
    """Returns each line with further cells: with gravity the cells filled before the line, else the two ends."""
    found = []
    for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for column, row in game.board:
            line = [(column + dc * place, row + dr * place) for place in range(game.connect)]
            if line[-1] not in game.board:
                continue
            if not game.gravity:
                more = [(column - dc, row - dr), (column + dc * game.connect, row + dr * game.connect)]
            elif dc:
                more = [(c, r - 1) for c, r in line]
            else:
                inwards = 1 if 2 * column <= game.width else -1
                more = [(c + inwards, r) for c, r in line]
            cells = line + [cell for cell in more if cell in game.board and cell not in line]
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
