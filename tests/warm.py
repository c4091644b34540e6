"""Compiles the kernels of games into the cache: ``python -m tests.warm connect4 gomoku7``, without a name for all
games.

The workers of the tests then load the kernels, and no two compile the same.
"""

from __future__ import annotations

import sys

from engine.games import all_games, find
from engine.mind.search.kernels import KERNEL_CACHE


def main() -> None:
    """Compiles what is not in the cache yet."""
    KERNEL_CACHE.table_mb = 1
    for name in sys.argv[1:] or all_games():
        KERNEL_CACHE.warm_up(find(name))


if __name__ == "__main__":
    main()
