"""Names the words of a search's memory, the values which a call returns, and the fields of a row of the log."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


def _words(count: int) -> list[np.uint64]:
    """Returns the numbers 0, 1, ... as words, so that the kernel needs no casts."""
    return [np.uint64(number) for number in range(count)]


# --- words at the head of a search's memory (uint64, signed numbers in two's complement) ---
(
    SP, PHASE, VALUE, NODES, LIMIT, ALPHA, ROOT_PLY, LOW, HIGH, MOVE, FALLBACK, REPORT, LOGGED, MODE, ROOT_OWN,
    ROOT_MASK, JOB, BIG_TAG, SMALL_TAG, STARTED, SWITCHES, HEAD,
) = _words(22)  # fmt: skip

# --- what the search does next ---
BEGIN, WINDOW, ENTER, NEXT, LEAVE = _words(5)

# --- modes: one null window given by ALPHA, or windows chosen by the search until the score is exact ---
ONE_WINDOW, EXACT = _words(2)

# --- what a call returns ---
OUT_OF_BUDGET, DONE, LOG_FULL = 0, 1, 2

# --- fields of a stack frame, then of each of its children ---
F_OWN, F_MASK, F_WINS, F_THREATS, F_PLY, F_START, F_NEXT, F_COUNT, F_BEST, F_MOVE, F_DEFERRED, FIXED = _words(12)
C_OWN, C_MASK, C_WINS, C_THREATS, C_INFO, CHILD = _words(6)


def lane_count(width: int) -> int:
    """Returns the number of lanes for a board of ``width`` columns: the next power of two."""
    return 1 << (width - 1).bit_length()


def memory_words(width: int, height: int) -> int:
    """Returns the number of uint64 words of one search: the head, four rows of lanes for step 3, a frame a ply."""
    return int(HEAD + 4 * lane_count(width) + (width * height + 2) * (FIXED + CHILD * width))


class Row(NamedTuple):
    """Reports one significant node of a search, from the view of the side to move there, after ``ply`` stones. This
    visit has proven the bounds ``low`` and ``high``. ``move`` is the 1-based column with the cutoff, or the best column
    (0: none)."""

    own: int
    mask: int
    ply: int
    low: int
    high: int
    move: int
    nodes: int


def unpack(row: Sequence[int]) -> Row:
    """Returns one row of a search's log as a value."""
    own, mask, packed, nodes = row
    return Row(
        own, mask, packed & 255, (packed >> 8 & 255) - 128, (packed >> 16 & 255) - 128, packed >> 24 & 255, nodes
    )
