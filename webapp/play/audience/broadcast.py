"""Who watches the engine think, and what they are told: at most four digests a second, and only new ones."""

from __future__ import annotations

import logging
import threading
from typing import Any

from engine import Digest
from webapp.play.ports import Engine, Publisher, Timers
from webapp.play.table.tables import Tables
from webapp.play.table.views import fall_view, thinking_view, tree_view

_log = logging.getLogger(__name__)

INTERVAL = 0.25
_TIDY_EVERY = 8


class Thinking:
    """The heartbeat of all tables: digests to those who watch, the engine's readiness, and tidying up."""

    def __init__(self, tables: Tables, engine: Engine, publisher: Publisher, timers: Timers) -> None:
        self._tables, self._engine, self._publisher, self._timers = tables, engine, publisher, timers
        self._lock = threading.Lock()
        self._watchers: dict[str, set[str]] = {}
        self._trees: dict[str, set[str]] = {}
        self._last: dict[tuple[str, int | None], dict[str, Any]] = {}
        self._last_tree: dict[tuple[str, int | None], Any] = {}
        self._readiness: dict[str, Any] = {}
        self._newcomers: list[str] = []
        self._beats = 0
        self._running = False

    def watch(self, game_id: str, sid: str, on: bool, tree: bool = False) -> None:
        """A connection begins or ends to watch; with ``tree`` it is shown the top of the tree as well."""
        with self._lock:
            watched = _mark(self._watchers, game_id, sid, on)
            _mark(self._trees, game_id, sid, on and tree)
            for told in (self._last, self._last_tree):
                for key in [key for key in told if key[0] == game_id]:
                    del told[key]  # whoever has just come sees something at once
        table = self._tables.find_live(game_id)
        if table:
            table.watch(watched)

    def greet(self, sid: str) -> None:
        """Somebody has connected: with the next beat they are told how ready the engine is."""
        with self._lock:
            self._newcomers.append(sid)

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
        with self._lock:
            watched = list(self._watchers)
            newcomers, self._newcomers = self._newcomers, []
        if readiness != self._readiness:
            self._readiness = readiness
            self._publisher.engine(readiness)
        elif newcomers:
            self._publisher.engine(readiness, newcomers)
        for game_id in watched:
            self._tell(game_id)
        self._beats += 1
        if self._beats % _TIDY_EVERY == 0:
            self._tables.tidy()

    def _tell(self, game_id: str) -> None:
        table = self._tables.find_live(game_id)
        if table is None:
            return
        with self._lock:
            with_tree = game_id in self._trees
        if with_tree:
            for digest, branches, falls in table.thoughts():
                self._send(game_id, digest, [fall_view(fall) for fall in falls], tree_view(branches))
        else:
            for digest in table.digests():
                self._send(game_id, digest)

    def _send(self, game_id: str, digest: Digest, falls: Any = None, tree: Any = None) -> None:
        """Publish what one mind thinks if it is new; its tree only if that has changed."""
        key = (game_id, digest.seat)
        payload = thinking_view(game_id, digest)
        if falls is not None:
            payload["falls"] = falls
        with self._lock:
            if game_id not in self._watchers or self._last.get(key) == payload:
                return
            self._last[key] = dict(payload)
            if tree is not None and self._last_tree.get(key) != (digest.ply, tree):
                self._last_tree[key] = (digest.ply, tree)
                payload["branches"] = tree
        self._publisher.thinking(game_id, payload)


def _mark(groups: dict[str, set[str]], game_id: str, sid: str, on: bool) -> bool:
    """Put a connection into a game's group, or take it out; whether anybody is left in it."""
    group = groups.setdefault(game_id, set())
    (group.add if on else group.discard)(sid)
    if not group:
        del groups[game_id]
    return bool(group)
