"""The websocket of one client, with bounds that its libraries leave open.

simple-websocket 1.1 bounds a message (after inflating it) if it is told to, which engineio 4.15 does not do. Beyond
that it leaves these holes: messages that arrive faster than they are handled pile up without end, a peer that vanishes
keeps its threads for ever, and a frame that breaks the protocol ends the reading thread with a traceback and leaves the
rest of the connection waiting. And engineio decodes its own packets where nothing catches an error.
"""

from __future__ import annotations

import functools
import re
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import simple_websocket
from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI

WAITING_AT_MOST = 256
_PACKET = re.compile(r"4(?:[0-9]|\Z)|[1356]\Z|[23](?:probe)?\Z")


class Backlog(list[Any]):
    """Messages that have arrived and are not handled yet; a client that is too far ahead is cut off."""

    def append(self, message: Any) -> None:
        """One more; raises ``OSError``, as a broken connection does, if there are too many."""
        if len(self) >= WAITING_AT_MOST:
            raise OSError("messages arrive faster than they can be handled")
        super().append(message)


class BoundedServer(simple_websocket.Server):  # type: ignore[misc]
    """The server's side of one websocket."""

    def handshake(self) -> None:
        """Bound the backlog before anything can arrive."""
        self.input_buffer = Backlog()
        super().handshake()

    def close(self, reason: int | None = None, message: str | None = None) -> None:
        """Say goodbye and cut the line: whoever does not answer must not keep it open."""
        with suppress(OSError):
            super().close(reason, message)
        _hang_up(self.sock)

    def _thread(self) -> None:
        # A frame against the protocol, or text that is no UTF-8, raises; it is an end like any other.
        # And at any end the receiver is woken once more: the library may do so just before it says that it is over.
        with suppress(Exception):
            super()._thread()
        self.connected = False
        self.event.set()
        _hang_up(self.sock)
        self.sock.close()


class BoundedWebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]
    """What engineio asks for to serve a websocket.

    Args:
        message_bytes: the longest message, inflated.
        silence: seconds after which a client that sends nothing (not even pongs), or reads nothing, is gone.
    """

    def __init__(self, handler: Callable[..., Any], server: Any, *, message_bytes: int, silence: float) -> None:
        super().__init__(handler, server)
        self._message_bytes, self._silence = message_bytes, silence
        self._client: Any = handler.__self__  # type: ignore[attr-defined]  # the engineio.Socket

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        """Serve the websocket until it ends."""
        raw = environ.get("werkzeug.socket") or environ.get("gunicorn.socket")
        if raw is not None:
            _limit_silence(raw, self._silence)
            self._client.queue.overflow = functools.partial(_hang_up, raw)
        try:
            self.ws = BoundedServer(environ, max_message_size=self._message_bytes)
            answer = self.app(self)
        finally:  # an upgrade that failed leaves a client behind, and an end by exception, as below, a closed one
            self._client.close(wait=False, abort=True)
            self._client.server.sockets.pop(self._client.sid, None)
        if self.ws.mode == "gunicorn":
            raise StopIteration  # gunicorn's sign that the connection was taken over
        if self.ws.mode == "werkzeug":
            raise ConnectionError  # and Werkzeug's
        return answer

    def wait(self) -> Any:
        """The next message; None at the end, which anything that is no Engine.IO packet brings about."""
        message = super().wait()
        return message if isinstance(message, str) and _PACKET.match(message) else None


def _hang_up(raw: socket.socket) -> None:
    with suppress(OSError):
        raw.shutdown(socket.SHUT_RDWR)


def _limit_silence(raw: socket.socket, seconds: float) -> None:
    """Let blocking reads and writes fail after ``seconds``.

    Not ``settimeout``: it would make the socket non-blocking underneath, and simple-websocket ignores short writes.
    """
    value = struct.pack("i", int(seconds * 1000)) if sys.platform == "win32" else struct.pack("ll", int(seconds), 0)
    for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        raw.setsockopt(socket.SOL_SOCKET, option, value)


def drop(server: Any, eio_sid: str) -> None:
    """End a client's connection, whatever it thinks of that; ``server`` is the ``socketio.Server``."""
    client = server.eio.sockets.get(eio_sid)
    if client is not None:
        client.close(wait=False, reason=server.eio.reason.SERVER_DISCONNECT)
