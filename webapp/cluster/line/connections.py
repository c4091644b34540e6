"""Bounds the TCP connections to a host's socket, and closes those of strangers and of former members.

ZeroMQ accepts any number of connections, gives each some seconds for the handshake, and keeps all frames of a message
until the message is whole. Here the oldest connections without a message are closed as soon as there are too many.
A member sends its first message some milliseconds after the connection, and connects again by itself.
"""

import os
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import zmq

AT_MOST = 100
"""Connections without a message."""
_BYTES_RECEIVED = 128
"""The place of ``tcpi_bytes_received`` in ``struct tcp_info`` (Linux)."""


@dataclass(slots=True)
class _Connection:
    """Holds the public key of a member, and the bytes received at the last look if no message has come since."""

    key: str
    received: int | None = None


class Connections:
    """Holds the connections to a port, by their descriptors. ``longest`` are the most bytes of a message."""

    EVENTS = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED
    """The events for ``note_event``."""

    def __init__(self, port: int, longest: int) -> None:
        self._port, self._longest = port, longest
        self._silent: dict[int, None] = {}  # without a message, the oldest first
        self._speaking: dict[int, _Connection] = {}
        self.closed = 0
        """Connections closed here."""

    def note_event(self, event: int, descriptor: int) -> None:
        """Notes the begin or the end of a connection."""
        self._silent.pop(descriptor, None)
        self._speaking.pop(descriptor, None)
        if event == zmq.EVENT_ACCEPTED:
            self._silent[descriptor] = None
            if len(self._silent) > AT_MOST:
                self.close(next(iter(self._silent)))

    def note_message(self, descriptor: int, key: str) -> None:
        """Notes a whole message from the member with a public key."""
        self._silent.pop(descriptor, None)
        self._speaking[descriptor] = _Connection(key)

    def look(self, is_member: Callable[[str], bool]) -> None:
        """Closes the connections whose key is no member's, and those with a message that has no end."""
        for descriptor, connection in list(self._speaking.items()):
            before, now = connection.received, self._received(descriptor)
            if not is_member(connection.key) or (before is not None and now - before > self._longest):
                self.close(descriptor)
            elif before is None:
                connection.received = now
        for descriptor in list(self._silent):
            if self._received(descriptor) > self._longest:
                self.close(descriptor)

    def close(self, descriptor: int) -> None:
        """Ends a connection. ZeroMQ then closes the descriptor, which may by now be another connection to the port."""
        self._silent.pop(descriptor, None)
        self._speaking.pop(descriptor, None)
        with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as connection:
            if connection.getsockname()[1] == self._port:
                connection.shutdown(socket.SHUT_RDWR)
                self.closed += 1

    @staticmethod
    def _received(descriptor: int) -> int:
        """Returns the bytes received on a connection so far, or 0 where the system does not count them."""
        with suppress(OSError, AttributeError, struct.error), socket.socket(fileno=os.dup(descriptor)) as connection:
            known = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
            return int(struct.unpack_from("=Q", known, _BYTES_RECEIVED)[0])
        return 0
