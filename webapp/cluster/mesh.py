"""Keeps one line from a front to every host."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterable
from functools import partial
from urllib.parse import urlsplit

import zmq
from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster.line.front_end import Line
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.messages import News
from webapp.cluster.line.sockets import Socket
from webapp.cluster.map import Map, Member
from webapp.serving.loop import Loop
from webapp.serving.workers import Workers

_log = logging.getLogger(__name__)

BEAT = 0.5
_AGAIN = 0.2
"""Seconds between two tries to reach a host."""
_PROBE = 0.3


class Mesh:
    """Holds the lines of a front. For the loop.

    Args:
        workers: check whether a host is dead.
        me: the name of the process.
        on_news: called with the name of a host and its news.
        sids_at: returns the connections that a host should know.
        on_line: called when a new line to a host has begun.
        expire: ends the lease of a dead host.
    """

    def __init__(
        self,
        loop: Loop,
        workers: Workers,
        context: zmq.Context[Socket],
        me: str,
        keys: Keys,
        *,
        on_news: Callable[[str, News], None],
        sids_at: Callable[[str], Iterable[str]],
        on_line: Callable[[str], None],
        expire: Callable[[str], None],
    ) -> None:
        self._loop, self._workers, self._context, self._me, self._keys = loop, workers, context, me, keys
        self._on_news, self._sids_at, self._on_line, self._expire = on_news, sids_at, on_line, expire
        self._hosts: dict[str, Member] = {}
        self._lines: dict[str, Line] = {}
        self._began: dict[str, float] = {}
        self._closed = False
        loop.later(BEAT, self._beat)

    def line(self, host: str) -> Line | None:
        """Returns the present line to a host."""
        line = self._lines.get(host)
        return None if line is None or line.ended else line

    def follow(self, now: Map) -> None:
        """Begins and ends lines as the map says, and fails the questions about shards that a host owns no more."""
        owners, members = now.owners(), now.members.values()
        self._hosts = {
            each.name: each for each in members if each.role == "host" and (each.living or each.name in owners)
        }
        keys = {name: host.key for name, host in self._hosts.items()}
        for line in [self._lines.pop(name) for name, line in [*self._lines.items()] if line.server != keys.get(name)]:
            line.end()
        self._begin_lines()
        for name, line in list(self._lines.items()):
            held = now.of(name)
            line.abandon(lambda shard, held=held: shard >= 0 and shard not in held)  # type: ignore[misc]

    def close(self) -> None:
        """Ends all lines."""
        self._closed = True
        self._hosts = {}
        lines, self._lines = list(self._lines.values()), {}
        for line in lines:
            line.end()

    def _beat(self) -> None:
        for line in list(self._lines.values()):
            line.beat()
        if not self._closed:
            self._begin_lines()
            self._loop.later(BEAT, self._beat)

    def _lose(self, host: Member) -> None:
        """Begins a lost line again, and checks whether the host is dead."""
        line = self._lines.get(host.name)
        if self._closed or line is None or not line.ended:
            return
        self._loop.later(_AGAIN, self._begin_lines)
        if line.heard and host.living:
            self._workers.run(lambda: self._expire_dead(host), lambda _: None)

    def _expire_dead(self, host: Member) -> None:
        """Ends the lease of a host whose address refuses connections: its process has ended. Runs in a worker."""
        if _refuses(host.address):
            try:
                self._expire(host.name)
            except SQLAlchemyError as error:
                _log.warning("the lease of the dead host %s cannot be ended: %s", host.name, error)

    def _begin_lines(self) -> None:
        moment = time.monotonic()
        for host in [host for name, host in self._hosts.items() if self._is_due(name, moment)]:
            self._began[host.name] = moment
            line = self._lines[host.name] = Line(
                self._loop,
                self._context,
                self._me,
                self._keys,
                host.address,
                host.key,
                partial(self._on_news, host.name),
                partial(self._loop.call, partial(self._lose, host)),
            )
            line.hello(self._sids_at(host.name))
            self._on_line(host.name)

    def _is_due(self, name: str, moment: float) -> bool:
        return self.line(name) is None and moment - self._began.get(name, 0.0) >= _AGAIN


def _refuses(address: str) -> bool:
    """Returns whether an address refuses connections. Silence is no refusal."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=_PROBE).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return False
