"""Who may sit at a match: a level, the random mover, a documented simple player, an outside engine on pipes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from engine.games import Game, GameError, Move, replay
from engine.mind.levels.level import LEVELS, find_level
from engine.mind.levels.weak_play import weak_player
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.plans.budgets import BUDGETS, Budgets
from engine.mind.search.shallow import without_blunders

RANDOM = 0
"""As a level: a player that takes any legal move, without a thought for threats."""


def think(mind: Mind, moves: Sequence[Move]) -> Move:
    """The mind's move after ``moves``, with all the thought that its level allows."""
    mind.follow(moves)
    while mind.work(Purpose.CHOOSE):
        pass
    return mind.answer().move


class Player(Protocol):
    """One side of a match; it plays game after game until it is closed. In a store of results ``key`` tells it from
    every player that might play otherwise."""

    name: str

    @property
    def key(self) -> str:
        """As above."""

    def begin(self, seed: int) -> None:
        """A new game; all the player's chance comes from ``seed``."""

    def move(self, moves: Sequence[Move]) -> Move:
        """Its move after ``moves``."""

    def close(self) -> None:
        """No further game."""


class LevelPlayer:
    """A level of the slider, with all the thought that it allows: nodes are counted, never seconds."""

    def __init__(self, game: Game[Any], level: int, budgets: Budgets = BUDGETS) -> None:
        self.name = f"level {level}"
        self._game, self._level, self._seed, self._budgets = game, level, 0, budgets
        self._mind = Mind(game, level, 0, budgets=budgets)
        self._weak_player = weak_player(game, find_level(level))

    @property
    def key(self) -> str:
        """The level with its settings."""
        return find_level(self._level).settings

    def begin(self, seed: int) -> None:
        """A mind with an empty tree."""
        self._mind.close()
        self._mind, self._seed = Mind(self._game, self._level, seed, budgets=self._budgets), seed

    def move(self, moves: Sequence[Move]) -> Move:
        """What the level plays."""
        return self._weak_player.move(moves, self._seed) if self._weak_player else think(self._mind, moves)

    def close(self) -> None:
        """The tree is freed."""
        self._mind.close()


class RandomPlayer:
    """Any legal move, all equally likely."""

    name = "random"

    def __init__(self, game: Game[Any]) -> None:
        self._game, self._rng = game, random.Random(0)

    @property
    def key(self) -> str:
        """The name says all."""
        return self.name

    def begin(self, seed: int) -> None:
        """New lots."""
        self._rng = random.Random(f"random {seed}")

    def move(self, moves: Sequence[Move]) -> Move:
        """Drawn by lot."""
        return self._rng.choice(list(self._game.moves(replay(self._game, moves))))

    def close(self) -> None:
        """Nothing is held."""


class SimplePlayer(RandomPlayer):
    """What a newcomer who knows the rules does: win if it can, else block, else as near the centre as it can."""

    name = "simple"

    def move(self, moves: Sequence[Move]) -> Move:
        """The nearest to the middle of the moves that overlook nothing; equal ones by lot."""
        state = replay(self._game, moves)
        legal = list(self._game.moves(state))
        first = self._game.moves(self._game.initial())
        middle = sum(first) / len(first)
        sensible = without_blunders(self._game, state, legal)
        nearest = min(abs(move - middle) for move in sensible)
        return self._rng.choice([move for move in sensible if abs(move - middle) == nearest])


def seat(game: Game[Any], who: int | str, patience: float = 60.0) -> Player:
    """The player that ``who`` names: 1 to 10, "random" (or 0), "simple", or "pipe:COMMAND".

    Args:
        game: the rules.
        who: as above.
        patience: seconds that an outside engine may take over one move.

    Raises:
        GameError: nobody is called so, or the outside engine cannot be started.
    """
    text = str(who)
    if text in ("random", "0"):
        return RandomPlayer(game)
    if text == "simple":
        return SimplePlayer(game)
    if text.startswith("pipe:"):
        from engine.arena.pipe import PipePlayer

        return PipePlayer(game, text.removeprefix("pipe:"), patience)
    if text.isdecimal() and 1 <= int(text) <= len(LEVELS):
        return LevelPlayer(game, int(text))
    raise GameError(
        f"there is no player {text!r}; give a level from 1 to {len(LEVELS)}, random, simple, "
        'or an outside engine as "pipe:COMMAND"'
    )
