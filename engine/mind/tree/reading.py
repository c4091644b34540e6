"""Reads values, likely replies and the principal variation from a search tree."""

import math
from collections.abc import Sequence

from engine.games import Move
from engine.mind.tree.kernels import CHANCE
from engine.mind.tree.snapshot import Snapshot
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT, PROVEN_VALUE, value_of

_PV = 24  # the most moves of a principal variation


def child_value(tree: Tree | Snapshot, child: int, latest: float | None = None) -> float:
    """Returns the value of the move into ``child``, for the side making the move. A proven result comes first, then the
    ``latest`` value (of the last whole iteration) if one is given, else the value in the tree, or 0 without a search.
    Proven bounds limit every heuristic value."""
    value = tree.value[child] if latest is None else latest
    if tree.flags[child] & CHANCE:
        return float(value)
    if tree.proven(child):
        return -value_of(tree.low[child])
    heuristic = -float(value) if tree.depth[child] >= 0 else 0.0
    if tree.high[child] < 0:
        return max(heuristic, PROVEN_VALUE)
    if tree.low[child] > 0:
        return min(heuristic, -PROVEN_VALUE)
    return min(max(heuristic, -PROVEN_VALUE), PROVEN_VALUE)


def reply_weights(tree: Tree, nodes: Sequence[int], even: float, spread: float) -> dict[int, float]:
    """Returns the part of the thinking time deserved by each reply. The parts add up to 1. The part ``even`` of the
    time is divided evenly, the rest by likelihood: by a difference of ``spread`` between two values one reply is e
    times as likely as the other."""
    values = {node: child_value(tree, node) for node in nodes}
    best = max(values.values())
    likelihoods = {node: math.exp((value - best) / spread) for node, value in values.items()}
    total = sum(likelihoods.values())
    return {node: (1 - even) * likelihood / total + even / len(nodes) for node, likelihood in likelihoods.items()}


def expected_move(tree: Tree) -> Move | None:
    """Returns the best move at the root as far as the tree knows, or None without any search."""
    seen = [c for c in tree.children(tree.root) if tree.depth[c] >= 0 or tree.high[c] < LIMIT or tree.low[c] > -LIMIT]
    if not seen:
        return tree.best[tree.root] or None
    if tree.proven(tree.root) and tree.best[tree.root]:
        # The result may come from elsewhere than the move, so a move proven to hold the result goes first.
        holding = [child for child in seen if -tree.high[child] >= tree.low[tree.root]]
        if not holding or tree.child(tree.root, tree.best[tree.root]) in holding:
            return int(tree.best[tree.root])
        return int(tree.move[max(holding, key=lambda c: child_value(tree, c))])
    # The moves may have been searched to different depths: without a proven win, trust the root's last iteration.
    sure = {child: (tree.high[child] < 0) - (tree.low[child] > 0) for child in seen}
    if tree.depth[tree.root] > 0 and sure.get(tree.child(tree.root, tree.best[tree.root])) == 0 == max(sure.values()):
        return int(tree.best[tree.root])
    return int(tree.move[max(seen, key=lambda c: child_value(tree, c))])


def principal_variation(tree: Tree, first: Move | None) -> tuple[Move, ...]:
    """Returns the principal variation from the best move ``first`` on, as far as the tree knows one."""
    return (first, *best_line(tree, tree.child(tree.root, first))) if first else ()


def best_line(tree: Tree, node: int) -> tuple[Move, ...]:
    """Returns the best play or refutations from ``node`` on (-1: none), up to the first unknown move."""
    line: list[Move] = []
    while node >= 0 and len(line) < _PV - 1 and tree.best[node] and not tree.flags[node] & CHANCE:
        line.append(int(tree.best[node]))
        node = tree.after(node, line[-1])
    return tuple(line)
