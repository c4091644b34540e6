"""Sends news from a host to the fronts: implements ``webapp.play.desk.port.Publisher`` on the lines."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from webapp.cluster.line.host_end import HostEnd
from webapp.cluster.line.messages import NO_SHARD, News, pack
from webapp.cluster.protocol import KEPT, THOUGHTS, Placed, Shown
from webapp.play.desk.port import Place
from webapp.storage.fence import Fence, shard_of

OF_FRONT = "/"
"""Separates the name of the front from the front's own name of a connection."""


def front_of(sid: str) -> str:
    """Returns the name of the front with a connection."""
    return sid.partition(OF_FRONT)[0]


def _own(sid: str) -> str:
    return sid.partition(OF_FRONT)[2]


class LinePublisher:
    """Sends each front one message for all its pages, no news of others' shards, latest thoughts to slow ones."""

    def __init__(self, fence: Fence) -> None:
        self._fence = fence
        self.lines: HostEnd | None = None
        """The lines, set before the first news."""
        self._places: dict[str, Place] = {}
        self._at: defaultdict[str, Counter[str]] = defaultdict(Counter)  # by game, the pages of each front
        self._watch: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._late: dict[tuple[str, str, Any], dict[str, Any]] = {}  # thoughts that a slow front has not been sent

    # --- the port: see the protocol ``Publisher`` ---

    def place(self, sid: str, place: Place) -> None:
        """Notes where a connection is, and tells the front."""
        self._move(sid, place)
        self._send(front_of(sid), place.game_id or place.watching, "place", Placed(_own(sid), place))

    def game(self, game_id: str, payload: object, to: Sequence[str] | None = None) -> None:
        if to is None:
            self._show("game", game_id, payload)
        else:
            self._send_to(game_id, "game", payload, to)

    def thinking(self, game_id: str, payload: object) -> None:
        plain = msgspec.to_builtins(payload)
        for front in list(self._watch.get(game_id, ())):
            self._think(front, game_id, plain)

    def review(self, game_id: str, payload: object) -> None:
        self._show("review", game_id, payload)

    def people(self, game_id: str, payload: object) -> None:
        self._show("people", game_id, payload)

    def reaction(self, game_id: str, payload: object) -> None:
        self._show("reaction", game_id, payload)

    def aim(self, game_id: str, payload: object, sender: str) -> None:
        for front in list(self._at.get(game_id, ())):
            if not self._is_behind(front):
                own = _own(sender) if front == front_of(sender) else ""
                self._send(front, game_id, "aim", Shown(game_id, payload, sender=own))

    def found(self, sid: str, payload: object) -> None:
        self._send_to(None, "found", payload, [sid])

    def engine(self, payload: object, to: Sequence[str] | None = None) -> None:
        """Sends the readiness of the engine to the connections ``to``. Fronts know the readiness of the hosts."""
        self._send_to(None, "engine", payload, to or ())

    # --- fronts ---

    def keep(self, shards: Iterable[int]) -> None:
        """Has all fronts bring their pages at these shards again."""
        kept = pack(Shown("", sorted(shards)))
        for front in self.lines.fronts() if self.lines is not None else ():
            self._send(front, None, KEPT, kept)

    def begin(self, front: str) -> None:
        """Forgets what was sent to a front, because a new line begins or the front has ended."""
        for key in [key for key in self._late if key[0] == front]:
            del self._late[key]

    def forget(self, sid: str) -> None:
        """Forgets the place of a connection without telling the front."""
        self._move(sid, Place())

    def sids_at(self, games: Iterable[str]) -> set[str]:
        """Returns the connections at these games."""
        chosen = set(games)
        return {sid for sid, place in self._places.items() if {place.game_id, place.watching} & chosen}

    def catch_up(self) -> None:
        """Sends the latest thoughts to fronts that are no longer slow. Call it regularly."""
        for (front, game_id, seat), payload in list(self._late.items()):
            if not self._is_behind(front):
                del self._late[front, game_id, seat]
                self._think(front, game_id, payload)

    # --- inside ---

    def _move(self, sid: str, place: Place) -> None:
        front, before = front_of(sid), self._places.pop(sid, Place())
        if place != Place():
            self._places[sid] = place
        _count(self._at, front, before.game_id, place.game_id)
        _count(self._watch, front, before.watching, place.watching)

    def _show(self, kind: str, game_id: str, payload: object) -> None:
        body = pack(Shown(game_id, payload))
        for front in list(self._at.get(game_id, ())):
            self._send(front, game_id, kind, body)

    def _send_to(self, game_id: str | None, kind: str, payload: object, to: Iterable[str]) -> None:
        fronts = defaultdict[str, list[str]](list)
        for sid in to:
            fronts[front_of(sid)].append(_own(sid))
        for front, sids in fronts.items():
            self._send(front, game_id, kind, Shown(game_id or "", payload, sids))

    def _think(self, front: str, game_id: str, payload: dict[str, Any]) -> None:
        key = (front, game_id, payload.get("seat"))
        if self._is_behind(front):
            self._late[key] = {**self._late.get(key, {}), **payload}  # a tree is sent once: keep the last one
            return
        self._late.pop(key, None)
        self._send(front, game_id, THOUGHTS, Shown(game_id, payload))

    def _is_behind(self, front: str) -> bool:
        return self.lines is not None and self.lines.is_behind(front)

    def _send(self, front: str, game_id: str | None, kind: str, body: Any) -> None:
        shard = NO_SHARD if game_id is None else shard_of(game_id)
        epoch = 0 if shard == NO_SHARD else self._fence.held.get(shard)
        if self.lines is not None and epoch is not None:
            packed = body if isinstance(body, msgspec.Raw) else pack(body)
            self.lines.send(front, News(shard, epoch, kind, packed))


def _count(book: defaultdict[str, Counter[str]], front: str, before: str | None, now: str | None) -> None:
    if before == now:
        return
    if now is not None:
        book[now][front] += 1
    if before is not None and before in book:
        book[before] -= Counter({front: 1})  # drops counts of 0
        if not book[before]:
            del book[before]
