"""Writes the program's log as lines of text for a person, or of JSON for a machine. A line about an event names the
game, the player (eight letters of a hash, never a token) and the request. Text sent by a client is never written."""

import json
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

_PLAYER_LETTERS = 8
_bound: ContextVar[Mapping[str, Any]] = ContextVar("facts of the log", default=MappingProxyType({}))


def configure(form: str, level: str) -> None:
    """Sends the log of the process to standard error. ``form`` and ``level`` are as the settings allow."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonLines() if form == "json" else _TextLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # which names each of its parts at every start


def bound_facts() -> Mapping[str, Any]:
    """Returns the facts that all lines of this context have."""
    return _bound.get()


class _Lines(logging.Formatter):
    """Gives a line its facts: those of the context, and those that a caller adds as ``extra={"facts": ...}``."""

    def facts(self, record: logging.LogRecord) -> dict[str, Any]:
        return {**bound_facts(), **getattr(record, "facts", {})}

    def trace(self, record: logging.LogRecord) -> str:
        return self.formatException(record.exc_info) if record.exc_info else ""


class _JsonLines(_Lines):
    """Writes one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        named = {"event": record.getMessage(), "logger": record.name, "level": record.levelname.lower()}
        trace = self.trace(record)
        return json.dumps({**self.facts(record), **named, "timestamp": at} | ({"exception": trace} if trace else {}))


class _TextLines(_Lines):
    """Writes WARNING webapp.sockets.gate: message (game=..., request=...), with a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        facts = ", ".join(f"{key}={value}" for key, value in sorted(self.facts(record).items()))
        line = f"{record.levelname} {record.name}: {record.getMessage()}" + (f" ({facts})" if facts else "")
        trace = self.trace(record)
        return _on_one_line(line) + (f"\n{trace}" if trace else "")


def _on_one_line(text: str) -> str:
    """Escapes control characters and line ends, so that a client's address cannot forge a line."""
    return text if text.isprintable() else "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def note_event(game: str, key: str | None, request: str | None) -> None:
    """Adds the game, the hash of the player's token and the request to all later lines of this context."""
    facts = {"game": game, "player": key[:_PLAYER_LETTERS] if key else None, "request": request}
    _bound.set({**bound_facts(), **{name: value for name, value in facts.items() if value}})


@contextmanager
def log_place(shard: int, epoch: int | None) -> Iterator[None]:
    """Adds a game's shard, and the epoch in which this host owns it, to all lines inside."""
    before = _bound.set({**bound_facts(), "shard": shard, "epoch": epoch})
    try:
        yield
    finally:
        _bound.reset(before)
