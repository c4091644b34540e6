"""Knows max^n: a leaf has a number for each player, and each player wants the own number as great as can be."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.running.nodes import leaves_of

PLAYERS = 3


def valued(tree: Any) -> Any:
    """Returns a tree whose leaves are tuples of three numbers, no two of them alike."""
    count = len(leaves_of(tree))
    state = [0]

    def made(node: Any) -> Any:
        if isinstance(node, list):
            return [made(one) for one in node]
        state[0] += 1
        at = state[0]
        return (at * 7 % (count + 8 - count % 7 + 1), (count - at) * 3 + 1, at * at % 97 + at / 100)

    return made(tree)


def best_of(node: Any, player: int = 0) -> Any:
    """Returns the tuple that the players reach."""
    if isinstance(node, tuple):
        return node
    below = [best_of(one, (player + 1) % PLAYERS) for one in node]
    best = below[0]
    for one in below[1:]:
        if one[player] > best[player]:
            best = one
    return best
