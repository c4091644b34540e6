"""Making an opening book: every quiet position up to a ply, solved on all cores; it can be stopped and goes on later.

The work is kept in a folder: for each ply its positions (``ply-N.codes.npy``) and their scores (``ply-N.scores.npy``,
int8, ``OPEN`` while unknown). A score is written as soon as it is known, so a kill costs the searches at work.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games import GameError, LineGame
from engine.solver.book import Book, Section
from engine.solver.positions import Codes, Positions
from engine.solver.retrieval import build
from engine.solver.solver import UNLIMITED, Solver

OPEN = 127
"""Stands for a score that is not known yet."""

FIRST = 6
"""The ply that is solved first: it leaves little to do above it, and gives bounds to those below."""

Scores = npt.NDArray[np.int8]
Stop = npt.NDArray[np.uint64]


class Progress(NamedTuple):
    """How far the work is: positions solved of ``total`` at this ply, and nodes searched for them in this run."""

    ply: int
    solved: int
    total: int
    nodes: int


class Workshop:
    """The work on one book.

    Args:
        game: a board with gravity and an exact solver.
        plies: how deep the book goes.
        folder: where the work is kept; made if it is missing.

    Raises:
        GameError: the folder cannot be written, or holds the work on another board.
    """

    def __init__(self, game: LineGame, plies: int, folder: Path) -> None:
        self.game, self.plies, self.folder = game, plies, folder
        self.positions = Positions(game)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            note = folder / "board.txt"
            board = f"{game.width}x{game.height} connect {game.connect}"
            if note.exists() and note.read_text() != board:
                raise GameError(f"{folder} holds the work on another board ({note.read_text()}); name another folder")
            note.write_text(board)
        except OSError as error:
            raise GameError(f"{folder} cannot be written: {error.strerror}; name another folder") from None

    @property
    def seconds(self) -> float:
        """Seconds of one core that all runs together took so far (a run that was killed counts to its last ply)."""
        note = self.folder / "seconds.txt"
        return float(note.read_text()) if note.exists() else 0.0

    def enumerate(self) -> Iterator[tuple[int, int]]:
        """Write down the quiet positions of every ply that is missing; gives (ply, how many) as it goes."""
        missing = [ply for ply in range(self.plies + 1) if not self._path(ply, "scores").exists()]
        if not missing:
            return
        for ply, level in enumerate(self.positions.levels(max(missing))):
            if ply in missing:
                codes = self.positions.quiet_ones(level)
                np.save(self._path(ply, "codes"), codes)
                # The scores come last and all at once: without them the ply counts as missing.
                fresh = self._path(ply, "new")
                np.save(fresh, np.full(len(codes), OPEN, dtype=np.int8))
                fresh.replace(self._path(ply, "scores"))
                yield ply, len(codes)

    def solve(self, solver: Solver, threads: int, tell: Callable[[Progress], None], stop: Stop) -> bool:
        """Solve what is open.

        Args:
            tell: called after each position, by one thread at a time.
            stop: uint64[1]; set it to end the work within a millisecond.

        Returns:
            Whether every position is solved.
        """
        first = min(FIRST, self.plies)
        for ply in (*range(first, -1, -1), *range(first + 1, self.plies + 1)):
            shift = _Shift(self, ply, solver, tell, stop)
            with ThreadPoolExecutor(threads) as pool:
                spent = sum(worker.result() for worker in [pool.submit(shift.work) for _ in range(threads)])
            (self.folder / "seconds.txt").write_text(f"{self.seconds + spent:.3f}")
            if stop[0]:
                return False
        return True

    def pack(self) -> Book:
        """The book of what has been solved.

        Raises:
            GameError: positions are still open.
        """
        sections = []
        for ply in range(self.plies + 1):
            scores = np.array(self.scores(ply), dtype=np.int64)
            if OPEN in scores:
                raise GameError(f"positions of ply {ply} are not solved yet; go on with the building first")
            low = int(scores.min(initial=0))
            width = max(1, (int(scores.max(initial=0)) - low).bit_length())
            sections.append(Section(low, build(self.codes(ply), (scores - low).astype(np.uint8), width)))
        return Book(self.game, sections)

    def codes(self, ply: int) -> Codes:
        """The coded positions of a ply."""
        loaded: Codes = np.load(self._path(ply, "codes"))
        return loaded

    def scores(self, ply: int) -> Scores:
        """Their scores, on the disk: what is assigned is kept."""
        loaded: Scores = np.load(self._path(ply, "scores"), mmap_mode="r+")
        return loaded

    def floors(self, ply: int) -> Scores:
        """What each position is worth at least (or ``-OPEN``), from the plies beside it as far as they are solved.

        A move is worth what its child says, and no move of a parent is better than the parent's score. Often the
        position is worth just that, and one null window proves it.
        """
        found = np.full(len(self.codes(ply)), -OPEN, dtype=np.int8)
        for upper in (ply - 1, ply):
            if not 0 <= upper < self.plies:
                continue
            below = self.codes(upper + 1)
            known = self.scores(upper if upper < ply else upper + 1)
            for places, children in self.positions.children(self.codes(upper)):
                at = np.searchsorted(below, children).clip(max=len(below) - 1)
                quiet = below[at] == children
                up, down = places[quiet], at[quiet]
                mine, others = (down, known[up]) if upper < ply else (up, known[down])
                there = others != OPEN
                np.maximum.at(found, mine[there], -others[there])
        return found

    def _path(self, ply: int, kind: str) -> Path:
        return self.folder / f"ply-{ply}.{kind}.npy"


class _Shift:
    """The work on one ply: any number of threads take position after position."""

    def __init__(
        self, workshop: Workshop, ply: int, solver: Solver, tell: Callable[[Progress], None], stop: Stop
    ) -> None:
        codes, self._scores = workshop.codes(ply), workshop.scores(ply)
        waiting = np.flatnonzero(self._scores == OPEN)
        # Neighbours in this order agree in the middle of the board, so that they share much of what they search.
        self._waiting = waiting[np.argsort(workshop.positions.from_the_middle(codes[waiting]))]
        self._floors = workshop.floors(ply)[self._waiting].tolist() if len(waiting) else []
        self._own, self._mask = (words.tolist() for words in workshop.positions.states(codes[self._waiting]))
        self._solver, self._tell, self._stop = solver, tell, stop
        self._lock = threading.Lock()
        self._taken = 0
        self._told = Progress(ply, len(codes) - len(waiting), len(codes), 0)

    def work(self) -> float:
        """Solve until nothing is left or ``stop`` is set; the seconds of its core that it took."""
        started = time.thread_time()
        while not self._stop[0]:
            with self._lock:
                number = self._taken
                self._taken += 1
            if number >= len(self._waiting):
                break
            found = self._solve(number)
            if found is None:
                break
            score, nodes = found
            with self._lock:
                self._scores[self._waiting[number]] = score
                ply, solved, total, before = self._told
                self._told = Progress(ply, solved + 1, total, before + nodes)
                self._tell(self._told)
        return time.thread_time() - started

    def _solve(self, number: int) -> tuple[int, int] | None:
        """(score, nodes) of one position; None if it was stopped."""
        search, floor = self._solver.begin(self._own[number], self._mask[number]), self._floors[number]
        search.stop = self._stop
        if search.low < floor < search.high:
            search.aim(floor)
            search.step(UNLIMITED)
            if search.high == floor:
                return floor, search.nodes
        return (search.low, search.nodes) if search.run() else None
