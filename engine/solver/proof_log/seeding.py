"""Fills a transposition table from the proofs of earlier processes."""

import numpy as np

from engine.solver.proof_log.rows import Board, Rows, keys, plies, prices
from engine.solver.table import LOWER, OFFSET, UPPER, Words, tag_bits

_SMALL_PLIES, _MIRROR_PLIES = 20, 10
"""The kernel's: so many plies before the end begin the late positions, which this table does not hold, and of the first
so many plies mirror images count once."""
_MIX, _ONE = np.uint64(0x9E3779B97F4A7C15), np.uint64(1)


def seed(table: Words, board: Board, rows: Rows) -> None:
    """Stores of each position the bound that helps a search more, the dearest last. Words are written whole, so
    searches of other threads may go on."""
    rows = rows[plies(rows) < board.cells - _SMALL_PLIES]
    rows = rows[np.argsort(prices(rows))]
    low, high, by_high = board.bounds(rows)
    code = (np.where(by_high, high, low) + OFFSET).astype(np.uint64) << _ONE | np.where(by_high, UPPER, LOWER)
    key_bits = board.width * (board.height + 1)
    beyond = np.uint64(tag_bits(table, key_bits))
    key, image = keys(rows), keys(board.mirrored(rows))
    early = plies(rows) < _MIRROR_PLIES
    for stored in (np.where(early, np.minimum(key, image), key), np.where(early, np.minimum(key, image), image)):
        hashed = (stored * _MIX) & np.uint64((1 << key_bits) - 1)
        slot = (hashed >> beyond << _ONE).astype(np.intp)
        tag = hashed & ((_ONE << beyond) - _ONE)
        first = table[slot]
        moved = first >> np.uint64(8) != tag
        table[slot[moved] + 1] = first[moved]
        table[slot] = tag << np.uint64(8) | code
