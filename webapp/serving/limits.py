"""Holds the limits that keep strangers from stalling the server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Holds the limits of one server; times are in seconds."""

    connections: int = 512
    """Connections without a websocket. For a newer connection the oldest waiting ones of one address are closed: of the
    address with the most. Behind a reverse proxy all have one address, and the oldest go first."""
    proxies: int = 0
    """Reverse proxies in front, whose ``X-Forwarded-For`` tells the addresses of clients."""
    head_bytes: int = 16_384
    """The longest head of a request. No page takes a body."""
    request_seconds: float = 20.0
    """From the last answer, or from the beginning, to the last byte of the next request."""
    reading_seconds: float = 60.0
    """For reading the bytes of an answer beyond the machine's buffers."""
    closing_seconds: float = 2.0
    """From the last byte of a last answer to the client's own close: closing at once could destroy the answer."""

    @property
    def requests_of_visitor(self) -> int:
        """Returns the most requests of one visitor, answered or waiting: a school class that opens the page at once
        has 180."""
        return max(1, self.connections // 2)

    @property
    def pause(self) -> float:
        """Returns the seconds between two looks for overdue connections."""
        return min(1.0, self.request_seconds / 4, self.reading_seconds / 4, self.closing_seconds / 4)
