"""Builds the Socket.IO server with its mode, limits and guards."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from flask import Flask
from flask_socketio import SocketIO

from webapp.play.desk.port import refusal
from webapp.settings import Settings
from webapp.sockets.addresses import OpenWebsockets
from webapp.sockets.events import TableNamespace
from webapp.sockets.transport.connection import serve_clients
from webapp.sockets.transport.outbox import Outbox
from webapp.sockets.transport.packets import PacketGuard, TextPacket
from webapp.sockets.transport.reception import Reception
from webapp.sockets.transport.rooms import RoomManager

CHECK_SECONDS = 60.0
"""Seconds between two checks of the clients against the open websockets."""
PING_INTERVAL = 10
PING_TIMEOUT = 8
_log = logging.getLogger("webapp.sockets.wire")
_clients_log = logging.getLogger(__name__)


def build_socketio(
    app: Flask,
    namespace: TableNamespace,
    settings: Settings,
    later: Callable[[float, Callable[[], None]], Callable[[], None]],
    flush_soon: Callable[[Outbox], None],
    reception: Reception,
) -> SocketIO:
    """Returns a server for ``app`` with the one namespace.

    The mode is set explicitly; otherwise an installed eventlet or gevent would take over. Handlers run in the receiving
    thread, so the events of a client keep the order of sending, and a flood slows down only the sender. Pages of the
    same origin may connect (the default), and by websocket only, which every browser has: without long polling there is
    no second way in to guard, and no need for sticky sessions. A client costs one thread, the thread of the client's
    request (``transport/connection.py``).

    Args:
        app: the Flask application.
        namespace: handles the events of all clients.
        settings: the size of messages.
        later: calls a function after some seconds, and waits for no table; returns a function to call off the call.
        flush_soon: lets another thread flush an outbox.
        reception: reads from all websockets.
    """
    _log.setLevel(logging.CRITICAL)  # Socket.IO logs only malformed input, answered already
    socketio = SocketIO(
        app,
        client_manager=RoomManager(),
        async_mode="threading",
        async_handlers=False,
        manage_session=False,
        monitor_clients=False,
        ping_interval=PING_INTERVAL,
        ping_timeout=PING_TIMEOUT,
        max_http_buffer_size=settings.message_bytes,
        transports=["websocket"],
        logger=_log,
        engineio_logger=_log,
        cookie=None,
        serializer=TextPacket,
    )
    server: Any = socketio.server
    # engineio has no option for its queue; the table of its driver is shared by the process, hence the copy.
    server.eio._async = {**server.eio._async, "queue": functools.partial(Outbox, later, flush_soon)}
    guard = PacketGuard(server, settings.message_bytes, later, refusal("bad_request", "The event is malformed."))

    def see_out(eio_sid: str) -> None:
        namespace.see_out(eio_sid)
        guard.forget(eio_sid)
        server.environ.pop(eio_sid, None)

    silence = PING_INTERVAL + 2 * PING_TIMEOUT
    serve_clients(
        server.eio,
        message_bytes=settings.message_bytes,
        silence=silence,
        later=later,
        reason_to_refuse=namespace.reason_to_refuse,
        websockets=OpenWebsockets(settings.address_connections, settings.connect_rate),
        reception=reception,
        see_out=see_out,
    )
    socketio.on_namespace(namespace)
    return socketio


def check_clients(namespace: TableNamespace, later: Callable[[float, Callable[[], None]], object]) -> None:
    """Looks every minute for clients without a websocket, and forgets them; ``later`` calls after some seconds."""

    def check() -> None:
        try:
            namespace.forget_ghosts()
        except Exception:
            _clients_log.exception("the clients could not be checked")
        later(CHECK_SECONDS, check)

    later(CHECK_SECONDS, check)
