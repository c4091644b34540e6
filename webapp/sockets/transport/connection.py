"""Serves each client below Engine.IO with one thread: the thread of the client's request."""

from __future__ import annotations

import functools
import json
import logging
import random
import re
import time
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from engineio import packet
from engineio.socket import Socket
from socketio.packet import CONNECT_ERROR

from webapp.process.serving.upgrades import TakenOverError
from webapp.process.serving.visitors import visitor_of
from webapp.process.turns import Rank
from webapp.sockets.addresses import OpenWebsockets
from webapp.sockets.transport.reception import Reception
from webapp.sockets.transport.websocket import UpgradeError, WebSocket, send_and_close

_log = logging.getLogger(__name__)

_PACKET = re.compile(r"4(?:[0-9]|\Z)|[1356]\Z|[23](?:probe)?\Z")
_CHECKS_AN_INTERVAL = 100
_STRAYS_AT_MOST = 20
_TOO_FAST = {
    "status": "429 TOO MANY REQUESTS",
    "headers": [("Content-Type", "text/plain"), ("Retry-After", "60")],
    "response": b"Too many pages come from your address at once; this page tries again by itself.",
}


class ReasonToRefuse(Protocol):
    """Returns the error for a new client, or None."""

    def __call__(self, *, address_full: bool = False) -> dict[str, Any] | None:
        """Returns the error; ``address_full`` tells that the client's address has too many websockets."""


class ClientSocket(Socket):  # type: ignore[misc]
    """Replaces an engineio socket by one without threads: the queue sends at once, and one timer pings all clients."""

    def __init__(self, server: Any, sid: str) -> None:
        super().__init__(server, sid)
        self.connected = self.upgraded = True
        self._heard_at = time.monotonic()
        self._pinged_at: float | None = None
        self._strays = 0
        # Clients connected at one moment are pinged at different moments: a thousand pongs at once would delay a move.
        self._silence_before_ping = server.ping_interval * random.uniform(0.4, 1.0)

    def send(self, pkt: Any) -> None:
        """Sends a packet; never waits."""
        if not self.closed:
            self.queue.put(pkt)

    def check_alive(self, now: float) -> None:
        """Pings a silent client, and shuts the socket of a client without an answer to the ping.

        The client's own thread then closes the connection. The thread here must not: a table might wait for the disk.
        """
        if self._pinged_at is not None:
            if now - self._pinged_at > self.server.ping_timeout:
                self.queue.close()
        elif now - self._heard_at > self._silence_before_ping:
            self._pinged_at = now
            self.send(packet.Packet(packet.PING))

    def hear_pong(self) -> bool:
        """Notes the answer to a ping; returns False if there was no ping."""
        if self._pinged_at is None:
            return False
        self._heard_at, self._pinged_at = time.monotonic(), None
        return True

    def receive_until_closed(self, messages: Iterable[str], renew_turn: Callable[[str], None]) -> None:
        """Handles the client's messages until the last one, or until one is no packet of Engine.IO.

        ``renew_turn`` is called with each message before the handling, for others to have a turn within a burst.
        """
        for message in messages:
            renew_turn(message)
            if self.closed or not _PACKET.match(message):
                return
            if message[0] != "4" and self._is_stray(message):
                return
            if message[0] == "4":
                self.server._trigger_event("message", self.sid, message[1:], run_async=False)
            elif message == "3":
                self.hear_pong()
            elif message == "1":
                self.close(wait=False, abort=True, reason=self.server.reason.CLIENT_DISCONNECT)
                return

    def _is_stray(self, message: str) -> bool:
        """Counts a packet that no page sends: other than a message, a goodbye, a pong; returns True after too many."""
        self._strays += message not in "13" or (message == "3" and self._pinged_at is None)
        return self._strays > _STRAYS_AT_MOST


def serve_clients(
    eio: Any,
    *,
    message_bytes: int,
    silence: float,
    later: Callable[[float, Callable[[], None]], object],
    reason_to_refuse: ReasonToRefuse,
    websockets: OpenWebsockets,
    reception: Reception,
    see_out: Callable[[str], None],
) -> None:
    """Lets an ``engineio.Server`` serve each client by a :class:`ClientSocket`; engineio has no option for this.

    Args:
        eio: the ``engineio.Server``.
        message_bytes: the longest message of a client, in characters.
        silence: seconds without any byte after which a client has gone.
        later: calls a function after some seconds.
        reason_to_refuse: returns the error for a new client, or None. A refused client hears the error; nothing is set
            up for the client.
        websockets: counts the websockets of each address.
        reception: reads from all websockets.
        see_out: forgets the client of a websocket that has ended, by the websocket's id. The thread that let the client
            in calls this last, so no connect handler of the client can be under way.
    """
    serve = functools.partial(_serve_client, eio, message_bytes, silence, reception, see_out)
    eio._handle_connect = functools.partial(_admit_client, eio, serve, reason_to_refuse, websockets)
    pause = min(1.0, eio.ping_interval / _CHECKS_AN_INTERVAL)

    def check_all() -> None:
        try:
            now = time.monotonic()
            for client in list(eio.sockets.values()):
                try:
                    client.check_alive(now)
                except Exception:  # an error with one client must not stop the pings of the others
                    _log.exception("a client could not be pinged")
        finally:
            later(pause, check_all)

    later(pause, check_all)


def _admit_client(
    eio: Any,
    serve: Callable[[dict[str, Any], str], Any],
    reason_to_refuse: ReasonToRefuse,
    websockets: OpenWebsockets,
    environ: dict[str, Any],
    _start: Any,
    _transport: str,
    *_: Any,
) -> Any:
    """Serves a client, or refuses the client: in words, or where the words would take too much time, with a status."""
    visitor = visitor_of(str(environ.get("REMOTE_ADDR", "")))
    if websockets.is_too_fast(visitor):
        return _TOO_FAST
    entered = websockets.enter(visitor)
    try:
        if (reason := reason_to_refuse(address_full=not entered)) is None:
            return serve(environ, visitor)
        opening = packet.Packet(packet.OPEN, _opening(eio, eio.generate_id())).encode()
        send_and_close(environ, (opening, f"4{CONNECT_ERROR}{json.dumps(reason)}"))
        raise TakenOverError
    except UpgradeError:
        return eio._bad_request("This is no websocket.")
    finally:
        if entered:
            websockets.leave(visitor)


def _serve_client(
    eio: Any,
    message_bytes: int,
    silence: float,
    reception: Reception,
    see_out: Callable[[str], None],
    environ: dict[str, Any],
    visitor: str,
) -> Any:
    """Serves a client from the upgrade to the end of the connection."""
    websocket = WebSocket(environ, message_bytes=message_bytes)
    client = ClientSocket(eio, eio.generate_id())
    inbox = reception.admit(websocket.sock, visitor, websocket.early, client.hear_pong)
    eio.sockets[client.sid] = client
    try:
        client.queue.open(websocket.sock)
        client.send(packet.Packet(packet.OPEN, _opening(eio, client.sid)))
        eio._trigger_event("connect", client.sid, environ, run_async=False)
        client.receive_until_closed(
            websocket.messages(functools.partial(inbox.receive, silence), answer=client.queue.send), inbox.renew
        )
    finally:
        reception.turns.begin(visitor, Rank.ARRIVAL)
        reception.forget(inbox)
        try:
            client.close(wait=False, abort=True, reason=eio.reason.TRANSPORT_CLOSE)
            client.queue.close()  # for good, also where another thread closes the client
        finally:
            eio.sockets.pop(client.sid, None)
            see_out(client.sid)
    raise TakenOverError


def _opening(eio: Any, sid: str) -> dict[str, Any]:
    return {
        "sid": sid,
        "upgrades": [],
        "pingTimeout": int(eio.ping_timeout * 1000),
        "pingInterval": int(eio.ping_interval * 1000),
        "maxPayload": eio.max_http_buffer_size,
    }


def close_connection(server: Any, eio_sid: str) -> None:
    """Closes a client's connection from the server's side; ``server`` is the ``socketio.Server``."""
    client = server.eio.sockets.get(eio_sid)
    if client is not None:
        client.close(wait=False, reason=server.eio.reason.SERVER_DISCONNECT)
