"""Receives all clients and events: connecting and disconnecting, and each event's way through the gate to the desk."""

import logging
import random
from collections import Counter
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any
from wsgiref.types import WSGIEnvironment

from flask_socketio import Namespace
from socketio.exceptions import ConnectionRefusedError as SocketRefusedError

from engine.text import text, wire
from webapp.common.metrics import Metrics
from webapp.common.seldom import Seldom
from webapp.play.desk.port import Desk, refusal
from webapp.serving.loop import Loop
from webapp.serving.visitors import visitor_of
from webapp.settings import Settings
from webapp.sockets.gate import Connection, Gate
from webapp.sockets.transport.client import close_connection

_log = logging.getLogger(__name__)
_seldom = Seldom(_log)

_LOOK_AGAIN, _LATE = 0.01, 1.0
_RETRY_SECONDS = range(3, 8)
"""Seconds after which a refused page tries again: one of these, so that pages refused together come back apart."""
REFUSED = {
    "server_full": "All tables are taken; this page tries again in {n} seconds.",
    "restarting": "The table restarts; this page tries again in {n} seconds.",
    "address_full": "Too many pages of your address are open here; this page tries again in {n} seconds.",
}
RESTARTS = "The table restarts; this page tries every 2 seconds to come back."
"""What pages are told before their connections end (``reconnectionDelayMax`` of ``static/js/net/socket.js``)."""

_LOGGED = {
    "server_full": ("pages are refused: all places are taken (FOURTHOUGHT_CONNECTIONS)",),
    "address_full": ("pages are refused: an address has its part of the places (FOURTHOUGHT_ADDRESS_SHARE, _PROXIES)",),
}


class TableNamespace(Namespace):  # type: ignore[misc]
    """Keeps all connections and passes on events in the order of sending. It keeps no game. ``_connections`` is the
    only count of clients. A client is added here before it enters rooms and presence, and ``_disconnect`` removes it
    everywhere."""

    def __init__(self, desk: Desk, settings: Settings, loop: Loop, metrics: Metrics | None = None) -> None:
        super().__init__("/")
        self._desk, self._settings, self._loop = desk, settings, loop
        self._connections: dict[str, Connection] = {}
        self._metrics = metrics or Metrics()
        self._draining = False
        self.held: dict[str, Callable[[], float]] = {"connections": self.connected, "events": self._under_way}
        """Counts what is held for clients, by kind: all 0 without clients."""
        self.gate = Gate(desk, settings, self._close, self._metrics.event)

    @property
    def _server(self) -> Any:
        return self.socketio.server

    def connected(self) -> int:
        """Returns the number of connected clients."""
        return len(self._connections)

    def _under_way(self) -> int:
        return self.gate.under_way

    def drain(self, seconds: float) -> bool:
        """Refuses new clients and games, tells the pages, and finishes all events. Returns whether that was in time.
        Called in another thread than the loop's, which continues."""
        deadline = self._loop.now() + seconds
        self._loop.ask(self._begin_to_drain)
        self._wait(lambda: not self.gate.under_way, seconds / 2)
        self._loop.ask(self.gate.refuse_all)
        finished = self._wait(lambda: not self.gate.under_way, deadline - self._loop.now())
        self._wait(lambda: not self._unsent(), deadline - self._loop.now())
        return finished

    def _unsent(self) -> bool:
        return any(client.queue.qsize() for client in list(self._server.eio.sockets.values()))

    def _begin_to_drain(self) -> None:
        self._draining = True
        self.gate.refuse_new_games()
        try:
            self._server.emit("notice", {"kind": "draining", "words": RESTARTS})
        except Exception:  # the open events are finished anyway
            _log.exception("the pages could not be told about the restart")

    def _wait(self, done: Callable[[], bool], seconds: float) -> bool:
        """Waits until ``done``, which the loop calls often, returns True. Returns whether that was in time."""
        finished, deadline = SimpleQueue[bool](), self._loop.now() + seconds

        def look() -> None:
            if done() or self._loop.now() >= deadline:
                finished.put(done())
            else:
                self._loop.later(_LOOK_AGAIN, look)

        self._loop.call(look)
        try:
            return finished.get(timeout=max(0.0, seconds) + _LATE)
        except Empty:  # the loop has ended
            return False

    def disconnect_all(self) -> None:
        """Closes every connection. The pages reconnect by themselves."""

        def close() -> None:
            for eio_sid in list(self._server.eio.sockets):
                close_connection(self._server, eio_sid)

        self._loop.ask(close)

    # --- coming and going ---

    def receive(self, sid: str, event: Any, payload: tuple[Any, ...], done: Callable[[Any], object]) -> None:
        """Handles an event of a client, and calls ``done`` with the acknowledgement, now or later."""
        connection = self._connections.get(sid)
        if connection is None:
            done(refusal("bad_request", "This connection is not open."))
        else:
            self.gate.admit(connection, event, payload, done)

    def trigger_event(self, event: Any, sid: str, *args: Any) -> Any:
        """Handles connecting and disconnecting, and on the stock server each event, in the client's thread. An event
        with such a name cannot fake a connect or disconnect."""
        manager = self._server.manager
        if event == "connect" and manager.is_pre_connected(sid, "/"):
            return self._loop.ask(lambda: self._connect(sid, args[0] if args else {}))
        if event == "disconnect" and not manager.is_connected(sid, "/"):
            return self._loop.ask(lambda: self._disconnect(sid))
        answers: SimpleQueue[Any] = SimpleQueue()
        self._loop.call(lambda: self.receive(sid, event, args, answers.put))
        return answers.get()

    def reason_to_refuse(self, visitor: str, address_full: bool = False) -> dict[str, Any] | None:
        """Returns and counts the error for a new client, with words for a person, or None to admit it. ``address_full``
        tells whether the client's address has too many clients. A full server closes an idle page of an address with
        more pages than the visitor's."""
        full = len(self._connections) >= self._settings.connections
        if full and not self._draining and not address_full:
            full = not self._make_room(visitor)
        if not full and not self._draining and not address_full:
            return None
        reason = "server_full" if full else "restarting" if self._draining else "address_full"
        self._metrics.connection_refused(reason)
        if reason != "restarting":
            _seldom.warning(*_LOGGED[reason])
        seconds = random.choice(_RETRY_SECONDS)
        said = text(REFUSED[reason], n=seconds)
        return {"message": reason, "data": {"words": said, "said": wire(said), "seconds": seconds}}

    def _connect(self, sid: str, environ: WSGIEnvironment) -> bool:
        visitor = visitor_of(str(environ.get("REMOTE_ADDR", "")))
        if reason := self.reason_to_refuse(visitor):  # the server may have filled up since the upgrade
            raise SocketRefusedError(reason["message"], reason["data"])
        self._connections[sid] = Connection(sid, visitor, origin=_origin(environ))
        self._desk.connect(sid)
        return True

    def _disconnect(self, sid: str) -> None:
        """Removes a client everywhere. A client that is already gone is ignored."""
        connection = self._connections.pop(sid, None)
        try:
            self._desk.disconnect(sid)
        except Exception:
            _log.exception("a connection did not leave cleanly")
        if connection:
            self.gate.forget(connection)

    def see_out(self, eio_sid: str) -> None:
        """Forgets the client of a closed websocket, if the disconnect handler could not."""
        sid = self._server.manager.sid_from_eio_sid(eio_sid, "/")
        if sid is not None:
            self._disconnect(sid)
            self._server.manager.disconnect(sid, "/")

    # --- helpers ---

    def _make_room(self, visitor: str) -> bool:
        """Closes the page that has been idle longest, of the address with the most pages. A page at a table stays.
        Returns False where no address with more pages than the visitor's has an idle one."""
        counts = Counter(connection.address for connection in self._connections.values())
        for address, count in counts.most_common():
            if count <= counts[visitor] + 1:
                return False
            pages = (one for one in self._connections.values() if one.address == address)
            idle = [one for one in pages if not self._server.manager.is_in_room(one.sid)]
            if idle:
                page = min(idle, key=lambda one: one.used_at)
                self._close(page)
                self._disconnect(page.sid)
                return True
        return False

    def _close(self, connection: Connection) -> None:
        eio_sid = self._server.manager.eio_sid_from_sid(connection.sid, "/")
        if eio_sid is not None:  # a moment later: an event of this connection is still being handled
            self._loop.call(lambda: close_connection(self._server, eio_sid))


def _origin(environ: WSGIEnvironment) -> str:
    """Returns the server's address as the client calls it, with the root path, from the checked host."""
    host = environ.get("HTTP_HOST")
    return f"{environ['wsgi.url_scheme']}://{host}{environ.get('SCRIPT_NAME', '')}" if host else ""
