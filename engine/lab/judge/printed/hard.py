"""Searches nodes with children by fail-hard alpha-beta of two functions, which cuts when the bounds cross."""

INFINITY = float("inf")


def max_value(node, alpha=-INFINITY, beta=INFINITY):
    """Returns the value of a node where Max moves."""
    if node.is_leaf:
        return node.value
    for child in node.children:
        score = min_value(child, alpha, beta)
        if score > alpha:
            alpha = score
        if alpha > beta:
            return beta
    return alpha


def min_value(node, alpha, beta):
    """Returns the value of a node where Min moves."""
    if node.is_leaf:
        return node.value
    for child in node.children:
        score = max_value(child, alpha, beta)
        if score < beta:
            beta = score
        if alpha > beta:
            return alpha
    return beta
