"""Keeps one line to every host, and finds the silent hosts."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from webapp.cluster.line.calling import Line
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.messages import News
from webapp.cluster.line.sockets import Sockets
from webapp.cluster.register import Map, Member

SILENCE = 3.0
"""Seconds without a sign after which a host is suspected; a host signs twice a second."""
_LATE = 1.5
"""Seconds between two beats of this process from which on this process itself has slept, and suspects nobody."""
_STEADY = 1.2
_AGAIN = 0.2
"""Seconds between two tries to reach a host."""
_PROBE = 0.3


class Mesh:
    """Holds the lines of one process. Safe for threads.

    A host is suspected in four cases: the host was heard once and is silent now; the address refuses connections; the
    host owns shards, was never heard here, and has written no sign to the database lately; or the host is heard, and
    has written no sign for long, while this process has. So a host about to begin is not suspected, and after a pause
    of the database no host is.

    Args:
        sockets: the sockets of the process.
        me: the name of the process.
        keys: the keys of the process.
        on_news: receives the news of every host, with the host's name.
        sids_at: returns the connections to pages, which a host should know.
        on_line: called after a new line to a host has begun.
    """

    def __init__(
        self,
        sockets: Sockets,
        me: str,
        keys: Keys,
        on_news: Callable[[str, News], None] = lambda _host, _news: None,
        sids_at: Callable[[str], Iterable[str]] = lambda _host: (),
        on_line: Callable[[str], None] = lambda _host: None,
    ) -> None:
        self._sockets, self._me, self._keys = sockets, me, keys
        self._on_news, self._sids_at, self._on_line = on_news, sids_at, on_line
        self._hosts: dict[str, Member] = {}
        self._lines: dict[str, Line] = {}
        self._began: dict[str, float] = {}
        self._heard: dict[str, float] = {}
        self._dead: set[str] = set()
        self._lock = threading.Lock()
        self._ticked = time.monotonic()
        self.lost = threading.Event()
        """Set when a line is lost; the steward looks at once."""

    def line(self, host: str) -> Line | None:
        """Returns the present line to a host."""
        line = self._lines.get(host)
        return None if line is None or line.ended else line

    def is_steady(self, host: str) -> bool:
        """Returns whether a host has been heard for a while, and just now, and so may be given shards."""
        line, moment = self.line(host), time.monotonic()
        if line is None or line.heard is None:
            return False
        return moment - self._began.get(host, moment) > _STEADY and moment - line.heard < _STEADY

    def follow(self, now: Map) -> None:
        """Begins lines to new hosts, ends the lines to hosts gone meanwhile, and gives up waits for former owners."""
        owners = now.owners()
        hosts = {
            each.name: each
            for each in now.members.values()
            if each.role == "host" and each.name != self._me and (each.living or each.name in owners)
        }
        with self._lock:
            gone = [self._lines.pop(name) for name in list(self._lines) if name not in hosts]
            self._hosts = hosts
            for moments in (self._heard, self._began):
                for name in [name for name in moments if name not in hosts]:
                    del moments[name]
            self._dead &= hosts.keys()
        for line in gone:
            line.end()
        self._begin_lines()
        for name, line in list(self._lines.items()):
            held = now.of(name)
            line.abandon(lambda shard, held=held: shard >= 0 and shard not in held)  # type: ignore[misc]

    def tick(self) -> None:
        """Sends the signs of life, and begins lines anew; to be called twice a second."""
        now = time.monotonic()
        slept, self._ticked = now - self._ticked > _LATE, now
        for name, line in list(self._lines.items()):
            line.beat()
            if line.heard is not None:
                self._heard[name] = now if slept else max(line.heard, self._heard.get(name, 0.0))
                self._dead.discard(name)
            if now - max(self._heard.get(name, 0.0), self._began.get(name, 0.0)) > SILENCE:
                line.end()
        self._begin_lines()

    def suspects(self, now: Map, cut_off: bool = False) -> list[str]:
        """Returns the hosts to suspect; asks silent addresses, and may take a moment.

        Args:
            now: the map.
            cut_off: whether hosts cut off from the database count, for this process is not.
        """
        suspected = [name for name in now.owners() if name not in now.members and name != self._me]
        moment = time.monotonic()
        for name, host in list(self._hosts.items()):
            heard = self._heard.get(name)
            if heard is None:
                suspected += [name] if name in now.owners() and not host.living else []
            elif self.line(name) is None or moment - heard > SILENCE:
                if name not in self._dead and moment - heard <= SILENCE and _refuses(host.address):
                    self._dead.add(name)
                suspected += [name] if name in self._dead or moment - heard > SILENCE else []
            elif cut_off and host.cut_off and name in now.owners():
                suspected.append(name)
        return suspected

    def close(self) -> None:
        """Ends all lines."""
        with self._lock:
            self._hosts = {}
            lines, self._lines = list(self._lines.values()), {}
        for line in lines:
            line.end()

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
                self.lost.set,
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
