"""BitBully behind the pipe protocol, as an example of an adapter: ``python -m engine.arena.bitbully``.

BitBully (https://github.com/MarkusThill/BitBully) is an exact solver of Connect Four; ``pip install bitbully`` brings
it and its book of the first twelve plies, without which it thinks for minutes over an early move. It plays a move of
the best score, the one nearest the centre if there are several.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from engine.arena.pipe import serve
from engine.games import Game, GameError, Move

_NO_MOVE = -100
"""BitBully scores a full column far below every loss."""


def main() -> None:
    """Answer on the standard streams until they end."""
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
