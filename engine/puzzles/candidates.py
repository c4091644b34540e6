"""Finds positions that may become puzzles in games between levels, by the rules alone."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from engine.games import LineGame, LineState, Move
from engine.games.openings import random_opening
from engine.players import play
from engine.puzzles.puzzle import Theme

FIRST_PLY = 7  # plies before the earliest position of a puzzle
_EASY_SHARE = 0.15  # the share of games between levels for beginners

_EASY, _USUAL = range(1, 5), range(3, 10)
_SANE = 3  # the least moves of a usual puzzle that give the opponent no four, so that there is a choice


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


def classify(game: LineGame, state: LineState) -> Theme | None:
    """Returns the kind of a position by the rules alone: a kind for beginners, no theme, or None for no puzzle."""
    landings = {move: game.bit(game.landing(state, move)) for move in game.moves(state)}
    own, theirs = game.holes(state.own, state.mask), game.holes(state.own ^ state.mask, state.mask)
    wins = [move for move, bit in landings.items() if bit & own]
    blocks = [move for move, bit in landings.items() if bit & theirs]
    if len(landings) < _SANE or len(wins) > 1 or len(blocks) > 1:
        return None
    if wins:
        return Theme.WIN_AT_ONCE
    if blocks:
        return Theme.MUST_BLOCK
    sane = [move for move, bit in landings.items() if not (bit << 1) & theirs]
    if len(sane) == 1:
        return Theme.DO_NOT_HAND_OVER
    return Theme(0) if len(sane) >= _SANE else None
