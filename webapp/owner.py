"""Builds the owner: tables, clocks, minds, presence and digests of one process, behind one desk."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from math import isinf

from webapp.common.metrics import Metrics
from webapp.engine_process.client import EngineClient
from webapp.play.audience.attendance import Patience
from webapp.play.audience.broadcast import Broadcast
from webapp.play.audience.presence import Presence
from webapp.play.audience.reviews import Reviews
from webapp.play.desk.port import Publisher
from webapp.play.handlers.local_desk import LocalDesk
from webapp.play.handlers.meeting_events import Lobby
from webapp.play.handlers.shares import Shares
from webapp.play.lobby.codes import RoomCodes
from webapp.play.lobby.reports import Reports
from webapp.play.lobby.shown_tables import ShownTables
from webapp.play.lobby.waiting import Waiting
from webapp.play.ports import Ports, ReportStore, Store, StoreError, Timers, Workers
from webapp.play.steps import start
from webapp.play.table.tables import Tables
from webapp.process.logs import note_event
from webapp.settings import Settings

_log = logging.getLogger(__name__)

_LATE = 10.0
_LOOK_AGAIN = 1.0
_SILENT = 50.0
"""Seconds without an answered search after which the engine counts as stuck."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Holds the game side of the server."""

    engine: EngineClient
    timers: Timers
    tables: Tables
    broadcast: Broadcast
    presence: Presence
    lobby: Lobby
    shares: Shares
    desk: LocalDesk

    @property
    def held(self) -> dict[str, Callable[[], float]]:
        """Counts what is held for clients, by kind: all 0 without clients."""
        return {
            "people": lambda: len(self.presence.connected()),
            "waiting": self.lobby.waiting.count,
            "questions": self.shares.count,
        }

    def start(self) -> None:
        """Starts the engine and the heartbeat."""
        self.engine.start()
        self.broadcast.start()

    def find_clocks(self, owns: Callable[[str], bool] = lambda _: True) -> None:
        """Opens soon the games that ``owns`` this process and whose clock runs alone, so that a flag falls."""
        self.timers.later(0.0, lambda: start(self._find_clocks(owns)))

    async def _find_clocks(self, owns: Callable[[str], bool]) -> None:
        try:
            await self.tables.open_timed(owns)
        except StoreError as error:
            _log.warning("games with running clocks are looked for again soon: %s", error)
            self.timers.later(_LOOK_AGAIN, lambda: start(self._find_clocks(owns)))

    def stop(self) -> None:
        """Stops the heartbeat and the clocks. From now on only events change a game."""
        self.broadcast.stop()

    def close(self) -> None:
        """Stops the searches and forgets the tables. All games stay stored."""
        self.engine.close()  # before the tables: closing a table then waits for no search
        self.tables.close()

    def check(self) -> tuple[bool, str]:
        """Returns whether the engine is ready, has recently answered a search, and owes no move, with words."""
        ready, oldest, silence = self.engine.readiness(), self.engine.load().oldest, self.engine.silence()
        if oldest > self.engine.seconds() + _LATE:
            return False, f"A move has been due for {oldest:.0f} seconds."
        if ready.ready and silence > _SILENT:
            return False, f"No search has been answered {'yet' if isinf(silence) else f'for {silence:.0f} seconds'}."
        return ready.ready, ready.stage

    def register(self, metrics: Metrics) -> None:
        """Registers the values that are looked up at every reading of the metrics."""
        engine, tables, reports = self.engine, self.tables, self.lobby.reports

        def queue() -> dict[str, float]:
            load = engine.load()
            return {"due": load.due, "hint": load.hints, "ponder": load.pondering}

        metrics.gauge("tables", "Games in memory.", lambda: len(tables.live()))
        metrics.gauge("tree_bytes", "Memory of all search trees.", engine.tree_bytes)
        metrics.gauge("engine_queue", "Minds that wait for the cores or have one.", queue)
        metrics.gauge("engine_oldest_seconds", "Age of the oldest move that is due.", lambda: engine.load().oldest)
        metrics.gauge("urgent_share", "Part of the cores taken by due moves and hints.", lambda: engine.load().urgent)
        metrics.total("engine_restarts", "Engine processes started again after an end.", engine.restarts)
        metrics.total("searched_nodes", "Positions searched.", lambda: engine.load().nodes)
        metrics.total("searching_seconds", "Seconds of search.", lambda: engine.load().busy_seconds)
        metrics.gauge("waiting", "People who wait for a stranger to play with.", self.lobby.waiting.count)
        metrics.total("reports", "Reports of nicknames; each is a line of the log.", reports.count)
        metrics.gauge("hidden_names", "Nicknames hidden for all after several reports.", reports.hidden)


def build_owner(
    settings: Settings,
    engine: EngineClient,
    publisher: Publisher,
    store: Store,
    reports: ReportStore,
    timers: Timers,
    workers: Workers,
    owns: Callable[[str], bool] = lambda _: True,
    reporters_key: bytes | None = None,
) -> Owner:
    """Returns an owner of tables, not started yet. Games that it does not own (``owns``) are never started."""
    tables = Tables(
        Ports(store, engine, timers, publisher, workers, settings.longest_game, settings.minimum_reply, owns),
        live_games=settings.live_games,
        grace=settings.grace,
        forget=settings.forget,
        per_minute=settings.per_minute,
    )
    broadcast = Broadcast(tables, engine, publisher, timers)
    patience = Patience(settings.away, settings.stand_in, settings.claim)
    presence = Presence(tables, broadcast, publisher, timers, patience)
    lobby = Lobby(
        Waiting(tables, publisher, timers),
        RoomCodes(timers),
        ShownTables(tables, presence, timers),
        Reports(reports, workers, key=reporters_key),
    )
    shares = Shares(settings.player_rate, settings.stored_rate)
    desk = LocalDesk(
        tables,
        Reviews(tables, engine, publisher),
        presence,
        lobby,
        publisher,
        hint_seconds=settings.hint_seconds,
        shares=shares,
        timers=timers,
        note=note_event,
    )
    return Owner(engine, timers, tables, broadcast, presence, lobby, shares, desk)
