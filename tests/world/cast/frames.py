"""Writes the frames of a websocket, and the request for one. No code here is the server's."""

from __future__ import annotations

KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def frame(text: str | bytes, opcode: int = 1) -> bytes:
    """Returns a masked frame of a client; the mask is zero."""
    data = text.encode() if isinstance(text, str) else text
    size = bytes((0x80 | len(data),)) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    if len(data) >= 1 << 16:
        size = b"\xff" + len(data).to_bytes(8, "big")
    return bytes((0x80 | opcode,)) + size + bytes(4) + data


def upgrade(more: bytes = b"", connection: bytes = b"Upgrade", key: str = KEY) -> bytes:
    """Returns a request for a websocket."""
    return (
        b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        b"Connection: " + connection + b"\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key.encode() + b"\r\n"
        + more + b"\r\n"
    )  # fmt: skip
