"""Defines the commands of people, engines and the clock, for :func:`webapp.play.game.decide.decide`.

A command has the name of the message on the wire; form, command and event have the same stem:
``resign`` -> ``ResignForm`` -> ``Resign`` -> ``Resigned``.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games import Move
from webapp.play.game import events as e


@dataclass(frozen=True, slots=True)
class MakeMove:
    """Makes ``move`` at ``ply``; ``seat`` and ``answer`` are given by an engine only."""

    ply: int
    move: Move
    seat: int | None = None
    answer: e.Answer | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Goes back from ``ply`` to the last decision of a person."""

    ply: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Brings back, from ``ply`` on, moves taken back before."""

    ply: int


@dataclass(frozen=True, slots=True)
class Return:
    """Goes back to an abandoned branch, from ``ply``."""

    ply: int
    branch: int


@dataclass(frozen=True, slots=True)
class Swap:
    """Takes the other side's place instead of moving at ``ply``, by the pie rule."""

    ply: int


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Gives an engine another level."""

    seat: int
    level: int


@dataclass(frozen=True, slots=True)
class SetSeat:
    """Gives a seat to an engine or to a person; a person's seat goes to the sender of the command."""

    seat: int
    kind: e.Kind
    level: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Resigns the game."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Pauses a game between engines or lets the game go on, and sets the moves a minute; None changes nothing."""

    paused: bool | None = None
    per_minute: float | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """Begins the game ``game_id`` of the same players with sides swapped, or asks the other person for the rematch."""

    game_id: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Takes the free seat; ``key`` is the hash of the newcomer's token."""

    key: str


@dataclass(frozen=True, slots=True)
class Name:
    """Gives the sender's seat a nickname; an empty one takes the nickname away."""

    name: str


@dataclass(frozen=True, slots=True)
class HideName:
    """Takes the nickname of ``seat`` away, reported by several people; only the server gives this command."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandOver:
    """Offers a seat to another device, for the code with the hash ``code``."""

    seat: int
    code: str


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Shows the code of an offered seat; ``key`` is the hash of the new token."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks the other person; a takeback names the present ``ply``."""

    what: e.Question
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """Says yes or no to a question; no to the sender's own question withdraws the question."""

    what: e.Question
    yes: bool


@dataclass(frozen=True, slots=True)
class StandIn:
    """Lets an engine stand in for a person; ``absence`` in seconds (None: is here) must have reached ``patience``."""

    seat: int
    absence: float | None
    patience: float


@dataclass(frozen=True, slots=True)
class Claim:
    """Claims the game from an absent person, for whom the game has waited for ``delay`` seconds (None: is here)."""

    seat: int
    delay: float | None
    patience: float


@dataclass(frozen=True, slots=True)
class Flag:
    """Says that the time of ``seat`` is up; only the clock gives this command."""

    seat: int


Command = (
    MakeMove
    | Undo
    | Redo
    | Return
    | Swap
    | SetLevel
    | SetSeat
    | Resign
    | Pace
    | Rematch
    | Sit
    | Name
    | HideName
    | HandOver
    | TakeSeat
    | Ask
    | Reply
    | StandIn
    | Claim
    | Flag
)
