"""Sends the engines' thoughts to the watching pages: at most four digests a second, and only new ones. The heartbeat of
all tables is here. Each beat sends the digests, and the engine's readiness after a change. Every eighth beat tidies the
tables."""

import logging
from typing import Any

import msgspec
from msgspec import UNSET

from webapp.play.desk.news import ThinkingView
from webapp.play.desk.port import Publisher
from webapp.play.game.wire import Readiness, fill
from webapp.play.ports import Engine, Thoughts, Timers
from webapp.play.table.engine_views import cut_view, tree_view
from webapp.play.table.tables import Tables

_log = logging.getLogger(__name__)

INTERVAL = 0.25
_TIDY_EVERY = 8

_Mind = tuple[str, int | None]
"""The game and the seat of a mind. The analyst has no seat."""


class Broadcast:
    """Sends digests and trees to the watching pages, and the engine's readiness to all pages."""

    def __init__(self, tables: Tables, engine: Engine, publisher: Publisher, timers: Timers) -> None:
        self._tables, self._engine, self._publisher, self._timers = tables, engine, publisher, timers
        self._watched: dict[str, bool] = {}
        self._last: dict[_Mind, Any] = {}
        self._last_tree: dict[_Mind, Any] = {}
        self._readiness: Readiness | None = None
        self._newcomers: list[str] = []
        self._beats = 0
        self._running = False

    def watch(self, game_id: str, watched: bool, tree: bool) -> None:
        """Notes whether a page watches a game's minds, and the ``tree``. The next beat repeats the last digests."""
        if watched:
            self._watched[game_id] = tree
        else:
            self._watched.pop(game_id, None)
        for told in (self._last, self._last_tree):
            for mind in [mind for mind in told if mind[0] == game_id]:
                del told[mind]

    def greet(self, sid: str) -> None:
        """Notes a new connection: the next beat tells the page how ready the engine is."""
        self._newcomers.append(sid)

    def start(self) -> None:
        """Starts the heartbeat."""
        self._running = True
        self._timers.later(INTERVAL, self._beat)

    def stop(self) -> None:
        """Stops the heartbeat."""
        self._running = False

    def _beat(self) -> None:
        try:
            self.tick()
        except Exception:
            _log.exception("a heartbeat failed")
        if self._running:
            self._timers.later(INTERVAL, self._beat)

    def tick(self) -> None:
        """Sends the news of one beat."""
        readiness = self._engine.readiness()
        watched = list(self._watched.items())
        newcomers, self._newcomers = self._newcomers, []
        if readiness != self._readiness:
            self._readiness = readiness
            self._publisher.engine(readiness)
        elif newcomers:
            self._publisher.engine(readiness, newcomers)
        for game_id, tree in watched:
            self._tell(game_id, tree)
        self._beats += 1
        if self._beats % _TIDY_EVERY == 0:
            self._tables.tidy()

    def _tell(self, game_id: str, tree: bool) -> None:
        table = self._tables.find_live(game_id)
        if table is not None:
            table.thinking.show(table, lambda thoughts: self._send(game_id, thoughts, shows_tree=tree), tree=tree)

    def _send(self, game_id: str, thoughts: Thoughts, *, shows_tree: bool) -> None:
        """Publishes new thoughts of one mind, with its tree if the tree has changed."""
        digest = thoughts.digest
        mind = (game_id, digest.seat)
        falls = [cut_view(cut) for cut in thoughts.cuts] if shows_tree else UNSET
        view = fill(ThinkingView, digest, game_id=game_id, falls=falls)
        if game_id not in self._watched or self._last.get(mind) == view:
            return
        self._last[mind] = view
        tree = tree_view(thoughts.top) if shows_tree else None
        if tree is not None and self._last_tree.get(mind) != (digest.ply, tree):
            self._last_tree[mind] = (digest.ply, tree)
            view = msgspec.structs.replace(view, branches=tree)
        self._publisher.thinking(game_id, view)
