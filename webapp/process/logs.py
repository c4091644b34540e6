"""The program's log: a line of text for a person, or of JSON for a machine.

What is said while an event is handled carries its game, its player (eight letters of a hash, never a token) and its
request; nothing that a client sends is written out.
"""

from __future__ import annotations

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
    """Send the log of the whole process to standard error.

    Raises:
        SettingError: ``form`` is neither "text" nor "json", or ``level`` is none.
    """
    if form not in ("text", "json"):
        raise SettingError(f"FOURTHOUGHT_LOG is {form!r}; it must be text or json")
    if level.lower() not in _LEVELS:
        raise SettingError(f"FOURTHOUGHT_LOG_LEVEL is {level!r}; it must be one of {', '.join(_LEVELS)}")
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_json() if form == "json" else _text())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)


def _common() -> list[Any]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
    ]


def _json() -> logging.Formatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[*_common(), structlog.processors.TimeStamper(fmt="iso", utc=True)],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
    )


def _text() -> logging.Formatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=_common(),
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _line,
        ],
    )


def _line(_logger: Any, _name: str, event: Any) -> str:
    """One line, as in WARNING webapp.sockets.gate: what happened (game=..., request=...); a traceback goes below."""
    level, name, said = event.pop("level").upper(), event.pop("logger"), event.pop("event")
    trace = event.pop("exception", None)
    facts = ", ".join(f"{key}={value}" for key, value in sorted(event.items()))
    return f"{level} {name}: {said}" + (f" ({facts})" if facts else "") + (f"\n{trace}" if trace else "")


@contextmanager
def about(*, game: str | None, key: str | None, request: str | None) -> Iterator[None]:
    """What is logged inside is about this game, player and request; ``key`` is the hash of the player's token."""
    known = {"game": game, "player": key[:_PLAYER_LETTERS] if key else None, "request": request}
    with structlog.contextvars.bound_contextvars(**{name: value for name, value in known.items() if value}):
        yield
