"""Defines every setting with a default, read once from the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from engine.folders import user_folder

PREFIX = "FOURTHOUGHT_"
_HOST_NAME = re.compile(r"[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\]")


class SettingError(ValueError):
    """Tells which setting has a wrong value, and which values are right."""


def default_database() -> str:
    """Returns the path of a SQLite file in the user's data directory.

    Raises:
        SettingError: the system names no such directory.
    """
    folder = user_folder("data")
    if folder is None:
        raise SettingError("the system names no folder for the games; name a file with --database")
    return str(folder / "games.sqlite3")


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds all settings; each field is the environment variable FOURTHOUGHT_<FIELD> in capitals.

    Times are in seconds, sizes in bytes; rates are written as "60 per 10 seconds".
    """

    database: str = ""
    """A file name or a database URL; empty: a SQLite file in the user's data directory. DATABASE_URL counts too."""
    flush: str = "second"
    """When SQLite makes a move safe from a power cut: "second": at most a second after the acknowledgement; "move":
    before the acknowledgement, so each move waits for the disk. The death of the server alone never loses an
    acknowledged move."""
    host: str = "127.0.0.1"
    port: int = 8000
    server: str = "loop"
    """How clients are served: "loop": all in one thread; "plain": by Flask-SocketIO's own server with a thread for each
    client, for some 100 people and without a promise under attack: for a debugger, or where the loop fails."""
    threads: int = 0
    """Searches at once; 0: one a core."""
    tree_mb: float = 16.0
    """The most MiB for the tree of one mind; at the cap the least useful branches collapse into proven bounds."""
    trees_mb: float = 1024.0
    """The most MiB for all trees together."""
    ponder_seconds: float = 300.0
    """The longest time for which a mind ponders without being asked for a move."""
    think_seconds: float = 12.0
    """The longest time for an engine's move, for slow machines; levels limit positions, not time."""
    hint_seconds: float = 1.5
    minimum_reply: float = 0.3
    """The shortest time from a person's move to the engine's reply: an instant reply feels like a blow."""
    per_minute: float = 40.0
    """Moves a minute between two engines."""
    grace: float = 60.0
    """The time for which minds go on thinking at an empty table."""
    forget: float = 600.0
    """The time after which an empty table leaves the memory (never the database)."""
    keep_days: int = 0
    """The days without an event after which a game is forgotten by the database, too; 0: never."""
    away: float = 5.0
    """The time without a page after which a person is shown as away."""
    stand_in: float = 15.0
    """The time away after which the other side may let an engine play for the absent person."""
    claim: float = 60.0
    """The time for which a game must have waited for an absent person, before the other side may claim the game."""
    live_games: int = 500
    """The most tables in memory; beyond, the least recently used table leaves."""
    longest_game: int = 2000
    """The most events of one game, takebacks included."""
    connections: int = 1000
    message_bytes: int = 16384
    event_rate: str = "100 per 10 seconds"
    """The most events of one connection."""
    player_rate: str = "200 per 10 seconds"
    """The most events of one player at one table, over all connections."""
    address_share: float = 0.5
    """The largest part of the connections for one IP address (IPv6: one network of 64 bits), which many people may
    share. Behind a proxy all people share one, unless FOURTHOUGHT_PROXIES is set."""
    connect_rate: str = "1000 per 60 seconds"
    """The most new connections of one IP address."""
    address_rate: str = "2000 per 10 seconds"
    """The most events of one IP address, and the most pointer positions besides."""
    aim_rate: str = "30 per 2 seconds"
    """The most pointer positions of one connection."""
    game_rate: str = "600 per 1 hour"
    """The most games begun from one IP address, rematches included."""
    strikes: int = 50
    """The number of events beyond the rates after which a connection is closed."""
    proxies: int = 0
    """The number of reverse proxies in front, for trusting the X-Forwarded headers."""
    hosts: str = ""
    """The host names of this server, separated by commas, without ports; empty: any well-formed name. A request for
    another host is refused."""
    drain_seconds: float = 5.0
    """The longest time for stopping: pages are told, and events under way are finished."""
    log: str = "text"
    """The form of log lines: "text" for persons, "json" for machines."""
    log_level: str = "warning"
    metrics_token: str = ""
    """A secret for reading /metrics from elsewhere (Authorization: Bearer ...); if empty, only this machine may."""

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **overrides: Any) -> Settings:
        """Returns the settings of the environment; ``overrides`` other than None come first.

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
    def is_plain(self) -> bool:
        """Returns whether Flask-SocketIO's own server serves the clients.

        Raises:
            SettingError: the setting has another value.
        """
        if self.server not in ("loop", "plain"):
            raise SettingError(f'{PREFIX}SERVER is {self.server!r}; it must be "loop" or "plain"')
        return self.server == "plain"

    @property
    def address_connections(self) -> int:
        """Returns the most connections of one IP address, at least one.

        Raises:
            SettingError: the part is no number from 0 to 1.
        """
        if not 0.0 < self.address_share <= 1.0:
            raise SettingError(f"{PREFIX}ADDRESS_SHARE is {self.address_share}; it must be above 0 and at most 1")
        return max(1, int(self.connections * self.address_share))

    @property
    def host_names(self) -> frozenset[str]:
        """Returns the expected host names in small letters; none: every name.

        Raises:
            SettingError: an entry of the setting is no host name.
        """
        names = [name.strip().lower().rstrip(".") for name in self.hosts.split(",") if name.strip()]
        for name in names:
            if not _HOST_NAME.fullmatch(name):
                raise SettingError(
                    f"{PREFIX}HOSTS names {name!r}; it must be host names without ports, separated by commas"
                )
        return frozenset(names)

    @property
    def database_url(self) -> str:
        """Returns the URL of the database; a plain file name means SQLite.

        Raises:
            SettingError: the setting looks like a URL and is none.
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
