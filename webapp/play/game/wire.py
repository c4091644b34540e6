"""Holds what the structs on the wire have in common: types for the page, and structs made after other classes.

``python -m webapp.wire`` writes the page's types from the structs. Where the page knows a type by a name of its own,
the field says so in ``Meta``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import UNSET, Meta

Said = Annotated[Any, Meta(extra={"page": 'import("../words.js").Said'})]
"""A sentence as written by :func:`engine.text.wire`."""
Seat = Annotated[int, Meta(extra={"page": "0 | 1"})]
Disc = tuple[int, int, Seat]
"""The column, the row and the seat of a disc."""


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
    """Returns a struct with the fields of a dataclass or struct, and ``more``: a field is added in one place.

    Args:
        source: the class.
        more: the other fields, each as name, type and perhaps default.
        name: the name of the struct; by default that of ``source``.
        without: the fields left out.
        base: the base of the struct.
        options: of the struct.
    """
    own = {field[0] for field in more}.union(without)
    hints = get_type_hints(source, include_extras=True)
    fields = [(field, kind) for field, kind in hints.items() if field not in own]
    doc = {"__doc__": source.__doc__, "__module__": source.__module__}
    return msgspec.defstruct(
        name or source.__name__, [*fields, *more], bases=(base,), namespace=doc, kw_only=True, frozen=True, **options
    )


def fill(kind: Any, value: object, **more: Any) -> Any:
    """Returns a struct made by :func:`derive`: the fields of ``value``, and ``more``."""
    fields = {name: getattr(value, name, UNSET) for name in kind.__struct_fields__ if name not in more}
    return kind(**fields, **more)
