"""Places the nodes of a tree on a sheet: leaves at equal distances, parents above the middle of their branches."""

from __future__ import annotations

from typing import Final

from engine.lab.trees import Tree

LEAF_STEP: Final = 40.0
LEVEL_STEP: Final = 68.0


def positions(tree: Tree) -> list[tuple[float, float]]:
    """Returns x and y for each place; the first leaf is at x = 0, the root at y = 0."""
    across = [0.0] * len(tree.places)
    for column, leaf in enumerate(tree.leaves):
        across[leaf] = column * LEAF_STEP
    for place in reversed(range(len(tree.places))):
        below = tree.children[place]
        if below:
            across[place] = (across[below[0]] + across[below[-1]]) / 2
    return [(x, len(place.path) * LEVEL_STEP) for x, place in zip(across, tree.places, strict=True)]
