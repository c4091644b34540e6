"""Solves positions of one board exactly, and begins searches."""

import time
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.solver import memory as k
from engine.solver.machine import Machine
from engine.solver.proof_log.log import ProofLog, ProofLogs
from engine.solver.proof_log.rows import Board
from engine.solver.proof_log.seeding import seed
from engine.solver.search import UNLIMITED, Search


@dataclass(frozen=True, slots=True)
class Solved:
    """Holds an exact result for the side to move: score number, a best move (None: the game is over), and the cost."""

    score: int
    move: int | None
    nodes: int
    seconds: float


class Solver(Machine):
    """Solves one gravity board exactly. Any number of searches in any threads share the table. Raises ValueError if the
    board or the table size is outside the limits, GameError if the network is for another board.

    Args:
        width: columns of the board; width * (height + 1) at most 128.
        table_mb: size of the shared table in MiB.
        switches: the techniques to use, for tests and measurements (None: all, in a quicker kernel).
        net: a learnt network which orders early moves (None: the network which ships for the board, if one does).
        words: the words of a board (0: as few as hold it), for tests.
    """

    proofs: ProofLog | None = None
    """The log of what searches on this board have proved, if one is kept."""

    def keep_proofs(self, logs: ProofLogs) -> None:
        """Keeps what is proved in the log of the board, and begins with all that the log holds."""
        board = Board(self.width, self.height, self.connect)
        self.proofs = logs.open(board)
        seed(self.table, board, self.proofs.rows)

    def begin(self, own: int, mask: int, *, report: int = 0, log_rows: int = 0) -> Search:
        """Begins a search of a position with the bounds of the log, without searching yet. The arguments are those of
        :class:`Search`."""
        search = Search(self, own, mask, report, log_rows)
        if self.proofs and (found := self.proofs.find(own, mask)):
            search.take(found.low, found.high, found.move)
        return search

    def solve(self, own: int, mask: int) -> Solved:
        """Returns the exact result of one position. :func:`engine.solver.team.solve` uses several threads."""
        return self.solve_many([(own, mask)])[0]

    def solve_many(self, positions: Iterable[tuple[int, int]]) -> list[Solved]:
        """Returns the exact results of many positions, from one kernel call. ``seconds`` is each result's share by
        nodes."""
        pairs = list(positions)
        if not pairs:
            return []
        jobs, log = self.layout.new_jobs(pairs), self.layout.new_log(0)
        memory = self.new_memory()
        memory[k.MODE] = k.EXACT
        memory[k.LIMIT] = UNLIMITED
        started = time.perf_counter()
        self.call(memory, log, jobs, np.zeros(1, np.uint64))
        seconds = time.perf_counter() - started
        total = int(jobs[:, 4].sum()) + len(pairs)
        return [
            Solved(score, move or None, nodes, seconds * (nodes + 1) / total)
            for score, move, nodes in jobs[:, 2:5].astype(np.int64).tolist()
        ]
