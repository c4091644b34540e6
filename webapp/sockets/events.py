"""Receives all clients and all events: coming and going, and the way of each event through the gate to the desk."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

from flask_socketio import Namespace
from socketio.exceptions import ConnectionRefusedError as SocketRefusedError

from webapp.metrics import Metrics
from webapp.play.desk.port import Desk, refusal
from webapp.process.serving.visitors import visitor_of
from webapp.settings import Settings
from webapp.sockets.gate import Connection, Gate, Rates
from webapp.sockets.transport.connection import close_connection

_log = logging.getLogger(__name__)

_REFUSED = {
    "server_full": "All tables are taken; this page tries again by itself.",
    "restarting": "The table restarts; this page comes back by itself.",
    "address_full": "Too many pages of your address are open here; this page tries again by itself.",
}


class TableNamespace(Namespace):  # type: ignore[misc]
    """Keeps all connections and passes on events, which arrive in ``trigger_event`` in the order of sending.

    The connections here are the one count of clients. Rooms and presence follow: a client enters here first, and leaves
    everything in ``_disconnect``, at the latest when the thread of the client's websocket ends (``see_out``). No game
    is kept here.

    Args:
        desk: carries out the events.
        settings: the rates and limits.
        metrics: counts events and refusals.
        later: calls a function after some seconds, from another thread.
        answering: the context of every answer, in which searches of this process give way.
    """

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        metrics: Metrics | None = None,
        later: Callable[[float, Callable[[], None]], object] = lambda _seconds, call: call(),
        answering: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        super().__init__("/")
        self._later = later
        self._desk, self._settings = desk, settings
        self._connections: dict[str, Connection] = {}
        self._metrics = metrics or Metrics()
        self._suspects: set[str] = set()
        self._ghosts = 0
        self._draining, self._pause = False, threading.Event()
        self._lock = threading.Lock()
        self.gate = Gate(
            desk,
            rates=Rates(settings.event_rate, settings.address_rate, settings.aim_rate, settings.game_rate),
            strikes=settings.strikes,
            close=self._close_later,
            observe=self._metrics.event,
            answering=answering,
        )

    @property
    def _server(self) -> Any:
        return self.socketio.server

    def connected(self) -> int:
        """Returns the number of connected clients."""
        return len(self._connections)

    def ghosts(self) -> int:
        """Returns the number of clients forgotten so far by ``forget_ghosts``; more than 0 tells of a defect."""
        return self._ghosts

    def drain(self, seconds: float) -> bool:
        """Refuses new clients and games, tells the pages, and finishes all events; returns whether in time."""
        deadline = time.monotonic() + seconds
        self._draining = True
        self.gate.refuse_new_games()
        try:
            self._server.emit("notice", {"kind": "draining", "words": _REFUSED["restarting"]})
        except Exception:  # the events under way are finished all the same
            _log.exception("the pages could not be told about the restart")
        self.gate.wait_until_idle(seconds / 2)
        self.gate.refuse_all()
        finished = self.gate.wait_until_idle(max(0.0, deadline - time.monotonic()))
        while self._unsent() and time.monotonic() < deadline:
            self._pause.wait(0.01)  # time.sleep may fail where the machine's clock jumps
        return finished

    def disconnect_all(self) -> None:
        """Closes every connection; the pages connect again by themselves."""
        for eio_sid in list(self._server.eio.sockets):
            close_connection(self._server, eio_sid)

    def _unsent(self) -> bool:
        return any(client.queue.qsize() for client in list(self._server.eio.sockets.values()))

    # --- coming and going ---

    def trigger_event(self, event: Any, sid: str, *args: Any) -> Any:
        """Handles an event of a client; a real connect or disconnect cannot be faked by an event of the same name."""
        manager = self._server.manager
        if event == "connect" and manager.is_pre_connected(sid, "/"):
            return self._connect(sid, args[0] if args else {})
        if event == "disconnect" and not manager.is_connected(sid, "/"):
            return self._disconnect(sid)
        connection = self._connections.get(sid)
        if connection is None:
            return refusal("bad_request", "This connection is not open.")
        return self.gate.admit(connection, event, args)

    def reason_to_refuse(self, *, address_full: bool = False) -> dict[str, Any] | None:
        """Returns and counts the error for a new client, with words for a person; None: the client may come in.

        ``address_full``: whether too many clients have come from the address of the client.
        """
        full = len(self._connections) >= self._settings.connections
        if not full and not self._draining and not address_full:
            return None
        reason = "server_full" if full else "restarting" if self._draining else "address_full"
        self._metrics.connection_refused(reason)
        return {"message": reason, "data": {"words": _REFUSED[reason]}}

    def _connect(self, sid: str, environ: dict[str, Any]) -> bool:
        with self._lock:
            if reason := self.reason_to_refuse():  # the server may have filled up since the upgrade
                raise SocketRefusedError(reason["message"], reason["data"])
            self._connections[sid] = Connection(
                sid,
                visitor_of(str(environ.get("REMOTE_ADDR", ""))),
                origin=_origin(environ),
                eio_sid=self._server.manager.eio_sid_from_sid(sid, "/") or "",
            )
        self._desk.connect(sid)
        return True

    def _disconnect(self, sid: str) -> None:
        """Takes a client out of everything kept here; does nothing for a client that has gone already."""
        with self._lock:
            connection = self._connections.pop(sid, None)
        try:
            self._desk.disconnect(sid)
        except Exception:
            _log.exception("a connection did not leave cleanly")
        if connection:
            self.gate.forget(connection)

    def see_out(self, eio_sid: str) -> None:
        """Forgets the client of a websocket that has ended, perhaps before the end of the connect handler.

        Args:
            eio_sid: the id of the websocket.
        """
        sid = self._server.manager.sid_from_eio_sid(eio_sid, "/")
        if sid is not None:
            self._forget(sid)

    def forget_ghosts(self) -> None:
        """Forgets and counts the clients without an open websocket at two calls in a row: one may be just leaving."""
        manager, sockets = self._server.manager, self._server.eio.sockets
        clients = {connection.sid: connection.eio_sid for connection in list(self._connections.values())}
        present = self._desk.connected() - clients.keys()
        clients.update(manager.get_participants("/", None))
        lost = {sid for sid, eio_sid in clients.items() if getattr(sockets.get(eio_sid), "closed", True)}
        lost |= present - clients.keys()
        ghosts, self._suspects = lost & self._suspects, lost
        for sid in ghosts:
            self._forget(sid)
        if ghosts:
            self._ghosts += len(ghosts)
            _log.error("%d clients without a websocket were forgotten", len(ghosts))

    def _forget(self, sid: str) -> None:
        self._disconnect(sid)
        self._server.manager.disconnect(sid, "/")

    # --- helpers ---

    def _close_later(self, connection: Connection) -> None:
        eio_sid = self._server.manager.eio_sid_from_sid(connection.sid, "/")
        if eio_sid is not None:  # another thread closes: this one still handles an event
            self._later(0.0, partial(close_connection, self._server, eio_sid))


def _origin(environ: dict[str, Any]) -> str:
    """Returns the address of the server as the client calls it, from the checked host (``webapp/http/hosts.py``)."""
    host = environ.get("HTTP_HOST")
    return f"{environ['wsgi.url_scheme']}://{host}" if host else ""
