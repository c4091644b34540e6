"""Plays a level as an outside engine: within limits, with information, and with a tree that lives between turns."""

import math
import time
from typing import Any

from engine import players
from engine.arena.pipe_words import Info
from engine.arena.protocol.serve import Search
from engine.games import CHANCE, Game, Move, replay
from engine.mind.mind import SLICE, Mind
from engine.mind.planner import Purpose

_NODES = 50_000
_SECONDS_BETWEEN = 0.2


class LevelThinker:
    """Chooses the moves of a level, and keeps the tree while positions continue. ``seed`` repeats the games."""

    def __init__(self, level: int, seed: int = 1) -> None:
        self._level, self._seed = level, seed
        self._players: dict[str, players.LevelPlayer] = {}
        self._lines: dict[str, list[Move]] = {}

    def choose(self, game: Game[Any], moves: list[Move], search: Search) -> Move:
        """Returns the level's move. The level's own budget ends a search that no limit ends before."""
        player = self._player(game, moves)
        self._lines[game.name] = moves
        if player.is_weak:
            return player.move(moves)
        mind = player.mind
        mind.follow(moves)
        side, limits = int(game.to_move(replay(game, moves))), search.limits
        end = time.monotonic() + limits.seconds(side)
        most = mind.nodes + (math.inf if limits.nodes is None else limits.nodes)
        told, has_worked = time.monotonic(), False
        while True:
            left, nodes = end - time.monotonic(), most - mind.nodes
            if has_worked and (left <= 0 or nodes <= 0 or search.is_stopped()):
                break
            # Without a limit in seconds a slice ends by its positions, so that a seed repeats the search.
            counted = limits.nodes is not None and left == math.inf
            seconds = math.inf if counted else min(SLICE, max(left, 0.001))
            has_worked = True
            if not mind.work(Purpose.CHOOSE, seconds, min(nodes, _NODES) if counted else max(nodes, 1)):
                break
            if time.monotonic() - told > _SECONDS_BETWEEN:
                told = time.monotonic()
                search.inform(_info(mind))
        choice, digest = mind.answer(), mind.digest()
        line = digest.pv if digest.pv[:1] == (choice.move,) else mind.explain(choice.move).line or (choice.move,)
        search.inform(Info(digest.depth, digest.nodes, choice.value, line))
        return choice.move

    def ponder(self, game: Game[Any], moves: list[Move]) -> bool:
        """Thinks on the other side's time for one slice. False: there is nothing more to find."""
        player = self._player(game, moves)
        if player.is_weak or game.to_move(replay(game, moves)) is CHANCE:
            return False
        player.mind.follow(moves)
        return player.mind.work(Purpose.PONDER)

    def _player(self, game: Game[Any], moves: list[Move]) -> players.LevelPlayer:
        if game.name not in self._players:
            self._players[game.name] = players.LevelPlayer(game, self._level)
        line = self._lines.get(game.name)
        if line is None or moves[: len(line)] != line:  # another game: the old tree is dropped
            self._players[game.name].begin(self._seed)
            self._lines[game.name] = moves
        return self._players[game.name]


def _info(mind: Mind) -> Info:
    digest = mind.digest()
    value = next((view.value for view in digest.moves if view.move == digest.expected), None)
    return Info(digest.depth, digest.nodes, value, tuple(digest.pv))
