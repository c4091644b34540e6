"""Holds the answering end of all lines of a host: works on the questions, and sends the news.

Questions of one connection are worked on in order, questions of different connections at once.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import msgspec
import zmq

from webapp.cluster.line import messages as m
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.sockets import SharedSocket, Sockets, new_socket
from webapp.cluster.line.strangers import Strangers

_log = logging.getLogger(__name__)

_WORKERS = 64
"""Questions worked on at once; most of the workers wait for a search."""
ABSENCE = 10.0
"""Seconds without a message after which a front has gone for good, with all pages."""
BEHIND = 2000
"""Messages on the way to a front from which on the front is slow."""


class MovedError(Exception):
    """Says: another host owns the shard of this question.

    Args:
        owner: the owner as far as known here; empty: unknown.
        epoch: the epoch of the owner.
    """

    def __init__(self, owner: str = "", epoch: int = 0) -> None:
        super().__init__(owner, epoch)
        self.owner, self.epoch = owner, epoch


class Lanes:
    """Works on calls in several threads, calls with equal keys one after the other."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="desk")
        self._lock = threading.Lock()
        self._lanes: dict[str, deque[Callable[[], None]]] = {}

    def put(self, key: str, call: Callable[[], None]) -> None:
        """Adds a call."""
        with self._lock:
            lane = self._lanes.get(key)
            if lane is not None:
                lane.append(call)
                return
            self._lanes[key] = deque()
        self._pool.submit(self._work, key, call)

    def waiting(self) -> int:
        """Returns the number of keys with calls under way."""
        return len(self._lanes)

    def close(self) -> None:
        """Drops the waiting calls, and waits for the calls under way."""
        self._pool.shutdown(cancel_futures=True)

    def _work(self, key: str, call: Callable[[], None]) -> None:
        while True:
            try:
                call()
            except Exception:
                _log.exception("a message could not be handled")
            with self._lock:
                lane = self._lanes[key]
                if not lane:
                    del self._lanes[key]
                    return
                call = lane.popleft()


@dataclass(eq=False, slots=True)
class _Caller:
    """Holds the present line of one process."""

    identity: bytes
    heard: float
    sent: int = 0
    received: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


class Answering:
    """Holds a host's end of all lines. Safe for threads.

    Args:
        sockets: the sockets of the process.
        keys: the keys of the process.
        address: where to listen, as ``tcp://127.0.0.1:*``.
        ask: answers a question: (caller, shard, method, body); raises ``MovedError``.
        tell: hears words without an answer: (caller, method, body).
        arrived: called when a line begins, with the caller and the connections to pages.
        gone: called with a caller silent for long.
    """

    def __init__(
        self,
        sockets: Sockets,
        keys: Keys,
        address: str,
        *,
        ask: Callable[[str, int, str, msgspec.Raw], msgspec.Raw],
        tell: Callable[[str, str, msgspec.Raw], None],
        arrived: Callable[[str, list[str]], None] = lambda _caller, _sids: None,
        gone: Callable[[str], None] = lambda _caller: None,
    ) -> None:
        self._sockets, self._ask, self._tell, self._arrived, self._gone = sockets, ask, tell, arrived, gone
        self._callers: dict[str, _Caller] = {}
        self._names: dict[bytes, str] = {}
        self.lanes = Lanes()
        socket = new_socket(sockets.context, zmq.ROUTER)
        socket.router_mandatory = True
        keys.serve(socket)
        socket.bind(address)
        self.address = bytes(socket.getsockopt(zmq.LAST_ENDPOINT)).decode().rstrip("\0")
        self.strangers = Strangers(urlsplit(self.address).port or 0)
        self._shared = sockets.add(SharedSocket(socket, self._receive, Strangers.EVENTS, self.strangers.note))

    def callers(self) -> list[str]:
        """Returns the names of the processes with a line."""
        return list(self._callers)

    def send(self, caller: str, message: m.Down) -> bool:
        """Sends a message to a process; returns False where there is no line, or no room on the line."""
        line = self._callers.get(caller)
        if line is None:
            return False
        with line.lock:  # the count and the order of sending agree
            sent = self._shared.send(m.encode(message), line.identity)
            line.sent += sent
        return sent

    def is_behind(self, caller: str) -> bool:
        """Tells whether a process has many messages still to receive."""
        line = self._callers.get(caller)
        return line is not None and line.sent - line.received > BEHIND

    def lag(self) -> int:
        """Returns the most messages on the way to one process."""
        return max((line.sent - line.received for line in list(self._callers.values())), default=0)

    def forget_absent(self) -> None:
        """Forgets the callers silent for long."""
        now = time.monotonic()
        for name, line in list(self._callers.items()):
            if now - line.heard > ABSENCE and self._callers.get(name) is line:
                del self._callers[name]
                self._names.pop(line.identity, None)
                self.lanes.put(f"process {name}", lambda name=name: self._gone(name))  # type: ignore[misc]

    def close(self) -> None:
        """Closes all lines."""
        self._sockets.remove(self._shared)
        self.lanes.close()

    def _receive(self, frames: list[bytes], connection: int) -> None:
        self.strangers.welcome(connection)
        identity, *parts = frames
        message = m.read_up(b"".join(parts))
        if isinstance(message, m.Hello):
            self._begin(identity, message)
            return
        name = self._names.get(identity)
        line = self._callers.get(name) if name is not None else None
        if name is None or line is None or line.identity != identity:
            return  # an older line of the process
        line.heard = time.monotonic()
        if isinstance(message, m.Beat):
            line.received = message.received
        elif isinstance(message, m.Tell):
            self.lanes.put(message.key, lambda: self._tell(name, message.method, message.body))
        elif isinstance(message, m.Ask):
            self.lanes.put(message.key, lambda: self._answer(name, message))

    def _begin(self, identity: bytes, hello: m.Hello) -> None:
        older = self._callers.get(hello.caller)
        if older is not None:
            self._names.pop(older.identity, None)
        self._names[identity] = hello.caller
        self._callers[hello.caller] = _Caller(identity, time.monotonic())
        self.send(hello.caller, m.Beat(0))
        self.lanes.put(f"process {hello.caller}", lambda: self._arrived(hello.caller, hello.sids))

    def _answer(self, caller: str, question: m.Ask) -> None:
        try:
            answer: m.Down = m.Answer(
                question.number, self._ask(caller, question.shard, question.method, question.body)
            )
        except MovedError as moved:
            answer = m.Moved(question.number, moved.owner, moved.epoch)
        except Exception:
            _log.exception("the question %s failed", question.method)
            answer = m.Failed(question.number)
        self.send(caller, answer)
