"""The websocket of one client: the upgrade, and reading with bounds, in the thread of the request.

Of simple-websocket 1.1, which engineio takes, this leaves out a second thread for each client, a backlog without end,
and the compression that it always offers: a few hundred KiB for each client, a bomb in the hands of a foe, and the
reason why what goes to everybody would have to be packed for each of them.
"""

from __future__ import annotations

import socket
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Ping, Request, TextMessage
from wsproto.utilities import ProtocolError, generate_accept_token

from webapp.sockets.transport.outbox import GOODBYE, text_frame

_READ = 4096
_LINGER = 2.0


class UpgradeError(Exception):
    """The request is none for a websocket."""


class WebSocket:
    """The server's side of one websocket, upgraded.

    Args:
        environ: the request's.
        message_bytes: the longest message, in characters.
        silence: seconds after which a client that sends nothing, not even pongs, is gone.

    Raises:
        UpgradeError: it is no request for a websocket; nothing was sent.
        OSError: the client has gone.
    """

    def __init__(self, environ: dict[str, Any], *, message_bytes: int, silence: float) -> None:
        self._longest = message_bytes
        self._connection = WSConnection(ConnectionType.SERVER)
        self.sock = _socket(environ)
        try:
            self._connection.receive_data(_request(environ))
            if not any(isinstance(event, Request) for event in self._connection.events()):
                raise UpgradeError
            accepted = self._connection.send(AcceptConnection())
        except ProtocolError:
            raise UpgradeError from None
        _limit_silence(self.sock, silence)
        self.sock.sendall(accepted)

    def messages(self, answer: Callable[[bytes], None]) -> Iterator[str]:
        """The client's messages until it leaves, or breaks the protocol, or a bound; binary ones break it here.

        ``answer`` sends frames that the protocol itself asks for.
        """
        parts: list[str] = []
        size = 0
        while True:
            for event in self._connection.events():
                if isinstance(event, TextMessage):
                    parts.append(event.data)
                    size += max(1, len(event.data))  # an empty piece takes memory, too
                    if size > self._longest:
                        return
                    if event.message_finished:
                        yield "".join(parts)
                        parts, size = [], 0
                elif isinstance(event, Ping):
                    answer(self._connection.send(event.response()))
                else:
                    return  # a goodbye is answered by ours, with which every line ends
            try:
                data = self.sock.recv(_READ)
                if not data:
                    return
                self._connection.receive_data(data)
            except (OSError, ProtocolError, ValueError):
                return


def turn_away(environ: dict[str, Any], messages: Iterable[str]) -> None:
    """Upgrade, say these messages and goodbye, and wait a moment for the client to go, who would else not hear them.

    When all tables are taken whoever wants in comes again and again: nothing is set up for them that is thrown away at
    once.

    Raises:
        UpgradeError: it is no request for a websocket; nothing was sent.
    """
    key = environ.get("HTTP_SEC_WEBSOCKET_KEY", "")
    upgrade, version = environ.get("HTTP_UPGRADE", "").lower(), environ.get("HTTP_SEC_WEBSOCKET_VERSION")
    if (upgrade, version) != ("websocket", "13") or not key.isascii():
        raise UpgradeError
    accepted = b"HTTP/1.1 101 \r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
    sock = _socket(environ)
    _limit_silence(sock, _LINGER)
    end = time.monotonic() + _LINGER
    with suppress(OSError):  # it has gone, or does not want to
        sock.sendall(accepted % generate_accept_token(key.encode()) + b"".join(map(text_frame, messages)) + GOODBYE)
        sock.shutdown(socket.SHUT_WR)
        while sock.recv(_READ) and time.monotonic() < end:
            pass


def _socket(environ: dict[str, Any]) -> socket.socket:
    found: socket.socket = environ.get("werkzeug.socket") or environ["gunicorn.socket"]
    return found


def _request(environ: dict[str, Any]) -> bytes:
    """The head of the request as it was, less the extensions that it offers."""
    headers = (
        f"{name[5:].replace('_', '-')}: {value}\r\n"
        for name, value in environ.items()
        if name.startswith("HTTP_") and name != "HTTP_SEC_WEBSOCKET_EXTENSIONS"
    )
    return f"GET / HTTP/1.1\r\n{''.join(headers)}\r\n".encode("latin-1", "replace")


def _limit_silence(raw: socket.socket, seconds: float) -> None:
    """Let blocking reads fail after ``seconds``; ``settimeout`` would ask for the line before every read."""
    value = struct.pack("i", int(seconds * 1000)) if sys.platform == "win32" else struct.pack("ll", int(seconds), 0)
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, value)
