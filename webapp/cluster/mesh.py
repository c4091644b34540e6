"""Keeps one line from a front to every host."""

import logging
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol
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


class NewsReader(Protocol):
    """Describes the pages of a front (``webapp.cluster.front_pages``)."""

    def receive(self, host: str, news: News, /) -> None:
        """Takes news of a host."""

    def sids_at(self, host: str, /) -> list[str]:
        """Returns the connections that a host should know."""

    def begin_line(self, host: str, /) -> None:
        """Notes a new line to a host."""


class Mesh:
    """Holds the lines of a front. ``expire`` ends the lease of a dead host. For the loop."""

    def __init__(
        self,
        loop: Loop,
        workers: Workers,
        context: zmq.Context[Socket],
        me: str,
        keys: Keys,
        expire: Callable[[str], None],
        pages: Callable[[], NewsReader],
    ) -> None:
        self._loop, self._workers, self._context, self._me, self._keys = loop, workers, context, me, keys
        self._expire, self._pages = expire, pages
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
        self._began = {name: moment for name, moment in self._began.items() if name in self._hosts}
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
        if not self._closed:
            self._loop.later(BEAT, self._beat)  # first: an error below must not end the beats
            for line in list(self._lines.values()):
                line.beat()
            self._begin_lines()

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
                partial(self._pages().receive, host.name),
                partial(self._loop.call, partial(self._lose, host)),
            )
            line.hello(self._pages().sids_at(host.name))
            self._pages().begin_line(host.name)

    def _is_due(self, name: str, moment: float) -> bool:
        return self.line(name) is None and moment - self._began.get(name, 0.0) >= _AGAIN


def _refuses(address: str) -> bool:
    """Returns whether an address refuses connections. Silence is no refusal."""
    parts = urlsplit(address)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=_PROBE).close()
    except OSError as error:
        return isinstance(error, ConnectionRefusedError)
    return False
