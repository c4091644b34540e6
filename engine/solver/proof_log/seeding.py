"""Fills a transposition table from the proofs of earlier processes."""

import numpy as np

from engine.kernels.words import BITS
from engine.solver.proof_log.boards import Rows, keys, sums
from engine.solver.proof_log.rows import Board, plies, prices
from engine.solver.table import LOWER, OFFSET, UPPER, Words, entry_words, tag_bits

_SMALL_PLIES, _MIRROR_PLIES = 20, 10
"""The kernel's: so many plies before the end begin the late positions, which this table does not hold, and of the first
so many plies mirror images count once."""
_MIX, _FOLD, _ONE = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93), np.uint64(1)


def seed(table: Words, board: Board, rows: Rows) -> None:
    """Stores of each position the bound that helps a search more, the dearest last. Words are written whole, so
    searches of other threads may go on."""
    rows = rows[plies(rows) < board.cells - _SMALL_PLIES]
    rows = rows[np.argsort(prices(rows))]
    low, high, by_high = board.bounds(rows)
    code = (np.where(by_high, high, low) + OFFSET).astype(np.uint64) << _ONE | np.where(by_high, UPPER, LOWER)
    images = board.mirrored(rows)
    early, is_smaller = plies(rows) < _MIRROR_PLIES, keys(images) < keys(rows)
    _store(table, board, np.where((early & is_smaller)[:, None], sums(images), sums(rows)), code)
    _store(table, board, np.where((early & ~is_smaller)[:, None], sums(rows), sums(images)), code)


def _store(table: Words, board: Board, found: Rows, code: Rows) -> None:
    """Stores the codes of positions by their keys, as the kernel does (:mod:`engine.solver.table`)."""
    key_bits = board.width * (board.height + 1)
    words, beyond = entry_words(key_bits), np.uint64(tag_bits(table, key_bits))
    high = found[:, 1] if found.shape[1] > 1 else np.zeros(len(found), np.uint64)
    low = ((found[:, 0] ^ high * _FOLD) * _MIX) & np.uint64((1 << min(key_bits, BITS)) - 1)
    slot = (low >> beyond << np.uint64(words)).astype(np.intp)
    tag = (low & ((_ONE << beyond) - _ONE)) << np.uint64(max(key_bits - BITS, 0)) | high if words == 1 else high
    first = tag << np.uint64(8) | code
    before = [table[slot + part] for part in range(words)]
    moved = before[0] >> np.uint64(8) != tag
    if words > 1:
        moved |= before[1] ^ before[0] * _FOLD != low
        table[slot[moved] + 3] = before[1][moved]
        table[slot + 1] = low ^ first * _FOLD
    table[slot[moved] + words] = before[0][moved]
    table[slot] = first
