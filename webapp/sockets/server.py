"""Builds the Socket.IO server: its mode, its limits, its guards."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from flask import Flask
from flask_socketio import SocketIO

from webapp.settings import Settings
from webapp.sockets.events import TableNamespace
from webapp.sockets.transport.connection import serve_lines
from webapp.sockets.transport.outbox import Outbox
from webapp.sockets.transport.packets import PacketGuard, TextPacket
from webapp.sockets.transport.rooms import Rooms

PING_INTERVAL = 10
PING_TIMEOUT = 8
_log = logging.getLogger("webapp.sockets.wire")


def build_socketio(
    app: Flask,
    namespace: TableNamespace,
    settings: Settings,
    later: Callable[[float, Callable[[], None]], object],
    post: Callable[[Outbox], None],
) -> SocketIO:
    """A server for ``app`` with the one namespace.

    The mode is set explicitly: left alone, an eventlet or gevent that happens to be installed would take over. Handlers
    run in the receiving thread, so each client's events keep their order and a flood slows down its sender. Only pages
    of the same origin may connect (the default), and by websocket only, which every browser has: without long polling
    there is no second way in to guard, and no need for sticky sessions. A client costs one thread, that of its request
    (``line.py``). ``later`` is the clock's, ``post`` the postman's.
    """
    _log.setLevel(logging.CRITICAL)  # what it reports is malformed input, which the guard has answered
    socketio = SocketIO(
        app,
        client_manager=Rooms(),
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
    # engineio has no option for its queue either; the driver's table is shared by the process: copy it.
    server.eio._async = {**server.eio._async, "queue": functools.partial(Outbox, later, post)}
    silence = PING_INTERVAL + 2 * PING_TIMEOUT
    serve_lines(
        server.eio,
        message_bytes=settings.message_bytes,
        silence=silence,
        later=later,
        objection=namespace.objection,
    )
    socketio.on_namespace(namespace)
    PacketGuard(server, settings.message_bytes, later)
    return socketio
