"""What somebody wants to do: the commands that :func:`webapp.play.game.decide.decide` takes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games import Move
from webapp.play.game import events as e


@dataclass(frozen=True, slots=True)
class MakeMove:
    """``move`` at ``ply``; ``seat`` and ``answer`` are given by an engine only."""

    ply: int
    move: Move
    seat: int | None = None
    answer: e.Answer | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to the last decision, from ``ply``."""

    ply: int


@dataclass(frozen=True, slots=True)
class Redo:
    """Forward again, from ``ply``."""

    ply: int


@dataclass(frozen=True, slots=True)
class Return:
    """Back to a branch that was left, from ``ply``."""

    ply: int
    branch: int


@dataclass(frozen=True, slots=True)
class Swap:
    """Take the other side's place instead of moving at ``ply``, by the pie rule."""

    ply: int


@dataclass(frozen=True, slots=True)
class SetLevel:
    """Another level for an engine."""

    seat: int
    level: int


@dataclass(frozen=True, slots=True)
class SetSeat:
    """A seat changes between person and engine; whoever asks takes the person's seat."""

    seat: int
    kind: e.Kind
    level: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Hold or go on, and how fast; None leaves a thing as it is."""

    paused: bool | None = None
    per_minute: float | None = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play again with sides swapped; ``game_id`` is that of the new game."""

    game_id: str


@dataclass(frozen=True, slots=True)
class Sit:
    """Take the free seat; ``key`` is the hash of the newcomer's token."""

    key: str


@dataclass(frozen=True, slots=True)
class GiveSeat:
    """Let whoever shows the code with the hash ``code`` have the seat."""

    seat: int
    code: str


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Show that code; ``key`` is the hash of the new token."""

    code: str
    key: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the other person; of ``ply``, if it matters."""

    what: e.Question
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """Yes or no to what is asked; no to one's own question withdraws it."""

    what: e.Question
    yes: bool


@dataclass(frozen=True, slots=True)
class Absence:
    """Somebody has been away for ``gone`` seconds (None: is here): from ``patience`` on, win, or let an engine play."""

    seat: int
    claim: bool
    gone: float | None
    patience: float


@dataclass(frozen=True, slots=True)
class Flag:
    """The time of ``seat`` is up; only the clock says so."""

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
    | GiveSeat
    | TakeSeat
    | Ask
    | Reply
    | Absence
    | Flag
)
