"""Rates a puzzle on the scale of the levels, from the exact chances of every level to play the solution."""

from collections.abc import Mapping

import numpy as np

from engine.games import LineGame, Move
from engine.mind.levels.level import find_level, levels
from engine.mind.levels.weak_play import weak_player

RATED = tuple(range(1, 10))  # the levels with chances. Level 10 always finds the solution
_TOP_WEIGHT = 0.1  # the weight of level 10 (the others have 1). With it the scale ends at about 1,850

_SCALE = np.arange(0, 3001)
_SPREAD = 400.0


class Rater:
    """Computes chances of levels and ratings, and keeps the levels' searches between puzzles."""

    def __init__(self, game: LineGame) -> None:
        self._players = {number: weak_player(game, find_level(number)) for number in RATED}
        self.ratings = {level.number: float(level.rating or 0) for level in levels(game.name)}

    def chances(self, moves: tuple[Move, ...], line: tuple[Move, ...]) -> dict[int, tuple[float, float]]:
        """Returns each lower level's chance of the first move and of the solver's moves of ``line``, the even ones."""
        found: dict[int, tuple[float, float]] = {}
        for number, player in self._players.items():
            if player is None:
                raise ValueError("the chances of the levels are known on boards with gravity only")
            first = whole = player.chances(moves).get(line[0], 0.0)
            for turn in range(2, len(line), 2):
                if whole < 1e-9:
                    break
                whole *= player.chances(moves + line[:turn]).get(line[turn], 0.0)
            found[number] = (first, whole)
        return found

    def rate(self, chances: Mapping[int, float]) -> int:
        """Returns the rating of a puzzle, see :func:`fit`."""
        return fit(chances, self.ratings)


def fit(chances: Mapping[int, float], ratings: Mapping[int, float]) -> int:
    """Returns the rating of a puzzle by weighted least squares of the Elo curve, from each level's chance to play the
    whole solution (level 10 is added) and its points on the ladder."""
    points = np.array([ratings[number] for number in (*chances, 10)])
    wanted = np.array([*chances.values(), 1.0])
    weights = np.array([1.0] * len(chances) + [_TOP_WEIGHT])
    errors = weights * (expected(points[None, :], _SCALE[:, None]) - wanted) ** 2
    return int(_SCALE[int(errors.sum(axis=1).argmin())])


def expected(player: np.ndarray, puzzle: np.ndarray) -> np.ndarray:
    """Returns the chance of a player of one rating to solve a puzzle of another (Elo's curve, 400 points)."""
    return np.asarray(1.0 / (1.0 + 10.0 ** ((puzzle - player) / _SPREAD)))


def lowest_level(chances: Mapping[int, tuple[float, float]]) -> int:
    """Returns the lowest level with at least an even chance of the first move, or 10."""
    return next((number for number, (first, _) in sorted(chances.items()) if first >= 0.5), 10)
