"""Lets every request wait for a turn (``webapp/process/turns.py``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from webapp.process.serving.upgrades import SOCKET
from webapp.process.serving.visitors import visitor_of
from webapp.process.turns import Rank, Turns

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


class TurnGate:
    """Answers a request when its turn comes. A websocket ends the turn by itself once it waits for the client.

    ``ProxyFix`` has corrected the address of the client before.

    Args:
        app: the pages and the websockets.
        turns: gives turns.
    """

    def __init__(self, app: Wsgi, turns: Turns) -> None:
        self._app, self._turns = app, turns

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answers one request (WSGI)."""
        with self._turns.turn(visitor_of(str(environ.get("REMOTE_ADDR", ""))), _rank(environ)):
            return self._app(environ, start_response)


def _rank(environ: dict[str, Any]) -> Rank:
    if SOCKET in environ:
        return Rank.ARRIVAL
    return Rank.EVENT if environ["PATH_INFO"] == "/healthz" else Rank.PAGE  # a supervisor waits for no page
