"""Decides when the engine may speak about a game: not while two people play each other, unless both were told so.

Pure. The engine's word is every judgement of a position by an engine: a hint, a digest, a proof, a note on a move.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import UNSET, UnsetType

from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.game.wire import derive, fill


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


_SECRET = ("seed", "keys", "controls", "key", "owner", "newcomers", "at")


def _public(kind: type[msgspec.Struct]) -> Any:
    """Returns the public form of a kind of event; ``answer`` is left out while the engine must be silent."""
    tag = kind.__struct_config__.tag
    more: list[tuple[Any, ...]] = [("version", int)]
    if kind is e.Moved:
        more.append(("answer", e.Answer | None | UnsetType, UNSET))
    return derive(kind, more, without=_SECRET, name=f"Public{kind.__name__}", tag_field="kind", tag=tag)


_PUBLIC = {kind: _public(kind) for kind in get_args(e.Event)}
if TYPE_CHECKING:
    PublicEvent = msgspec.Struct
else:
    PublicEvent = reduce(or_, _PUBLIC.values())
"""An event for everybody's eyes: with the version after the event, without seeds and keys."""


def public(state: GameState, recorded: e.Recorded) -> PublicEvent:
    """Returns the event for everybody's eyes; without an engine's account of a move while the engine must be silent."""
    event = recorded.event
    silent = {"answer": UNSET} if isinstance(event, e.Moved) and not help_allowed(state) else {}
    shown: PublicEvent = fill(_PUBLIC[type(event)], event, version=recorded.version, **silent)
    return shown
