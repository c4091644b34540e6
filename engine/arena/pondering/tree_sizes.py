"""Measures a mind's tree over one game: the size before each move, the nodes kept by the move, the nodes pruned."""

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
"""Positions of one slice."""


@dataclass(frozen=True, slots=True)
class TreeSizes:
    """Counts the tree's nodes at one move.

    Args:
        ply: plies before the move.
        size: nodes below the root before the move.
        kept: nodes below the new root.
    """

    ply: int
    move: Move
    size: int
    kept: int
    pruned: int


def tree_sizes(game: Game[Any], opponent: int, nodes: int, seed: int) -> Iterator[TreeSizes]:
    """Plays the perfect level against another level, and yields the tree sizes of every move.

    Args:
        opponent: the other level, 1 to 10.
        nodes: positions that the perfect level searches for each own move, and again on the opponent's time.
        seed: an equal seed repeats the game.

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
            yield TreeSizes(len(moves) - 1, move, size, kept.kept, kept.pruned)
    finally:
        mind.close()
        other.close()
