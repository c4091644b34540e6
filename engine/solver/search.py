"""Searches one position exactly, in steps of any size."""

import numpy as np

from engine.solver import memory as k
from engine.solver.machine import NEVER, Lent, Machine
from engine.solver.table import Words

UNLIMITED = 1 << 62  # more nodes than any search has


class Search:
    """Searches one position, with pauses. One thread at a time runs a search. Many searches share a solver's table.

    Attributes:
        memory: the words of the search, which may be kept in a file and filled in again between two steps.
        stop: uint64[1]. Any value but zero ends a running step within a millisecond. The user sets and resets this.
        log: uint64[rows, 4], of boards of two words uint64[rows, 6]. Rows ``log[:logged]`` are the significant nodes
            since the last drain, children before parents.
        tables: tables of ``Machine.lend`` for this search alone, for the next step. None: any free ones.

    Args:
        own: stones of the side to move, as in :class:`engine.games.LineState`.
        report: log every node with a subtree of at least this many nodes (0: none).
        log_rows: rows of the log; a full log ends a step early.
        busy: the table of positions under search, shared by several threads.
    """

    def __init__(
        self,
        solver: Machine,
        own: int,
        mask: int,
        report: int = 0,
        log_rows: int = 0,
        busy: Words | None = None,
        tables: Lent | None = None,
    ) -> None:
        self.own, self.mask = own, mask
        self.stop = np.zeros(1, dtype=np.uint64)
        self.log = solver.layout.new_log(log_rows)
        self._solver, self._no_jobs = solver, solver.layout.new_jobs(())
        self._busy, self.tables = busy, tables
        self.memory = solver.new_memory()
        solver.layout.place(self.memory, own, mask)
        self.report = report
        # A window that is decided before it begins: the kernel looks at the root and returns.
        self.memory[k.MODE] = k.ONE_WINDOW
        self.memory[k.ALPHA] = np.uint64(100)
        self._call(0)

    @property
    def low(self) -> int:
        """Returns the proven lower bound of the score number of the side to move."""
        return int(self.memory[k.LOW].view(np.int64))

    @property
    def high(self) -> int:
        """Returns the proven upper bound of the score number of the side to move."""
        return int(self.memory[k.HIGH].view(np.int64))

    @property
    def exact(self) -> bool:
        """Tests if the score is known."""
        return self.low == self.high

    @property
    def nodes(self) -> int:
        """Returns the number of positions searched so far."""
        return int(self.memory[k.NODES])

    @property
    def move(self) -> int:
        """Returns the 1-based column that proves ``low``, a best move once exact, or 0 while there is none."""
        proved = int(self.memory[k.MOVE])
        return proved or (self.fallback if self.exact else 0)

    @property
    def fallback(self) -> int:
        """Returns the 1-based column to play if no move loses later than others. 0: the game is over."""
        return int(self.memory[k.FALLBACK])

    @property
    def report(self) -> int:
        """Returns the least subtree in nodes for a row in the log (0: nothing is logged). May change between steps."""
        return 0 if self.memory[k.REPORT] == NEVER else int(self.memory[k.REPORT])

    @report.setter
    def report(self, nodes: int) -> None:
        self.memory[k.REPORT] = nodes if nodes and len(self.log) else NEVER

    @property
    def logged(self) -> int:
        """Returns the number of filled rows of the log."""
        return int(self.memory[k.LOGGED])

    def drain(self) -> list[k.Row]:
        """Returns the logged rows as values, and empties the log."""
        rows = [k.unpack(row) for row in self.log[: self.logged].tolist()]
        self.reset_log()
        return rows

    def reset_log(self) -> None:
        """Empties the log, after use of the rows in place."""
        self.memory[k.LOGGED] = 0

    def tighten(self, low: int) -> None:
        """Raises the lower bound of the score number to a bound proven elsewhere."""
        self.memory[k.LOW] = np.int64(max(self.low, low)).view(np.uint64)

    def take(self, low: int, high: int, move: int) -> None:
        """Takes over bounds proven elsewhere, and the column that proves ``low`` (0: none)."""
        if low >= self.low and move:
            self.memory[k.MOVE] = move
        self.tighten(low)
        self.memory[k.HIGH] = np.int64(min(self.high, high)).view(np.uint64)

    def set_score(self, score: int) -> None:
        """Sets the score number to a score proven elsewhere."""
        self.memory[[k.LOW, k.HIGH]] = np.int64(score).view(np.uint64)

    def aim(self, alpha: int) -> None:
        """Chooses the window: is the score above ``alpha``? An unfinished window ends, but its work stays stored."""
        self.memory[k.MODE] = k.ONE_WINDOW
        self.memory[k.ALPHA] = np.int64(alpha).view(np.uint64)
        self.memory[k.SP] = 0
        self.memory[k.PHASE] = k.WINDOW

    def step(self, budget: int) -> bool:
        """Searches at most ``budget`` nodes. True: the window is decided and the bounds are tightened. False: the
        budget is used up, ``stop`` was set, or the log is full and must be drained."""
        return self._call(budget) == k.DONE

    def run(self, budget: int = UNLIMITED) -> bool:
        """Searches at most ``budget`` nodes through windows of the search's own choice. True: the score is exact."""
        if self.memory[k.MODE] != k.EXACT:
            self.memory[k.MODE] = k.EXACT
            if self.memory[k.PHASE] == k.WINDOW:
                self.memory[k.SP] = 0
        return self._call(budget) == k.DONE

    def _call(self, budget: int) -> int:
        self.memory[k.LIMIT] = min(self.nodes + budget, UNLIMITED)
        return self._solver.call(self.memory, self.log, self._no_jobs, self.stop, self._busy, self.tables)
