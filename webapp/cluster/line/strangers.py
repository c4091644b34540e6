"""Bounds the connections to a socket that have shown no key yet.

ZeroMQ takes any number of connections, and gives each some seconds for the handshake. Here the oldest connections
without a message go as soon as there are too many. A member needs some milliseconds from the connection to its first
message, and comes again by itself.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress

import zmq

AT_MOST = 100
"""Connections without a message."""


class Strangers:
    """Holds the connections without a message, the oldest first.

    Args:
        port: the port of the socket.
    """

    EVENTS = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED
    """The events that ``note`` wants to hear of."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._waiting: dict[int, None] = {}
        self.closed = 0
        """Connections closed because there were too many."""

    def note(self, event: int, descriptor: int) -> None:
        """Notes the beginning or the end of a connection."""
        self._waiting.pop(descriptor, None)
        if event == zmq.EVENT_ACCEPTED:
            self._waiting[descriptor] = None
            if len(self._waiting) > AT_MOST:
                self._close(next(iter(self._waiting)))

    def welcome(self, descriptor: int) -> None:
        """Notes a message, which only members can send."""
        self._waiting.pop(descriptor, None)

    def _close(self, descriptor: int) -> None:
        """Ends a connection. ZeroMQ closes the descriptor, which by now may be another connection to the port."""
        del self._waiting[descriptor]
        with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as connection:
            if connection.getsockname()[1] == self._port:
                connection.shutdown(socket.SHUT_RDWR)
                self.closed += 1
