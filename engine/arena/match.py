"""Engine against engine: one game, and a match of many with paired openings and colours swapped.

Nothing here looks at a clock: each side thinks until its level has had its say, so a match is the same on every
machine, and a seed repeats it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.games import CHANCE, Game, Move, Player
from engine.mind.growth import Purpose
from engine.mind.mind import Mind

RANDOM = 0
"""As a level: a player that takes any legal move, without a thought for threats."""

MAX_SLICES = 2_000
"""A mind without a horizon answers after so many slices at the latest (on boards that cannot be proven)."""


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game: the levels of both sides, its moves (drawn lots included) and who won (None: a draw)."""

    first: int
    second: int
    moves: tuple[Move, ...]
    winner: Player | None

    def points(self, level_is_first: bool) -> float:
        """1, a half or 0 for the side named."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Player.FIRST) == level_is_first)


def opening(game: Game[Any], plies: int, seed: int) -> tuple[Move, ...]:
    """Random first moves after which nobody has won and nobody can win at once, drawn by ``seed``."""
    rng = random.Random(f"opening {seed}")
    while True:
        state, moves = game.initial(), []
        for _ in range(plies):
            if game.outcome(state) is not None:
                break
            moves.append(_draw(game, state, rng))
            state = game.play(state, moves[-1])
        while game.outcome(state) is None and game.to_move(state) is CHANCE:
            moves.append(_draw(game, state, rng))
            state = game.play(state, moves[-1])
        if game.outcome(state) is None and game.is_quiet(state):
            return tuple(moves)


def play(
    game: Game[Any],
    levels: tuple[int, int],
    start: Sequence[Move] = (),
    seed: int = 0,
    *,
    show: Callable[[Any, Move | None], None] | None = None,
) -> Played:
    """One game between two levels (:data:`RANDOM` for the random mover) from the position after ``start``.

    Args:
        game: the rules.
        levels: of the first and the second player.
        start: moves already made.
        seed: of all chance in it.
        show: called with every state and the move that led there.
    """
    minds = [Mind(game, level, seed * 2 + side) if level else None for side, level in enumerate(levels)]
    rng = random.Random(f"lots {seed}")
    moves, state = list(start), game.initial()
    for move in start:
        state = game.play(state, move)
    if show:
        show(state, None)
    while game.outcome(state) is None:
        player = game.to_move(state)
        mind = None if player is CHANCE else minds[player]
        moves.append(_draw(game, state, rng) if mind is None else think(mind, moves))
        state = game.play(state, moves[-1])
        if show:
            show(state, moves[-1])
    for mind in minds:
        if mind:
            mind.close()
    end = game.outcome(state)
    return Played(*levels, tuple(moves), end.winner if end else None)


def think(mind: Mind, moves: Sequence[Move]) -> Move:
    """The mind's move after ``moves``, with all the thought that its level allows."""
    mind.follow(moves)
    for _ in range(MAX_SLICES):
        if not mind.work(Purpose.CHOOSE):
            break
    return mind.answer().move


def _draw(game: Game[Any], state: Any, rng: random.Random) -> Move:
    if game.to_move(state) is CHANCE:
        lots, shares = zip(*game.outcomes(state), strict=True)
        return int(rng.choices(lots, shares)[0])
    return int(rng.choice(list(game.moves(state))))
