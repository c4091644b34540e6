"""A mind's tree over one game: how large it was before each move, what the move kept, and what it pruned."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.arena.players import think
from engine.games import Game, Move, Player
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE

_SLICE = 50_000


@dataclass(frozen=True, slots=True)
class Step:
    """One move: ``size`` counts the nodes below the root before it, ``kept`` those below the new one, ``pruned`` those
    that were freed."""

    ply: int
    move: Move
    size: int
    kept: int
    pruned: int


def steps(game: Game[Any], opponent: int, nodes: int, seed: int) -> Iterator[Step]:
    """The perfect level, which thinks for so many positions about each move and ponders as many on the other side's
    time, against the level ``opponent``. A seed repeats the game.

    Raises:
        ValueError: there is no such level.
    """
    if kernels := KERNEL_CACHE.kernels_for(game):
        kernels.clear()
    mind, other, moves = Mind(game, 10, seed), Mind(game, opponent, seed), list[Move]()
    mind.follow(moves)
    try:
        while game.outcome(mind.state) is None:
            own = game.to_move(mind.state) is Player.FIRST
            end = mind.nodes + nodes
            while mind.nodes < end and mind.work(Purpose.CHOOSE if own else Purpose.PONDER, math.inf, _SLICE):
                pass
            move = mind.answer().move if own else think(other, moves)
            tree = mind.tree
            size = int(tree.size[tree.root]) - 1 if tree else 0
            moves.append(move)
            kept = mind.follow(moves)
            yield Step(len(moves) - 1, move, size, kept.kept, kept.pruned)
    finally:
        mind.close()
        other.close()
