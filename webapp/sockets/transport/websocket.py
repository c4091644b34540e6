"""Accepts a request for a websocket, and reads its messages within bounds (RFC 6455, by wsproto). Compression is never
offered: it costs a few hundred KiB a client, allows compression bombs, and a message to a room would be compressed for
each client."""

import re
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from wsproto.connection import Connection, ConnectionType
from wsproto.events import Ping, TextMessage
from wsproto.utilities import ProtocolError, generate_accept_token

CLOSE_FRAME = b"\x88\x02\x03\xe8"  # status 1000
_KEY = re.compile(r"[A-Za-z0-9+/]{22}==")  # 16 bytes in base64
_ACCEPTED = b"HTTP/1.1 101 \r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
_SMALLEST_PIECE = 256
"""The least characters that a piece of a message counts for: 17,000 empty pieces took a second to read. No browser
sends pieces."""
_PINGS_IN_STOCK = 20


class UpgradeError(Exception):
    """Says that a request is not for a websocket."""


class BrokenError(Exception):
    """Says that the client has closed the websocket, or broken the protocol or a bound."""


class WebSocket:
    """Holds the protocol of one upgraded websocket. Raises ``UpgradeError`` if the request is for none."""

    def __init__(self, environ: dict[str, Any], message_bytes: int, answer: Callable[[bytes], object]) -> None:
        self._longest, self._answer = message_bytes, answer
        self._parts: list[str] = []
        self._size = 0
        self._pings, self._opened_at = 0, time.monotonic()
        self.accepted = _accept(environ)
        """The answer to the request."""
        self._connection = Connection(ConnectionType.SERVER)
        _cut_cycle(self._connection)

    def receive(self, data: bytes) -> None:
        """Takes bytes. Raises ``BrokenError`` if the bytes break the protocol."""
        try:
            self._connection.receive_data(data)
        except (ProtocolError, ValueError):
            raise BrokenError from None

    def messages(self) -> Iterator[str]:
        """Yields the messages received. If the loop over them stops early, the rest is yielded at the next call. Raises
        BrokenError if the client closes, or breaks the protocol or a bound. A binary message breaks the protocol."""
        for event in self._connection.events():
            if isinstance(event, TextMessage):
                self._parts.append(event.data)
                self._size += max(_SMALLEST_PIECE, len(event.data))
                if self._size > self._longest:
                    raise BrokenError
                if event.message_finished:
                    message = "".join(self._parts)
                    self._parts, self._size = [], 0
                    yield message
            elif isinstance(event, Ping) and self._may_ping():
                self._answer(self._connection.send(event.response()))
            else:
                raise BrokenError  # a close frame as well, which the client's end answers

    def _may_ping(self) -> bool:
        """Counts a ping of the client. Returns False above one a second on average, with a few to spare."""
        self._pings += 1
        return self._pings <= _PINGS_IN_STOCK + time.monotonic() - self._opened_at


def refusal(environ: dict[str, Any], messages: list[str]) -> bytes:
    """Returns the bytes that accept a websocket, send ``messages``, and close it. Pages come back again and again to a
    full server, so nothing is set up for a refused client. Raises UpgradeError if the request is not for a
    websocket."""
    return _accept(environ) + b"".join(map(text_frame, messages)) + CLOSE_FRAME


def _accept(environ: dict[str, Any]) -> bytes:
    """Returns the answer that accepts a request for a websocket (RFC 6455, section 4.2), without the extensions and
    protocols offered. Raises UpgradeError if the request is for none."""
    key: str = environ.get("HTTP_SEC_WEBSOCKET_KEY", "")
    options = [option.strip().lower() for option in environ.get("HTTP_CONNECTION", "").split(",")]
    names = ("REQUEST_METHOD", "SERVER_PROTOCOL", "HTTP_SEC_WEBSOCKET_VERSION")
    if [environ.get(name) for name in names] != ["GET", "HTTP/1.1", "13"] or "upgrade" not in options:
        raise UpgradeError
    if environ.get("HTTP_UPGRADE", "").lower() != "websocket" or not _KEY.fullmatch(key):
        raise UpgradeError
    return _ACCEPTED % generate_accept_token(key.encode())


def text_frame(text: str) -> bytes:
    """Returns an unmasked text frame (RFC 6455, section 5.2)."""
    data = text.encode()
    if len(data) < 126:
        return bytes((0x81, len(data))) + data
    if len(data) < 1 << 16:
        return b"\x81\x7e" + len(data).to_bytes(2, "big") + data
    return b"\x81\x7f" + len(data).to_bytes(8, "big") + data


def _cut_cycle(connection: Connection) -> None:
    """Makes the frame parser refer to itself weakly, so that it is freed with its websocket. wsproto's parser holds a
    generator that holds the parser. Most websockets outlive the collections of young objects, so this cycle would stay
    in memory until the next full collection, up to an hour."""
    with suppress(AttributeError):  # another release of wsproto may name its parts otherwise
        parser: Any = connection._proto
        parser._parse_more = type(parser)._parse_more_gen(weakref.proxy(parser))
