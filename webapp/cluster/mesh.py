"""Keeps one line from a front to every host."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster.line.calling import Line
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.messages import News
from webapp.cluster.line.sockets import Sockets
from webapp.cluster.map import Map, Member

_log = logging.getLogger(__name__)

BEAT = 0.5
_AGAIN = 0.2
"""Seconds between two tries to reach a host."""
_PROBE = 0.3


class Mesh:
    """Holds the lines of a front. Safe for threads.

    Args:
        sockets: the sockets of the process.
        me: the name of the process.
        keys: the keys of the process.
        on_news: receives the news of every host, with the host's name.
        sids_at: returns the connections to pages, which a host should know.
        on_line: called after a new line to a host has begun.
        expire: ends the lease of a dead host.
    """

    def __init__(
        self,
        sockets: Sockets,
        me: str,
        keys: Keys,
        *,
        on_news: Callable[[str, News], None],
        sids_at: Callable[[str], Iterable[str]],
        on_line: Callable[[str], None],
        expire: Callable[[str], None],
    ) -> None:
        self._sockets, self._me, self._keys = sockets, me, keys
        self._on_news, self._sids_at, self._on_line, self._expire = on_news, sids_at, on_line, expire
        self._hosts: dict[str, Member] = {}
        self._lines: dict[str, Line] = {}
        self._began: dict[str, float] = {}
        self._lock = threading.Lock()
        self._lost = threading.Event()
        self._closed = False

    def line(self, host: str) -> Line | None:
        """Returns the present line to a host."""
        line = self._lines.get(host)
        return None if line is None or line.ended else line

    def follow(self, now: Map) -> None:
        """Begins lines to new hosts, ends the lines to former ones, and gives up the waits for former owners."""
        owners = now.owners()
        hosts = {
            each.name: each
            for each in now.members.values()
            if each.role == "host" and (each.living or each.name in owners)
        }
        with self._lock:
            gone = [self._lines.pop(name) for name in list(self._lines) if name not in hosts]
            self._hosts = hosts
        for line in gone:
            line.end()
        self._begin_lines()
        for name, line in list(self._lines.items()):
            held = now.of(name)
            line.abandon(lambda shard, held=held: shard >= 0 and shard not in held)  # type: ignore[misc]

    def turn(self) -> bool:
        """Sends the signs of life, or looks after lost lines; False after ``close``."""
        if self._lost.wait(BEAT):
            self._lost.clear()
            for name, line in list(self._lines.items()):
                if line.ended and line.heard:
                    self._bury(name)
        for line in list(self._lines.values()):
            line.beat()
        if not self._closed:
            self._begin_lines()
        return not self._closed

    def close(self) -> None:
        """Ends all lines."""
        self._closed = True
        with self._lock:
            self._hosts = {}
            lines, self._lines = list(self._lines.values()), {}
        for line in lines:
            line.end()
        self._lost.set()

    def _bury(self, name: str) -> None:
        """Ends the lease of a host whose address refuses connections: its process has ended."""
        host = self._hosts.get(name)
        if host is not None and host.living and _refuses(host.address):
            try:
                self._expire(name)
            except SQLAlchemyError as error:
                _log.warning("the end of the host %s cannot be told: %s", name, error)

    def _begin_lines(self) -> None:
        moment = time.monotonic()
        with self._lock:
            due = [host for name, host in self._hosts.items() if self._is_due(name, moment)]
            self._began.update((host.name, moment) for host in due)
        for host in due:
            line = Line(
                self._sockets,
                self._me,
                self._keys,
                host.address,
                host.key,
                lambda news, name=host.name: self._on_news(name, news),  # type: ignore[misc]
                self._lost.set,
            )
            line.hello(self._sids_at(host.name))  # first: a host leaves questions of a nameless line unanswered
            with self._lock:
                wanted = host.name in self._hosts
                former = self._lines.pop(host.name, None) if wanted else line
                if wanted:
                    self._lines[host.name] = line
            if former is not None:
                former.end()
            if wanted:
                self._on_line(host.name)

    def _is_due(self, name: str, moment: float) -> bool:
        line = self._lines.get(name)
        return (line is None or line.ended) and moment - self._began.get(name, 0.0) >= _AGAIN


def _refuses(address: str) -> bool:
    """Returns whether nobody listens at an address any more; silence is no refusal."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=_PROBE).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False
