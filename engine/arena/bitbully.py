"""Puts BitBully behind the pipe protocol, as an example of an adapter: ``python -m engine.arena.bitbully``.

BitBully (https://github.com/MarkusThill/BitBully) is an exact solver of Connect Four; ``pip install bitbully`` installs
the solver and a book of the first twelve plies. Without the book, an early move takes minutes. The adapter plays a move
of the best score, nearest to the centre.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from engine.arena.pipe import serve
from engine.games import Game, GameError, Move

_NO_MOVE = -100
"""A score below this means a full column."""


def main() -> None:
    """Answers on the standard streams until the input ends."""
    try:
        core: Any = importlib.import_module("bitbully.bitbully_core")
        books: Any = importlib.import_module("bitbully_databases")
    except ImportError:
        print("error BitBully is not installed; install it with: pip install bitbully", flush=True)  # noqa: T201
        return
    solver = core.BitBullyCore(books.BitBullyDatabases.get_database_path("12-ply-dist"))

    def choose(game: Game[Any], moves: list[Move]) -> Move:
        if game.name != "connect4":
            raise GameError(f"BitBully plays connect4, not {game.name}")
        board = core.BoardCore()
        board.setBoard([move - 1 for move in moves])
        scores = solver.scoreMoves(board)
        legal = [move for move in range(1, 8) if scores[move - 1] > _NO_MOVE]
        return max(legal, key=lambda move: (scores[move - 1], -abs(move - 4)))

    serve(sys.stdin, lambda line: print(line, flush=True), "BitBully", choose)  # noqa: T201


if __name__ == "__main__":
    main()
