"""Makes games on trees from text, for tests."""

from __future__ import annotations

from engine.games.leaves import LeafTree
from engine.games.trees import read


def leaf_tree(text: str, branching: int = 2) -> LeafTree:
    """Returns the game on the tree written as ``text``, in any form."""
    return LeafTree(read(text, branching).root)
