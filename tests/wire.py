"""Makes the bytes of HTTP, websockets (RFC 6455), Engine.IO 4 and Socket.IO 5, rightly or wrongly."""

import base64
import json
import os
from dataclasses import dataclass
from typing import Any

PATIENCE = 60.0
"""Seconds after which a client without an answer counts as hung; long, because the machine may be busy."""
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
_KEY = 0x5A17C3E9
SOCKET_IO = "/socket.io/?EIO=4&transport=websocket"


class RefusedError(Exception):
    """Tells that the server refused in words."""


class ClosedError(Exception):
    """Tells that the server has hung up."""


class StillOpenError(Exception):
    """Tells that the server has neither answered nor hung up by the end of the attack."""


@dataclass(frozen=True)
class Target:
    """Names the door to attack: an address, and the Host header."""

    host: str
    port: int

    @property
    def name(self) -> str:
        """Returns the text of the Host header."""
        return f"{self.host}:{self.port}"


def request(target: Target, path: str = "/", *extra: str, method: str = "GET") -> bytes:
    """Returns the bytes of a request to a door, with further header lines."""
    lines = (f"{method} {path} HTTP/1.1", f"Host: {target.name}", *extra)
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


def upgrade(target: Target, *extra: str, path: str = SOCKET_IO) -> bytes:
    """Returns the bytes of a request for a websocket, with further header lines."""
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade_lines = ("Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {key}")
    return request(target, path, *upgrade_lines, "Sec-WebSocket-Version: 13", *extra)


def frame(data: str | bytes, opcode: int = TEXT, *, last: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """Returns one websocket frame of a client.

    Args:
        data: the payload; text is encoded, lone surrogates included.
        opcode: any number from 0 to 15.
        last: whether the message ends with this frame.
        masked: whether the payload is masked, as a client's must be.
        reserved: the three reserved bits.
    """
    payload = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    size = len(payload)
    short = size if size < 126 else 126 if size < 65_536 else 127
    head = bytes((last << 7 | reserved << 4 | opcode, masked << 7 | short))
    head += b"" if short < 126 else size.to_bytes(2 if short == 126 else 8, "big")
    if not masked:
        return head + payload
    key = _KEY.to_bytes(4, "big")
    stream = (key * (size // 4 + 1))[:size]
    return head + key + (int.from_bytes(payload, "big") ^ int.from_bytes(stream, "big")).to_bytes(size, "big")


def event(name: str, *payload: Any, number: int | str = "") -> bytes:
    """Returns the frame of a Socket.IO event. With a ``number`` the server must acknowledge the event."""
    return frame(f"42{number}{json.dumps([name, *payload])}")
