"""Defines the players of a match: a level, the random mover, a simple player, a network, an outside engine on pipes."""

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from engine.games import Game, GameError, Move, replay
from engine.mind.levels.level import LEVELS, find_level
from engine.mind.levels.weak_play import draw, weak_player
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.plans.budgets import BUDGETS, Budgets
from engine.mind.search.shallow import without_blunders
from engine.nets import file as net_file
from engine.nets.net import check_fits
from engine.nets.shipped import evaluation_of, shipped
from engine.search.deepening import search_to
from engine.search.evaluation import with_evaluation

RANDOM = 0  # the level number of the random mover


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


class Player(Protocol):
    """Plays one side of a match, game after game, until closed."""

    name: str
    """Names the player in tables."""

    key: str
    """Identifies the player in a file of results: players that may play differently have different keys."""

    def begin(self, seed: int) -> None:
        """Begins a new game. All randomness of the player comes from ``seed``."""

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the player's move after ``moves``."""

    def close(self) -> None:
        """Ends the player. No further game follows."""


class LevelPlayer:
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


class RandomPlayer:
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

    def close(self) -> None:
        """Does nothing: no resource is held."""


class SimplePlayer(RandomPlayer):
    """Plays as a newcomer who knows the rules: wins with the next move, else blocks, else plays near the centre."""

    name = key = "simple"

    def move(self, moves: Sequence[Move]) -> Move:
        """Draws among the moves nearest to the middle which overlook neither a win nor a block."""
        state = replay(self._game, moves)
        legal = list(self._game.moves(state))
        first = self._game.moves(self._game.initial())
        middle = sum(first) / len(first)
        sensible = without_blunders(self._game, state, legal)
        nearest = min(abs(move - middle) for move in sensible)
        return self._rng.choice([move for move in sensible if abs(move - middle) == nearest])


class NetPlayer:
    """Plays by a network from a file: the best move by the textbook's search, some plies ahead. ``given`` is the
    file, and after a colon the plies to look ahead, such as "my.net:3" (without a number one ply). Raises GameError
    if the file cannot be read, is no network, or is made for another game."""

    def __init__(self, game: Game[Any], given: str) -> None:
        path, _, depth = given.rpartition(":") if given.rpartition(":")[2].isdecimal() else (given, "", "1")
        net = net_file.read(Path(path))
        check_fits(net.shape, game)
        self.name, self._depth = f"net {Path(path).name}", max(1, int(depth))
        self.key = f"net:{hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]}:{self._depth}"
        self._game, self._rng = with_evaluation(game, net.measure(game)), random.Random(0)

    def begin(self, seed: int) -> None:
        """Seeds the choice among equal moves."""
        self._rng = random.Random(f"net {seed}")

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns a move of the highest value."""
        found = search_to(self._game, replay(self._game, moves), self._depth, every=True).moves
        return draw({one.move: one.value for one in found}, 0.0, self._rng)

    def close(self) -> None:
        """Does nothing: no resource is held."""


def make_player(game: Game[Any], who: int | str, patience: float = 60.0) -> Player:
    """Makes a player.

    Args:
        who: a level from 1 to 10, "random" (or 0), "simple", "net:FILE", or "pipe:COMMAND".
        patience: seconds allowed to an outside engine for one move.

    Raises:
        GameError: there is no such player, the file is no network for this game, or the outside engine cannot be
            started.
    """
    text = str(who)
    if text in ("random", "0"):
        return RandomPlayer(game)
    if text == "simple":
        return SimplePlayer(game)
    if text.startswith("net:"):
        return NetPlayer(game, text.removeprefix("net:"))
    if text.startswith("pipe:"):
        from engine.arena.pipe import PipePlayer

        return PipePlayer(game, text.removeprefix("pipe:"), patience)
    if text.isdecimal() and 1 <= int(text) <= len(LEVELS):
        return LevelPlayer(game, int(text))
    raise GameError(
        f"there is no player {text!r}; give a level from 1 to {len(LEVELS)}, random, simple, "
        'a network as "net:FILE", or an outside engine as "pipe:COMMAND"'
    )


def tell_apart(first: Player, second: Player, given: Sequence[int | str]) -> None:
    """Gives two players of one name different names, from the words ``given`` for each."""
    if first.name != second.name:
        return
    words = [str(who).removeprefix("pipe:").removeprefix("net:") for who in given]
    if words[0] == words[1]:
        words = ["first named", "second named"]
    for player, word in zip((first, second), words, strict=True):
        player.name += f" ({word})"
