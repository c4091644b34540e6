"""Folds events as they are stored, and refuses in words a history that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games import GameError
from webapp.play.game import refusals
from webapp.play.game.events import Recorded
from webapp.play.game.fold import apply, fold
from webapp.play.game.state import GameState


def fold_stored(game_id: str, records: Sequence[Recorded], state: GameState | None = None) -> GameState:
    """Returns the state of a game after ``records``, which follow on ``state`` or are the whole game.

    Raises:
        Refusal: there is no such game, an event is missing or cannot follow, or this release does not know the rules.
    """
    if not records and state is None:
        raise refusals.no_such_game()
    before = state.version if state else 0
    if any(record.version != version for version, record in enumerate(records, start=before + 1)):
        raise refusals.damaged()
    events = [record.event for record in records]
    try:
        if state is None:
            return fold(game_id, events)
        for event in events:
            state = apply(state, event)
    except GameError as error:
        raise refusals.unreadable(error) from None
    except (ValueError, LookupError):
        raise refusals.damaged() from None
    return state
