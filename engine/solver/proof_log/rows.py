"""Packs proofs into rows of four words: the same as a search's report, with the day, the game's tag and a check sum.

Word 0 holds the stones of the side to move, word 1 all stones. Word 2 packs, from the lowest byte on, the ply, the
bounds low + 128 and high + 128, the column that proves ``low`` (0: none), the day in two bytes, and the tag. Word 3
holds the price, in positions, and above it a CRC-32 of all other bytes. Of a board of two words the upper halves of the
stones follow as words 4 and 5. Of a position and its mirror image the one with the smaller key is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from engine.kernels.words import BITS, halves
from engine.solver.memory import unpack
from engine.solver.proof_log.boards import MASK, OWN, Rows, key_of, keys, mirrored

MOST_PRICE = (1 << 32) - 1
_BYTE, _LOW_HALF, _HALF = np.uint64(255), np.uint64(MOST_PRICE), np.uint64(32)
_NO_MOVE, _NO_ORIGIN = ~np.uint64(255 << 24), np.uint64((1 << 32) - 1)


class Proof(NamedTuple):
    """Holds what is proven of a position: score numbers for the side to move, and the column that proves ``low``, or 0.
    ``day`` is that of the proof (days since 1970), ``tag`` names its game: 1 to 255, 0 for several or none."""

    low: int
    high: int
    move: int
    day: int
    tag: int


def proof_of(row: Any) -> Proof:
    """Returns the proof in a row."""
    seen, packed = unpack(row.tolist()), int(row[2])
    return Proof(seen.low, seen.high, seen.move, packed >> 32 & 65535, packed >> 48 & 255)


def stones_of(row: Any) -> tuple[int, int]:
    """Returns the stones of the side to move, and all stones, of a row."""
    return unpack(row.tolist())[:2]


def prices(rows: Rows) -> Rows:
    """Returns the price of each row in positions."""
    return rows[:, 3] & _LOW_HALF


def plies(rows: Rows) -> Rows:
    """Returns the number of stones of each row."""
    return rows[:, 2] & _BYTE


def _lows(rows: Rows) -> Any:
    return (rows[:, 2] >> np.uint64(8) & _BYTE).astype(np.int64) - 128


def _highs(rows: Rows) -> Any:
    return (rows[:, 2] >> np.uint64(16) & _BYTE).astype(np.int64) - 128


def _table() -> Rows:
    table = np.arange(256, dtype=np.uint64)
    for _ in range(8):
        table = np.where(table & np.uint64(1), table >> np.uint64(1) ^ np.uint64(0xEDB88320), table >> np.uint64(1))
    return table


_TABLE = _table()


def chosen(rows: Rows, those: Any) -> Rows:
    """Returns the rows for which ``those`` is true."""
    found: Rows = rows[those]
    return found


def _sums(rows: Rows) -> Rows:
    """Returns zlib's CRC-32 of each row without its place for that, for all rows at once."""
    size = rows.shape[1] * 8
    data = np.ascontiguousarray(rows).astype("<u8", copy=False).view(np.uint8).reshape(len(rows), size)
    found = np.full(len(rows), MOST_PRICE, np.uint64)
    for place in (*range(28), *range(32, size)):
        found = _TABLE[((found ^ data[:, place]) & _BYTE).astype(np.intp)] ^ found >> np.uint64(8)
    return found ^ _LOW_HALF


def signed(rows: Rows) -> Rows:
    """Returns the rows with their check sums."""
    rows = rows.copy()
    rows[:, 3] &= _LOW_HALF
    rows[:, 3] |= _sums(rows) << _HALF
    return rows


def sound(rows: Rows) -> Any:
    """Tells of each row whether its check sum is right, and its bounds do not contradict each other."""
    return (_sums(rows) == rows[:, 3] >> _HALF) & (_lows(rows) <= _highs(rows))


def to_bytes(rows: Rows) -> bytes:
    """Returns rows as they stand in the file."""
    return signed(rows).astype("<u8", copy=False).tobytes()


def merge(rows: Rows) -> tuple[Rows, Rows]:
    """Returns one row for each position, in the order of the keys, with all bounds, and apart the positions that have
    left because their rows contradict each other. Day and tag are those of the first row with all the bounds; else the
    last day, and the tag only if it is that of all rows."""
    if not len(rows):
        return rows, rows
    lows, highs, found = _lows(rows), _highs(rows), keys(rows)
    # Within a position the row with the greatest low comes last, of these one with a move.
    order = np.lexsort(((rows[:, 2] & ~_NO_MOVE) > 0, lows, found))
    rows, lows, highs, found = rows[order], lows[order], highs[order], found[order]
    starts = np.flatnonzero(np.r_[True, found[1:] != found[:-1]])
    last = np.r_[starts[1:], len(rows)] - 1
    low, high = lows[last], np.minimum.reduceat(highs, starts)
    merged = rows[last]
    group = np.repeat(np.arange(len(starts)), last - starts + 1)
    whole = (lows == low[group]) & (highs == high[group])
    first = np.full(len(starts), len(rows))
    np.minimum.at(first, group[whole], np.flatnonzero(whole))
    origin = np.where(first < len(rows), rows[np.minimum(first, len(rows) - 1), 2] >> _HALF, np.uint64(0))
    days, tags = rows[:, 2] >> _HALF & np.uint64(65535), rows[:, 2] >> np.uint64(48)
    one_game = np.minimum.reduceat(tags, starts) == np.maximum.reduceat(tags, starts)
    pieced = np.maximum.reduceat(days, starts) | np.where(one_game, tags[last] << np.uint64(16), np.uint64(0))
    origin = np.where(first < len(rows), origin, pieced)
    bounds = (low + 128).astype(np.uint64) << np.uint64(8) | (high + 128).astype(np.uint64) << np.uint64(16)
    merged[:, 2] = merged[:, 2] & np.uint64(0xFF0000FF) | bounds | origin << _HALF
    merged[:, 3] = np.maximum.reduceat(prices(rows), starts)
    good = low <= high
    return chosen(merged, good), chosen(merged, ~good)


def says_more(rows: Rows, known: Rows) -> Any:
    """Tells of each row whether it has a tighter bound than the row in the same place."""
    return (_lows(rows) > _lows(known)) | (_highs(rows) < _highs(known))


def dearest(rows: Rows, most: int) -> Rows:
    """Returns at most so many rows, those with the highest price, in the order given."""
    if len(rows) <= most:
        return rows
    return rows[np.sort(np.argpartition(prices(rows), len(rows) - most)[len(rows) - most :])]


@dataclass(frozen=True, slots=True)
class Board:
    """Holds the shape of a board with gravity."""

    width: int
    height: int
    connect: int

    @property
    def rules(self) -> str:
        """Returns the rules in words, by which a file is known."""
        return f"{self.width}x{self.height} connect {self.connect} drop"

    @property
    def words(self) -> int:
        """Counts the words of a row."""
        return 2 + 2 * -(-self.width * (self.height + 1) // BITS)

    @property
    def row_bytes(self) -> int:
        """Returns the bytes of a row."""
        return 8 * self.words

    @property
    def cells(self) -> int:
        """Counts the cells."""
        return self.width * self.height

    def empty(self) -> Rows:
        """Returns no rows."""
        return np.zeros((0, self.words), np.uint64)

    def from_bytes(self, data: bytes) -> Rows:
        """Returns the whole rows of some bytes."""
        whole = len(data) // self.row_bytes * self.row_bytes
        return np.frombuffer(data[:whole], "<u8").astype(np.uint64).reshape(-1, self.words)

    def rows_of(self, boards: Sequence[tuple[int, int]]) -> Rows:
        """Returns rows with the stones of the side to move and all stones, and nothing else."""
        rows = np.zeros((len(boards), self.words), np.uint64)
        for field in (OWN, MASK):
            rows[:, field::4] = [halves(board[field], self.words // 2 - 1) for board in boards]
        return rows

    def mirrored(self, rows: Rows) -> Rows:
        """Returns the mirror images."""
        found = rows.copy()
        for field in (OWN, MASK):
            found[:, field::4] = mirrored(rows[:, field::4], self.width, self.height + 1)
        move = rows[:, 2] >> np.uint64(24) & _BYTE
        move = np.where(move > 0, np.uint64(self.width + 1) - move, move)
        found[:, 2] = rows[:, 2] & _NO_MOVE | move << np.uint64(24)
        return found

    def canonical(self, rows: Rows) -> Rows:
        """Returns of each position and its mirror image the one with the smaller key."""
        images = self.mirrored(rows)
        return np.where((keys(images) < keys(rows))[:, None], images, rows)

    def key(self, own: int, mask: int) -> tuple[Any, bool]:
        """Returns the key under which a position is kept, and whether it is the mirror image's."""
        bits, image, rest = self.height + 1, 0, own + mask
        for _ in range(self.width):
            image, rest = image << bits | rest & (1 << bits) - 1, rest >> bits
        return key_of(min(own + mask, image), self.words), image < own + mask

    def of_report(self, report: Rows, least: int, day: int, tag: int) -> Rows:
        """Returns the reported nodes of a search (:mod:`engine.solver.memory`) that cost at least so many positions."""
        rows = report[report[:, 3] >= np.uint64(least)].copy()
        rows[:, 3] = np.minimum(rows[:, 3], _LOW_HALF)
        is_move = _lows(rows) > self.lowest(plies(rows).astype(np.int64))  # a mere upper bound proves no move
        rows[:, 2] = np.where(is_move, rows[:, 2], rows[:, 2] & _NO_MOVE) & _NO_ORIGIN
        rows[:, 2] |= np.uint64(day & 65535 | tag << 16) << _HALF
        return self.canonical(rows)

    def of_nodes(self, nodes: Any, day: int, tag: int) -> Rows:
        """Returns nodes of a tree (:mod:`engine.mind.tree.kernels`) whose bounds say anything. Their best moves are
        opinions, and are left out."""
        rows = np.zeros((len(nodes), self.words), np.uint64)
        for at, field in zip((0, 1, 4, 5), ("own", "mask", "own_high", "mask_high")[: self.words - 2], strict=False):
            rows[:, at] = nodes[field]
        stones = np.bitwise_count(rows[:, MASK::4]).sum(1, np.int64)
        low = np.maximum(nodes["low"], self.lowest(stones))
        high = np.minimum(nodes["high"], (self.cells - 1 - stones) // 2)
        rows[:, 2] = stones + (low + 128 << 8) + (high + 128 << 16) + ((day & 65535 | tag << 16) << 32)
        rows[:, 3] = np.minimum(nodes["visits"], MOST_PRICE)
        return self.canonical(rows[(low > self.lowest(stones)) | (high < (self.cells - 1 - stones) // 2)])

    def lowest(self, plies: Any) -> Any:
        """Returns the lowest score number after so many plies, where no side wins with the next stone."""
        return -((self.cells - 2 - plies) // 2)

    def bounds(self, rows: Rows) -> tuple[Any, Any, Any]:
        """Returns the proven bounds, and whether the upper one is the more useful for a search."""
        low, high = _lows(rows), _highs(rows)
        return low, high, (low <= self.lowest(plies(rows).astype(np.int64))) | (high < 0)

    def below(self, rows: Rows, own: int, mask: int) -> Rows:
        """Returns the positions among ``rows``, and among their mirror images, that hold every stone of the position
        given."""
        position = self.rows_of([(own, mask)])
        images = _holding(rows, self.mirrored(position))
        return np.concatenate([_holding(rows, position), self.mirrored(images)])


def _holding(rows: Rows, position: Rows) -> Rows:
    own, mask = position[:, OWN::4], position[:, MASK::4]
    is_other = (plies(rows) + np.bitwise_count(mask).sum()) % np.uint64(2) == np.uint64(1)
    ours = rows[:, OWN::4] ^ np.where(is_other[:, None], rows[:, MASK::4], np.uint64(0))
    return chosen(rows, ((rows[:, MASK::4] & mask == mask) & (ours & mask == own)).all(1))
