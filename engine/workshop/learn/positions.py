"""Reads the judge's positions: in each the results of all moves are known, and not all are the same.

Half of the positions come from random play (A), half from games of the hand-written evaluation with some random moves
(B). In no position a side can complete a line with the next stone, because such moves are too easy. The sets are frozen
files of this package; ``git show 49c3df13a:engine/workshop/learn/positions.py`` made them.
"""

import functools
from dataclasses import dataclass
from pathlib import Path

from engine.games import LineState, Move, find, parse

FOLDER = Path(__file__).with_name("judged")

RESULTS = "-=+"  # writes the result of a move: lost, drawn, won


@dataclass(frozen=True, slots=True)
class Judged:
    """Holds a position and the result of each move for the side to move: -1, 0 or 1."""

    kind: str  # "A" from random play, "B" from games of the hand-written evaluation
    state: LineState
    results: dict[Move, int]

    @property
    def best(self) -> int:
        """Returns the result of the position."""
        return max(self.results.values())


@functools.cache
def judged(name: str) -> tuple[Judged, ...]:
    """Returns the frozen positions of a game, none for a game without a set."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        return ()
    game = find(name)
    found = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        kind, moves, results = line.split()
        state = parse(game, moves)[1]
        signs = (RESULTS.index(result) - 1 for result in results)
        found.append(Judged(kind, state, dict(zip(game.moves(state), signs, strict=True))))
    return tuple(found)
