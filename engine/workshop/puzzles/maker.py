"""Makes puzzles game by game. An interrupted run continues where it stopped. Everything follows from the seed and the
number of the game: the same command writes the same puzzles, digit for digit."""

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.coach.certificate import Claim
from engine.coach.explanation import Explanation, to_json
from engine.coach.proof_search import find as find_proof
from engine.coach.words import words
from engine.files import append_record, read_records
from engine.games import LineGame, LineState, Move, find, replay
from engine.games.game import score_of
from engine.games.openings import random_opening
from engine.mind.levels.level import find_level, levels
from engine.mind.levels.weak_play import weak_player
from engine.players import play
from engine.puzzles.judge import Judge, keepers
from engine.puzzles.puzzle import Puzzle, Theme, from_row
from engine.puzzles.solution import classify, later_wrong_moves, solve, themes
from engine.workshop.pool import Job, LocalPool
from engine.workshop.puzzles.selection import SHORT, Selection

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

_GAME, _PROOFS = "puzzles of game", "proofs of game"
_SHORT_WIN = 15
"""Plies of the longest short win: eight moves. Most short wins have a short proof, longer ones and draws have none."""

_A_GAME = {"beginners": 1, "short wins": 4, "others": 1}  # the most puzzles from one game, of each sort
_POSITIONS = 60_000  # positions searched for one proof

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

    def proof(self, puzzle: Puzzle) -> tuple[int, Any]:
        """Returns the lines of the smallest proof for the right move, and the proof in words, or (0, None). The
        proof starts after the right move, or before it if the right move ends the game."""
        state = replay(self.game, puzzle.moves)
        claim = Claim(self.game.to_move(state), wins=puzzle.plies > 0)
        after = self.game.play(state, puzzle.line[0])
        start = state if self.game.outcome(after) else after
        found = find_proof(self.game, start, claim, scores=self._judge.scores, lines=SHORT, positions=_POSITIONS)
        if found.certificate is None:
            return 0, None
        explanation = Explanation(claim, found.certificate, None, words(found.certificate), ())
        return found.certificate.size, to_json(explanation)

    def completed(self, puzzle: Puzzle) -> Puzzle:
        """Returns the puzzle with the wrong moves of the solver's later turns."""
        state = replay(self.game, puzzle.moves)
        return replace(puzzle, later=later_wrong_moves(self._judge, state, puzzle.line))

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


def make(name: str, count: int, store: Path, seed: int = 1, processes: int | None = None) -> Iterator[tuple[int, int]]:
    """Makes puzzles until ``count`` (mirror images counted once) can be chosen from ``store``. Yields (games, chosen
    so far). Games in the store are not played again. ``processes`` is one for each core if None."""
    played, proved = _stored(store, seed)
    choice = _Choice(_board(name), count)
    todo = ((number, played.get(number)) for number in itertools.count() if number not in proved)
    results = LocalPool(processes).over(Job(_one_game, _begin, (name, seed)), todo)
    for number in itertools.count():
        if number not in proved:
            rows, proofs = next(results)
            if number not in played:
                append_record(store, {_GAME: number, "seed": seed, "rows": rows})
            append_record(store, {_PROOFS: number, "seed": seed, "proofs": proofs})
            played[number], proved[number] = rows, proofs
        choice.add(played.pop(number), proved[number])
        yield number + 1, len(choice.selection.taken)
        if choice.selection.full:
            return


def chosen(name: str, count: int, store: Path, seed: int = 1) -> tuple[list[Puzzle], dict[str, Any]]:
    """Returns ``count`` puzzles of a finished run, and the proof of each: puzzle name -> explanation as plain data."""
    played, proved = _stored(store, seed)
    choice = _Choice(_board(name), count)
    for number in itertools.count():
        if choice.selection.full or number not in proved:
            break
        choice.add(played[number], proved[number])
    return choice.selection.taken, choice.proofs


def completed(name: str, puzzles: Iterable[Puzzle], processes: int | None = None) -> Iterator[Puzzle]:
    """Yields the chosen puzzles, ready to ship: with the wrong moves of the solver's later turns."""
    yield from LocalPool(processes).over(Job(_complete, _begin, (name, 0)), puzzles)


class _Choice:
    def __init__(self, game: LineGame, count: int) -> None:
        self._game, self._seen = game, set[LineState]()
        self.selection, self.proofs = Selection(count), dict[str, Any]()

    def add(self, rows: list[Any], proofs: dict[str, Any]) -> None:
        for row in rows:
            puzzle = from_row(row)
            state = self._game.key(replay(self._game, puzzle.moves))
            if state in self._seen:
                continue
            self._seen.add(state)
            lines, proof = proofs[puzzle.name]
            if self.selection.add(replace(puzzle, lines=lines)) and proof is not None:
                self.proofs[puzzle.name] = proof


def _stored(store: Path, seed: int) -> tuple[dict[int, list[Any]], dict[int, dict[str, Any]]]:
    played, proved = dict[int, list[Any]](), dict[int, dict[str, Any]]()
    for record in read_records(store):
        if record.get("seed") == seed and _GAME in record:
            played[record[_GAME]] = record["rows"]
        elif record.get("seed") == seed and _PROOFS in record:
            proved[record[_PROOFS]] = record["proofs"]
    return played, proved


def _board(name: str) -> LineGame:
    game = find(name)
    if not isinstance(game, LineGame) or not game.gravity:
        raise ValueError(f"{game.title} has no puzzles; connect4 has")
    return game


_maker: Maker
_seed: int


def _begin(name: str, seed: int) -> None:
    global _maker, _seed  # a pool's process has no other place for what it keeps
    _maker, _seed = Maker(_board(name)), seed


def _one_game(task: tuple[int, list[Any] | None]) -> tuple[list[Any], dict[str, Any]]:
    number, rows = task
    if rows is None:
        rows = [puzzle.row() for puzzle in _maker.puzzles(number, _seed)]
    return rows, {puzzle.name: _maker.proof(puzzle) for puzzle in map(from_row, rows)}


def _complete(puzzle: Puzzle) -> Puzzle:
    return _maker.completed(puzzle)
