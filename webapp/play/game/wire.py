r"""Holds what the structs on the wire have in common: types of fields, and structs made after other classes.

Patterns end with ``\Z``: msgspec searches, and ``$`` would let a line feed through. ``python -m webapp.wire`` writes
the page's types from the structs. Where the page has its own name for a type, the field says so in ``Meta``.
"""

import re
from collections.abc import Collection
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import UNSET, Meta

SAID = 'import("../words.js").Said'
Said = Annotated[Any, Meta(extra={"page": SAID})]
"""A sentence as written by :func:`engine.text.wire`."""
Seat = Annotated[int, Meta(extra={"page": "0 | 1"})]
Disc = tuple[int, int, Seat]
"""The column, the row and the seat of a disc."""
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
"""A nickname as a page sends it. ``nicknames.py`` decides which one is shown."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Refuses unknown fields: the base of all events of a client. Fields at their defaults are not written, so a
    process of an older release reads all forms without new fields."""


class Readiness(msgspec.Struct, frozen=True):
    """Tells whether the engine is ready, with words for a person."""

    ready: bool
    stage: str


def derive(
    source: type,
    more: Collection[tuple[Any, ...]],
    *,
    name: str = "",
    without: Collection[str] = (),
    base: type[msgspec.Struct] = msgspec.Struct,
    **options: Any,
) -> Any:
    """Returns a struct with the fields of a dataclass or struct, and ``more``, so a field is added in one place."""
    own = {field[0] for field in more}.union(without)
    hints = get_type_hints(source, include_extras=True)
    fields = [*((field, kind) for field, kind in hints.items() if field not in own), *more]
    doc = {"__doc__": source.__doc__, "__module__": source.__module__}
    name = name or source.__name__
    return msgspec.defstruct(name, fields, bases=(base,), namespace=doc, kw_only=True, frozen=True, **options)


def fill(kind: Any, value: object, **more: Any) -> Any:
    """Returns a struct made by :func:`derive`: the fields of ``value``, and ``more``."""
    fields = {name: getattr(value, name, UNSET) for name in kind.__struct_fields__ if name not in more}
    return kind(**fields, **more)


def is_game_id(text: str) -> bool:
    """Tells whether a text has the form of a game's id."""
    return re.match(_GAME_ID, text) is not None
