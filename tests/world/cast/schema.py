"""Draws events from the schema of the wire, so that a new event is in every world at once."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect as i

from webapp.play.desk.forms import FORMS

_PATTERN = re.compile(r"\^\[(?P<set>.*)\]\{(?P<low>\d+)(?:,(?P<high>\d+))?\}\\Z")
_ODD: tuple[Any, ...] = (None, True, -1, 2**70, 0.5, "", "x" * 3000, "\u202e\x00", [], {}, [[[[1]]]], "NaN", 1e308)
TYPES = {event: i.type_info(form) for event, form in FORMS.items()}
"""The form of each event as msgspec describes it."""


def draw(
    chance: random.Random, known: dict[str, list[Any]], odd: float = 0.05, events: Sequence[str] = ()
) -> tuple[str, Any]:
    """Returns an event, one of ``events`` or any, and a payload of its form. Fields that ``known`` names often get one
    of its values; with the part ``odd`` a value is of another form."""
    event = chance.choice(events or sorted(TYPES))
    if chance.random() < odd:
        return chance.choice((event, "no_event", "connect", "")), chance.choice((*_ODD, {"game_id": 5}))
    return event, _value(TYPES[event], chance, known, odd, "")


def _value(  # noqa: C901
    kind: i.Type, chance: random.Random, known: dict[str, list[Any]], odd: float, name: str
) -> Any:
    if known.get(name) and chance.random() < (0.8 if odd else 0.9):
        return chance.choice(known[name])
    if name and chance.random() < odd / 3:
        return chance.choice(_ODD)
    match kind:
        case i.StructType():
            wanted = (field for field in kind.fields if field.required or chance.random() < 0.5)
            return {field.encode_name: _value(field.type, chance, known, odd, field.encode_name) for field in wanted}
        case i.UnionType():
            return _value(chance.choice(kind.types), chance, known, odd, "")
        case i.LiteralType():
            return chance.choice(sorted(kind.values, key=repr))
        case i.BoolType():
            return chance.random() < 0.5
        case i.IntType():
            low, high = kind.ge if kind.ge is not None else -5, kind.le if kind.le is not None else 50
            return chance.choice((low, high, chance.randint(low, min(high, low + 9))))
        case i.FloatType():
            return chance.uniform(kind.ge or 0.0, kind.le or 100.0)
        case i.StrType():
            return _text(kind, chance)
        case i.ListType() | i.VarTupleType():
            count = chance.randint(0, min(kind.max_length or 9, 9))
            return [_value(kind.item_type, chance, known, odd, "") for _ in range(count)]
        case i.TupleType():
            return [_value(one, chance, known, odd, "") for one in kind.item_types]
        case i.NoneType() | i.CustomType() | i.AnyType():
            return None
    raise AssertionError(f"the schema has a type that the world cannot draw: {kind}")


def _text(kind: i.StrType, chance: random.Random) -> str:
    found = _PATTERN.fullmatch(kind.pattern) if kind.pattern else None
    if kind.pattern and found is None:
        raise AssertionError(f"the schema has a pattern that the world cannot draw: {kind.pattern}")
    if found is None:
        size = chance.randint(kind.min_length or 0, min(kind.max_length or 20, 20))
        return "".join(chance.choices(string.ascii_letters + string.digits + " é中", k=size))
    letters = [one for one in map(chr, range(32, 127)) if re.fullmatch(f"[{found['set']}]", one)]
    low, high = int(found["low"]), int(found["high"] or found["low"])
    return "".join(chance.choices(letters, k=chance.randint(low, min(high, low + 20))))


def is_complete() -> bool:
    """Returns whether every event of the schema can be drawn and read, for the world's own test."""
    chance = random.Random(1)
    for event in sorted(TYPES):
        for _ in range(60):
            try:
                msgspec.convert(_value(TYPES[event], chance, {}, 0.0, ""), FORMS[event], strict=True)
                break
            except msgspec.ValidationError:
                continue
        else:
            return False
    return True
