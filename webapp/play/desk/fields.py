r"""Defines the types of the fields of a client's events, each with bounds, and the forms of which others consist.

Patterns end with ``\Z``: msgspec searches, and ``$`` would let a line feed through.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

GameId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{12}\Z")]
GameName = Annotated[str, Meta(min_length=1, max_length=64)]
RequestId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}\Z")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,128}\Z")]
Secret = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""256 random bits drawn by a page: a token for a seat, or the code of a link for handing a seat over."""
Code = Annotated[str, Meta(pattern=r"^[A-Za-z -]{1,16}\Z")]
"""A game's code as a person writes it: in large or small letters, with spaces or hyphens."""
SeatNumber = Literal[0, 1]
Level = Annotated[int, Meta(ge=1, le=10)]
Ply = Annotated[int, Meta(ge=0, le=10_000)]
Move = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Moves = Annotated[list[Move], Meta(max_length=512)]
MovesText = Annotated[str, Meta(max_length=1000)]
PerMinute = Annotated[float, Meta(ge=0, le=100_000)]
SeatName = Annotated[str, Meta(max_length=40)]
"""A nickname as a page sends it; `webapp/play/game/nicknames.py` decides which one is shown."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Refuses unknown fields: the base of all forms.

    A form is written without the fields at their defaults: so a process of an older release reads all forms but those
    that use a new field.
    """


class SeatForm(Form, frozen=True, forbid_unknown_fields=True):
    """Describes a seat of a new game: a person, the first newcomer (``open``), or an engine."""

    kind: Literal["human", "engine"]
    level: Level | None = None
    name: SeatName | None = None
    open: bool = False

    def __post_init__(self) -> None:
        if self.open and self.kind == "engine":
            raise ValueError("an engine's seat cannot be open")
        if (self.level is None) is not (self.kind == "human"):
            raise ValueError("an engine's seat has a level, a person's has none")


class ClockForm(Form, frozen=True, forbid_unknown_fields=True):
    """Holds the seconds of a player for the whole game, and the seconds added after each move."""

    seconds: Annotated[float, Meta(ge=5, le=7200)]
    increment: Annotated[float, Meta(ge=0, le=120)] = 0.0
