"""Builds the Socket.IO server with its limits and guards."""

import logging
from typing import Any

from flask import Flask
from flask_socketio import SocketIO
from socketio import packet

from webapp.common.seldom import Seldom
from webapp.play.desk.port import refusal
from webapp.serving.loop import Loop
from webapp.settings import Settings
from webapp.sockets.events import TableNamespace
from webapp.sockets.transport.client import Clients
from webapp.sockets.transport.packets import PacketGuard, TextPacket
from webapp.sockets.transport.rooms import OpenWebsockets, RoomManager

PING_INTERVAL = 10
PING_TIMEOUT = 8
_log = logging.getLogger("webapp.sockets.wire")
_seldom = Seldom(logging.getLogger(__name__))
_LOGGED = {
    "bad-origin": "websockets are refused (%s): the address of their page is not that of the server; a proxy must pass "
    "the Host on, or set FOURTHOUGHT_PROXIES"
}
"""What the log says where engineio refuses a websocket, by engineio's word for the reason."""


def build_socketio(app: Flask, namespace: TableNamespace, settings: Settings, loop: Loop) -> SocketIO:
    """Returns a server for ``app`` with the one namespace, whose clients live in the loop. Flask-SocketIO believes that
    the server has threads, but none is started. Pages of the same origin may connect (the default), by websocket only,
    which every browser has. Without long polling there is no second way in to guard, and no need for sticky
    sessions."""
    socketio = stock_socketio(app, namespace, settings, async_handlers=False)
    server: Any = socketio.server
    manager: RoomManager = server.manager
    guard = PacketGuard(server, settings.message_bytes, loop.later, refusal("bad_request", "The event is malformed."))

    def handle(_: Any, sid: str, eio_sid: str, data: list[Any], name: str, number: int | None) -> None:
        """Passes an event on, and acknowledges it when it was handled: now, or after a search or a write."""
        client = server.eio.sockets[eio_sid]
        client.under_way += 1

        def acknowledge(answer: Any) -> None:
            if number is not None:
                acknowledged = packet.ACK
                server._send_packet(
                    eio_sid, server.packet_class(acknowledged, namespace=name, id=number, data=[answer])
                )
            client.acknowledged()

        namespace.receive(sid, data[0], tuple(data[1:]), acknowledge)

    server._handle_event_internal = handle  # python-socketio acknowledges at the return of the handler alone
    server.eio._log_error_once = lambda _, kind: _seldom.warning(_LOGGED.get(kind, "websockets are refused: %s"), kind)
    websockets = OpenWebsockets(settings.address_connections, settings.connect_rate)
    namespace.held |= {
        "websockets": websockets.count,
        "sockets": lambda: len(server.eio.sockets),
        "requests of websockets": lambda: len(server.environ),
        "timers of websockets": guard.count,
        "rooms": manager.count,
    }
    Clients(
        loop,
        server.eio,
        message_bytes=settings.message_bytes,
        reason_to_refuse=namespace.reason_to_refuse,
        websockets=websockets,
        forget=(namespace.see_out, guard.forget, lambda eio_sid: server.environ.pop(eio_sid, None)),
    )
    return socketio


def stock_socketio(app: Flask, namespace: TableNamespace, settings: Settings, **options: Any) -> SocketIO:
    """Returns Flask-SocketIO's own server, a thread a client, whether or not eventlet or gevent is installed."""
    _log.setLevel(logging.CRITICAL)  # Socket.IO logs only malformed input, answered already
    socketio = SocketIO(
        app,
        client_manager=RoomManager(),
        async_mode="threading",
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
        **options,
    )
    socketio.on_namespace(namespace)
    return socketio
