"""Defines every setting once: its kind, range, default and description."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from limits import parse_many
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from engine.files import user_folder
from webapp.sizes import ADDRESS_SHARE, CONNECTIONS
from webapp.sizes import rate as rate_of

PREFIX = "FOURTHOUGHT_"
_MOST = 1_000_000_000
_OTHERS = frozenset({"FOURTHOUGHT_JOIN"})
"""Variables of single commands, which are read elsewhere."""
_ROOT_PATH = re.compile(r"(/[A-Za-z0-9_-]{1,40}){0,8}")
_HOST_NAME = re.compile(r"[a-z0-9_][a-z0-9_.-]*|\[[0-9a-f:.]+\]")


class SettingError(ValueError):
    """Says which setting has a wrong value, and which values are right."""


def number(default: float, low: float, high: float, words: str) -> Any:
    """Declares a number from ``low`` to ``high``."""
    return field(default=default, metadata={"low": low, "high": high, "words": words})


def choice(default: str, choices: tuple[str, ...], words: str) -> Any:
    """Declares one of several words."""
    return field(default=default, metadata={"choices": choices, "words": words})


def rate(default: str, words: str) -> Any:
    """Declares a rate, such as "60 per 10 seconds"."""
    return field(default=default, metadata={"rate": True, "words": words})


def word(default: str, words: str) -> Any:
    """Declares any text."""
    return field(default=default, metadata={"words": words})


def default_database() -> str:
    """Returns the path of a SQLite file in the user's data directory. Raises ``SettingError`` without one."""
    folder = user_folder("data")
    if folder is None:
        raise SettingError("the system names no folder for the games; name a file with --database")
    return str(folder / "games.sqlite3")


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds all settings. Each field is the environment variable FOURTHOUGHT_<FIELD> in capitals. Times are in seconds,
    sizes in bytes, and rates are written as "60 per 10 seconds"."""

    database: str = word(
        "", "A file or URL of the database. Empty: a SQLite file in your data directory. DATABASE_URL counts as well."
    )
    flush: str = choice(
        "second",
        ("second", "move"),
        'When SQLite makes a move safe from a power cut. "second": at most a second after the acknowledgement. "move": '
        "before it, so each move waits for the disk. A crash of the server alone loses no acknowledged move.",
    )
    host: str = word("127.0.0.1", "The address to listen on.")
    port: int = number(8000, 0, 65535, "The port to listen on. 0 takes a free port.")
    uds: str = word("", "A Unix socket to listen on in place of an address, such as /run/fourthought/socket.")
    root_path: str = word(
        "", "The path in front of all addresses, such as /games, where a proxy has other programs too."
    )
    server: str = choice(
        "loop",
        ("loop", "plain"),
        'How clients are served. "loop": all in one thread. "plain": by Flask-SocketIO\'s own server with a thread for '
        "each client, for some 100 people and without a promise under attack: for a debugger, or where the loop fails.",
    )
    threads: int = number(0, 0, 1024, "Searches at a time. 0: one a core.")
    tree_mb: float = number(
        16.0, 0.1, 1_048_576, "The most MiB for the tree of one mind. The least useful branches are reduced to bounds."
    )
    trees_mb: float = number(1024.0, 1, 16_777_216, "The most MiB for all trees together.")
    proofs: str = word(
        "",
        "The folder for what engines have proved at a price, which all games then know, also after a restart. Empty: a "
        'folder beside the SQLite file, and none beside PostgreSQL. "off": nothing is kept.',
    )
    proofs_mb: float = number(
        16.0, 0.01, 4_096, "The most MiB of such proofs for each board, on the disk and in memory. The cheapest leave."
    )
    ponder_seconds: float = number(
        300.0, 0, 86_400, "The longest time for which a mind ponders without a new question."
    )
    think_seconds: float = number(
        12.0, 0.01, 3_600, "The longest time for an engine's move, for slow machines. Levels limit positions, not time."
    )
    hint_seconds: float = number(1.5, 0.01, 3_600, "The longest time for a hint.")
    minimum_reply: float = number(
        0.3, 0, 60, "The least time before the engine's reply to a person: instant replies feel rude."
    )
    per_minute: float = number(40.0, 0.1, 100_000, "Moves a minute between two engines.")
    grace: float = number(60.0, 0, 86_400, "The time for which minds continue to think at an empty table.")
    forget: float = number(
        600.0, 1, 31_536_000, "The time after which an empty table leaves the memory, never the database."
    )
    keep_days: int = number(0, 0, 36_500, "The days without an event after which a game is deleted. 0: never.")
    keep_unmoved_days: int = number(30, 0, 36_500, "The days after which a game without any move is deleted. 0: never.")
    keep_report_days: int = number(365, 0, 36_500, "The days after which the report of a name is deleted. 0: never.")
    away: float = number(5.0, 0, 86_400, "The time without a page after which a person is shown as away.")
    stand_in: float = number(15.0, 0, 86_400, "The time away after which an engine may play for the absent person.")
    claim: float = number(60.0, 0, 86_400, "The time that a game waits for an absent person before it may be claimed.")
    live_games: int = number(500, 1, 10_000_000, "The most tables in memory. The least recently used table leaves.")
    longest_game: int = number(2000, 100, 1_000_000, "The most events of one game, takebacks included.")
    connections: int = number(CONNECTIONS, 1, 1_000_000, "The most connected pages.")
    message_bytes: int = number(16384, 1_024, 67_108_864, "The longest message of a client.")
    event_rate: str = rate("100 per 10 seconds", "The most events of one connection.")
    player_rate: str = rate("200 per 10 seconds", "The most events of one player at one table, over all connections.")
    address_share: float = number(
        ADDRESS_SHARE,
        0.000_001,
        1,
        "The largest part of the connections for one IP address (IPv6: one network of 64 bits), which many people may "
        "share. Behind a proxy all people share one, unless FOURTHOUGHT_PROXIES is set.",
    )
    connect_rate: str = rate(rate_of("connect_rate"), "The most new connections of one IP address.")
    address_rate: str = rate(
        rate_of("address_rate"), "The most events of one IP address, and the most pointer positions."
    )
    aim_rate: str = rate("30 per 2 seconds", "The most pointer positions of one connection.")
    game_rate: str = rate(rate_of("game_rate"), "The most games begun from one IP address, rematches included.")
    stored_rate: str = rate(
        rate_of("stored_rate"),
        "The most stored events of one IP address, such as takebacks and names, but no moves, resigning or "
        "coming back.",
    )
    strikes: int = number(50, 1, 1_000_000, "The number of events above the rates after which a connection is closed.")
    proxies: int = number(0, 0, 100, "The number of reverse proxies in front, for trusting the X-Forwarded headers.")
    hosts: str = word(
        "",
        "The host names of this server, separated by commas, without ports. A request for another host is refused. "
        "Empty: any well-formed name, but for a server that listens on this machine only, without proxies: the names "
        "of this machine, such as localhost.",
    )
    drain_seconds: float = number(5.0, 0, 3_600, "The longest time for stopping, in which open events are finished.")
    log: str = choice("text", ("text", "json"), 'The form of log lines: "text" for persons, "json" for machines.')
    access_log: str = choice(
        "off",
        ("off", "on"),
        "Whether the log has a line for each request: the address, the path, the status and the time. Paths of games "
        "are secrets of their players.",
    )
    trace: str = word(
        "", 'The id of a game, or "all": the log tells the way of each of its events through the server, with times.'
    )
    log_level: str = choice(
        "warning", ("debug", "info", "warning", "error", "critical"), "The least important lines of the log."
    )
    load: str = word(
        "",
        "Modules or Python files with games of your own, separated as the folders of PATH are. They run with all "
        "rights of the server. Each host and front of a cluster needs the same.",
    )
    arena: str = word(
        "",
        "The folder that `fourthought arena` writes on this machine. The pages at /arena show it live to everybody, "
        "with the names of the programs. Empty: there are no such pages.",
    )
    metrics_token: str = word(
        "", "A secret for reading /metrics from elsewhere (Authorization: Bearer ...). Empty: only this machine may."
    )

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **overrides: Any) -> Settings:
        """Returns the settings of the environment. Set ``overrides`` win. Raises ``SettingError`` for a wrong kind."""
        environ = os.environ if environ is None else environ
        values: dict[str, Any] = {}
        for one in fields(cls):
            text = environ.get(PREFIX + one.name.upper())
            if text is not None:
                values[one.name] = _read(one, text)
        values.setdefault("database", environ.get("DATABASE_URL", ""))
        values.update({name: value for name, value in overrides.items() if value is not None})
        for one in fields(cls):
            if one.name in values:
                _check(one, values[one.name])
        settings = cls(**values)
        _ = settings.host_names, settings.database_url  # each refuses what it cannot read
        if not _ROOT_PATH.fullmatch(settings.root_path):
            raise SettingError(
                f"{PREFIX}ROOT_PATH is {settings.root_path!r}; it must be a path such as /games, or empty"
            )
        return settings

    @property
    def sync_commits(self) -> bool:
        """Returns whether an acknowledged move survives a power cut."""
        return self.flush == "move"

    @property
    def proofs_folder(self) -> str:
        """Returns the folder for what is proved at a price, or "" where nothing is kept."""
        if self.proofs or make_url(self.database_url).get_backend_name() != "sqlite":
            return "" if self.proofs == "off" else self.proofs
        return f"{make_url(self.database_url).database}.proofs"

    @property
    def is_plain(self) -> bool:
        """Returns whether Flask-SocketIO's own server serves the clients."""
        return self.server == "plain"

    @property
    def address_connections(self) -> int:
        """Returns the most connections of one IP address, at least one."""
        return max(1, int(self.connections * self.address_share))

    @property
    def host_names(self) -> frozenset[str]:
        """Returns the expected host names in small letters, none for every name. Raises ``SettingError``."""
        names = [name.strip().lower().rstrip(".") for name in self.hosts.split(",") if name.strip()]
        for name in names:
            if not _HOST_NAME.fullmatch(name):
                raise SettingError(
                    f"{PREFIX}HOSTS names {name!r}; it must be host names without ports, separated by commas"
                )
        return frozenset(names)

    @property
    def database_url(self) -> str:
        """Returns the URL of the database; a file name means SQLite. Raises ``SettingError`` for a broken URL."""
        if "://" not in self.database:
            try:
                path = Path(self.database or default_database()).expanduser()
            except RuntimeError:
                raise SettingError(
                    f"the database {self.database!r} is in the home of nobody here; name the file by its whole path"
                ) from None
            return URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)
        try:
            backend = make_url(self.database).get_backend_name()
        except ArgumentError:
            raise SettingError("the database must be a file name or a URL such as sqlite:///games.sqlite3") from None
        if backend not in ("sqlite", "postgresql"):
            raise SettingError(f"the database may be SQLite or PostgreSQL, not {backend}")
        return self.database


def unknown_settings(environ: Mapping[str, str] | None = None) -> list[str]:
    """Returns a sentence for each variable of the environment that looks like a setting but is not."""
    known = {PREFIX + one.name.upper() for one in fields(Settings)} | _OTHERS
    given = sorted(name for name in (os.environ if environ is None else environ) if name.startswith(PREFIX))
    sentences = []
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, 1)
            sentences.append(f"{name} is no setting" + (f"; did you mean {near[0]}?" if near else "."))
    return sentences


def allowed(one: Field[Any]) -> str:
    """Returns in words which values a setting may have."""
    limits = one.metadata
    if "choices" in limits:
        return " or ".join(f'"{choice}"' for choice in limits["choices"])
    if "low" in limits:
        kind = "a whole number" if one.type == "int" else "a number"
        return f"{kind} from {limits['low']:,} to {limits['high']:,}"
    return 'a rate such as "60 per 10 seconds"' if "rate" in limits else "a text"


def _read(one: Field[Any], text: str) -> Any:
    try:
        return {"int": int, "float": float}.get(str(one.type), str)(text)
    except ValueError:
        raise _refusal(one, text) from None


def _check(one: Field[Any], value: Any) -> None:
    limits = one.metadata
    if "choices" in limits and value not in limits["choices"]:
        raise _refusal(one, value)
    if "low" in limits and not limits["low"] <= value <= limits["high"]:
        raise _refusal(one, value)
    if "rate" in limits:
        try:
            good = bool(parse_many(value)) and all(0 < int(each) <= _MOST for each in re.findall(r"\d+", value))
        except ValueError:
            good = False
        if not good:
            raise _refusal(one, value)


def _refusal(one: Field[Any], value: object) -> SettingError:
    shown = str(value) if len(str(value)) <= 40 else f"{str(value)[:40]}…"
    return SettingError(f"{PREFIX}{one.name.upper()} is {shown!r}; it must be {allowed(one)}")
