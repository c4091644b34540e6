"""Searches nodes with children by minimax without pruning."""


def minimax(node, maximizing=True):
    """Returns the value of a node."""
    if node.is_terminal():
        return node.evaluate()
    best = None
    for child in node.get_children():
        value = minimax(child, not maximizing)
        if best is None:
            best = value
        elif maximizing and value > best:
            best = value
        elif not maximizing and value < best:
            best = value
    return best
