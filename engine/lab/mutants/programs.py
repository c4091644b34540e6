"""Ports nine programs with a slip, as published in lessons on minimax, to trees of leaves. :func:`sound` has none.

Each program calls ``look`` once for each node: ``look`` counts, and returns the branches and, for a leaf, the value. A
program returns the value of the node for Max and the chosen branch. ``maximise`` means that Max is to move, and alpha
and beta are the values already certain for Max and Min. ``catalogue.py`` names the source, the wrong line and the
repair of each, so no comment here gives the slip away.
"""

# ruff: noqa: SIM108 - readers see these lines, and read two short ones more easily than a long one

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


def min_moves_alpha(look: Look, node: Node, maximise: bool = True, alpha: float = -inf, beta: float = inf) -> Answer:
    """Searches as :func:`sound`, with a slip."""
    branches, value = look(node)
    if not branches:
        return value, None
    best, choice = (-inf if maximise else inf), None
    for move, branch in enumerate(branches, start=1):
        v, _ = min_moves_alpha(look, branch, not maximise, alpha, beta)
        if v > best if maximise else v < best:
            best, choice = v, move
        if maximise:
            alpha = max(alpha, v)
        else:
            alpha = min(beta, v)
        if beta <= alpha:
            break
    return best, choice


def max_wants_less(look: Look, node: Node, maximise: bool = True, alpha: float = -inf, beta: float = inf) -> Answer:
    """Searches as :func:`sound`, with a slip."""
    branches, value = look(node)
    if not branches:
        return value, None
    best, choice = (-inf if maximise else inf), None
    for move, branch in enumerate(branches, start=1):
        v, _ = max_wants_less(look, branch, not maximise, alpha, beta)
        if v < best:
            best, choice = v, move
        if maximise:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if beta <= alpha:
            break
    return best, choice


def branch_for_alpha(look: Look, node: Node, maximise: bool = True, alpha: float = -inf, beta: float = inf) -> Answer:
    """Searches as :func:`sound`, with a slip."""
    branches, value = look(node)
    if not branches:
        return value, None
    best, choice = (-inf if maximise else inf), None
    for move, branch in enumerate(branches, start=1):
        v, _ = branch_for_alpha(look, branch, not maximise, alpha, beta)
        if v > best if maximise else v < best:
            best, choice = v, move
        if maximise:
            alpha = max(move, v)
        else:
            beta = min(beta, v)
        if beta <= alpha:
            break
    return best, choice


def window_unscaled(look: Look, node: Node, maximise: bool = True, alpha: float = -inf, beta: float = inf) -> Answer:
    """Searches with decay, each ply worth nine tenths of the ply below, with a slip."""
    branches, value = look(node)
    if not branches:
        return value, None
    best, choice = (-inf if maximise else inf), None
    for move, branch in enumerate(branches, start=1):
        v = 0.9 * window_unscaled(look, branch, not maximise, alpha, beta)[0]
        if v > best if maximise else v < best:
            best, choice = v, move
        if maximise:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if beta <= alpha:
            break
    return best, choice


def same_side_twice(look: Look, node: Node) -> Answer:
    """Chooses at the root by minimax, with a slip."""
    branches, _ = look(node)
    best, choice = -inf, None
    for move, branch in enumerate(branches, start=1):
        v = plain(look, branch, True)
        if v > best:
            best, choice = v, move
    return best, choice


def root_forgets_alpha(look: Look, node: Node) -> Answer:
    """Chooses at the root, with :func:`sound` below, with a slip."""
    branches, _ = look(node)
    best, choice = -inf, None
    for move, branch in enumerate(branches, start=1):
        v, _ = sound(look, branch, False, -inf, inf)
        if v > best:
            best, choice = v, move
    return best, choice


def root_takes_the_last(look: Look, node: Node) -> Answer:
    """Chooses at the root, with :func:`sound` below, with a slip."""
    branches, _ = look(node)
    best, choice = -inf, None
    for move, branch in enumerate(branches, start=1):
        v, _ = sound(look, branch, False, best, inf)
        if v >= best:
            best, choice = v, move
    return best, choice


def unsigned(look: Look, node: Node) -> Answer:
    """Chooses at the root by minimax, with a slip."""
    branches, _ = look(node)
    best, choice = -inf, None
    for move, branch in enumerate(branches, start=1):
        v = plain(look, branch, False)
        if v > best:
            best, choice = v, move
    return best % 2**32, choice


def no_moves_no_value(look: Look, node: Node, depth: int, maximise: bool = True) -> Answer:
    """Searches by minimax to a depth (the plies left to the deepest leaf of the tree), with a slip."""
    branches, value = look(node)
    if depth == 0:
        return value, None
    best, choice = (-inf if maximise else inf), None
    for move, branch in enumerate(branches, start=1):
        v, _ = no_moves_no_value(look, branch, depth - 1, not maximise)
        if v > best if maximise else v < best:
            best, choice = v, move
    return best, choice
