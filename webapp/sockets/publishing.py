"""Telling the pages: the publisher that tables write to (``webapp.play.ports.Publisher``)."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

_log = logging.getLogger(__name__)

AIM_AT_MOST = 32
"""Pages that see where a player points; beyond them it would be a flood of trifles."""
BEHIND = 4
"""Messages that wait for a page which then sees no more of the pointing."""


def game_room(game_id: str) -> str:
    """The room of everybody at a table."""
    return f"game {game_id}"


def thinking_room(game_id: str) -> str:
    """The room of those who watch its minds."""
    return f"thinking {game_id}"


class SocketPublisher:
    """Sends events to rooms. Sending only puts them into each client's queue: it never waits.

    Its server is set once the server exists; until then nobody is there to be told.
    """

    def __init__(self) -> None:
        self.socketio: Any = None

    def game(self, game_id: str, payload: dict[str, Any]) -> None:
        """To everybody at the table."""
        self._emit("game", payload, game_room(game_id))

    def thinking(self, game_id: str, payload: dict[str, Any]) -> None:
        """To those who watch the engine think."""
        self._emit("thinking", payload, thinking_room(game_id))

    def review(self, game_id: str, payload: dict[str, Any]) -> None:
        """To everybody at the table."""
        self._emit("review", payload, game_room(game_id))

    def people(self, game_id: str, payload: dict[str, Any]) -> None:
        """To everybody at the table."""
        self._emit("people", payload, game_room(game_id))

    def aim(self, game_id: str, payload: dict[str, Any], sender: str) -> None:
        """To the others at the table, as long as they are few and keep up: a glance that is missed is no loss."""
        if self.socketio is None:
            return
        server = self.socketio.server
        others = [
            (sid, eio_sid) for sid, eio_sid in server.manager.get_participants("/", game_room(game_id)) if sid != sender
        ]
        for sid, eio_sid in others[:AIM_AT_MOST]:
            client = server.eio.sockets.get(eio_sid)
            if client is not None and client.queue.qsize() < BEHIND:
                self._emit("aim", payload, sid)

    def engine(self, payload: dict[str, Any], to: Iterable[str] | None = None) -> None:
        """To everybody, or to these connections."""
        for room in (None,) if to is None else to:
            self._emit("engine", payload, room)

    def _emit(self, event: str, payload: dict[str, Any], room: str | None) -> None:
        if self.socketio is None:
            return
        try:
            self.socketio.emit(event, payload, to=room)
        except Exception:  # what happened is stored; a page that missed it catches up by its version
            _log.exception("%s could not be sent", event)
