"""Sends news from a host to the fronts: implements ``webapp.play.desk.port.Publisher`` on the lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from webapp.cluster.line.answering import Answering
from webapp.cluster.line.messages import NO_SHARD, News, pack
from webapp.cluster.news import Placed, Shown, Thoughts
from webapp.play.desk.port import Place
from webapp.storage.fence import Fence, shard_of

OF_FRONT = "/"
"""Stands between the name of the front and the front's own name of a connection."""


def front_of(sid: str) -> str:
    """Returns the name of the front with a connection."""
    return sid.partition(OF_FRONT)[0]


def _own(sid: str) -> str:
    return sid.partition(OF_FRONT)[2]


class LinePublisher:
    """Tells each front the news for the pages there: one message for all pages of a front.

    News of a game in a shard of others goes nowhere. A slow front is sent only the latest thoughts, once the front
    has caught up.

    Args:
        fence: the shards of this host.
    """

    def __init__(self, fence: Fence) -> None:
        self._fence = fence
        self.answering: Answering | None = None
        """The lines, set before the first news."""
        self._places: dict[str, Place] = {}
        self._at: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by game, the pages of each front
        self._watch: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._thoughts: defaultdict[str, Thoughts] = defaultdict(Thoughts)  # by front
        self._late: dict[tuple[str, str, Any], dict[str, Any]] = {}  # thoughts that a slow front has not been sent

    # --- the port ---

    def place(self, sid: str, place: Place) -> None:
        """Notes where a connection is, and tells the front."""
        front = front_of(sid)
        before = self._places.pop(sid, Place())
        if place != Place():
            self._places[sid] = place
        self._count(self._at, front, before.game_id, place.game_id)
        self._count(self._watch, front, before.watching, place.watching)
        if before.watching is not None and not self._watch.get(before.watching, Counter())[front]:
            self._thoughts[front].forget(before.watching)
        self._send(front, place.game_id or place.watching, "place", Placed(_own(sid), place))

    def game(self, game_id: str, payload: object, to: Sequence[str] | None = None) -> None:
        """Sends all pages at the table, or the connections ``to``, the state of a game."""
        self._show("game", game_id, payload, to)

    def thinking(self, game_id: str, payload: object) -> None:
        """Sends the watching pages a report of a search, as differences."""
        plain = msgspec.to_builtins(payload)
        for front in list(self._watch.get(game_id, ())):
            self._think(front, game_id, plain)

    def review(self, game_id: str, payload: object) -> None:
        """Sends all pages at the table a part of a review."""
        self._show("review", game_id, payload)

    def people(self, game_id: str, payload: object) -> None:
        """Sends all pages at the table the presence of the people."""
        self._show("people", game_id, payload)

    def aim(self, game_id: str, payload: object, sender: str) -> None:
        """Sends the other pages at the table where a player points."""
        for front in list(self._at.get(game_id, ())):
            if not self._is_behind(front):
                own = _own(sender) if front == front_of(sender) else ""
                self._send(front, game_id, "aim", Shown(game_id, payload, sender=own))

    def reaction(self, game_id: str, payload: object) -> None:
        """Sends all pages at the table a player's reaction."""
        self._show("reaction", game_id, payload)

    def found(self, sid: str, payload: object) -> None:
        """Sends one connection the game with a stranger."""
        self._send(front_of(sid), None, "found", Shown("", payload, [_own(sid)]))

    def engine(self, payload: object, to: Sequence[str] | None = None) -> None:
        """Sends the readiness of the engine to the connections ``to``. Only ready hosts have games: fronts know."""
        for front, sids in _by_front(to or ()).items():
            self._send(front, None, "engine", Shown("", payload, sids))

    # --- fronts ---

    def begin(self, front: str) -> None:
        """Forgets the messages sent to a front: a new line begins, or the front has gone."""
        self._thoughts.pop(front, None)
        for key in [key for key in self._late if key[0] == front]:
            del self._late[key]

    def forget(self, sid: str) -> None:
        """Forgets the place of a connection, and tells nobody."""
        before = self._places.pop(sid, Place())
        self._count(self._at, front_of(sid), before.game_id, None)
        self._count(self._watch, front_of(sid), before.watching, None)

    def sids_of(self, front: str) -> set[str]:
        """Returns the connections of a front with a place."""
        return {sid for sid in self._places if front_of(sid) == front}

    def sids_at(self, games: Iterable[str]) -> set[str]:
        """Returns the connections at these games."""
        chosen = set(games)
        return {sid for sid, place in self._places.items() if {place.game_id, place.watching} & chosen}

    def catch_up(self) -> None:
        """Sends fronts no longer slow the latest thoughts; to be called with every sign of life."""
        for (front, game_id, seat), payload in list(self._late.items()):
            if not self._is_behind(front):
                del self._late[front, game_id, seat]
                self._think(front, game_id, payload)

    # --- inside ---

    @staticmethod
    def _count(book: defaultdict[str, Counter[str]], front: str, before: str | None, now: str | None) -> None:
        if before == now:
            return
        if now is not None:
            book[now][front] += 1
        if before is not None and before in book:
            book[before][front] -= 1
            if book[before][front] <= 0:
                del book[before][front]
            if not book[before]:
                del book[before]

    def _show(self, kind: str, game_id: str, payload: object, to: Sequence[str] | None = None) -> None:
        if to is not None:
            for front, sids in _by_front(to).items():
                self._send(front, game_id, kind, Shown(game_id, payload, sids))
            return
        body = pack(Shown(game_id, payload))
        for front in list(self._at.get(game_id, ())):
            self._send(front, game_id, kind, body)

    def _think(self, front: str, game_id: str, payload: dict[str, Any]) -> None:
        key = (front, game_id, payload.get("seat"))
        if self._is_behind(front):
            self._late[key] = {**self._late.get(key, {}), **payload}  # a tree is sent once: keep the last one
            return
        self._late.pop(key, None)
        self._send(front, game_id, "thinking", self._thoughts[front].shorten(game_id, payload))

    def _is_behind(self, front: str) -> bool:
        return self.answering is not None and self.answering.is_behind(front)

    def _send(self, front: str, game_id: str | None, kind: str, body: Any) -> None:
        shard = NO_SHARD if game_id is None else shard_of(game_id)
        epoch = 0 if shard == NO_SHARD else self._fence.held.get(shard)
        if self.answering is not None and epoch is not None:
            packed = body if isinstance(body, msgspec.Raw) else pack(body)
            self.answering.send(front, News(shard, epoch, kind, packed))


def _by_front(sids: Iterable[str]) -> dict[str, list[str]]:
    fronts: dict[str, list[str]] = {}
    for sid in sids:
        fronts.setdefault(front_of(sid), []).append(_own(sid))
    return fronts
