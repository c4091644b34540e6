"""Who watches the engine think, and what they are told: at most four digests a second, and only new ones."""

from __future__ import annotations

import logging
import threading
from typing import Any

from webapp.play.ports import Engine, Publisher, Timers
from webapp.play.tables import Tables
from webapp.play.views import thinking_view

_log = logging.getLogger(__name__)

INTERVAL = 0.25
_TIDY_EVERY = 8


class Thinking:
    """The heartbeat of all tables: digests to those who watch, the engine's readiness, and tidying up."""

    def __init__(self, tables: Tables, engine: Engine, publisher: Publisher, timers: Timers) -> None:
        self._tables, self._engine, self._publisher, self._timers = tables, engine, publisher, timers
        self._lock = threading.Lock()
        self._watchers: dict[str, set[str]] = {}
        self._last: dict[tuple[str, int | None], dict[str, Any]] = {}
        self._readiness: dict[str, Any] = {}
        self._newcomers = False
        self._beats = 0
        self._running = False

    def watch(self, game_id: str, sid: str, on: bool) -> None:
        """A connection begins or ends to watch."""
        with self._lock:
            watchers = self._watchers.setdefault(game_id, set())
            (watchers.add if on else watchers.discard)(sid)
            watched = bool(watchers)
            for key in [key for key in self._last if key[0] == game_id]:
                del self._last[key]  # whoever has just come sees something at once
            if not watched:
                del self._watchers[game_id]
        table = self._tables.find_live(game_id)
        if table:
            table.watch(watched)

    def greet(self) -> None:
        """Somebody has connected: with the next beat they are told how ready the engine is, and it thinks ahead."""
        self._newcomers = True

    def watched(self, game_id: str) -> bool:
        """Whether anybody watches this game's minds."""
        with self._lock:
            return game_id in self._watchers

    def start(self) -> None:
        """Begin to beat."""
        self._running = True
        self._timers.later(INTERVAL, self._beat)

    def stop(self) -> None:
        """No further beat."""
        self._running = False

    def _beat(self) -> None:
        try:
            self.tick()
        except Exception:
            _log.exception("a heartbeat failed")
        if self._running:
            self._timers.later(INTERVAL, self._beat)

    def tick(self) -> None:
        """One beat."""
        readiness = self._engine.readiness()
        if self._newcomers:
            self._engine.anticipate()
        if readiness != self._readiness or self._newcomers:
            self._readiness, self._newcomers = readiness, False
            self._publisher.engine(readiness)
        with self._lock:
            watched = list(self._watchers)
        for game_id in watched:
            self._tell(game_id)
        self._beats += 1
        if self._beats % _TIDY_EVERY == 0:
            self._tables.tidy()

    def _tell(self, game_id: str) -> None:
        table = self._tables.find_live(game_id)
        if table is None:
            return
        for digest in table.digests():
            payload = thinking_view(game_id, digest)
            with self._lock:
                if game_id not in self._watchers or self._last.get((game_id, digest.seat)) == payload:
                    continue
                self._last[game_id, digest.seat] = payload
            self._publisher.thinking(game_id, payload)
