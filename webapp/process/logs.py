"""Writes the program's log as lines of text for a person, or of JSON for a machine.

A line about an event names the game, the player (eight letters of a hash, never a token) and the request. Text sent by
a client is never written.
"""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from webapp.settings import SettingError

_LEVELS = ("debug", "info", "warning", "error")
_PLAYER_LETTERS = 8


def configure(form: str, level: str) -> None:
    """Sends the log of the whole process to standard error. Raises ``SettingError`` if ``form`` is neither "text" nor
    "json", or ``level`` is no level."""
    if form not in ("text", "json"):
        raise SettingError(f"FOURTHOUGHT_LOG is {form!r}; it must be text or json")
    if level.lower() not in _LEVELS:
        raise SettingError(f"FOURTHOUGHT_LOG_LEVEL is {level!r}; it must be one of {', '.join(_LEVELS)}")
    handler = logging.StreamHandler(sys.stderr)
    stamp, json = structlog.processors.TimeStamper(fmt="iso", utc=True), structlog.processors.JSONRenderer()
    handler.setFormatter(_formatter(json, stamp) if form == "json" else _formatter(_text_line))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # which names each of its parts at every start


def _formatter(last: Any, *first: Any) -> logging.Formatter:
    """Returns a formatter that ends with the step ``last``. Lines of the library ``logging`` begin with ``first``."""
    std = structlog.stdlib
    common = structlog.contextvars.merge_contextvars, std.add_logger_name, std.add_log_level
    processors = std.ProcessorFormatter.remove_processors_meta, structlog.processors.format_exc_info, last
    return std.ProcessorFormatter(foreign_pre_chain=[*common, *first], processors=processors)


def _text_line(_logger: Any, _name: str, event: Any) -> str:
    """Returns a line such as WARNING webapp.sockets.gate: message (game=..., request=...), with a traceback below
    it."""
    level, name, message = event.pop("level").upper(), event.pop("logger"), event.pop("event")
    trace = event.pop("exception", None)
    facts = ", ".join(f"{key}={value}" for key, value in sorted(event.items()))
    line = f"{level} {name}: {message}" + (f" ({facts})" if facts else "")
    return _on_one_line(line) + (f"\n{trace}" if trace else "")


def _on_one_line(text: str) -> str:
    """Escapes control characters and line ends, so that a client's address cannot forge a line."""
    return text if text.isprintable() else "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def note_event(game: str, key: str | None, request: str | None) -> None:
    """Adds the game, the hash of the player's token and the request to all later lines of this context
    (``contextvars``)."""
    facts = {"game": game, "player": key[:_PLAYER_LETTERS] if key else None, "request": request}
    structlog.contextvars.bind_contextvars(**{name: value for name, value in facts.items() if value})


@contextmanager
def log_place(shard: int, epoch: int | None) -> Iterator[None]:
    """Adds a game's shard, and the epoch in which this host owns it, to all lines inside."""
    with structlog.contextvars.bound_contextvars(shard=shard, epoch=epoch):
        yield
