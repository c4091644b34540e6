"""Provides the namespace without a network: all behind the wire is real but the engine, the clock and the store.

Between the namespace and the tables lies a desk that writes every call and every answer, and reads them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tests.webapp.bytes_desk import PlainDesk
from tests.webapp.fakes import FakeLoop
from tests.webapp.play.lines import plain
from tests.webapp.room import Room
from webapp.play.audience.reviews import Reviews
from webapp.play.desk.forms import read
from webapp.play.game.access import new_token
from webapp.play.game.wire import Form
from webapp.play.handlers.engine_events import SLACK
from webapp.play.handlers.local_desk import LocalDesk
from webapp.play.handlers.shares import Shares
from webapp.settings import Settings
from webapp.sockets.events import TableNamespace

FREE = "1000000 per 1 second"
OPEN = [{"kind": "human"}, {"kind": "human", "open": True}]


class _Manager:
    def __init__(self) -> None:
        self.coming: set[str] = set()
        self.open: set[str] = set()

    def is_pre_connected(self, sid: str, _namespace: str) -> bool:
        return sid in self.coming

    def is_connected(self, sid: str, _namespace: str) -> bool:
        return sid in self.open

    def eio_sid_from_sid(self, _sid: str, _namespace: str) -> None:
        return None


class _Server:
    """Replaces the part of a Socket.IO server used by the namespace."""

    def __init__(self) -> None:
        self.manager = _Manager()


class _Socketio:
    def __init__(self) -> None:
        self.server = _Server()


class Desk:
    """Connects people to a set of tables: ``person()`` opens a connection, which sends events."""

    def __init__(self, **settings: Any) -> None:
        self.room = Room(held=True)
        room = self.room
        reviews = Reviews(room.tables.inner, room.engine, room.ports.publisher)
        free = dict.fromkeys(("event_rate", "player_rate", "address_rate", "aim_rate", "game_rate"), FREE)
        chosen = Settings(**{"hint_seconds": -SLACK, **free, **settings})
        self.owner = LocalDesk(
            room.tables.inner,
            reviews,
            room.presence,
            room.lobby,
            room.ports.publisher,
            timers=room.timers,
            hint_seconds=chosen.hint_seconds,
            shares=Shares(chosen.player_rate),
        )
        self.plain = PlainDesk(self.owner)
        self.namespace = TableNamespace(self.plain, chosen, FakeLoop())  # type: ignore[arg-type]
        self.namespace.socketio = _Socketio()
        self._sids = 0

    def person(self, **environ: str) -> Person:
        """Opens a connection."""
        self._sids += 1
        return Person(self, f"s{self._sids}", environ)

    @staticmethod
    def read(event: str, payload: dict[str, Any]) -> Form:
        """Returns the form of an event."""
        return read(event, payload)

    def game(self, game_id: str) -> Any:
        """Returns the state of a game."""
        return self.room.tables.open(game_id).state


class Person:
    """Represents one connection."""

    def __init__(self, desk: Desk, sid: str, environ: dict[str, str]) -> None:
        self._desk, self.sid = desk, sid
        manager = desk.namespace.socketio.server.manager
        manager.coming.add(sid)
        desk.namespace.trigger_event("connect", sid, environ)
        manager.coming.discard(sid)
        manager.open.add(sid)

    def call(self, event: str, **payload: Any) -> Any:
        """Sends an event. Returns the acknowledgement."""
        answers: list[Any] = []
        self._desk.namespace.receive(self.sid, event, (payload,), answers.append)
        if not answers:
            self._desk.room.timers.advance()  # the wait for a search is over
        return plain(answers[0])

    def leave(self) -> None:
        """Closes the connection."""
        self._desk.namespace.socketio.server.manager.open.discard(self.sid)
        self._desk.namespace.trigger_event("disconnect", self.sid)


class Pair:
    """Holds a game of two people after so many moves, and a watcher. Everybody has one connection.

    Args:
        plies: how many moves are made, in column 4.
        settings: of the desk.
        wishes: fields of the new game.
    """

    def __init__(self, plies: int = 0, settings: Mapping[str, Any] = MappingProxyType({}), **wishes: Any) -> None:
        self.desk = Desk(**settings)
        self.red, self.yellow, self.watcher = (self.desk.person() for _ in range(3))
        self.id = self.red.call("new_game", game="connect4", seats=OPEN, **wishes)["game_id"]
        for person in (self.yellow, self.watcher):
            person.call("join", game_id=self.id)
        self.token = new_token()
        assert self.yellow.call("sit", game_id=self.id, token=self.token, request_id="sit")["ok"]
        for ply in range(plies):
            mover = (self.red, self.yellow)[ply % 2]
            assert mover.call("move", game_id=self.id, ply=ply, move=4, request_id=f"m{ply}")["ok"]

    @property
    def state(self) -> Any:
        """Returns the state of the game."""
        return self.desk.game(self.id)
