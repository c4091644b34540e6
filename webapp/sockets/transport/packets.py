"""The guard in front of Socket.IO's own decoder: what is no proper packet is answered or dropped quietly.

Without it python-socketio 5.18 prints a traceback for every malformed packet, acknowledges none of them, and takes
the frame after a binary header without attachment for that attachment. There are no binary events here.
"""

from __future__ import annotations

import functools
import logging
import re
from collections.abc import Callable
from typing import Any

import msgspec
from socketio.packet import Packet

from webapp.sockets.gate import refusal
from webapp.sockets.transport.connection import drop

_log = logging.getLogger(__name__)

_EVENT = re.compile(r"2(?:/,)?([0-9]{1,15})?(?=\[)")
_ACCEPTED = "0123"  # CONNECT, DISCONNECT, EVENT, ACK
_MALFORMED_AT_MOST = 20
_COMING_AND_GOING = "01"
_LOBBY_SECONDS = 10.0
_FAREWELL_SECONDS = 1.0


class _Json:
    """msgspec, in the shape that a packet asks for."""

    @staticmethod
    def dumps(data: Any, **_: Any) -> str:
        return msgspec.json.encode(data).decode()

    @staticmethod
    def loads(text: str) -> Any:
        return msgspec.json.decode(text)


class TextPacket(Packet):  # type: ignore[misc]
    """A Socket.IO packet without attachments: a game's state is written sooner than looked through for bytes."""

    uses_binary_events = False
    json = _Json


class PacketGuard:
    """Installed as the Engine.IO message handler of a Socket.IO server.

    Args:
        server: the ``socketio.Server``.
        longest: packets beyond so many characters are refused (frames are bounded earlier; this holds without them).
        later: calls something after so many seconds.
    """

    def __init__(self, server: Any, longest: int, later: Callable[[float, Callable[[], None]], object]) -> None:
        self._server = server
        self._longest, self._later = longest, later
        self._decode: Callable[[str, Any], None] = server.eio.handlers["message"]
        self._malformed: dict[str, int] = {}
        self._disconnected: Callable[..., None] = server.eio.handlers["disconnect"]
        self._connected: Callable[..., Any] = server.eio.handlers["connect"]
        server.eio.on("connect", self.greet)
        server.eio.on("message", self.receive)
        server.eio.on("disconnect", self.forget)

    def greet(self, eio_sid: str, environ: dict[str, Any]) -> Any:
        """A websocket is open; whoever does not go on to connect to the table may not keep it."""
        self._show_out_later(eio_sid, _LOBBY_SECONDS)
        return self._connected(eio_sid, environ)

    def receive(self, eio_sid: str, data: Any) -> None:
        """One message of a client."""
        if not isinstance(data, str) or not data or data[0] not in _ACCEPTED or len(data) > self._longest:
            self._refuse(eio_sid, data)
            return
        try:
            if data[0] == "2" and not _EVENT.match(data):
                raise ValueError("an event is a list")
            self._decode(eio_sid, data)
            if data[0] in _COMING_AND_GOING:
                self._show_out_later(eio_sid, _FAREWELL_SECONDS)
        except (ValueError, TypeError, IndexError, KeyError, RecursionError, AttributeError, msgspec.DecodeError):
            _log.debug("a malformed packet", exc_info=True)
            self._refuse(eio_sid, data)

    def forget(self, eio_sid: str, reason: Any = None) -> None:
        """The client is gone."""
        self._malformed.pop(eio_sid, None)
        self._disconnected(eio_sid, reason)

    def _show_out_later(self, eio_sid: str, seconds: float) -> None:
        self._later(seconds, functools.partial(self._show_out, eio_sid))

    def _show_out(self, eio_sid: str) -> None:
        """Drop a client that is not at the table: it never came, was refused, or has left."""
        if self._server.manager.sid_from_eio_sid(eio_sid, "/") is None:
            drop(self._server, eio_sid)

    def _refuse(self, eio_sid: str, data: Any) -> None:
        """Acknowledge a malformed event that asked for it; drop the client that sends nothing else."""
        event = _EVENT.match(data[:64]) if isinstance(data, str) else None
        if event and event[1]:
            packet = self._server.packet_class(
                3, namespace="/", id=int(event[1]), data=[refusal("bad_request", "The event is malformed.")]
            )
            self._server._send_packet(eio_sid, packet)
        self._malformed[eio_sid] = self._malformed.get(eio_sid, 0) + 1
        if self._malformed[eio_sid] >= _MALFORMED_AT_MOST:
            drop(self._server, eio_sid)
