"""Follows best play from the first moves to the position where a proof begins."""

from dataclasses import dataclass

from engine.coach.why import ExactScores, explain
from engine.games import LineGame, LineState, Move, replay

PLIES = 3
"""Best play is followed from positions of up to so many moves."""
SOONEST = 12
"""No position with fewer moves is asked: proofs that short are not known there, and each question takes a second."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Holds an opening, the moves of best play from the empty board to a proof, and the branches of that proof."""

    moves: tuple[Move, ...]
    line: tuple[Move, ...]
    lines: int


class Follower:
    """Finds where proofs begin, and remembers each position asked: lines of best play meet."""

    def __init__(self, game: LineGame) -> None:
        self._game, self._scores = game, ExactScores(game)
        self._sizes = dict[LineState, int]()

    def follow(self, moves: tuple[Move, ...]) -> Begun | None:
        """Returns the first position with a proof along best play, the leftmost of equals; None if there is none."""
        game, line = self._game, list(moves)
        state = replay(game, moves)
        while game.outcome(state) is None:
            if len(line) >= SOONEST and (size := self._size(state)):
                return Begun(moves, tuple(line), size)
            scores = self._scores(state)
            line.append(max(scores, key=lambda move: (scores[move], -move)))
            state = game.play(state, line[-1])
        return None

    def _size(self, state: LineState) -> int:
        key = self._game.key(state)
        if key not in self._sizes:
            found = explain(self._game, state, self._game.to_move(state), self._scores).certificate
            self._sizes[key] = found.size if found else 0
        return self._sizes[key]
