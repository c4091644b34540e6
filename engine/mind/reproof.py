"""Proves one in a hundred of the kept proofs again, when nothing else is to be done."""

from collections.abc import Iterator

from engine.mind.question import Question
from engine.mind.search.kernels import KERNEL_CACHE
from engine.solver.proof_log.boards import Rows
from engine.solver.proof_log.log import ProofLog
from engine.solver.proof_log.rows import proof_of, stones_of
from engine.solver.solver import Solver

_TABLE_MB = 4.0
_NODES = 20_000  # positions between two looks at the clock


class Reproof(Question[int]):
    """Searches doubtful proofs again, by a table of its own and without the log, and has the log drop those that are
    wrong. ``found`` counts these, ``proved`` the others."""

    def __init__(self) -> None:
        super().__init__((), "", 0)
        self.proved = 0

    def steps(self) -> Iterator[None]:
        """Takes one proof after the other. Yields wherever a slice may end."""
        solvers: dict[ProofLog, Solver] = {}
        while log := KERNEL_CACHE.proofs and KERNEL_CACHE.proofs.doubtful():
            row, board = log.doubtful.pop(), log.board
            if log not in solvers:
                solvers[log] = Solver(board.width, board.height, board.connect, table_mb=_TABLE_MB)
            yield from self._prove(solvers[log], log, row)

    def _prove(self, solver: Solver, log: ProofLog, row: Rows) -> Iterator[None]:
        claim = proof_of(row[0])
        search = solver.begin(*stones_of(row[0]))
        for above in (claim.low - 1, claim.high):
            search.aim(above)
            while not search.step(_NODES):
                yield
            yield
        self.nodes += search.nodes
        if search.low < claim.low or search.high > claim.high:
            self.found += 1
            log.drop(row)
        else:
            self.proved += 1


def doubts() -> bool:
    """Tells whether a proof is to be proved again."""
    return KERNEL_CACHE.proofs is not None and KERNEL_CACHE.proofs.doubtful() is not None
