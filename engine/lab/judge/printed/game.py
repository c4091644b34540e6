"""Searches a game by alpha-beta as textbooks of artificial intelligence do: two functions in a third."""

import numpy as np


def alpha_beta_search(game, state):
    """Returns the value and the move."""

    def max_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state), None
        v, move = -np.inf, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move

    def min_value(state, alpha, beta):
        if game.terminal_test(state):
            return game.utility(state), None
        v, move = np.inf, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move

    return max_value(state, -np.inf, np.inf)
