"""Sends news to the pages: implements ``webapp.play.desk.port.Publisher``."""

import logging
from collections.abc import Sequence
from typing import Any

from webapp.play.desk.port import Place

_log = logging.getLogger(__name__)

AIM_AT_MOST = 32
"""The most pages in a room that see a player's aim. In larger rooms there would be too many messages."""
BEHIND = 4
"""A page with so many waiting messages is not told where a player points."""


_GAME, _THINKING = "game {}".format, "thinking {}".format
"""Name the room of all clients at a table, and that of the clients that watch the engine's search."""


class SocketPublisher:
    """Sends events to rooms without waiting. What a client does not take now waits in its stream. The messages are the
    structs of ``Publisher``, or plain data of the same form from another process. ``socketio`` is set when the server
    exists. Before that there are no clients."""

    def __init__(self) -> None:
        self.socketio: Any = None

    def place(self, sid: str, place: Place) -> None:
        if self.socketio is None:
            return
        rooms = set[str]()
        if place.game_id is not None:
            rooms.add(_GAME(place.game_id))
        if place.watching is not None:
            rooms.add(_THINKING(place.watching))
        self.socketio.server.manager.set_rooms(sid, rooms)

    def game(self, game_id: str, payload: object, to: Sequence[str] | None = None) -> None:
        for room in (_GAME(game_id),) if to is None else to:
            self._emit("game", payload, room)

    def thinking(self, game_id: str, payload: object) -> None:
        self._emit("thinking", payload, _THINKING(game_id))

    def review(self, game_id: str, payload: object) -> None:
        self._emit("review", payload, _GAME(game_id))

    def people(self, game_id: str, payload: object) -> None:
        self._emit("people", payload, _GAME(game_id))

    def aim(self, game_id: str, payload: object, sender: str) -> None:
        if self.socketio is None:
            return
        server = self.socketio.server
        others = [
            (sid, eio_sid) for sid, eio_sid in server.manager.get_participants("/", _GAME(game_id)) if sid != sender
        ]
        for sid, eio_sid in others[:AIM_AT_MOST]:
            client = server.eio.sockets.get(eio_sid)
            if client is not None and client.queue.qsize() < BEHIND:
                self._emit("aim", payload, sid)

    def reaction(self, game_id: str, payload: object) -> None:
        self._emit("reaction", payload, _GAME(game_id))

    def found(self, sid: str, payload: object) -> None:
        self._emit("found", payload, sid)

    def engine(self, payload: object, to: Sequence[str] | None = None) -> None:
        for room in (None,) if to is None else to:
            self._emit("engine", payload, room)

    def _emit(self, event: str, payload: object, room: str | None) -> None:
        if self.socketio is None:
            return
        try:
            self.socketio.emit(event, payload, to=room)
        except Exception:  # the event is stored: a page without the message catches up later
            _log.exception("%s could not be sent", event)
