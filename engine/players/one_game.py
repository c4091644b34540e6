"""Plays one game, engine against engine.

No clock is used: each side thinks as long as the level allows, in nodes, so a game is the same on every machine, and an
equal seed repeats it. Only an outside engine has a time limit for an answer.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.games import CHANCE, Game, Move, replay
from engine.games import Player as Side
from engine.games.openings import draw_move
from engine.players.level_player import RANDOM, ForfeitError, LevelPlayer, Player, RandomPlayer


@dataclass(frozen=True, slots=True)
class Played:
    """Holds one finished game. ``moves`` include chance moves."""

    first: str
    second: str
    moves: tuple[Move, ...]
    winner: Side | None  # None: a draw
    forfeit: str = ""  # how an outside engine failed, as a sentence

    def points(self, level_is_first: bool) -> float:
        """Returns 1, 0.5 or 0 for the named side."""
        if self.winner is None:
            return 0.5
        return float((self.winner is Side.FIRST) == level_is_first)


def play(
    game: Game[Any],
    sides: Sequence[int | Player],
    start: Sequence[Move] = (),
    seed: int = 0,
    *,
    show: Callable[[Any, Move | None], None] | None = None,
) -> Played:
    """Plays one game from the position after ``start``.

    Args:
        sides: the first and the second player. A number is a level (:data:`RANDOM` is the random mover).
        seed: the seed of all randomness in the game.
        show: called with every state and the move before.
    """
    seats = [_player(game, side) if isinstance(side, int) else side for side in sides]
    for place, player in enumerate(seats):
        player.begin(seed * 2 + place)
    rng = random.Random(f"lots {seed}")
    moves, state, forfeit = list(start), replay(game, start), ""
    if show:
        show(state, None)
    while game.outcome(state) is None:
        side = game.to_move(state)
        try:
            moves.append(draw_move(game, state, rng) if side is CHANCE else seats[side].move(moves))
        except ForfeitError as error:
            forfeit = str(error)
            break
        state = game.play(state, moves[-1])
        if show:
            show(state, moves[-1])
    for player, given in zip(seats, sides, strict=True):
        if isinstance(given, int):
            player.close()
    end = game.outcome(state)
    winner = end.winner if end else game.to_move(state).other
    return Played(seats[0].name, seats[1].name, tuple(moves), winner, forfeit)


def _player(game: Game[Any], number: int) -> Player:
    return RandomPlayer(game) if number == RANDOM else LevelPlayer(game, number)
