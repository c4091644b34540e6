"""Receives all clients and all events: coming and going, new games, joining and watching."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from functools import partial
from typing import Any

from flask_socketio import Namespace
from socketio.exceptions import ConnectionRefusedError as SocketRefusedError

from webapp.metrics import Metrics
from webapp.play.audience.presence import Place, Presence
from webapp.play.audience.reviews import Reviews
from webapp.play.game import events as e
from webapp.play.game.access import key_of
from webapp.play.lobby.lobby import Lobby
from webapp.play.table.idempotency import Request
from webapp.play.table.tables import Tables
from webapp.process.serving.visitors import visitor_of
from webapp.settings import Settings
from webapp.sockets import schemas as s
from webapp.sockets.engine_events import EngineEvents
from webapp.sockets.game_events import GameEvents
from webapp.sockets.gate import Connection, Gate, Handler, Rates
from webapp.sockets.meeting_events import MeetingEvents
from webapp.sockets.people_events import PeopleEvents
from webapp.sockets.publishing import game_room, thinking_room
from webapp.sockets.silence import Silence
from webapp.sockets.transport.connection import close_connection
from webapp.sockets.transport.packets import refusal

_log = logging.getLogger(__name__)

_MISSED_AT_MOST = 100
_REFUSED = {
    "server_full": "All tables are taken; this page tries again by itself.",
    "restarting": "The table restarts; this page comes back by itself.",
    "address_full": "Too many pages of your address are open here; this page tries again by itself.",
}


class TableNamespace(Namespace):  # type: ignore[misc]
    """Keeps all connections and passes on events, which arrive in ``trigger_event`` in the order of sending.

    The connections here are the one count of clients. Rooms and presence follow: a client enters here first, and leaves
    everything in ``_disconnect``, at the latest when the thread of the client's websocket ends (``see_out``).

    Args:
        tables: the games in memory.
        reviews: reviews games.
        presence: the book of all places.
        lobby: brings people together.
        settings: the rates and limits.
        metrics: counts events and refusals.
        later: calls a function after some seconds, from another thread.
        aside: the context of a wait for the engine, in which others have their turn.
    """

    def __init__(
        self,
        tables: Tables,
        reviews: Reviews,
        presence: Presence,
        lobby: Lobby,
        settings: Settings,
        metrics: Metrics | None = None,
        later: Callable[[float, Callable[[], None]], object] = lambda _seconds, call: call(),
        aside: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        super().__init__("/")
        self._later = later
        self._tables, self._presence, self._lobby = tables, presence, lobby
        self._settings = settings
        self._connections: dict[str, Connection] = {}
        self._metrics = metrics or Metrics()
        self._suspects: set[str] = set()
        self._ghosts = 0
        self._draining, self._pause = False, threading.Event()
        self._lock = threading.Lock()
        self._game_events = GameEvents(tables, presence)
        self._people_events = PeopleEvents(tables, presence, self._stop_watching)
        self._meeting_events = MeetingEvents(tables, presence, lobby)
        self._engine_events = EngineEvents(tables, reviews, settings.hint_seconds, aside)
        self.gate = Gate(
            self.handlers(),
            rates=Rates(
                settings.event_rate,
                settings.player_rate,
                settings.address_rate,
                settings.aim_rate,
                settings.game_rate,
            ),
            strikes=settings.strikes,
            close=self._close_later,
            observe=self._metrics.event,
            answering=tables.engine.answering,
            refuse_help=Silence(tables).check,
            refuse_name=lobby.reports.refuse,
        )

    @property
    def _server(self) -> Any:
        return self.socketio.server

    def connected(self) -> int:
        """Returns the number of connected clients."""
        return len(self._connections)

    def ghosts(self) -> int:
        """Returns the number of clients forgotten so far by ``forget_ghosts``; more than 0 tells of a defect."""
        return self._ghosts

    def drain(self, seconds: float) -> bool:
        """Refuses new clients and games, tells the pages, and finishes all events; returns whether in time."""
        deadline = time.monotonic() + seconds
        self._draining = True
        self.gate.refuse_new_games()
        try:
            self._server.emit("notice", {"kind": "draining", "words": _REFUSED["restarting"]})
        except Exception:  # the events under way are finished all the same
            _log.exception("the pages could not be told about the restart")
        self.gate.wait_until_idle(seconds / 2)
        self.gate.refuse_all()
        finished = self.gate.wait_until_idle(max(0.0, deadline - time.monotonic()))
        while self._unsent() and time.monotonic() < deadline:
            self._pause.wait(0.01)  # time.sleep may fail where the machine's clock jumps
        return finished

    def disconnect_all(self) -> None:
        """Closes every connection; the pages connect again by themselves."""
        for eio_sid in list(self._server.eio.sockets):
            close_connection(self._server, eio_sid)

    def _unsent(self) -> bool:
        return any(client.queue.qsize() for client in list(self._server.eio.sockets.values()))

    # --- coming and going ---

    def trigger_event(self, event: Any, sid: str, *args: Any) -> Any:
        """Handles an event of a client; a real connect or disconnect cannot be faked by an event of the same name."""
        manager = self._server.manager
        if event == "connect" and manager.is_pre_connected(sid, "/"):
            return self._connect(sid, args[0] if args else {})
        if event == "disconnect" and not manager.is_connected(sid, "/"):
            return self._disconnect(sid)
        connection = self._connections.get(sid)
        if connection is None:
            return refusal("bad_request", "This connection is not open.")
        return self.gate.admit(connection, event, args)

    def reason_to_refuse(self, *, address_full: bool = False) -> dict[str, Any] | None:
        """Returns and counts the error for a new client, with words for a person; None: the client may come in.

        ``address_full``: whether too many clients have come from the address of the client.
        """
        full = len(self._connections) >= self._settings.connections
        if not full and not self._draining and not address_full:
            return None
        reason = "server_full" if full else "restarting" if self._draining else "address_full"
        self._metrics.connection_refused(reason)
        return {"message": reason, "data": {"words": _REFUSED[reason]}}

    def _connect(self, sid: str, environ: dict[str, Any]) -> bool:
        with self._lock:
            if reason := self.reason_to_refuse():  # the server may have filled up since the upgrade
                raise SocketRefusedError(reason["message"], reason["data"])
            self._connections[sid] = Connection(
                sid,
                visitor_of(str(environ.get("REMOTE_ADDR", ""))),
                origin=_origin(environ),
                eio_sid=self._server.manager.eio_sid_from_sid(sid, "/") or "",
            )
        self._presence.connect(sid)
        return True

    def _disconnect(self, sid: str) -> None:
        """Takes a client out of everything kept here; does nothing for a client that has gone already."""
        with self._lock:
            connection = self._connections.pop(sid, None)
        try:
            self._lobby.waiting.leave(sid)
            self._leave_rooms(sid, self._presence.disconnect(sid))
        except Exception:
            _log.exception("a connection did not leave cleanly")
        if connection:
            self.gate.forget(connection)

    def see_out(self, eio_sid: str) -> None:
        """Forgets the client of a websocket that has ended, perhaps before the end of the connect handler.

        Args:
            eio_sid: the id of the websocket.
        """
        sid = self._server.manager.sid_from_eio_sid(eio_sid, "/")
        if sid is not None:
            self._forget(sid)

    def forget_ghosts(self) -> None:
        """Forgets and counts the clients without an open websocket at two calls in a row: one may be just leaving."""
        manager, sockets = self._server.manager, self._server.eio.sockets
        clients = {connection.sid: connection.eio_sid for connection in list(self._connections.values())}
        present = self._presence.connected() - clients.keys()
        clients.update(manager.get_participants("/", None))
        lost = {sid for sid, eio_sid in clients.items() if getattr(sockets.get(eio_sid), "closed", True)}
        lost |= present - clients.keys()
        ghosts, self._suspects = lost & self._suspects, lost
        for sid in ghosts:
            self._forget(sid)
        if ghosts:
            self._ghosts += len(ghosts)
            _log.error("%d clients without a websocket were forgotten", len(ghosts))

    def _forget(self, sid: str) -> None:
        self._disconnect(sid)
        self._server.manager.disconnect(sid, "/")

    def _enter(self, connection: Connection, game_id: str) -> None:
        """Brings a connection to a table, and away from the table before and from the queue for a stranger."""
        sid = connection.sid
        if self._presence.place(sid).game_id != game_id:
            self._lobby.waiting.leave(sid)
            self._leave_rooms(sid, self._presence.leave(sid))
            self._server.enter_room(sid, game_room(game_id), "/")
        self._presence.enter(sid, game_id, map(key_of, connection.tokens_of(game_id)), connection.address)

    def _leave_rooms(self, sid: str, place: Place) -> None:
        """Takes a connection from the Socket.IO rooms of the former place."""
        if place.game_id is not None:
            self._server.leave_room(sid, game_room(place.game_id), "/")
        self._leave_thinking(sid, place)

    def _leave_thinking(self, sid: str, place: Place) -> None:
        if place.watching is not None:
            self._server.leave_room(sid, thinking_room(place.watching), "/")

    # --- events ---

    def handlers(self) -> dict[str, Handler]:
        """Returns the handler of every event that a client may send."""
        return {
            "new_game": self._new_game,
            "join": self._join,
            "watch_thinking": self._watch_thinking,
            **self._game_events.handlers(),
            **self._people_events.handlers(),
            **self._meeting_events.handlers(),
            **self._engine_events.handlers(),
        }

    def _new_game(self, connection: Connection, form: s.NewGameForm) -> dict[str, Any]:
        seats = tuple(e.Seat(seat.kind, seat.level, seat.name) for seat in form.seats)
        opened = self._tables.new_game(
            form.game,
            (seats[0], seats[1]),
            form.moves or (),
            analysis=form.analysis,
            free=[number for number, seat in enumerate(form.seats) if seat.open],
            clock=e.Clock(form.clock.seconds, form.clock.increment) if form.clock else None,
            pie=form.pie,
            with_help=form.with_help,
            request=_request(connection, form),
        )
        tokens = (*opened.seat_tokens, opened.table_token)
        connection.remember(opened.game_id, tuple(token for token in tokens if token))
        self._enter(connection, opened.game_id)
        return {
            **asdict(opened),
            "state": self._tables.open(opened.game_id).view(),
            "people": self._presence.view(opened.game_id),
        }

    def _join(self, connection: Connection, form: s.JoinForm) -> dict[str, Any]:
        table = self._tables.open(form.game_id)
        shown = (form.token, form.table_token, *(form.tokens or ()))
        connection.remember(form.game_id, tuple(token for token in shown if token))
        self._enter(connection, form.game_id)
        self._meeting_events.hide_names(form.game_id)
        with table.lock:
            state = table.view()
            rights = table.rights(connection.tokens_of(form.game_id))
            answer = {
                "state": state,
                "version": state["version"],
                "you": {"seats": sorted(rights.own), "controls": rights.controls},
                "people": self._presence.view(form.game_id),
            }
            if form.version and 0 <= state["version"] - form.version <= _MISSED_AT_MOST:
                answer["events"] = table.events_since(form.version)
        return answer

    def _watch_thinking(self, connection: Connection, form: s.WatchThinkingForm) -> dict[str, Any]:
        self._tables.open(form.game_id)
        self._leave_thinking(connection.sid, self._presence.place(connection.sid))
        if form.on:
            self._server.enter_room(connection.sid, thinking_room(form.game_id), "/")
        self._presence.watch(connection.sid, form.game_id if form.on else None, form.tree, form.truth)
        return {}

    def _stop_watching(self, connection: Connection) -> None:
        self._leave_thinking(connection.sid, self._presence.place(connection.sid))
        self._presence.watch(connection.sid, None)

    # --- helpers ---

    def _close_later(self, connection: Connection) -> None:
        eio_sid = self._server.manager.eio_sid_from_sid(connection.sid, "/")
        if eio_sid is not None:  # another thread closes: this one still handles an event
            self._later(0.0, partial(close_connection, self._server, eio_sid))


def _origin(environ: dict[str, Any]) -> str:
    """Returns the address of the server as the client calls it, from the checked host (``webapp/http/hosts.py``)."""
    host = environ.get("HTTP_HOST")
    return f"{environ['wsgi.url_scheme']}://{host}" if host else ""


def _request(connection: Connection, form: s.NewGameForm) -> Request | None:
    """Returns the request's id under the secret of the page, valid on any connection, or else under the connection."""
    if form.request_id is None:
        return None
    return Request(key_of(form.secret) if form.secret else f"connection {connection.sid}", form.request_id)
