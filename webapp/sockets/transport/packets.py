"""Guards Socket.IO's decoder: malformed packets are answered or dropped without a traceback. python-socketio 5.18 alone
prints a traceback for every malformed packet, acknowledges none, and takes the frame after a binary header without
attachment for the attachment. There are no binary events here."""

import functools
import logging
import re
from collections.abc import Callable
from typing import Any

import msgspec
from socketio.packet import Packet

from webapp.sockets.transport.client import close_connection

_log = logging.getLogger(__name__)

_EVENT = re.compile(r"2(?:/,)?([0-9]{1,15})?(?=\[)")
_ACCEPTED = "0123"  # CONNECT, DISCONNECT, EVENT, ACK
_STRAYS_AT_MOST = 20
"""The most packets of a client that are not well-formed events. A page sends one."""
_JOIN_SECONDS = 10.0
"""Seconds for a new websocket to connect to the namespace. A websocket has no other timer."""


def _plain(value: object) -> str:
    """Returns a sentence as msgspec takes it, without the template behind. Raises ``TypeError`` for all else."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no form on the wire")


class _Json:
    """Adapts msgspec to the JSON module of a packet."""

    @staticmethod
    def dumps(data: Any, **_: Any) -> str:
        return msgspec.json.encode(data, enc_hook=_plain).decode()

    @staticmethod
    def loads(text: str) -> Any:
        return msgspec.json.decode(text)


class TextPacket(Packet):  # type: ignore[misc]
    """Encodes a Socket.IO packet without the search for binary attachments, which takes longer than the encoding."""

    uses_binary_events = False
    json = _Json


class PacketGuard:
    """Checks every packet between Engine.IO and the ``socketio.Server``. A packet has at most ``longest`` characters
    (``websocket.py`` bounds messages earlier). A malformed event is acknowledged with ``malformed``."""

    def __init__(
        self,
        server: Any,
        longest: int,
        later: Callable[[float, Callable[[], None]], Callable[[], None]],
        malformed: object,
    ) -> None:
        self._server, self._malformed = server, malformed
        self._longest, self._later = longest, later
        self._handle_message: Callable[[str, Any], None] = server.eio.handlers["message"]
        self._strays: dict[str, int] = {}
        self._call_off: dict[str, Callable[[], None]] = {}
        self._handle_disconnect: Callable[..., None] = server.eio.handlers["disconnect"]
        self._handle_connect: Callable[..., Any] = server.eio.handlers["connect"]
        server.eio.on("connect", self.on_connect)
        server.eio.on("message", self.on_message)
        server.eio.on("disconnect", self.on_disconnect)

    def on_connect(self, eio_sid: str, environ: dict[str, Any]) -> Any:
        """Handles a new websocket, and closes it if the client does not connect to the namespace soon."""
        check = functools.partial(self._close_unless_connected, eio_sid)
        self._call_off[eio_sid] = self._later(_JOIN_SECONDS, check)
        return self._handle_connect(eio_sid, environ)

    def on_message(self, eio_sid: str, data: Any) -> None:
        """Handles a packet, or refuses a malformed one."""
        if not isinstance(data, str) or not data or data[0] not in _ACCEPTED or len(data) > self._longest:
            self._refuse(eio_sid, data)
            return
        try:
            if data[0] == "2" and not _EVENT.match(data):
                raise ValueError("an event is a list")
            if data[0] != "2" and not self._count_stray(eio_sid):
                return
            if data[0] == "1":  # there is one namespace: leaving any is leaving
                close_connection(self._server, eio_sid)
                return
            if data[0] == "0":
                self._connect(eio_sid, data)
            else:
                self._handle_message(eio_sid, data)
        except (ValueError, TypeError, IndexError, KeyError, RecursionError, AttributeError, msgspec.DecodeError):
            _log.debug("a malformed packet", exc_info=True)
            self._refuse(eio_sid, data)

    def _connect(self, eio_sid: str, data: str) -> None:
        """Connects a client to the namespace, or closes the connection: of one that is refused, that asks for another
        namespace, or that an error leaves without an answer."""
        try:
            self._handle_message(eio_sid, data)
        except BaseException:
            close_connection(self._server, eio_sid)
            raise
        self._server.environ[eio_sid] = {}  # the request has been looked at, and takes memory
        self._close_unless_connected(eio_sid)

    def count(self) -> int:
        """Returns the number of clients with a timer or counted packets."""
        return len(self._strays.keys() | self._call_off.keys())

    def on_disconnect(self, eio_sid: str, reason: Any = None) -> None:
        """Handles the end of a websocket."""
        self.forget(eio_sid)
        self._handle_disconnect(eio_sid, reason)

    def forget(self, eio_sid: str) -> None:
        """Forgets the packets and the timer of a client."""
        self._strays.pop(eio_sid, None)
        self._call_off.pop(eio_sid, lambda: None)()

    def _close_unless_connected(self, eio_sid: str) -> None:
        """Closes the connection of a client outside the namespace: never connected, refused, or gone."""
        if self._server.manager.sid_from_eio_sid(eio_sid, "/") is None:
            close_connection(self._server, eio_sid)

    def _refuse(self, eio_sid: str, data: Any) -> None:
        """Acknowledges a malformed event if the client wants that, and counts it."""
        event = _EVENT.match(data[:64]) if isinstance(data, str) else None
        if event and event[1]:
            packet = self._server.packet_class(3, namespace="/", id=int(event[1]), data=[self._malformed])
            self._server._send_packet(eio_sid, packet)
        self._count_stray(eio_sid)

    def _count_stray(self, eio_sid: str) -> bool:
        """Counts a packet that is not a well-formed event. Returns False, and closes the connection, after too many."""
        strays = self._strays[eio_sid] = self._strays.get(eio_sid, 0) + 1
        if strays < _STRAYS_AT_MOST:
            return True
        close_connection(self._server, eio_sid)
        return False
