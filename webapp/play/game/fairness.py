"""Decides when the engine may speak about a game: not while two people play each other, unless both were told so.

Pure. The engine's word is every judgement of a position by an engine: a hint, a digest, a proof, a note on a move.
"""

from __future__ import annotations

from typing import Any

from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState


def between_people(state: GameState) -> bool:
    """Tells whether two people with a place of their own each play the game.

    A seat that waits for a friend counts, and so does a seat kept for a person for whom an engine stands in. The two
    seats of one page are one person's: another person comes by an invitation or by a seat handed over.
    """
    if any(state.stand_ins) or (state.game_id and state.free and not state.engines):
        return True
    first, second = state.keys
    return first is not None and second is not None and first != second and not state.newcomers.isdisjoint(state.keys)


def help_allowed(state: GameState) -> bool:
    """Tells whether the engine may speak about the game now, to anybody.

    The engine may speak after the end, on an analysis board, in a game against an engine, where one person plays both
    sides, and where the invitation promised help to both.
    """
    return state.outcome is not None or state.analysis or state.with_help or not between_people(state)


def refuse_help(state: GameState) -> None:
    """Raises a refusal while the engine must be silent about the game."""
    if not help_allowed(state):
        raise Refusal("no_help", "The engine is silent until the game ends.")


def public(state: GameState, recorded: e.Recorded) -> dict[str, Any]:
    """Returns the event for everybody's eyes; without an engine's account of a move while the engine must be silent."""
    shown = e.public(recorded)
    if not help_allowed(state):
        shown.pop("answer", None)
    return shown
