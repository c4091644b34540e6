"""Plays the forced replies of a position, up to the quiet position about which a network is asked."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.games import Game, Move

MOST = 8_999
"""The value of a win at the end of forced replies, less one for each reply. Opinions are smaller."""


class End(NamedTuple):
    """Holds the end of forced replies.

    Attributes:
        sign: 1 if the side to move is the one of the beginning, else -1.
        value: the value for the side to move at the beginning, in 1/10,000, where the rules decide the game; else None.
    """

    state: Any
    sign: int
    replies: tuple[Move, ...]
    value: int | None


def settle(game: Game[Any], state: Any) -> End:
    """Returns the end of the forced replies of an unfinished state, as far as the rules name any."""
    sign, replies = 1, tuple[Move, ...]()
    while not game.is_quiet(state):
        forced = game.forced_moves(state)
        state, sign, replies = game.play(state, forced[0]), -sign, (*replies, forced[0])
        if (end := game.outcome(state)) is not None:
            won = -sign * (MOST + 1 - len(replies))
            return End(state, sign, replies, 0 if end.winner is None else won)
        if len(forced) != 1:
            return End(state, sign, replies, -sign * (len(replies) - MOST))
    return End(state, sign, replies, None)
