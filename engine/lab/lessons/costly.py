"""Stores the lessons' numbers that take long to compute: nodes of searches from the empty board.

``python -m engine.lab.lessons.costly`` computes the numbers again, in some minutes, and writes the file.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path

from engine.lab.lessons.facts import result, thinking_ahead

FILE = "costly.json"
CONNECT4_DEPTH = 8
PONDERED = ("44534", 5)  # moves and depth of the position of Connect Four searched with a kept table


def _nodes(game: str, method: str, depth: int | None = None) -> Callable[[], int]:
    return lambda: result(game, "", method, depth).counts.nodes


def _pondered(count: str) -> Callable[[], int]:
    return lambda: thinking_ahead("connect4", *PONDERED)[count]


COSTLY: dict[str, Callable[[], int]] = {
    "tictactoe minimax": _nodes("tictactoe", "minimax"),
    "tictactoe memo": _nodes("tictactoe", "memo"),
    "tictactoe alphabeta": _nodes("tictactoe", "alphabeta"),
    "tictactoe all": _nodes("tictactoe", "all"),
    "connect4 minimax": _nodes("connect4", "minimax", CONNECT4_DEPTH),
    "connect4 alphabeta": _nodes("connect4", "alphabeta", CONNECT4_DEPTH),
    "connect4 static": _nodes("connect4", "static", CONNECT4_DEPTH),
    "connect4 best": _nodes("connect4", "best", CONNECT4_DEPTH),
    "pondered afresh": _pondered("afresh"),
    "pondered kept": _pondered("kept"),
}
"""The search behind each number."""


@cache
def stored() -> dict[str, int]:
    """Returns the stored numbers."""
    numbers: dict[str, int] = json.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return numbers


def main() -> None:
    """Computes all numbers and writes the file."""
    numbers = {name: compute() for name, compute in COSTLY.items()}
    Path(__file__).with_name(FILE).write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
