"""Reads the types of what crosses the wire from the structs of events, answers and ``Publisher``'s news."""

import dataclasses
import enum
import inspect
import json
import types
import typing
from collections.abc import Awaitable, Coroutine, Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from engine.games import CHANCE
from engine.text import Text
from webapp.play.desk.forms import FORMS
from webapp.play.desk.news import Notice
from webapp.play.desk.port import Publisher
from webapp.play.game.wire import SAID, Form
from webapp.play.handlers.base import handlers_of
from webapp.play.handlers.engine_events import EngineEvents
from webapp.play.handlers.game_events import GameEvents
from webapp.play.handlers.meeting_events import MeetingEvents
from webapp.play.handlers.table_events import TableEvents

_GROUPS: tuple[Any, ...] = (TableEvents, GameEvents, MeetingEvents, EngineEvents)
_SIMPLE = {bool: "boolean", int: "number", float: "number", str: "string", Text: SAID, type(None): "null", Any: "any"}


class Types:
    """Collects the types of structs for TypeScript."""

    def __init__(self) -> None:
        self._written: dict[str, tuple[Any, str]] = {}

    def text(self) -> str:
        """Returns all types collected so far."""
        return "\n".join(text for _, (_, text) in sorted(self._written.items()))

    def table(self, name: str, doc: str, kinds: Mapping[str, Any]) -> str:
        """Returns an interface with the type of each of these names."""
        lines = "".join(f"  {one}: {self.name(kind)};\n" for one, kind in sorted(kinds.items()))
        return f"/** {doc} */\nexport interface {name} {{\n{lines}}}\n"

    def name(self, kind: Any) -> str:
        """Returns a type as TypeScript writes it, and collects classes with fields."""
        origin, inner = typing.get_origin(kind), typing.get_args(kind)
        if kind in _SIMPLE:
            return _SIMPLE[kind]
        if origin is Annotated:
            return str(_page_name(inner[1:]) or self.name(inner[0]))
        if origin is typing.Literal:
            return " | ".join(json.dumps(value) for value in inner)
        if origin in (typing.Union, types.UnionType):
            names = [self.name(one) for one in inner if one is not msgspec.UnsetType]
            return " | ".join(dict.fromkeys(names))
        if origin is dict:
            return f"Record<string, {self.name(inner[1])}>"
        if origin is tuple and inner[-1] is not ...:
            return f"[{', '.join(map(self.name, inner))}]"
        if origin in (Awaitable, Coroutine):
            return self.name(inner[-1])
        if origin in (list, tuple, Sequence):
            item = self.name(inner[0])
            return f"({item})[]" if "|" in item else f"{item}[]"
        if issubclass(kind, enum.Enum):
            return " | ".join(json.dumps(one.value) for one in kind if one is not CHANCE)
        return self._struct(kind)

    def _struct(self, kind: Any) -> str:
        if getattr(kind, "__struct_config__", None) and kind.__struct_config__.array_like:
            return f"[{', '.join(self.name(field.type) for field in msgspec.structs.fields(kind))}]"
        is_form = issubclass(kind, Form) and not kind.__name__.endswith("Form")
        name = f"{kind.__name__}Form" if is_form else kind.__name__
        if name not in self._written:
            self._written[name] = kind, ""
            doc = "\n".join(f" * {line}".rstrip() for line in (inspect.getdoc(kind) or "").splitlines())
            lines = "".join(f"  {line};\n" for line in self.fields(kind))
            self._written[name] = kind, f"/**\n{doc}\n */\nexport interface {name} {{\n{lines}}}\n"
        if self._written[name][0] is not kind:
            raise ValueError(f"two classes are called {name}")
        return name

    def fields(self, kind: Any) -> Iterator[str]:
        """Yields each field of a class with its type, as a line of TypeScript."""
        if dataclasses.is_dataclass(kind):
            hints = typing.get_type_hints(kind, include_extras=True)
            for field in dataclasses.fields(kind):
                yield f"{field.name}: {self.name(hints[field.name])}"
            return
        config = kind.__struct_config__
        if config.tag:
            yield f"{config.tag_field}: {json.dumps(config.tag)}"
        for one in msgspec.structs.fields(kind):
            left_out = config.omit_defaults and not one.required
            is_optional = left_out or msgspec.UnsetType in typing.get_args(one.type)
            name = self.name(one.type)
            if left_out and one.default is None:
                name = name.removesuffix(" | null")
            yield f"{one.encode_name}{'?' if is_optional else ''}: {name}"


def _page_name(more: tuple[Any, ...]) -> str | None:
    extras = (meta.extra for meta in more if isinstance(meta, msgspec.Meta) and meta.extra)
    return next((extra["page"] for extra in extras if "page" in extra), None)


def answers() -> dict[str, Any]:
    """Returns the type of the answer to each event."""
    handlers = {name: one for group in _GROUPS for name, one in handlers_of(group).items()}
    return {event: typing.get_type_hints(handlers[event])["return"] for event in FORMS}


def news() -> dict[str, Any]:
    """Returns the type of the payload of each kind of news."""
    told = {
        name: next(kind for one, kind in typing.get_type_hints(method).items() if one == "payload")
        for name, method in vars(Publisher).items()
        if inspect.isfunction(method) and "payload" in method.__annotations__
    }
    return {**told, "notice": Notice}
