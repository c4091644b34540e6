"""Writes leaves in the packed form that ``engine.coach.checker`` reads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.coach import leaf as lf
from engine.games import LineGame

BRANCH, BLOCK, COVER = 0, 1, 2


class Leaves:
    """Finds leaves of one claim.

    Args:
        wins: the claim is a win; else not to lose.
    """

    def __init__(self, game: LineGame, wins: bool) -> None:
        self._game, self._wins = game, wins
        self._columns = [((1 << game.height) - 1) << c * (game.height + 1) for c in range(game.width)]
        self._geometry = lf.geometry(game.width, game.height, game.connect)
        self._out = np.zeros(lf.WORDS, np.uint64)

    def shape(self, mine: int, yours: int) -> bytes:
        """Returns the bytes of a leaf, or the byte of a branch; the other side is to move."""
        words = np.uint64(mine), np.uint64(yours), np.uint64(0)
        found = lf.leaf(*words, self._wins, self._geometry, self._out)
        return self._found(mine, yours) if found else bytes([BRANCH])

    def _found(self, mine: int, yours: int) -> bytes:
        """Returns the bytes of the leaf that the kernel has just written."""
        closed, lower, block, count = (int(word) for word in self._out[: lf.PAIRS + 1])
        level = [_bits(int(word)) for word in self._out[lf.FIRST : lf.FIRST + count]]
        return self._block(mine, lower, level) if block else self._cover(mine, mine | yours, closed, level)

    def _cover(self, mine: int, taken: int, closed: int, level: list[list[int]]) -> bytes:
        waits = self._waits(mine, taken, closed)
        return bytes([COVER + waits, *_ranks(level)]) if COVER + waits < 256 else bytes([BRANCH])

    def _waits(self, mine: int, taken: int, closed: int) -> int:
        """Returns the number that names every cell "below"."""
        under = self._game.holes(mine, taken) >> 1 & ~taken
        number, weight = 0, 1
        for column in self._columns:
            choices = [0, *_bits(under & column)]
            number += weight * choices.index(closed & column)
            weight *= len(choices)
        return number

    def _block(self, mine: int, lower: int, level: list[list[int]]) -> bytes:
        """Returns a leaf by block with as few of the pairs as hold two cells of each line."""
        lines = [line for line in self._game.lines if not line & mine]
        pairs = {(a, b): a | b for a, b in [*level, *((bit, bit << 1) for bit in _bits(lower))]}
        for pair in list(pairs):
            rest = [word for other, word in pairs.items() if other != pair]
            if all(any(not word & ~line for word in rest) for line in lines):
                del pairs[pair]
        return bytes([BLOCK, len(pairs), *(bit.bit_length() - 1 for pair in pairs for bit in pair)])


def _ranks(level: Sequence[Sequence[int]]) -> list[int]:
    """Returns the place of each partner among the odd cells that are left; the last two need none."""
    partner = {one: other for a, b in level for one, other in ((a, b), (b, a))}
    odd, ranks = sorted(partner), list[int]()
    while len(odd) > 2:
        ranks.append(odd.index(partner[odd.pop(0)]))
        del odd[ranks[-1]]
    return ranks


def _bits(word: int) -> list[int]:
    return [1 << i for i in range(word.bit_length()) if word >> i & 1]
