"""Defines the limits that keep clients from stalling the server."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Holds the limits of one server. Times are in seconds."""

    connections: int = 2000
    """Connections without a websocket. When full, the oldest waiting connections of the address with the most are
    closed. Behind a reverse proxy all have one address, and the oldest are closed."""
    proxies: int = 0
    """Reverse proxies in front, whose ``X-Forwarded-For`` gives the addresses of clients."""
    root_path: str = ""
    """The path in front of all addresses, such as ``/games``."""
    head_bytes: int = 16_384
    """The longest head of a request. No page takes a body."""
    request_seconds: float = 20.0
    """From the last answer, or the start, to the last byte of the next request."""
    reading_seconds: float = 60.0
    """For reading the bytes of an answer that the machine does not buffer."""
    closing_seconds: float = 2.0
    """From the last byte of a last answer to the client's close."""

    @property
    def requests(self) -> int:
        """Returns the most requests in hand or waiting. A quarter of the connections is left for newcomers."""
        return max(1, self.connections * 3 // 4)

    @property
    def pause(self) -> float:
        """Returns the seconds between two checks for overdue connections."""
        return min(1.0, self.request_seconds / 4, self.reading_seconds / 4, self.closing_seconds / 4)
