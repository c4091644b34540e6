"""Games that have come some way."""

from __future__ import annotations

from webapp.play.game import events as e
from webapp.play.game.fold import apply
from webapp.play.game.state import GameState


def played(state: GameState, moves: str) -> GameState:
    """With these moves, whoever sits there."""
    for move in moves:
        seat = state.to_move
        assert seat is not None
        state = apply(state, e.Moved(state.ply, seat, int(move)))
    return state
