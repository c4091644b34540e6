"""Defines the refusal: the answer to a command or a question that is not granted, in words for people."""

from engine.text import text
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


def busy() -> Refusal:
    """Returns the refusal for a question that the engine has not answered in time."""
    return Refusal("not_ready", "The engine is busy; ask again in a moment.")


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
