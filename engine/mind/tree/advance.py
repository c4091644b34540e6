"""Describes how one advance of the root changed the search tree."""

from dataclasses import dataclass, field

from engine.games import Move


@dataclass(frozen=True, slots=True)
class Kept:
    """Counts the nodes of the tree before and after the root advanced.

    ``kept`` nodes survived, ``pruned`` nodes were freed. ``cut`` pairs each freed branch, by its move, with its number
    of nodes. ``searched`` pairs every move at the old root, the played one included, with the positions searched
    beneath. ``depth`` is the search depth of the played move before the advance, ``proven`` whether its exact result
    was known. ``remembered`` counts the plies of taken-back moves with a tree below the new root: the tree is found
    again when the moves are played once more. After a move was only taken back, ``kept`` is the size of the tree found
    again.
    """

    kept: int
    pruned: int
    cut: tuple[tuple[Move, int], ...] = field(default=(), compare=False)
    searched: tuple[tuple[Move, int], ...] = field(default=(), compare=False)
    depth: int = field(default=0, compare=False)
    proven: bool = field(default=False, compare=False)
    remembered: int = field(default=0, compare=False)
