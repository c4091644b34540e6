"""Plays one game between levels, without a clock: what matches, puzzles and measurements share. Each side thinks as
long as the level allows, in nodes, so a game is the same on every machine, and an equal seed repeats it. Only an
outside engine has a time limit for an answer. May import games, nets, search, solver and mind."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.games import CHANCE, Game, GameError, Move, replay
from engine.games.formats.records import GameRecord
from engine.games.openings import draw_move
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import weak_player
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.plans.workbench import BUDGETS, Budgets
from engine.nets.shipped import evaluation_of, shipped

_PARTS, _SHARE, _SPARE = 20, 0.8, 0.5


@dataclass(frozen=True, slots=True)
class Clock:
    """Holds the seconds ``left`` to the first and the second player, and what each move adds to them."""

    left: tuple[float, float]
    increments: tuple[float, float] = (0.0, 0.0)

    def seconds(self, side: int) -> float:
        """Returns the seconds for a move: a twentieth and most of the increment, at most half of the rest."""
        left = self.left[side]
        return max(0.01, min(left * _SPARE, left / _PARTS + self.increments[side] * _SHARE))

    def line(self) -> str:
        """Returns the clock as a line of the protocol."""
        return "clock " + " ".join(f"{number:.6g}" for number in (*self.left, *self.increments))


RANDOM = 0  # the level number of the random mover


class ForfeitError(GameError):
    """Tells in a sentence how an outside engine failed to play on."""


def think(mind: Mind, moves: Sequence[Move]) -> Move:
    """Returns the mind's move after ``moves``, with the whole search that the level allows."""
    mind.follow(moves)
    while mind.work(Purpose.CHOOSE):
        pass
    return mind.answer().move


def player_key(game: Game[Any], number: int) -> str:
    """Returns what identifies a level in a file of results: the settings, and the network of the board, if any."""
    if number == RANDOM:
        return str(RANDOM)
    settings, net = find_level(number).settings, shipped(game)
    return f"{settings}/{evaluation_of(game).replace(' ', '-')}" if net else settings


class Player:
    """Plays one side of a match, or at a table, game after game, until closed."""

    name: str
    """Names the player in tables and on the page."""
    key = ""
    """Identifies the player in a file of results: players that may play differently have different keys."""
    clock: Clock | None = None
    """The clock of the game at the next move."""
    value = 0.0
    """What the player's last search expects for its side, from -1 to 1."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def begin(self, seed: int) -> None:
        """Begins a new game. All randomness of the player comes from ``seed``."""

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the player's move after ``moves``."""
        raise NotImplementedError

    def ponder(self, moves: Sequence[Move]) -> None:
        """Begins to think on the other side's time, without waiting."""

    def close(self) -> None:
        """Ends the player. No further game follows."""


class LevelPlayer(Player):
    """Plays a level of the slider with the level's full search, counted in nodes, never in seconds."""

    def __init__(self, game: Game[Any], level: int, budgets: Budgets = BUDGETS) -> None:
        self.name, self.key = f"level {level}", player_key(game, level)
        self._game, self._level, self._seed, self._budgets = game, level, 0, budgets
        self._mind = Mind(game, level, 0, budgets=budgets)
        self._weak_player = weak_player(game, find_level(level))

    @property
    def mind(self) -> Mind:
        """Returns the mind of the present game."""
        return self._mind

    @property
    def is_weak(self) -> bool:
        """Tells whether the level plays without the mind's search."""
        return self._weak_player is not None

    def begin(self, seed: int) -> None:
        """Begins with a new mind and an empty tree."""
        self._mind.close()
        self._mind, self._seed = Mind(self._game, self._level, seed, budgets=self._budgets), seed

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the level's move after ``moves``."""
        return self._weak_player.move(moves, self._seed) if self._weak_player else think(self._mind, moves)

    def close(self) -> None:
        """Frees the tree."""
        self._mind.close()


class RandomPlayer(Player):
    """Plays any legal move, all equally likely."""

    name = key = "random"

    def __init__(self, game: Game[Any]) -> None:
        self._game, self._rng = game, random.Random(0)

    def begin(self, seed: int) -> None:
        """Seeds the random generator."""
        self._rng = random.Random(f"random {seed}")

    def move(self, moves: Sequence[Move]) -> Move:
        """Draws a legal move."""
        return self._rng.choice(list(self._game.moves(replay(self._game, moves))))


def play(
    game: Game[Any],
    sides: Sequence[int | Player],
    start: Sequence[Move] = (),
    seed: int = 0,
    *,
    show: Callable[[Any, Move | None], None] | None = None,
) -> GameRecord:
    """Plays one game from the position after ``start``, all random by ``seed``. ``sides`` are players or levels
    (:data:`RANDOM` is the random mover). ``show`` is called with every state and the move before."""
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
    return GameRecord(game.name, tuple(moves), (seats[0].name, seats[1].name), winner, forfeit)


def _player(game: Game[Any], number: int) -> Player:
    return RandomPlayer(game) if number == RANDOM else LevelPlayer(game, number)
