"""Every setting, read once from the environment, with its default."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

PREFIX = "FOURTHOUGHT_"


class SettingError(ValueError):
    """A setting has a value that cannot be used; the message names it and says what would be right."""


def default_database() -> str:
    """A SQLite file in the user's data directory."""
    return str(Path(platformdirs.user_data_dir("fourthought", appauthor=False)) / "games.sqlite3")


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set; each field is the environment variable FOURTHOUGHT_<FIELD> in capitals.

    Times are in seconds, sizes in bytes; rates are written as "60 per 10 seconds".
    """

    database: str = ""
    """A file name or a database URL; empty: a SQLite file in the user's data directory. DATABASE_URL counts too."""
    flush: str = "second"
    """When a move is safe from a power cut, in SQLite: "second": at most a second after it is acknowledged; "move":
    before, so that each waits for the disk. From the death of the server every acknowledged move is safe."""
    host: str = "127.0.0.1"
    port: int = 8000
    threads: int = 0
    """Searches that run at once; 0: one for each core."""
    tree_mb: float = 16.0
    """MiB that the tree of one mind may take; at the cap the least useful branches collapse into what they proved."""
    trees_mb: float = 1024.0
    """MiB that all trees may take together."""
    ponder_seconds: float = 300.0
    """How long a mind thinks at most while it is not asked for a move."""
    think_seconds: float = 12.0
    """The longest an engine thinks about its move, however slow the machine; its levels count positions instead."""
    hint_seconds: float = 1.5
    minimum_reply: float = 0.3
    """From a person's move to the engine's reply, at least: an instant reply feels like a blow."""
    per_minute: float = 40.0
    """Moves a minute when engines play each other."""
    grace: float = 60.0
    """How long minds think on when nobody is at the table."""
    forget: float = 600.0
    """After so long without anybody a table leaves the memory (never the database)."""
    away: float = 5.0
    """After so long without a page somebody is shown to be away."""
    stand_in: float = 15.0
    """After so long the other side may let an engine play on for them."""
    claim: float = 60.0
    """After so long the other side may claim the game."""
    live_games: int = 500
    """Tables in memory; beyond them the one that was used least recently leaves."""
    longest_game: int = 2000
    """Events of one game (takebacks count as well)."""
    connections: int = 1000
    message_bytes: int = 16384
    event_rate: str = "100 per 10 seconds"
    """Events of one connection."""
    player_rate: str = "200 per 10 seconds"
    """Events of one player at one table, over all their connections."""
    address_rate: str = "10000 per 10 seconds"
    """Events of one address: many people may share it, behind a proxy all of them."""
    aim_rate: str = "30 per 2 seconds"
    """How often a connection may show where it points."""
    game_rate: str = "600 per 1 hour"
    """Games begun from one address."""
    strikes: int = 50
    """Events beyond the rate after which a connection is closed."""
    proxies: int = 0
    """Reverse proxies in front, whose X-Forwarded headers are believed."""
    drain_seconds: float = 5.0
    """The longest that leaving takes: pages are told, and what is under way is finished."""
    log: str = "text"
    """"json" for machines."""
    log_level: str = "warning"
    metrics_token: str = ""
    """Who shows it may read /metrics from elsewhere (Authorization: Bearer ...); without it only this machine may."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **overrides: Any) -> Settings:
        """The settings of the environment; ``overrides`` that are not None win.

        Raises:
            SettingError: a value is of the wrong kind.
        """
        environ = os.environ if environ is None else environ
        values: dict[str, Any] = {}
        for field in fields(cls):
            text = environ.get(PREFIX + field.name.upper())
            if text is not None:
                values[field.name] = _read(field.name, str(field.type), text)
        values.setdefault("database", environ.get("DATABASE_URL", ""))
        values.update({name: value for name, value in overrides.items() if value is not None})
        return cls(**values)

    @property
    def sync_commits(self) -> bool:
        """Returns whether a move is acknowledged only when a power cut cannot undo the move.

        Raises:
            SettingError: the setting has another value.
        """
        if self.flush not in ("second", "move"):
            raise SettingError(f'{PREFIX}FLUSH is {self.flush!r}; it must be "second" or "move"')
        return self.flush == "move"

    @property
    def database_url(self) -> str:
        """The database as a URL; a plain file name means SQLite.

        Raises:
            SettingError: it looks like a URL and is none.
        """
        if "://" not in self.database:
            return f"sqlite:///{Path(self.database or default_database()).expanduser()}"
        try:
            make_url(self.database)
        except ArgumentError:
            raise SettingError("the database must be a file name or a URL such as sqlite:///games.sqlite3") from None
        return self.database


_KINDS = {"int": (int, "a whole number"), "float": (float, "a number"), "str": (str, "a text")}


def _read(name: str, kind: str, text: str) -> Any:
    convert, words = _KINDS[kind]
    try:
        return convert(text)
    except ValueError:
        raise SettingError(f"{PREFIX}{name.upper()} is {text!r}; it must be {words}") from None
