"""Builds an opening book: every quiet position up to a ply, solved on all cores. A stopped build resumes later. The
work is kept in a folder: for each ply the positions (``ply-N.codes.npy``) and the scores (``ply-N.scores.npy``, int8,
``OPEN`` while unknown). Each score is written when found, so a kill costs only the running searches."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games import GameError, LineGame
from engine.solver.book.book import Book, Section, win_number
from engine.solver.book.positions import Codes, Positions
from engine.solver.book.retrieval import build
from engine.solver.search import UNLIMITED, Search
from engine.solver.solver import Solver

OPEN = 127  # the place holder of a score still unknown

Scores = npt.NDArray[np.int8]
Stop = npt.NDArray[np.uint64]


class Progress(NamedTuple):
    """Reports the progress: positions solved of ``total`` at this ply, and nodes searched in this run."""

    ply: int
    solved: int
    total: int
    nodes: int


class BookBuilder:
    """Builds a book of so many plies of a board with an exact solver. ``folder`` holds the work, made if missing.
    Raises GameError if the folder cannot be written, or holds the work on another board."""

    def __init__(self, game: LineGame, plies: int, folder: Path) -> None:
        self.game, self.plies, self.folder = game, plies, folder
        self.positions = Positions(game)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            note = folder / "board.txt"
            board = f"{game.width}x{game.height} connect {game.connect}"
            other = note.read_text(encoding="utf-8") if note.exists() else board
            if other != board:
                raise GameError(f"{folder} holds the work on another board ({other}); name another folder")
            note.write_text(board, encoding="utf-8")
        except OSError as error:
            raise GameError(f"{folder} cannot be written: {error.strerror}; name another folder") from None

    @property
    def seconds(self) -> float:
        """Returns the seconds of one core spent by all runs so far (a killed run counts to the last complete ply)."""
        note = self.folder / "seconds.txt"
        return float(note.read_text(encoding="utf-8")) if note.exists() else 0.0

    def enumerate(self) -> Iterator[tuple[int, int]]:
        """Writes the quiet positions of every missing ply. Yields (ply, number of positions) after each."""
        missing = [ply for ply in range(self.plies + 1) if not self._path(ply, "scores").exists()]
        if not missing:
            return
        for ply, level in enumerate(self.positions.levels(max(missing))):
            if ply in missing:
                codes = self.positions.quiet_ones(level)
                np.save(self._path(ply, "codes"), codes)
                # The file of scores is written last, in one step: a ply without the file counts as missing.
                fresh = self._path(ply, "new")
                np.save(fresh, np.full(len(codes), OPEN, dtype=np.int8))
                fresh.replace(self._path(ply, "scores"))
                yield ply, len(codes)

    def solve(self, solver: Solver, threads: int, tell: Callable[[Progress], None], stop: Stop) -> bool:
        """Solves all open positions by ``threads`` threads. Returns whether every position is solved. ``tell`` is
        called after each position, by one thread at a time. ``stop``, uint64[1], is set to end the work within a
        millisecond."""

        def begin(own: int, mask: int) -> Search:
            search = solver.begin(own, mask)
            search.stop = stop
            return search

        # The last ply comes first: above, most scores follow from the scores of the ply below without a search.
        for ply in range(self.plies, -1, -1):
            one = _PlySolver(self, ply, tell)
            with ThreadPoolExecutor(threads) as pool:
                workers = [pool.submit(one.work, begin) for _ in range(threads)]
                spent = self.seconds + sum(worker.result() for worker in workers)
            (self.folder / "seconds.txt").write_text(f"{spent:.3f}", encoding="utf-8")
            if stop[0]:
                return False
        return True

    def pack(self) -> Book:
        """Returns the book of all solved positions. Raises GameError if positions are still open."""
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
        """Returns the codes of the positions of a ply."""
        loaded: Codes = np.load(self._path(ply, "codes"))
        return loaded

    def scores(self, ply: int) -> Scores:
        """Returns the scores of a ply's positions on the disk: an assignment writes the file."""
        loaded: Scores = np.load(self._path(ply, "scores"), mmap_mode="r+")
        return loaded

    def look_up(self, own: Codes, mask: Codes) -> Scores:
        """Returns the scores of positions of one ply, from the rules and the plies solved so far, else ``OPEN``."""
        found = np.full(len(own), OPEN, dtype=np.int8)
        if not len(own):
            return found
        ply = int(mask[0]).bit_count()
        wins, blocks = self.positions.wins(own, mask), self.positions.wins(own ^ mask, mask)
        win, lost = wins != 0, blocks & (blocks - np.uint64(1)) != 0
        full, forced = mask == np.uint64(self.game.full), blocks != 0
        found[full] = 0
        found[win] = win_number(self.game, ply, 1)
        found[~win & lost] = -win_number(self.game, ply, 2)
        one = np.flatnonzero(~win & forced & ~lost)
        after = self.look_up((own ^ mask)[one], (mask | blocks)[one])
        found[one] = np.where(after == OPEN, OPEN, -after)
        quiet = np.flatnonzero(~win & ~forced & ~full)
        if ply <= self.plies and len(quiet):
            at = np.searchsorted(self.codes(ply), self.positions.code(own[quiet], mask[quiet]))
            found[quiet] = self.scores(ply)[at]
        return found

    def best_moves(self, ply: int) -> tuple[Scores, npt.NDArray[np.intp], Codes]:
        """Returns the best known value for each position of a ply (``-OPEN``: none), and the unknown moves. The unknown
        moves are given as the places of the positions, in order, and the codes of the positions after them."""
        codes = self.codes(ply)
        best = np.full(len(codes), -OPEN, dtype=np.int8)
        if self.game.max_plies == ply + 1:
            best[:] = 0  # the last stone fills the board without a win
        places, rest = [np.zeros(0, np.intp)], [np.zeros(0, np.uint64)]
        for at, children in self.positions.children(codes):
            known = self.look_up(*self.positions.states(children))
            there = known != OPEN
            np.maximum.at(best, at[there], -known[there])
            places.append(at[~there])
            rest.append(children[~there])
        order = np.argsort(np.concatenate(places), kind="stable")
        return best, np.concatenate(places)[order], np.concatenate(rest)[order]

    def _path(self, ply: int, kind: str) -> Path:
        return self.folder / f"ply-{ply}.{kind}.npy"


class _PlySolver:
    """Solves one ply. One thread at a time calls ``tell``."""

    def __init__(self, builder: BookBuilder, ply: int, tell: Callable[[Progress], None]) -> None:
        codes, self._scores = builder.codes(ply), builder.scores(ply)
        self._tell = tell
        waiting = np.flatnonzero(self._scores == OPEN)
        self._places, rest = np.zeros(0, np.intp), np.zeros(0, np.uint64)
        self._best: Scores | None = None
        if ply < builder.plies and len(waiting):
            self._best, self._places, rest = builder.best_moves(ply)
            decided = np.setdiff1d(waiting, self._places, assume_unique=False)
            self._scores[decided] = self._best[decided]
            waiting = np.setdiff1d(waiting, decided, assume_unique=True)
        self._rest = [words.tolist() for words in builder.positions.states(rest)]
        # Neighbours in this order agree in the middle of the board, so their searches share many table entries.
        self._waiting = waiting[np.argsort(builder.positions.from_the_middle(codes[waiting]))]
        self._own, self._mask = (words.tolist() for words in builder.positions.states(codes[self._waiting]))
        self._numbers = iter(range(len(self._waiting)))
        self._lock = threading.Lock()
        self._told = Progress(ply, len(codes) - len(waiting), len(codes), 0)
        tell(self._told)

    def work(self, begin: Callable[[int, int], Search]) -> float:
        """Solves positions until none is left or a search is stopped. Any number of threads may call it. Returns the
        seconds of processor time. ``begin`` begins the search of a position."""
        started = time.thread_time()
        while (number := self._next()) is not None:
            solved = self._solve(number, begin)
            if solved is None:
                break
            score, nodes = solved
            with self._lock:
                self._scores[self._waiting[number]] = score
                ply, done, total, before = self._told
                self._told = Progress(ply, done + 1, total, before + nodes)
                self._tell(self._told)
        return time.thread_time() - started

    def _solve(self, number: int, begin: Callable[[int, int], Search]) -> tuple[int, int] | None:
        """Returns the score of an open position, for the side to move, and the nodes searched, or None after a stop."""
        if self._best is None:
            search = begin(self._own[number], self._mask[number])
            return (search.low, search.nodes) if search.run() else None
        place = self._waiting[number]
        best, nodes = int(self._best[place]), 0
        for row in range(*np.searchsorted(self._places, (place, place + 1)).tolist()):
            search = begin(self._rest[0][row], self._rest[1][row])
            if search.low < -best <= search.high:
                search.aim(-best - 1)
                if not search.step(UNLIMITED):
                    return None
            if search.low < -best:
                if not search.run():
                    return None
                best = -search.low
            nodes += search.nodes
        return best, nodes

    def _next(self) -> int | None:
        with self._lock:
            return next(self._numbers, None)
