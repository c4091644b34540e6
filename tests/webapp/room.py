"""Builds tables with fakes around."""

from __future__ import annotations

from typing import Any

from tests.webapp.fakes import FakeEngine, FakePublisher, FakeReports, FakeStore, FakeTimers
from tests.webapp.plain import PlainPublisher
from webapp.play.audience.attendance import Patience
from webapp.play.audience.broadcast import Broadcast
from webapp.play.audience.presence import Presence
from webapp.play.game import events as e
from webapp.play.lobby.codes import RoomCodes
from webapp.play.lobby.lobby import Lobby
from webapp.play.lobby.reports import Reports
from webapp.play.lobby.shown_tables import ShownTables
from webapp.play.lobby.waiting import Waiting
from webapp.play.ports import Ports, Thoughts
from webapp.play.table.idempotency import NewGame
from webapp.play.table.table import Table
from webapp.play.table.tables import Tables

HUMAN = e.Seat("human")


def engine(level: int = 5) -> e.Seat:
    return e.Seat("engine", level)


def thoughts_of(table: Table, *, tree: bool = False) -> list[Thoughts]:
    """Returns what the table shows of its minds; the fake engine answers at once."""
    shown: list[Thoughts] = []
    table.show_thoughts(shown.append, tree=tree)
    return shown


class Room:
    """Holds one set of tables."""

    def __init__(self, *, held: bool = False, **options: Any) -> None:
        self.store, self.engine, self.timers = FakeStore(), FakeEngine(held=held), FakeTimers()
        self.publisher = FakePublisher()
        publisher = PlainPublisher(self.publisher)
        ports = {key: options.pop(key) for key in ("longest_game", "minimum_reply") if key in options}
        self.ports = Ports(self.store, self.engine, self.timers, publisher, **ports)
        self.tables = Tables(self.ports, **options)
        self.broadcast = Broadcast(self.tables, self.engine, publisher, self.timers)
        patience = Patience(5.0, 15.0, 60.0)
        self.presence = Presence(self.tables, self.broadcast, publisher, self.timers, patience)
        self.lobby = Lobby(
            Waiting(self.tables, publisher, self.timers),
            RoomCodes(self.timers),
            ShownTables(self.tables, self.presence, self.timers),
            Reports(FakeReports()),
        )

    def begin(self, *seats: e.Seat, game: str = "connect4", moves: str = "") -> tuple[NewGame, Table, tuple[str, ...]]:
        opened = self.tables.new_game(game, (seats[0], seats[1]), moves)
        self.occupy(opened.game_id)
        tokens = tuple(token for token in (*opened.seat_tokens, opened.table_token) if token)
        return opened, self.tables.open(opened.game_id), tokens

    def occupy(self, game_id: str) -> None:
        """Lets a first person come to a table."""
        self.tables.occupy(game_id)
        self.tables.wake(game_id)
