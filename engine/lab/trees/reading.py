"""Reads the forms in which homework writes a tree: every form ends in the parser of the game of leaves.

``[[3,17],[2,12]]``, ``((3 17)(2 12))``, ``3 17 2 12`` or ``3 17 2 12 by 3`` for a branching of three, and chance as
``[{1/4: 8, 3/4: 0}, 3]``.
"""

from __future__ import annotations

import re
from typing import Final

from engine.games import GameError
from engine.games.leaves import LeafTree
from engine.games.written import plain
from engine.lab.trees.tree import Tree

LONGEST: Final = 20_000
"""The most characters of a text."""
_BRANCHING = re.compile(r"\sby\s+([0-9]{1,3})\s*\Z")


def parse(text: str) -> Tree:
    """Returns the tree written as ``text``.

    Raises:
        GameError: ``text`` is no tree, or a tree of more than 400 leaves or 12 levels.
    """
    if len(text) > LONGEST:
        raise GameError(
            "the text has {count} characters; a tree of 400 leaves needs at most {most}", count=len(text), most=LONGEST
        )
    written = plain(text).rstrip()
    said = _BRANCHING.search(written)
    if said is None:
        return Tree(LeafTree.parse(written).root)
    if any(bracket in written for bracket in "[]{}()"):
        raise GameError("the brackets say how the tree branches; leave out {words}", words=repr(f"by {said[1]}"))
    return Tree(LeafTree.parse(written[: said.start()], int(said[1])).root)
