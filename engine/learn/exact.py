"""Teaches a learner exact results: the solver looks at the late positions of the learner's own games."""

from __future__ import annotations

import numpy as np

from engine.learn.learner import Learner
from engine.solver.solver import Solver

EARLIEST = 20
"""Stones on the board from which on the solver is asked: earlier a result costs more than a hundred games."""

BATCH = 64
"""Games between two lessons."""


def play_and_teach(learner: Learner, solver: Solver, games: int) -> None:
    """Plays so many games more, and after each batch teaches the results of the late positions.

    Args:
        learner: the learner, on a board with gravity.
        solver: the solver of the board.
        games: how many games.
    """
    end = learner.games + games
    while learner.games < end:
        before = learner.updates
        learner.play(min(BATCH, end - learner.games))
        late = [(own, mask) for own, mask in learner.seen(before).tolist() if mask.bit_count() >= EARLIEST]
        if late:
            signs = np.sign([found.score for found in solver.solve_many(late)]).astype(np.float32)
            learner.teach(np.array(late, np.uint64), signs)
