"""Makes the puzzles of a game. Everything follows from the seed and the number of the game. Those that ship were chosen
from such games by ``git show 49c3df13a:engine/workshop/puzzles/maker.py``: their names stand in what people keep, so no
other choice is made."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.games import LineGame, LineState, Move
from engine.games.game import score_of
from engine.games.openings import random_opening
from engine.mind.levels.level import find_level, levels
from engine.mind.levels.weak_play import weak_player
from engine.players import play
from engine.puzzles.judge import Judge, keepers
from engine.puzzles.puzzle import Puzzle, Theme
from engine.puzzles.solution import classify, solve, themes

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


FIRST_PLY = 7  # plies before the earliest position of a puzzle
_EASY_SHARE = 0.15  # the share of games between levels for beginners

_EASY, _USUAL = range(1, 5), range(3, 10)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Holds a position of a game between levels, and the kind for beginners (no theme: the usual kind)."""

    moves: tuple[Move, ...]
    state: LineState
    kind: Theme


def game_moves(game: LineGame, number: int, seed: int) -> tuple[Move, ...]:
    """Plays the game ``number`` of ``seed`` between two levels, after two to six random moves."""
    rng = random.Random(f"puzzles {seed} {number}")
    levels = _EASY if rng.random() < _EASY_SHARE else _USUAL
    sides = (rng.choice(levels), rng.choice(levels))
    start = random_opening(game, rng.randint(2, 6), rng.randrange(1 << 30))
    return play(game, sides, start, rng.randrange(1 << 30)).moves


def candidates(game: LineGame, moves: tuple[Move, ...]) -> Iterator[Candidate]:
    """Yields the candidates of one game, in the order of the moves."""
    states = [game.initial()]
    for move in moves:
        states.append(game.play(states[-1], move))
    for ply in range(FIRST_PLY, len(moves)):
        kind = classify(game, states[ply])
        if kind is not None:
            yield Candidate(moves[:ply], states[ply], kind)


LONGEST_WIN = 25  # plies to the end of the longest win asked for: thirteen moves

_SHORT_WIN = 15
"""Plies of the longest short win: eight moves. Most short wins have a short proof, longer ones and draws have none."""

_A_GAME = {"beginners": 1, "short wins": 4, "others": 1}  # the most puzzles from one game, of each sort
_TABLE_MB = 32


class Maker:
    """Makes the puzzles of one game after the other, and keeps the searches between games."""

    def __init__(self, game: LineGame) -> None:
        self.game, self._judge, self._rater = game, Judge(game, table_mb=_TABLE_MB), Rater(game)

    def puzzles(self, number: int, seed: int) -> list[Puzzle]:
        """Returns the puzzles of game ``number`` of ``seed``, without proofs, few of a game, as they are similar."""
        tried = list(candidates(self.game, game_moves(self.game, number, seed)))
        random.Random(f"order {seed} {number}").shuffle(tried)
        found, room = list[Puzzle](), dict(_A_GAME)
        for candidate in tried:
            scores = self._judge.scores(candidate.state)
            sort = self._sort(candidate, scores)
            if sort and room[sort]:
                room[sort] -= 1
                found.append(self._puzzle(candidate, scores, number))
        return found

    def _sort(self, candidate: Candidate, scores: Mapping[Move, int]) -> str:
        """Returns which of :data:`_A_GAME` a position would be, or "" for no puzzle."""
        best, state = max(scores.values()), candidate.state
        if best < 0 or len(keepers(scores)) != 1:
            return ""
        plies = score_of(self.game, best, state.ply, self.game.to_move(state)).plies if best else 0
        if plies > LONGEST_WIN:
            return ""
        return "beginners" if candidate.kind else ("short wins" if 0 < plies <= _SHORT_WIN else "others")

    def _puzzle(self, candidate: Candidate, scores: Mapping[Move, int], number: int) -> Puzzle:
        solution = solve(self._judge, candidate.state, scores)
        chances = self._rater.chances(candidate.moves, solution.line)
        return Puzzle(
            candidate.moves,
            solution.plies,
            solution.line,
            solution.wrong,
            themes(self.game, candidate.state, candidate.kind, solution),
            self._rater.rate({level: whole for level, (_, whole) in chances.items()}),
            lowest_level(chances),
            source=number,
        )
