"""Gives a number, without gaps, to each pattern of stones possible on the tuples of a board.

With gravity no stone lies above an empty cell, so of the 81 patterns of four cells in a column 31 arise. The file of a
network has a place for each of the 81. The compiled evaluation and the learner have a weight for each of the 31, so
more weights fit in the caches of the machine. A stone adds the same number to the pattern for any other cells:
``state * 2 ** place`` within a column, since ``1 + 2 + 4`` counts the smaller stacks and ``state - 1`` is a bit.
"""

import functools
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.nets.net import Shape, Tuple


class Patterns(NamedTuple):
    """Holds the numbers of the patterns of all tuples, for one side to move: ``firsts`` are those of each tuple.
    ``worths`` tells for each tuple how much a stone of the side to move adds in each place. Other stones add twice as
    much. ``origin`` tells for each number the weight in the file."""

    worths: list[list[int]]
    firsts: list[int]
    origin: npt.NDArray[np.int64]

    @property
    def size(self) -> int:
        """Returns how many patterns there are."""
        return len(self.origin)

    def packed(self, weights: npt.NDArray[Any], sets: int) -> npt.NDArray[Any]:
        """Returns the weights of a file, without the weights of impossible patterns."""
        return weights.reshape(sets, -1)[:, self.origin].reshape(-1)

    def spread(self, weights: npt.NDArray[Any], shape: Shape) -> npt.NDArray[Any]:
        """Returns the weights for a file, with weights 0 for impossible patterns."""
        found = np.zeros((shape.sets, shape.size), weights.dtype)
        found[:, self.origin] = weights.reshape(shape.sets, -1)
        return found.reshape(-1)


@functools.lru_cache(8)
def patterns(shape: Shape, gravity: bool) -> Patterns:
    """Returns the numbers of all patterns of a network's tuples. With ``gravity`` no stone is above an empty cell."""
    worths, firsts, origins, first = [], [], list[npt.NDArray[np.int64]](), 0
    for cells in shape.tuples:
        worth, origin = _numbered(_stacks(cells, shape.height) if gravity else [[place] for place in range(len(cells))])
        firsts.append(sum(map(len, origins)))
        worths.append([worth[place] for place in range(len(cells))])
        origins.append(origin + first)
        first += 3 ** len(cells)
    return Patterns(worths, firsts, np.concatenate(origins))


def _stacks(cells: Tuple, height: int) -> list[list[int]]:
    columns: dict[int, list[int]] = {}
    for place in sorted(range(len(cells)), key=lambda place: cells[place]):
        columns.setdefault(cells[place] // height, []).append(place)
    return list(columns.values())


def _numbered(stacks: list[list[int]]) -> tuple[dict[int, int], npt.NDArray[np.int64]]:
    """Returns the worth of a stone in each place, and for each number of a pattern the index in the file."""
    worth, origin = dict[int, int](), np.zeros(1, np.int64)
    for stack in stacks:
        worth |= {place: len(origin) << rank for rank, place in enumerate(stack)}
        heights = [np.zeros(1, np.int64)]
        for place in stack:
            # Each pattern of one height has two successors: the next stone is of the side to move, or of the other.
            heights.append(np.add.outer((3**place, 2 * 3**place), heights[-1]).reshape(-1))
        origin = np.add.outer(np.concatenate(heights), origin).reshape(-1)
    return worth, origin
