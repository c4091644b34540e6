r"""Defines the types of the fields of a client's events, each with bounds, and the base of all events.

Patterns end with ``\Z``: msgspec searches, and ``$`` would let a line feed through.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

_GAME_ID = r"^[A-Za-z0-9]{12}\Z"
GameId = Annotated[str, Meta(pattern=_GAME_ID)]
GameName = Annotated[str, Meta(min_length=1, max_length=64)]
RequestId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}\Z")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,128}\Z")]
Secret = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""256 random bits drawn by a page: a token for a seat, or the code of a link for handing a seat over."""
Code = Annotated[str, Meta(pattern=r"^[A-Za-z -]{1,16}\Z")]
"""A game's code as a person writes it: in large or small letters, with spaces or hyphens."""
Reaction = Literal["hello", "well_played", "oops", "thanks"]
SeatNumber = Literal[0, 1]
Level = Annotated[int, Meta(ge=1, le=10)]
Ply = Annotated[int, Meta(ge=0, le=10_000)]
MoveNumber = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Moves = Annotated[list[MoveNumber], Meta(max_length=512)]
MovesText = Annotated[str, Meta(max_length=1000)]
PerMinute = Annotated[float, Meta(ge=0, le=100_000)]
SeatName = Annotated[str, Meta(max_length=40)]
"""A nickname as a page sends it; `webapp/play/game/nicknames.py` decides which one is shown."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Refuses unknown fields: the base of all events of a client.

    A form is written without the fields at their defaults: so a process of an older release reads all forms but those
    that use a new field.
    """


def is_game_id(text: str) -> bool:
    """Returns whether a text has the form of a game's id."""
    return re.match(_GAME_ID, text) is not None
