"""One client's line as engineio sees it, served by one thread: that of its request."""

from __future__ import annotations

import functools
import json
import logging
import random
import re
import time
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from engineio import packet
from engineio.socket import Socket
from socketio.packet import CONNECT_ERROR

from webapp.sockets.transport.websocket import UpgradeError, WebSocket, turn_away

_log = logging.getLogger(__name__)

_PACKET = re.compile(r"4(?:[0-9]|\Z)|[1356]\Z|[23](?:probe)?\Z")
_BEATS = 100


class Line(Socket):  # type: ignore[misc]
    """An engineio socket without threads of its own: its queue sends at once, and the heartbeat is shared."""

    def __init__(self, server: Any, sid: str) -> None:
        super().__init__(server, sid)
        self.connected = self.upgraded = True
        self._heard = time.monotonic()
        self._pinged: float | None = None
        # Not all of those who came at once are asked at once: a thousand answers would keep a move waiting.
        self._quiet = server.ping_interval * random.uniform(0.7, 1.0)

    def send(self, pkt: Any) -> None:
        """Send a packet; never waits."""
        if not self.closed:
            self.queue.put(pkt)

    def beat(self, now: float) -> None:
        """Ask a client that has said nothing for a while whether it is there; end the line of one that never said."""
        if self._pinged is not None:
            if now - self._pinged > self.server.ping_timeout:
                self.close(wait=False, reason=self.server.reason.PING_TIMEOUT)
        elif now - self._heard > self._quiet:
            self._pinged = now
            self.send(packet.Packet(packet.PING))

    def listen(self, messages: Iterable[str]) -> None:
        """Take what the client says until it ends; anything that is no Engine.IO packet is the end, too."""
        for message in messages:
            if self.closed or not _PACKET.match(message):
                return
            if message[0] == "4":
                self.server._trigger_event("message", self.sid, message[1:], run_async=False)
            elif message == "3":
                self._heard, self._pinged = time.monotonic(), None
            elif message == "1":
                self.close(wait=False, abort=True, reason=self.server.reason.CLIENT_DISCONNECT)
                return


def serve_lines(
    eio: Any,
    *,
    message_bytes: int,
    silence: float,
    later: Callable[[float, Callable[[], None]], object],
    objection: Callable[[], dict[str, Any] | None],
) -> None:
    """Let an ``engineio.Server`` serve every client by a :class:`Line`; engineio has no option for that. Who meets with
    an ``objection`` is told, and costs no more than that."""
    eio._handle_connect = functools.partial(_connect, eio, message_bytes, silence, objection)
    pause = min(1.0, eio.ping_interval / _BEATS)

    def beat() -> None:
        now = time.monotonic()
        for line in list(eio.sockets.values()):
            try:
                line.beat(now)
            except Exception:  # one client's trouble must not be the others'
                _log.exception("a heartbeat failed")
        later(pause, beat)

    later(pause, beat)


def _connect(
    eio: Any,
    message_bytes: int,
    silence: float,
    objection: Callable[[], dict[str, Any] | None],
    environ: dict[str, Any],
    _start: Any,
    _transport: str,
    *_: Any,
) -> Any:
    """Serve a client, from the upgrade until it has gone."""
    try:
        if (why := objection()) is not None:
            hello = packet.Packet(packet.OPEN, _welcome(eio, eio.generate_id())).encode()
            turn_away(environ, (hello, f"4{CONNECT_ERROR}{json.dumps(why)}"))
            return _taken_over(environ)
        websocket = WebSocket(environ, message_bytes=message_bytes, silence=silence)
    except UpgradeError:
        return eio._bad_request("This is no websocket.")
    line = Line(eio, eio.generate_id())
    eio.sockets[line.sid] = line
    try:
        line.queue.open(websocket.sock)
        line.send(packet.Packet(packet.OPEN, _welcome(eio, line.sid)))
        eio._trigger_event("connect", line.sid, environ, run_async=False)
        line.listen(websocket.messages(line.queue.send))
    finally:
        line.close(wait=False, abort=True, reason=eio.reason.TRANSPORT_CLOSE)
        line.queue.end()  # for good, even if another thread is about to
        eio.sockets.pop(line.sid, None)
    return _taken_over(environ)


def _taken_over(environ: dict[str, Any]) -> NoReturn:
    if "gunicorn.socket" in environ:
        raise StopIteration  # gunicorn's sign that the connection was taken over
    raise ConnectionError  # and Werkzeug's


def _welcome(eio: Any, sid: str) -> dict[str, Any]:
    return {
        "sid": sid,
        "upgrades": [],
        "pingTimeout": int(eio.ping_timeout * 1000),
        "pingInterval": int(eio.ping_interval * 1000),
        "maxPayload": eio.max_http_buffer_size,
    }


def drop(server: Any, eio_sid: str) -> None:
    """End a client's connection, whatever it thinks of that; ``server`` is the ``socketio.Server``."""
    line = server.eio.sockets.get(eio_sid)
    if line is not None:
        line.close(wait=False, reason=server.eio.reason.SERVER_DISCONNECT)
