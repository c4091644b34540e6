"""Reads the shape of a random tree: ``2x2x2``, ``3xc2x2`` with a level of chance, ``uneven-8``, ``uneven-8-chance``.

Behind any of them, ``-ties`` asks for equal leaves.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from engine.games import GameError
from engine.games.written import plain
from engine.lab.trees.tree import MOST_LEAVES, MOST_LEVELS

_REGULAR = re.compile(r"c?[1-9][0-9]?(xc?[1-9][0-9]?)*\Z")
_UNEVEN = re.compile(r"uneven(-[0-9]{1,4})?(-chance)?\Z")
FEWEST_UNEVEN, USUAL_UNEVEN = 3, 8


@dataclass(frozen=True, slots=True)
class Shape:
    """Describes how a random tree branches.

    Attributes:
        levels: the branching of each level from the root on; empty for an uneven tree.
        chances: for each level, whether lots are drawn there.
        leaves: how many leaves.
        ties: equal values among brothers are wanted; otherwise there are none.
        chance: an uneven tree with lots.
    """

    levels: tuple[int, ...]
    chances: tuple[bool, ...]
    leaves: int
    ties: bool = False
    chance: bool = False

    @classmethod
    def of(cls, text: str) -> Shape:
        """Returns the shape written as ``text``.

        Raises:
            GameError: ``text`` is no shape, or the tree would be too large or would begin with a lot.
        """
        words = plain(text).strip().lower().replace(" ", "-")
        ties = words.endswith("-ties")
        shape = words.removesuffix("-ties")
        if _UNEVEN.match(shape):
            return cls((), (), _uneven_leaves(shape), ties, shape.endswith("-chance"))
        if len(shape) > 100 or not _REGULAR.match(shape):
            raise GameError(
                "{shape} is no shape; write 2x2x2, 3xc2x2 (c: a drawn lot), uneven-8, or 2x2x2-ties",
                shape=repr(text[:40]),
            )
        branches = shape.split("x")
        levels = tuple(int(branch.removeprefix("c")) for branch in branches)
        chances = tuple(branch.startswith("c") for branch in branches)
        if chances[0]:
            raise GameError("Max moves first: begin the shape with a number without c, as in 2xc2x2")
        leaves = math.prod(levels)
        if leaves > MOST_LEAVES or len(levels) > MOST_LEVELS:
            raise GameError(
                "a shape of {leaves} leaves and {levels} levels is too large; "
                "at most {most_leaves} leaves and {most_levels} levels",
                leaves=leaves,
                levels=len(levels),
                most_leaves=MOST_LEAVES,
                most_levels=MOST_LEVELS,
            )
        return cls(levels, chances, leaves, ties)

    @property
    def has_chance(self) -> bool:
        """Tests if the tree has a level of lots."""
        return self.chance or any(self.chances)


def _uneven_leaves(shape: str) -> int:
    number = shape.removesuffix("-chance").removeprefix("uneven").removeprefix("-")
    leaves = int(number) if number else USUAL_UNEVEN
    if not FEWEST_UNEVEN <= leaves <= MOST_LEAVES:
        raise GameError(
            "an uneven tree has {least} to {most} leaves, not {leaves}",
            least=FEWEST_UNEVEN,
            most=MOST_LEAVES,
            leaves=leaves,
        )
    return leaves
