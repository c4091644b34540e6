"""Computes the exact score of every reachable position of a small board, by plain retrograde minimax in NumPy.

Shares nothing with the solver but the numbering of the bits: no proofs, no table, no search.
"""

import itertools
import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Layer = tuple[Words, Words, npt.NDArray[np.int64]]


def lines(width: int, height: int, connect: int) -> list[int]:
    found = []
    for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for c in range(width):
            for r in range(height):
                cells = [(c + i * dc, r + i * dr) for i in range(connect)]
                if all(0 <= x < width and 0 <= y < height for x, y in cells):
                    found.append(sum(1 << x * (height + 1) + y for x, y in cells))
    return found


def has_line(stones: Words, all_lines: list[int]) -> npt.NDArray[np.bool_]:
    found = np.zeros(len(stones), dtype=bool)
    for line in all_lines:
        found |= stones & np.uint64(line) == np.uint64(line)
    return found


def layers(width: int, height: int, connect: int, start: tuple[int, int] = (0, 0)) -> Iterator[Layer]:
    """Yields (own, mask, score number) of every unfinished position from ``start`` on, the last ply first."""
    cells, all_lines = width * height, lines(width, height, connect)
    first_ply = start[1].bit_count()
    forward: list[tuple[Words, Words]] = [(np.array([start[0]], np.uint64), np.array([start[1]], np.uint64))]
    for _ in range(first_ply, cells - 1):
        own, mask = forward[-1]
        found_own, found_mask = [], []
        for legal, child_own, child_mask, won in children(own, mask, width, height, all_lines):
            go = legal & ~won
            found_own.append(child_own[go])
            found_mask.append(child_mask[go])
        new_own, new_mask = np.concatenate(found_own), np.concatenate(found_mask)
        _, first = np.unique(new_own + new_mask, return_index=True)
        forward.append((new_own[first], new_mask[first]))
    known = np.zeros(0, np.uint64)
    scores = np.zeros(0, np.int64)
    for ply in range(cells - 1, first_ply - 1, -1):
        own, mask = forward.pop()
        best = np.full(len(own), -99, np.int64)
        for legal, child_own, child_mask, won in children(own, mask, width, height, all_lines):
            value = np.zeros(len(own), np.int64)
            if ply + 1 < cells and len(known):
                at = np.minimum(np.searchsorted(known, child_own + child_mask), len(known) - 1)
                value = -scores[at]
            value = np.where(won, 1 + (cells - ply - 1) // 2, value)
            best = np.where(legal, np.maximum(best, value), best)
        known, scores = own + mask, best
        yield own, mask, scores


def children(
    own: Words, mask: Words, width: int, height: int, all_lines: list[int]
) -> Iterator[tuple[npt.NDArray[np.bool_], Words, Words, npt.NDArray[np.bool_]]]:
    """Yields for each column: whether the move is legal, the child, and whether the move wins."""
    for c in range(width):
        shift = c * (height + 1)
        column = np.uint64(((1 << height) - 1) << shift)
        stone = (mask + np.uint64(1 << shift)) & column
        yield stone != 0, own ^ mask, mask | stone, (stone != 0) & has_line(own | stone, all_lines)


def random_position(rng: random.Random, width: int, height: int, connect: int, plies: int) -> tuple[int, int]:
    """Returns a random position without a line, after ``plies`` random moves.

    After each 50 tries the position gets one move fewer: some boards are seldom full without a line.
    """
    all_lines = lines(width, height, connect)
    for tries in itertools.count():
        own = mask = 0
        for _ in range(plies - tries // 50):
            free = [c for c in range(width) if not mask >> (c * (height + 1) + height - 1) & 1]
            c = rng.choice(free)
            mask, own = mask | mask + (1 << c * (height + 1)), own ^ mask
            if any((own ^ mask) & line == line for line in all_lines):
                break
        else:
            return own, mask
    raise AssertionError
