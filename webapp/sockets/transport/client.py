"""Serves each client in the loop, with the interface of engineio's socket, by which Flask-SocketIO sends."""

from __future__ import annotations

import functools
import json
import logging
import random
import re
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

from engineio import packet
from socketio.packet import CONNECT_ERROR

from webapp.common.seldom import Seldom
from webapp.serving.http import Connection
from webapp.serving.loop import Loop, Rank
from webapp.serving.stream import BYTES_AT_MOST, Stream
from webapp.serving.visitors import visitor_of
from webapp.serving.wsgi import CONNECTION, TakenOverError
from webapp.sockets.transport.rooms import OpenWebsockets
from webapp.sockets.transport.websocket import CLOSE_FRAME, BrokenError, UpgradeError, WebSocket, refusal, text_frame

_log = logging.getLogger(__name__)
_seldom = Seldom(_log)

EVENTS_AT_ONCE = 8
"""The most events of a client without an acknowledgement. With more it is not read until one is acknowledged."""
_PACKET = re.compile(r"4(?:[0-9]|\Z)|[1356]\Z|[23](?:probe)?\Z")
_MOVE = re.compile(r'42(?:/,)?[0-9]*\["move"')
_EVENT, _THOUGHT = "2", '2["thinking"'
_CHECKS_AN_INTERVAL = 100
_STRAYS_AT_MOST = 20
_TOO_FAST = {
    "status": "429 TOO MANY REQUESTS",
    "headers": [("Content-Type", "text/plain"), ("Retry-After", "60")],  # a page cannot read it, and asks sooner
    "response": b"Too many pages come from your address at once; please try again in 60 seconds.",
}


class Client:
    """Handles the messages of one websocket one after the other, and sends packets. ``held`` gives back at the end all
    that was taken for the client. Raises ``UpgradeError`` if the request is not for a websocket."""

    connected = upgraded = True  # for engineio

    def __init__(self, clients: Clients, environ: dict[str, Any], visitor: str, held: ExitStack) -> None:
        self._clients, self.visitor, self.held = clients, visitor, held
        self._connection: Connection = environ[CONNECTION]
        self._stream: Stream = self._connection.stream
        self._websocket = WebSocket(environ, clients.message_bytes, self._stream.write)
        self.sid: str = clients.eio.generate_id()
        self.closed = False
        self.under_way = 0
        """The number of events without an acknowledgement."""
        self._due = False
        self._strays = 0
        self._heard_at = time.monotonic()
        self._pinged_at: float | None = None
        # Clients that connect together are pinged at different times: a thousand pongs together would delay a move.
        self._silence_before_ping = clients.eio.ping_interval * random.uniform(0.4, 1.0)

    # --- for engineio ---

    def send(self, pkt: Any) -> None:
        """Sends a packet. An event may be sent after more urgent work, an acknowledgement is sent now."""
        if self.closed:
            return
        frame: bytes | None = getattr(pkt, "frame", None)
        if frame is None:
            frame = pkt.frame = text_frame(pkt.encode())  # one packet goes to a whole room
        text = pkt.data if isinstance(pkt.data, str) else ""
        self._stream.write(frame, replaceable=text.startswith(_THOUGHT), soon=text.startswith(_EVENT))

    def close(self, wait: bool = True, abort: bool = False, reason: str | None = None) -> None:
        """Closes the connection from the server's side, after what waits for the client."""
        if not self.closed:
            self.closed = True
            self._connection.send_last(CLOSE_FRAME)
            reason = reason or self._clients.eio.reason.SERVER_DISCONNECT
            self._clients.loop.call(functools.partial(self._clients.end, self, reason))

    @property
    def queue(self) -> Stream:
        """Returns the stream, which knows how many packets wait for the client (``qsize``)."""
        return self._stream

    # --- for the stream ---

    def open(self, environ: dict[str, Any]) -> None:
        """Tells Engine.IO and Socket.IO about the client, and accepts the websocket. Raises ``UpgradeError``."""
        eio, early = self._clients.eio, self._connection.early()
        self._clients.keep(self)
        if eio._trigger_event("connect", self.sid, environ, run_async=False) is False:
            raise UpgradeError
        opening = text_frame(packet.Packet(packet.OPEN, self._clients.opening(self.sid)).encode())
        self._connection.hand_over(self)
        self._stream.most = BYTES_AT_MOST
        try:
            self._stream.write(self._websocket.accepted + opening)
            self._stream.resume()
            if early:
                self.received(early)
        except BaseException:
            self._stream.lose()
            raise

    def received(self, data: bytes) -> None:
        """Takes bytes from the client. No bytes mean the end of the stream."""
        if self.closed:
            return
        if not data:
            self.closed = True
            self._clients.end(self, self._clients.eio.reason.TRANSPORT_CLOSE)
            return
        try:
            self._websocket.receive(data)
        except BrokenError:
            self.close()
            return
        self._read()

    def flushed(self) -> None:
        """Does nothing."""

    # --- for the clients ---

    def check_alive(self, now: float) -> None:
        """Pings a silent client, and closes the connection of one that has not answered a ping."""
        if self._pinged_at is not None:
            if now - self._pinged_at > self._clients.eio.ping_timeout:
                self._stream.lose()
        elif now - self._heard_at > self._silence_before_ping:
            self._pinged_at = now
            self.send(packet.Packet(packet.PING))

    def acknowledged(self) -> None:
        """Counts an answered event, and continues to read."""
        self.under_way -= 1
        if self.under_way == EVENTS_AT_ONCE - 1 and not self._due and not self.closed:
            self._read()

    # --- inside ---

    def _read(self) -> None:
        """Reads up to the next message that must be handled. The bytes after it wait until then."""
        if self._due or self.under_way >= EVENTS_AT_ONCE:
            self._stream.pause()
            return
        try:
            for message in self._websocket.messages():
                if self._take(message):
                    return
        except BrokenError:
            self.close()
            return
        self._stream.resume()

    def _take(self, message: str) -> bool:
        """Handles a short packet, or queues a message in the loop. Returns False to continue reading."""
        if message[:1] == "4" and _PACKET.match(message):
            self._due = True
            rank = Rank.MOVE if _MOVE.match(message) else Rank.EVENT
            self._clients.loop.due(rank, self.visitor, functools.partial(self._handle, message[1:]))
            return True
        if not _PACKET.match(message) or self._is_stray(message) or message == "1":
            self.close(reason=self._clients.eio.reason.CLIENT_DISCONNECT)
            return True
        if message == "3":
            self._heard_at, self._pinged_at = time.monotonic(), None
        return False

    def _handle(self, message: str) -> None:
        self._due = False
        if not self.closed:
            self._clients.eio._trigger_event("message", self.sid, message, run_async=False)
        if not self.closed and not self._due:
            self._read()

    def _is_stray(self, message: str) -> bool:
        """Counts a packet that no page sends (not a message, a goodbye or a pong). Returns True after too many."""
        self._strays += message not in "13" or (message == "3" and self._pinged_at is None)
        return self._strays > _STRAYS_AT_MOST


class Clients:
    """Makes an ``engineio.Server`` serve each client by a :class:`Client`. engineio has no option for this.
    ``reason_to_refuse`` returns the error for a new client or None, and gets its visitor and whether that one has too
    many websockets. Each of ``forget`` forgets the client of a closed websocket, by the websocket's id."""

    def __init__(
        self,
        loop: Loop,
        eio: Any,
        *,
        message_bytes: int,
        reason_to_refuse: Callable[[str, bool], dict[str, Any] | None],
        websockets: OpenWebsockets,
        forget: Sequence[Callable[[str], object]],
    ) -> None:
        self.loop, self.eio, self.message_bytes = loop, eio, message_bytes
        self._reason_to_refuse, self._websockets, self._forget = reason_to_refuse, websockets, forget
        self._pause = min(1.0, eio.ping_interval / _CHECKS_AN_INTERVAL)
        eio._handle_connect = self._admit
        loop.later(self._pause, self._check_all)

    def opening(self, sid: str) -> dict[str, Any]:
        """Returns what Engine.IO tells a new client."""
        eio = self.eio
        return {
            "sid": sid,
            "upgrades": [],
            "pingTimeout": int(eio.ping_timeout * 1000),
            "pingInterval": int(eio.ping_interval * 1000),
            "maxPayload": eio.max_http_buffer_size,
        }

    def keep(self, client: Client) -> None:
        """Adds a client, until ``held`` of the client is closed."""
        self.eio.sockets[client.sid] = client
        client.held.callback(self.eio.sockets.pop, client.sid, None)
        for forget in self._forget:
            client.held.callback(forget, client.sid)

    def end(self, client: Client, reason: str) -> None:
        """Tells Socket.IO that a client is gone, and gives back what was taken for the client."""
        with client.held:
            self.eio._trigger_event("disconnect", client.sid, reason, run_async=False)

    def _admit(self, environ: dict[str, Any], _start: Any, _transport: str, *_: Any) -> Any:
        """Admits a client or refuses it: in words, or by status where words would take too much time."""
        connection: Connection | None = environ.get(CONNECTION)
        if connection is None:  # the request did not ask for an upgrade
            return self.eio._bad_request("This is no websocket.")
        visitor = visitor_of(str(environ.get("REMOTE_ADDR", "")))
        if self._websockets.is_too_fast(visitor):
            _seldom.warning("pages are refused: an address has opened too many (FOURTHOUGHT_CONNECT_RATE)")
            return _TOO_FAST
        with ExitStack() as held:  # whatever is raised gives the place back
            entered = self._websockets.enter(visitor)
            if entered:
                held.callback(self._websockets.leave, visitor)
            try:
                if (reason := self._reason_to_refuse(visitor, not entered)) is not None:
                    opening = packet.Packet(packet.OPEN, self.opening(self.eio.generate_id())).encode()
                    connection.send_last(refusal(environ, [opening, f"4{CONNECT_ERROR}{json.dumps(reason)}"]))
                else:
                    client = Client(self, environ, visitor, held)
                    client.open(environ)
                    client.held = held.pop_all()
            except UpgradeError:
                return self.eio._bad_request("This is no websocket.")
            raise TakenOverError

    def _check_all(self) -> None:
        try:
            now = time.monotonic()
            for client in list(self.eio.sockets.values()):
                try:
                    client.check_alive(now)
                except Exception:  # an error with one client must not stop the pings of the others
                    _log.exception("a client could not be pinged")
        finally:
            self.loop.later(self._pause, self._check_all)


def close_connection(server: Any, eio_sid: str) -> None:
    """Closes a client's connection from the server's side. ``server`` is the ``socketio.Server``."""
    client = server.eio.sockets.get(eio_sid)
    if client is not None:
        client.close(reason=server.eio.reason.SERVER_DISCONNECT)
