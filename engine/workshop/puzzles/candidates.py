"""Finds positions that may become puzzles in games between levels, by the rules alone."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from engine.games import LineGame, LineState, Move
from engine.games.openings import random_opening
from engine.players import play
from engine.puzzles.puzzle import Theme
from engine.puzzles.solution import classify

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
