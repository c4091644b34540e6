"""Carries sentences for translation over the pipe: a text is packed with its template and its values."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.text import Side, Text, text


class Said(msgspec.Struct, frozen=True, tag="text"):
    """Holds a sentence: the template, and the values of its holes."""

    template: str
    values: dict[str, Value]


class Named(msgspec.Struct, frozen=True, tag="side"):
    """Holds the name of a side."""

    name: str


class Listed(msgspec.Struct, frozen=True, tag="list"):
    """Holds several values."""

    values: list[Value]


Value = int | float | str | Said | Named | Listed


def said(value: Any) -> Any:
    """Returns a text, or a value of its holes, as plain structs."""
    if isinstance(value, Text):
        return Said(value.template, {name: said(one) for name, one in value.values.items()})
    if isinstance(value, Side):
        return Named(str(value))
    return Listed([said(one) for one in value]) if isinstance(value, list | tuple) else value


def unsaid(value: Any) -> Any:
    """Returns what was given to :func:`said`."""
    if isinstance(value, Said):
        return text(value.template, **{name: unsaid(one) for name, one in value.values.items()})
    if isinstance(value, Named):
        return Side(value.name)
    return [unsaid(one) for one in value.values] if isinstance(value, Listed) else value
