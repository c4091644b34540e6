"""Holds the programs of lessons on minimax, ported to trees of leaves and without a slip. In each published one a line
is another, see ``catalogue.py``: so no comment here gives the slip away.

Each program calls ``look`` once for each node: ``look`` counts, and returns the branches and, for a leaf, the value. A
program returns the value of the node for Max and the chosen branch. ``maximise`` means that Max is to move, and alpha
and beta are the values already certain for Max and Min.
"""

from collections.abc import Callable
from math import inf

from engine.games.formats.leaf_text import Node

Look = Callable[[Node], tuple[tuple[Node, ...], float]]
Answer = tuple[float, int | None]  # the value for Max, and the chosen branch, None without a choice


def sound(look: Look, node: Node, maximise: bool = True, alpha: float = -inf, beta: float = inf) -> Answer:
    """Searches by alpha-beta, rightly."""
    branches, value = look(node)
    if not branches:
        return value, None
    best, choice = (-inf if maximise else inf), None
    for move, branch in enumerate(branches, start=1):
        v, _ = sound(look, branch, not maximise, alpha, beta)
        if v > best if maximise else v < best:
            best, choice = v, move
        if maximise:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if beta <= alpha:
            break
    return best, choice


def plain(look: Look, node: Node, maximise: bool) -> float:
    """Returns the value by minimax without pruning, rightly."""
    branches, value = look(node)
    if not branches:
        return value
    values = [plain(look, branch, not maximise) for branch in branches]
    return max(values) if maximise else min(values)


def at_root_plain(look: Look, node: Node) -> Answer:
    """Chooses at the root by minimax, rightly."""
    branches, _ = look(node)
    best, choice = -inf, None
    for move, branch in enumerate(branches, start=1):
        v = plain(look, branch, False)
        if v > best:
            best, choice = v, move
    return best, choice


def at_root(look: Look, node: Node) -> Answer:
    """Chooses at the root, with :func:`sound` below, rightly."""
    branches, _ = look(node)
    best, choice = -inf, None
    for move, branch in enumerate(branches, start=1):
        v, _ = sound(look, branch, False, best, inf)
        if v > best:
            best, choice = v, move
    return best, choice


def to_depth(look: Look, node: Node, depth: int, maximise: bool = True) -> Answer:
    """Searches by minimax to a depth (the plies left to the deepest leaf of the tree), rightly."""
    branches, value = look(node)
    if depth == 0 or not branches:
        return value, None
    best, choice = (-inf if maximise else inf), None
    for move, branch in enumerate(branches, start=1):
        v, _ = to_depth(look, branch, depth - 1, not maximise)
        if v > best if maximise else v < best:
            best, choice = v, move
    return best, choice
