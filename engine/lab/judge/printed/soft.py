"""Searches nested lists by fail-soft alpha-beta, which cuts when the bounds meet."""

from math import inf


def minimax(node, depth, alpha, beta, maximizing):
    """Returns the value of a node."""
    if depth == 0 or not isinstance(node, list):
        return node
    if maximizing:
        best = -inf
        for child in node:
            value = minimax(child, depth - 1, alpha, beta, False)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = inf
    for child in node:
        value = minimax(child, depth - 1, alpha, beta, True)
        best = min(best, value)
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best
