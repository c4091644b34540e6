"""Lays a network out for the compiled evaluation and for the compiled learner, without the compiler."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games import GameError, LineGame
from engine.nets.net import STEPS, TANH, Net, Shape, Tuple
from engine.nets.patterns import Patterns, patterns

MOST_PATTERNS = 1 << 16  # the most patterns of one tuple
HALF = 4  # cells in a group of cells where stones do not fall
_PAD = 8  # tuples come in multiples of so many: machines add as many numbers together


class Compiled:
    """Holds a network's arrays for the compiled evaluation. Any number of threads may share them. Raises GameError for
    weights of more than one byte, and for a tuple of more than 65,536 patterns."""

    def __init__(self, game: LineGame, net: Net) -> None:
        shape, numbers = net.shape, patterns(net.shape, game.gravity)
        if net.weights.itemsize > 1 or max(np.diff([*numbers.firsts, numbers.size])) > MOST_PATTERNS:
            raise GameError(
                "the compiled search takes networks with weights of one byte and tuples of at most 65,536 patterns"
            )
        self.net = net
        instances = shape.instances
        length = -(-len(instances) // _PAD) * _PAD
        # Tuples that only fill up look at weights after the last one, which are 0.
        spare = numbers.size * shape.sets
        weights = np.zeros(spare + numbers.size + 1, np.int8)
        weights[:spare] = numbers.packed(net.weights, shape.sets)
        base = np.full(length, spare, np.uint32)
        base[: len(instances)] = [numbers.firsts[number] for number, _, _ in instances]
        rows = _rows(game, instances, numbers, length)
        facts = np.array([net.unit, numbers.size if shape.sets == 2 else 0], np.int64)
        # A value for each sum, so that the search divides nothing.
        values = np.array([net.value_of_sum(total) for total in range(len(TANH) * net.unit // STEPS + 1)], np.int16)
        self._shared = weights, rows, base, values, facts

    def arrays(self) -> tuple[Any, ...]:
        """Returns the arrays with fresh memory, for one thread at a time."""
        return (*self._shared, np.zeros(len(self._shared[2]), np.uint32))


class Through(NamedTuple):
    """Lists the tuples through each cell, and the first weight of each tuple.

    Attributes:
        worth: int32: how much a stone of the side to move adds to the pattern of each of these tuples.
    """

    start: npt.NDArray[np.int32]  # int32[bits + 1]: the place of the first tuple of each cell, by the bit of the cell
    instance: npt.NDArray[np.int32]  # int32: the tuples, one cell after the other
    worth: npt.NDArray[np.int32]
    base: npt.NDArray[np.int32]  # int32[2, instances]: the first weight of each tuple, for either side to move


def through(shape: Shape, numbers: Patterns) -> Through:
    """Returns the tuples through each cell."""
    instances = shape.instances
    found: list[list[tuple[int, int]]] = [[] for _ in range(shape.width * (shape.height + 1))]
    for place, (number, _, cells) in enumerate(instances):
        for cell, worth in zip(cells, numbers.worths[number], strict=True):
            column, row = divmod(cell, shape.height)
            found[column * (shape.height + 1) + row].append((place, worth))
    firsts = np.array([numbers.firsts[number] for number, _, _ in instances], np.int32)
    flat = [pair for pairs in found for pair in pairs]
    return Through(
        np.cumsum([0, *map(len, found)]).astype(np.int32),
        np.array([place for place, _ in flat], np.int32),
        np.array([worth for _, worth in flat], np.int32),
        np.stack([firsts, firsts + (numbers.size if shape.sets == 2 else 0)]).astype(np.int32),
    )


def groups(width: int, height: int, gravity: bool) -> list[tuple[int, int]]:
    """Returns the groups of cells that choose a row each: the first bit, and the number of cells."""
    found = []
    for column in range(width):
        first = column * (height + 1)
        if gravity:
            found.append((first, height))
        else:
            found += [(first + row, min(HALF, height - row)) for row in range(0, height, HALF)]
    return found


def rows_of(height: int, gravity: bool) -> int:
    """Returns the number of rows of a group of cells."""
    return 1 << (height + 1 if gravity else 2 * HALF)


def _rows(
    game: LineGame, instances: list[tuple[int, int, Tuple]], numbers: Patterns, length: int
) -> npt.NDArray[np.uint16]:
    """Returns what the stones of each group of cells add to the pattern of each tuple."""
    chosen = groups(game.width, game.height, game.gravity)
    many = rows_of(game.height, game.gravity)
    rows = np.zeros((len(chosen) * many + 1, length), np.uint16)
    for group, (first, size) in enumerate(chosen):
        column, bottom = divmod(first, game.height + 1)
        worths = np.zeros((size, length), np.uint16)
        for place, (number, _, cells) in enumerate(instances):
            for cell, worth in zip(cells, numbers.worths[number], strict=True):
                if cell // game.height == column and 0 <= cell % game.height - bottom < size:
                    worths[cell % game.height - bottom, place] = worth
        for code, digits in _codes(size, game.gravity):
            rows[group * many + code] = np.array(digits, np.uint16) @ worths
    return rows


def _codes(size: int, gravity: bool) -> list[tuple[int, list[int]]]:
    """Lists the codes of a group of cells with the state of each cell (see :mod:`engine.nets.kernel`)."""
    found = []
    if gravity:
        for code in range((2 << size) - 1):
            height = (code + 1).bit_length() - 1
            own = code - ((1 << height) - 1)
            found.append((code, [0 if cell >= height else 1 if own >> cell & 1 else 2 for cell in range(size)]))
        return found
    for code in range(1 << 2 * HALF):
        own, other = code % (1 << HALF), code >> HALF
        found.append((code, [1 if own >> cell & 1 else 2 if other >> cell & 1 else 0 for cell in range(size)]))
    return found
