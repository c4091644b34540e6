"""Defines the refusal: the answer to a command or a question that is not granted, in words for people."""

from collections.abc import Sequence

from engine.text import text
from webapp.play.game import events as e
from webapp.play.game.state import GameState


class Refusal(Exception):  # noqa: N818  # an answer, not a fault
    """Refuses, with a code for programs and a sentence in English whose holes are filled by the values."""

    def __init__(self, code: str, message: str, /, **values: object) -> None:
        self.code, self.message = code, text(message, **values) if values else message
        super().__init__(self.message)


def watching() -> Refusal:
    """Returns the refusal for a person without a seat."""
    return Refusal("not_your_seat", "You are watching this game; only its players can do that.")


def no_such_game() -> Refusal:
    """Returns the refusal for an id without a game."""
    return Refusal("no_such_game", "There is no such game; it may have been mistyped.")


def too_much() -> Refusal:
    """Returns the refusal for an address that reads too many games."""
    return Refusal("rate_limited", "Too many games are read for your address just now; please wait a moment.")


def damaged() -> Refusal:
    """Returns the refusal for a stored game whose events are incomplete or do not follow each other."""
    return Refusal("no_such_game", "This game cannot be shown any more: a part of it is missing in the database.")


def stale(state: GameState, ply: int) -> Refusal:
    """Returns the refusal for a command given at ``ply``, where the game no longer stands."""
    return Refusal("stale", "The game has gone on: it stands at move {now}, not {then}.", now=state.ply, then=ply)


def over() -> Refusal:
    """Returns the refusal for an act after the end of the game."""
    return Refusal("game_over", "The game is over already.")


def refuse_help(state: GameState) -> None:
    """Raises a refusal while the engine must be silent about the game."""
    if not state.help_allowed:
        raise Refusal("no_help", "The engine is silent until the game ends.")


def refuse_too_long(state: GameState, events: Sequence[e.Event], longest: int) -> None:
    """Raises a refusal where the game would have more than ``longest`` events with ``events``.

    One person's events cannot use up what others need. The last tenth is for moves. To come, to come back and to end
    the game is always granted, since each follows from an event that is not. In a game of two people, the events about
    one seat other than moves are a fifth at most.
    """
    after, last = state.version + len(events), events[-1]
    if after <= longest * 9 // 10 and not isinstance(last, e.Act):
        return
    if isinstance(last, e.Ending | e.Seated | e.SeatTaken | e.Rematched) or _is_bounded(state, last):
        return
    most = longest if isinstance(last, e.Moved) else longest * 9 // 10
    alone = state.owner(0) == state.owner(1) or None in (state.owner(0), state.owner(1))
    if after > most or (isinstance(last, e.Act) and not alone and state.acts[last.seat] >= longest // 5):
        raise Refusal("too_long", "This game has changed too often; please begin a new one.")


def _is_bounded(state: GameState, event: e.Event) -> bool:
    """Tells whether an event can come a few times only: a seat taken back from an engine, a name lost, a rematch."""
    match event:
        case e.SeatSet():
            return event.key is not None and event.key == state.owner(event.seat)
        case e.Asked() | e.Declined():
            return event.what == "rematch"
        case _:
            return isinstance(event, e.Named) and event.name is None
