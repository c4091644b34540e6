"""Searches nested lists by negamax with alpha-beta, and returns the value and the branch."""

import math


def negamax(node, depth, alpha, beta, color):
    """Returns the value of a node for the side to move, and the branch."""
    if not isinstance(node, list):
        return color * node, None
    best, choice = -math.inf, None
    for move, child in enumerate(node):
        value = -negamax(child, depth - 1, -beta, -alpha, -color)[0]
        if value > best:
            best, choice = value, move
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best, choice
