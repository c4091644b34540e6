"""Names the words of a search's memory, the values which a call returns, and the fields of a row of the log."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games import LineGame
from engine.kernels.words import BITS, halves, in_memory


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


BOARDS = 4  # the first fields of a frame, and of a child, hold boards
_LANE_BOARDS = 3  # rows of lanes that hold boards
_JOB, _ROW = 5, 4  # columns of the jobs, and of the log
_ROOT = int(HEAD - ROOT_OWN)


class Layout:
    """Tells where a search keeps the boards of one size, of ``words`` words (0: as few as hold one).

    The upper half of a board of two words stands behind all other fields: of the head, of a frame, of a child, of a
    row of the log, of a job. The upper halves of the lanes are rows of their own.

    Attributes:
        needed: the words that a board needs.
        fixed, child: the words of a frame without its children, and of a child.
        head, frame, children, lanes, jobs, log: read and write boards there (:mod:`engine.kernels.words`).
        lanes_at, frames_at: the places of the rows of lanes, and of the first frame.
    """

    def __init__(self, width: int, height: int, words: int = 0) -> None:
        self.needed = LineGame(width, height, 4, True).words
        self.words = words or self.needed
        more, count = self.words - 1, lane_count(width)
        self.fixed, self.child = np.uint64(FIXED + more * BOARDS), np.uint64(CHILD + more * BOARDS)
        self.head, self.frame = in_memory(self.words, _ROOT), in_memory(self.words, int(FIXED))
        self.children, self.lanes = in_memory(self.words, int(CHILD)), in_memory(self.words, _LANE_BOARDS * count)
        self.jobs, self.log = in_memory(self.words, _JOB, True), in_memory(self.words, _ROW, True)
        self.lanes_at = np.uint64(HEAD + more * 2)
        self.frames_at = np.uint64(self.lanes_at + (1 + _LANE_BOARDS * self.words) * count)
        self.size = int(self.frames_at + (width * height + 2) * (self.fixed + self.child * width))

    def new_jobs(self, positions: Sequence[tuple[int, int]]) -> npt.NDArray[np.uint64]:
        """Returns the jobs of so many positions."""
        jobs = np.zeros((len(positions), _JOB + 2 * (self.words - 1)), np.uint64)
        for job, boards in zip(jobs, positions, strict=True):
            self._place(job, 0, _JOB, boards)
        return jobs

    def new_log(self, rows: int) -> npt.NDArray[np.uint64]:
        """Returns an empty log."""
        return np.zeros((rows, _ROW + 2 * (self.words - 1)), np.uint64)

    def place(self, memory: npt.NDArray[np.uint64], own: int, mask: int) -> None:
        """Writes the position to search into the memory of a search."""
        self._place(memory, int(ROOT_OWN), _ROOT, (own, mask))

    def _place(self, words: Any, at: int, second: int, boards: tuple[int, int]) -> None:
        for field, board in enumerate(boards, at):
            words[field::second][: self.words] = halves(board, self.words)


@cache
def layout(width: int, height: int, words: int = 0) -> Layout:
    """Returns the layout of a board."""
    return Layout(width, height, words)


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
    own, mask, packed, nodes, *upper = row
    own_high, mask_high = upper or (0, 0)
    own, mask = own | own_high << BITS, mask | mask_high << BITS
    return Row(
        own, mask, packed & 255, (packed >> 8 & 255) - 128, (packed >> 16 & 255) - 128, packed >> 24 & 255, nodes
    )
