"""Upgrades a request to a websocket and reads messages within bounds, all in the thread of the request.

engineio's simple-websocket 1.1 takes a second thread for each client, keeps an unbounded backlog, and always offers
compression. Compression costs a few hundred KiB a client, lets an attacker send a bomb, and forces the server to pack a
message to a room anew for each client.
"""

from __future__ import annotations

import socket
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Ping, Request, TextMessage
from wsproto.utilities import ProtocolError, generate_accept_token

from webapp.process.serving.upgrades import SOCKET, UpgradedSocket
from webapp.sockets.transport.outbox import CLOSE_FRAME, text_frame

_SMALLEST_PIECE = 256
"""Characters that a piece of a message counts for at least: 17,000 empty pieces took a second to read. No browser sends
pieces."""
_PINGS_IN_STOCK = 20


class UpgradeError(Exception):
    """Tells that a request is none for a websocket."""


class WebSocket:
    """Holds the server's side of one websocket, from the upgrade on.

    Args:
        environ: the WSGI environment of the request.
        message_bytes: the longest message, in characters.

    Raises:
        UpgradeError: the request is none for a websocket; nothing was sent.
        OSError: the client has gone.
    """

    def __init__(self, environ: dict[str, Any], *, message_bytes: int) -> None:
        self._longest = message_bytes
        self._pings, self._opened_at = 0, time.monotonic()
        self._connection = WSConnection(ConnectionType.SERVER)
        self.sock, self.early = _socket(environ)
        try:
            self._connection.receive_data(_request(environ))
            if not any(isinstance(event, Request) for event in self._connection.events()):
                raise UpgradeError
            accepted = self._connection.send(AcceptConnection())
            _cut_cycle(self._connection)
        except ProtocolError:
            raise UpgradeError from None
        self.sock.sendall(accepted)

    def messages(self, receive: Callable[[], bytes], answer: Callable[[bytes], None]) -> Iterator[str]:
        """Yields the client's messages until the client leaves or breaks the protocol or a bound.

        A binary message breaks the protocol here. ``receive`` returns the next bytes, and none at the end; ``answer``
        sends the pongs to the client's pings.
        """
        parts: list[str] = []
        size = 0
        while data := receive():
            try:
                self._connection.receive_data(data)
            except (ProtocolError, ValueError):
                return
            for event in self._connection.events():
                if isinstance(event, TextMessage):
                    parts.append(event.data)
                    size += max(_SMALLEST_PIECE, len(event.data))
                    if size > self._longest:
                        return
                    if event.message_finished:
                        yield "".join(parts)
                        parts, size = [], 0
                elif isinstance(event, Ping) and self._may_ping():
                    answer(self._connection.send(event.response()))
                else:
                    return  # a close frame; closing the outbox answers

    def _may_ping(self) -> bool:
        """Counts a ping of the client; returns False after more than one a second and a few in stock."""
        self._pings += 1
        return self._pings <= _PINGS_IN_STOCK + time.monotonic() - self._opened_at


def send_and_close(environ: dict[str, Any], messages: Iterable[str]) -> None:
    """Upgrades, sends ``messages`` and a close frame, and never waits for the client.

    At a full server pages come back again and again. So nothing is set up for a refused client, and the loop of
    ``webapp.process.serving`` waits for the client's own close: closing at once could destroy the messages.

    Raises:
        UpgradeError: the request is none for a websocket; nothing was sent.
    """
    key = environ.get("HTTP_SEC_WEBSOCKET_KEY", "")
    upgrade, version = environ.get("HTTP_UPGRADE", "").lower(), environ.get("HTTP_SEC_WEBSOCKET_VERSION")
    if (upgrade, version) != ("websocket", "13") or not key.isascii():
        raise UpgradeError
    accepted = b"HTTP/1.1 101 \r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
    sock, _ = _socket(environ)
    with suppress(OSError):  # the client has gone
        sock.sendall(accepted % generate_accept_token(key.encode()) + b"".join(map(text_frame, messages)) + CLOSE_FRAME)
        sock.shutdown(socket.SHUT_WR)


def _cut_cycle(connection: WSConnection) -> None:
    """Lets the parser of frames refer to itself weakly, so that a closed websocket frees the parser at once.

    wsproto's parser holds a generator that holds the parser. A websocket mostly outlives the collections of young
    objects, so the cycle of each visitor would stay in memory until the next full collection: for an hour.
    """
    with suppress(AttributeError):  # another release of wsproto may name its parts otherwise
        parser: Any = connection.connection._proto  # type: ignore[union-attr]
        parser._parse_more = type(parser)._parse_more_gen(weakref.proxy(parser))


def _socket(environ: dict[str, Any]) -> UpgradedSocket:
    upgraded: UpgradedSocket | None = environ.get(SOCKET)
    if upgraded is None:  # the request did not ask for an upgrade
        raise UpgradeError
    return upgraded


def _request(environ: dict[str, Any]) -> bytes:
    """Returns the head of the request without the extensions offered."""
    headers = (
        f"{name[5:].replace('_', '-')}: {value}\r\n"
        for name, value in environ.items()
        if name.startswith("HTTP_") and name != "HTTP_SEC_WEBSOCKET_EXTENSIONS"
    )
    return f"GET / HTTP/1.1\r\n{''.join(headers)}\r\n".encode("latin-1", "replace")
