"""Lists how many positions a move may cost, and how deep the perfect level looks before proving."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budgets:
    """Limits the search of one mind.

    The budgets count positions and not seconds, so a level is as strong on a slow machine. No budget limits the choice
    of a level with a horizon on a board with gravity (the level sees to its horizon), nor the choice of the perfect
    level on a board of at most 42 cells with gravity (the level thinks to the end of the game).
    """

    large_board: int = 15_000_000
    """Positions for a choice of the perfect level on a board with gravity too large to be proven."""

    no_gravity: int = 6_000_000  # positions for a choice of the perfect level where each square is a move

    no_gravity_horizon: int = 2_000_000  # positions for a choice of a level with a horizon where each square is a move

    textbook: int = 40_000  # positions for a choice in a game without a compiled search

    swindle: int = 500_000
    """Positions for one swindle search. Beyond the opening book of Connect Four the median is 70,000 at first, and less
    with every ply. A search out of budget assumes the best reply for the least likely replies."""

    opening_depth: int = 9
    """Plies of the perfect level's look-ahead before the exact search begins; one more while pondering, to have
    the look-ahead below the reply ready when the reply comes."""


BUDGETS = Budgets()  # the budgets of every level in play
