"""Defines the other players of a match: a simple player, a network, an outside engine on pipes."""

import hashlib
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.cards.play import shipped_card_players
from engine.console import readable
from engine.games import Game, GameError, LineGame, Move, replay
from engine.mind.levels.level import LEVELS
from engine.mind.levels.weak_play import draw
from engine.mind.search.shallow import without_blunders
from engine.nets import file as net_file
from engine.nets.net import check_fits
from engine.players import LevelPlayer, Player, RandomPlayer
from engine.search.deepening import search_to
from engine.search.parts.evaluation import with_evaluation

_PLIES = re.compile(r":[0-9]{1,4}\Z")


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


class NetPlayer(Player):
    """Plays by a network from a file: the best move by the textbook's search, some plies ahead. ``given`` is the
    file, and after a colon the plies to look ahead, such as "my.net:3" (without a number one ply). Raises GameError
    if the file cannot be read, is no network, or is made for another game."""

    def __init__(self, game: Game[Any], given: str) -> None:
        if not given.strip():
            raise GameError('"net:" names no file; fourthought bench learn makes one')
        path, _, depth = given.rpartition(":") if _PLIES.search(given) else (given, "", "1")
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


class CardsPlayer(SimplePlayer):
    """Plays by the cards that ship for the board, without a search: perfect play of the sides that have cards. The
    other side plays as :class:`SimplePlayer`. Raises GameError if no cards ship for the game."""

    name = key = "sheet"

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game)
        self._card_players = shipped_card_players(game) if isinstance(game, LineGame) else {}
        if not self._card_players:
            raise GameError(f"no cards ship for {game.title}; a level from 1 to 10 plays it")

    def move(self, moves: Sequence[Move]) -> Move:
        """Returns the move of the card, or of the opening."""
        by_cards = self._card_players.get(self._game.to_move(replay(self._game, moves)))
        return by_cards.move(moves) if by_cards else super().move(moves)


def make_player(game: Game[Any], who: int | str, patience: float = 60.0) -> Player:
    """Makes the player ``who``: a level from 1 to 10, "random" (or 0), "simple", "sheet", "net:FILE", or "pipe:COMMAND"
    with ``patience`` in seconds for one move. Raises GameError if there is no such player, the file is no network for
    this game, or the outside engine cannot be started."""
    text = str(who)
    if text in ("random", "0"):
        return RandomPlayer(game)
    if text == "simple":
        return SimplePlayer(game)
    if text == "sheet":
        return CardsPlayer(game)
    if text.startswith("net:"):
        return NetPlayer(game, text.removeprefix("net:"))
    if text.startswith("pipe:"):
        from engine.arena.pipe import PipePlayer

        if not text.removeprefix("pipe:").strip():
            raise GameError('"pipe:" names no command; write pipe:./my-engine')
        return PipePlayer(game, text.removeprefix("pipe:"), patience)
    if text in map(str, range(1, len(LEVELS) + 1)):
        return LevelPlayer(game, int(text))
    raise GameError(
        f"there is no player {readable(text, 40)!r}; give a level from 1 to {len(LEVELS)}, random, simple, sheet, "
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
