"""Defines the commands of people, engines and the clock, for :func:`webapp.play.game.decide.decide`.

A person's command is the event that the page sends, and the form in which it is read: ``resign`` -> ``Resign``. The
event of the game that follows has the same stem: ``Resigned``. The last commands here are the server's own.
"""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.games import Move as AnyMove
from webapp.play.game import events as e
from webapp.play.game import wire as w

SLOWEST_PACE = 0.01
"""Moves a minute at least, apart from a pace of 0 (as fast as the engines can): the interval must stay finite."""


class Command(w.Form, frozen=True, kw_only=True):
    """Names the game and the request: a request sent again counts once."""

    game_id: w.GameId
    request_id: w.RequestId | None = None


class Numbered(Command, frozen=True, kw_only=True):
    """Always has a number. Sent again without one, the command would count twice."""

    request_id: w.RequestId


class AtPly(Numbered, frozen=True):
    """Names the ply at which the page saw the game."""

    ply: w.Ply


class Move(AtPly, frozen=True):
    """Makes ``move``. ``token`` proves the right to do so on a connection that has not shown it yet."""

    move: w.MoveNumber
    token: w.Token | None = None


class Undo(AtPly, frozen=True):
    """Goes back to the last decision of a person."""


class Redo(AtPly, frozen=True):
    """Plays again the moves that the last undo took back."""


class Return(AtPly, frozen=True):
    """Goes back to an abandoned branch, given by its index in the game's state."""

    branch: Annotated[int, Meta(ge=0, le=100)]


class Swap(AtPly, frozen=True):
    """Takes the other side instead of moving, by the pie rule."""


class SetLevel(Command, frozen=True):
    """Gives an engine another level."""

    seat: w.SeatNumber
    level: w.Level


class SetSeat(Command, frozen=True):
    """Gives a seat to an engine or to a person. A person's seat goes to the sender."""

    seat: w.SeatNumber
    kind: e.Kind
    level: w.Level | None = None


class Resign(Command, frozen=True):
    """Gives the game up."""


class Rematch(Command, frozen=True):
    """Asks for another game with sides swapped, or begins one against an engine."""


class Pace(Command, frozen=True):
    """Pauses, resumes, or sets the moves a minute. ``step`` plays one move and pauses."""

    paused: bool | UnsetType = UNSET
    per_minute: w.PerMinute | UnsetType = UNSET
    step: bool = False

    def __post_init__(self) -> None:
        if self.per_minute is not UNSET and 0 < self.per_minute < SLOWEST_PACE:
            raise ValueError(f"a pace is 0 or at least {SLOWEST_PACE} moves a minute")


class Sit(Numbered, frozen=True):
    """Takes the free seat, with a ``token`` that proves the right to it from now on.

    A program says ``bot``, and may sit only where the seat is open to engines.
    """

    token: w.Secret
    bot: bool = False


class OpenToEngines(Command, frozen=True):
    """Lets programs take the free seat of the sender's game, or no more."""

    on: bool


class Name(Command, frozen=True):
    """Gives the sender's seat a nickname. An empty one takes the nickname away."""

    name: w.SeatName


class HandOver(Numbered, frozen=True):
    """Offers the sender's seat to the first client that shows ``code``."""

    seat: w.SeatNumber
    code: w.Secret


class TakeSeat(Numbered, frozen=True):
    """Shows the ``code`` of a seat on offer, with a ``token`` that proves the right to it from now on."""

    code: w.Secret
    token: w.Secret


class Ask(Command, frozen=True):
    """Asks the other person for consent. A takeback names the ply of the question."""

    what: e.Question
    ply: w.Ply | None = None


class Reply(Command, frozen=True):
    """Says yes or no to a question. No to the sender's own question withdraws it."""

    what: e.Question
    yes: bool


class StandIn(Command, frozen=True):
    """Makes an engine play for the person of ``seat``, absent for long enough."""

    seat: w.SeatNumber


class Claim(Command, frozen=True):
    """Claims the win against the person of ``seat``, absent for long enough."""

    seat: w.SeatNumber


# --- commands of the server ---


class OnAbsence(msgspec.Struct, frozen=True):
    """Carries out an act against a person absent for ``seconds`` (None: not absent), granted from ``patience`` on.

    For a claim only the seconds count for which the game has waited.
    """

    act: StandIn | Claim
    seconds: float | None
    patience: float


class EngineMove(msgspec.Struct, frozen=True):
    """Makes an engine's move at ``ply``, with the engine's account. ``swap``: takes the other side's place instead."""

    ply: int
    move: AnyMove
    seat: int
    answer: e.Answer | None = None
    swap: bool = False


class BeginRematch(msgspec.Struct, frozen=True):
    """Begins the rematch ``game_id``, or asks the other person for it."""

    game_id: str


class HideName(msgspec.Struct, frozen=True):
    """Takes the nickname of ``seat`` away, because several people reported it."""

    seat: int


class Flag(msgspec.Struct, frozen=True):
    """Says that the time of ``seat`` is up."""

    seat: int


AnyCommand = Command | OnAbsence | EngineMove | BeginRematch | HideName | Flag
