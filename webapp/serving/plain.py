"""Serves an application by werkzeug's threaded server, one thread for each client: for a debugger, or as a fallback.
Flask-SocketIO's own ``run`` does the same, but ends only by an exception and prints for developers."""

import logging
import socket
import threading
from collections.abc import Callable
from typing import Any

from werkzeug.serving import make_server

from webapp.serving.listening import UNIX, close, name_of
from webapp.serving.server import wait_for_signal


def serve_plainly(app: Any, sock: socket.socket, ready: Callable[[str], None]) -> None:
    """Serves the WSGI application ``app`` until Ctrl-C or SIGTERM. ``ready`` is called with the address."""
    (host, port), url = name_of(sock)
    if sock.family == UNIX:
        host = f"unix://{sock.getsockname()}"
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = make_server(host, port, app, threaded=True, fd=sock.fileno())
    server.daemon_threads = True  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, name="plain server", daemon=True).start()
    try:
        wait_for_signal(lambda: ready(url))
    finally:
        server.shutdown()
        close(sock)
