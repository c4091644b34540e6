"""Compiles kernels into the cache: ``python -m tests.warm games`` those of all games, ``others`` those of tests alone.

The workers of the tests then load the kernels, and no two compile the same.
"""

import importlib
import sys

from engine.games import all_games
from engine.learn import kernel as learner
from engine.mind.search import gravity_kernel, placement_kernel
from engine.mind.search.kernels import KERNEL_CACHE
from engine.nets.judging import LEARNT, QUIET
from engine.solver import kernel


def games() -> None:
    """Compiles the kernels of every registered game, and those of the tree."""
    KERNEL_CACHE.table_mb = 1
    for game in all_games().values():
        KERNEL_CACHE.warm_up(game)


def others() -> None:
    """Compiles the kernels of boards which belong to no game, and those of the coach, which compile at import."""
    importlib.import_module("engine.coach.why")
    kernel.build(5, 3, 4)
    kernel.build(4, 4, 4, switchable=True, learnt=True)
    placement_kernel.build(5, 4, 4)
    gravity_kernel.build(5, 4, 4, remembers=True)
    learner.build(5, 4, 4, True)
    for judging in (QUIET, LEARNT):
        gravity_kernel.build(5, 4, 4, judging=judging)
        gravity_kernel.build(5, 4, 4, remembers=True, judging=judging)
    placement_kernel.build(5, 4, 4, judging=LEARNT)


if __name__ == "__main__":
    {"games": games, "others": others}[sys.argv[1]]()
