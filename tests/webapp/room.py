"""Builds tables with fakes around."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

import pytest

from tests.webapp.bytes_desk import PlainPublisher
from tests.webapp.fakes import FakeEngine, FakePublisher, FakeReports, FakeStore, FakeTimers, FakeWorkers
from tests.webapp.finished import Finished, finish
from webapp.play.audience.attendance import Patience
from webapp.play.audience.broadcast import Broadcast
from webapp.play.audience.presence import Presence
from webapp.play.game import events as e
from webapp.play.game.access import key_of
from webapp.play.game.refusals import Refusal
from webapp.play.handlers.meeting_events import Lobby
from webapp.play.lobby.codes import RoomCodes
from webapp.play.lobby.reports import Reports
from webapp.play.lobby.shown_tables import ShownTables
from webapp.play.lobby.waiting import Waiting
from webapp.play.ports import Ports, Thoughts
from webapp.play.table.creation import Wishes
from webapp.play.table.history import read_game
from webapp.play.table.new_games import NewGame
from webapp.play.table.table import Table
from webapp.play.table.tables import Tables

HUMAN = e.Seat("human")


def engine(level: int = 5) -> e.Seat:
    return e.Seat("engine", level)


def keys_of(opened: NewGame) -> tuple[str, ...]:
    """Returns the hashes of the tokens of a new game."""
    return tuple(key_of(token) for token in (*opened.seat_tokens, opened.table_token) if token)


def thoughts_of(table: Table, *, tree: bool = False) -> list[Thoughts]:
    """Returns what the table shows of its minds. The fake engine answers without a wait."""
    shown: list[Thoughts] = []
    table.thinking.show(table, shown.append, tree=tree)
    return shown


@contextmanager
def refused(code: str, match: str | None = None) -> Iterator[None]:
    """Expects a refusal with a code, and with words that match."""
    with pytest.raises(Refusal, match=match) as no:
        yield
    assert no.value.code == code


class Room:
    """Holds one set of tables."""

    def __init__(self, *, held: bool = False, **options: Any) -> None:
        self.store, self.engine, self.timers = FakeStore(), FakeEngine(held=held), FakeTimers()
        self.publisher = FakePublisher()
        publisher = PlainPublisher(self.publisher)
        ports = {key: options.pop(key) for key in ("longest_game", "minimum_reply", "today") if key in options}
        self.workers = FakeWorkers()
        self.engine.later = self.timers.later
        self.ports = Ports(self.store, self.engine, self.timers, publisher, self.workers, **ports)
        tables = Tables(self.ports, **options)
        self.tables: Any = Finished(tables)
        """Finishes each command at once. ``tables.inner`` are the tables."""
        self.broadcast = Broadcast(tables, self.engine, publisher, self.timers)
        patience = Patience(5.0, 15.0, 60.0)
        self.presence = Presence(tables, self.broadcast, publisher, self.timers, patience)
        self.lobby = Lobby(
            Waiting(tables, publisher, self.timers),
            RoomCodes(self.timers),
            ShownTables(tables, self.presence, self.timers),
            Reports(FakeReports(), self.workers),
        )

    def begin(
        self, *seats: e.Seat, game: str = "connect4", moves: str = "", **wishes: Any
    ) -> tuple[NewGame, Any, tuple[str, ...]]:
        """Begins a game with a person there. Returns it, its table, and the hashes of its tokens."""
        opened = self.tables.new_game(Wishes(game, (seats[0], seats[1]), moves, **wishes))
        self.occupy(opened.game_id)
        return opened, self.tables.open(opened.game_id), keys_of(opened)

    def table(self, game_id: str) -> Any:
        """Returns a table of the stored game that is not among the tables."""
        return Finished(Table(read_game(game_id, self.store.load(game_id)), self.ports))

    def occupy(self, game_id: str) -> None:
        """Makes a first person come to a table."""
        self.tables.occupy(game_id)
        finish(self.tables.inner.open(game_id)).wake()


def begun(*seats: e.Seat, **options: Any) -> tuple[Room, Any, tuple[str, ...]]:
    """Returns a room with a game begun in it, its table, and the hashes of its tokens. ``options`` are of both."""
    wishes = {field.name: options.pop(field.name) for field in fields(Wishes) if field.name in options}
    game = {"game": options.pop("game")} if "game" in options else {}
    room = Room(**options)
    _, table, keys = room.begin(*seats, **game, **wishes)
    return room, table, keys
