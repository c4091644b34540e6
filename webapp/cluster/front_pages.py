"""Holds the pages of a front: where each page is, and which hosts know it."""

import logging
from collections import defaultdict
from dataclasses import dataclass, field

import msgspec

from webapp.cluster import protocol as p
from webapp.cluster.line.front_end import LineError
from webapp.cluster.line.messages import NO_SHARD, News, pack, unpack
from webapp.cluster.line.sockets import LimitedLog
from webapp.cluster.map import Holding
from webapp.cluster.membership import Membership
from webapp.cluster.mesh import Mesh
from webapp.play.desk.port import Client, Page, Place, Publisher
from webapp.play.game.wire import Form
from webapp.play.steps import Turn, start
from webapp.serving.loop import Loop
from webapp.storage.fence import shard_of

_log = logging.getLogger(__name__)

_AT_ONCE = 50
"""Pages brought to a host by one message."""
_SOON = 0.05
"""Seconds after which pages are brought again to a host that has not yet read of its new shards."""
_ATTACH_SECONDS = 3.0
_EARLY, _CHECK_SECONDS = 1000, 1.0
"""The most news that wait for a read of the map, and how long they wait."""


@dataclass(eq=False, slots=True)
class _Page:
    """Holds one page: the last sender, the place, and the hosts that know the page. ``at`` is the host that has placed
    the page, in ``epoch``. ``lost`` says that this host knows the page no more. ``turn`` orders its comings, of
    which ``wanted`` is the newest to a table, and ``came_to`` the table of the last granted one."""

    sender: Client
    place: Place = field(default_factory=Place)
    hosts: set[str] = field(default_factory=set)
    at: str | None = None
    epoch: int = 0
    lost: bool = False
    turn: Turn = field(default_factory=Turn)
    wanted: Form | None = None
    came_to: str | None = None


class Pages:
    """Brings the news to the pages, and the pages to new hosts. For the loop. News of a game is shown only if the map
    says that the host owns the shard in the epoch of the news. News of a newer epoch than the map's waits for a read of
    the database."""

    def __init__(self, loop: Loop, publisher: Publisher, mesh: Mesh, membership: Membership) -> None:
        self._loop, self._publisher, self._mesh, self._membership = loop, publisher, mesh, membership
        self._pages: dict[str, _Page] = {}
        self._early: dict[str, list[News]] = {}
        self._due = False
        self._moving: set[str] = set()
        self._errors = LimitedLog(_log)
        self.dropped = 0
        """News of hosts that do not own the game."""
        self.moved = 0
        """Pages brought to another host."""

    # --- connections ---

    def connect(self, sid: str) -> None:
        """Adds a connection."""
        self._pages.setdefault(sid, _Page(Client(sid, "")))

    def attach(self, pages: list[Page]) -> None:
        """Adds connections with places, and brings them to the hosts soon."""
        self._pages.update((page.client.sid, _Page(page.client, page.place, lost=True)) for page in pages)
        self._bring_soon()

    def disconnect(self, sid: str) -> None:
        """Removes a connection here and at the hosts that know it."""
        page = self._pages.pop(sid, None)
        for host in sorted(page.hosts) if page else ():
            self._remove_at(host, sid)

    def connected(self) -> set[str]:
        """Returns all connections."""
        return set(self._pages)

    def turn(self, sid: str, wanted: Form | None) -> Turn:
        """Returns the turn that the comings of a connection take, and notes the table that it wants, if any."""
        page = self._pages.get(sid) or _Page(Client(sid, ""))
        page.wanted = wanted or page.wanted
        return page.turn

    def wants_another(self, sid: str, wanted: Form) -> bool:
        """Tells whether a connection has come to another table since, so that this one is worth no wait. Who asks for
        the same table twice waits for both answers."""
        now = self._pages[sid].wanted if sid in self._pages else wanted
        return now is not wanted and getattr(now, "game_id", None) != getattr(wanted, "game_id", None)

    def come_to(self, sid: str, game_id: str | None) -> None:
        """Notes the table of a granted coming, None for no other table. The news of it may still wait for a read of the
        map, or be lost, or the page was brought to the table before meanwhile."""
        page = self._pages.get(sid)
        if page is not None:
            page.came_to = game_id or page.came_to
            if page.came_to not in (None, page.place.game_id):
                page.place, page.lost = Place(page.came_to), True

    def visit(self, sender: Client, host: str) -> None:
        """Notes a question of a connection to a host."""
        page = self._pages.get(sender.sid)
        if page is not None:
            page.sender = sender
            page.hosts.add(host)

    def remove_gone(self, sender: Client, host: str) -> None:
        """Removes a connection at a host that has answered it, if it has ended by then: the question may have come
        there after the word of its end."""
        if sender.sid not in self._pages:
            self._remove_at(host, sender.sid)

    def learn(self, sender: Client, tokens: dict[str, tuple[str, ...]]) -> None:
        """Notes the tokens that a connection shows from now on."""
        page = self._pages.get(sender.sid)
        if page is not None and tokens:
            page.sender = msgspec.structs.replace(sender, tokens={**sender.tokens, **tokens})

    # --- hosts ---

    def sids_at(self, host: str) -> list[str]:
        """Returns the connections that a host should know."""
        return [sid for sid, page in self._pages.items() if host in page.hosts]

    def begin_line(self, host: str) -> None:
        """Notes a new line to a host. News may have been lost, so its pages are brought again."""
        self._early.pop(host, None)
        for page in self._pages.values():
            page.lost |= page.at == host
        self._bring_soon()

    def receive(self, host: str, news: News) -> None:
        """Takes news of a host, now or after a read of the map."""
        early = self._early.get(host)
        if early is not None:
            if len(early) < _EARLY:
                early.append(news)
            else:
                self.dropped += 1
        elif news.shard != NO_SHARD and news.epoch > self._membership.map.epoch(news.shard):
            self._early[host] = [news]
            start(self._check(host, news))
        else:
            self._take(host, news)

    def bring_lost(self) -> None:
        """Brings the pages that need it to their hosts."""
        self._due = False
        for host, sids in self._lost_pages().items():
            if host not in self._moving:
                self._moving.add(host)
                start(self._bring(host, sids))

    # --- inside ---

    def _bring_soon(self) -> None:
        if not self._due:
            self._due = True
            self._loop.call(self.bring_lost)

    def _remove_at(self, host: str, sid: str) -> None:
        line = self._mesh.line(host)
        if line is not None:
            line.tell(p.DISCONNECT, pack(sid))

    async def _check(self, host: str, news: News) -> None:
        await self._membership.check_owner(news.shard, Holding(host, news.epoch), _CHECK_SECONDS)
        for each in self._early.pop(host, ()):
            try:
                self._take(host, each)
            except Exception:
                self._errors.exception("news of %s could not be read", host)

    def _take(self, host: str, news: News) -> None:
        if news.shard != NO_SHARD and self._membership.map.shards.get(news.shard) != Holding(host, news.epoch):
            self.dropped += 1
        elif news.kind == "place":
            self._place(host, unpack(news.body, p.Placed), news.epoch)
        elif news.kind == p.KEPT:
            self._lose(host, set(unpack(news.body, p.Shown).payload))
        elif news.kind != p.SHORTENED:
            self._show(news.kind, unpack(news.body, p.Shown))

    def _place(self, host: str, placed: p.Placed, epoch: int) -> None:
        page, has_game = self._pages.get(placed.sid), placed.place.game_id is not None
        if page is None:
            self._remove_at(host, placed.sid)
            return
        if not has_game:  # the host brings the page to another table, or does not know it there
            if page.at in (None, host):
                kept = {"game_id": page.place.game_id, "hidden": page.place.hidden}
                page.place = msgspec.structs.replace(placed.place, **kept)
                self._publisher.place(placed.sid, page.place)
            return
        if not page.turn.taken and page.came_to not in (None, placed.place.game_id):
            page.lost = True  # it was brought there while it came to another table
            return
        for former in sorted(page.hosts - {host}):
            page.hosts.discard(former)
            self._remove_at(former, placed.sid)
        page.hosts.add(host)
        page.place, page.epoch, page.lost, page.at = placed.place, epoch, False, host
        self._publisher.place(placed.sid, placed.place)

    def _lose(self, host: str, shards: set[int]) -> None:
        for page in self._pages.values():
            page.lost |= page.at == host and page.place.game_id is not None and shard_of(page.place.game_id) in shards
        self._bring_soon()

    def _show(self, kind: str, shown: p.Shown) -> None:
        if kind == p.THOUGHTS:
            self._publisher.thinking(shown.game_id, shown.payload)
        elif kind in ("people", "review", "reaction"):
            getattr(self._publisher, kind)(shown.game_id, shown.payload)
        elif kind == "game":
            self._publisher.game(shown.game_id, shown.payload, shown.to)
        elif kind == "aim":
            self._publisher.aim(shown.game_id, shown.payload, shown.sender)
        elif kind == "engine":
            self._publisher.engine(shown.payload, shown.to)
        elif kind == "found":
            for sid in shown.to or ():
                self._publisher.found(sid, shown.payload)

    def _lost_pages(self) -> dict[str, list[str]]:
        now, lost = self._membership.map, defaultdict[str, list[str]](list)
        for sid, page in self._pages.items():
            if page.place.game_id is None:
                continue
            shard = shard_of(page.place.game_id)
            owner = now.owner(shard)
            if owner and (page.lost or page.at != owner.name or page.epoch < now.epoch(shard)):
                lost[owner.name].append(sid)
        return lost

    async def _bring(self, host: str, sids: list[str]) -> None:
        """Brings pages to a host, some at a time. What fails is tried again with the next look of the front."""
        early = False
        try:
            for first in range(0, len(sids), _AT_ONCE):
                some = [self._pages[sid] for sid in sids[first : first + _AT_ONCE] if sid in self._pages]
                pages = [Page(page.sender, page.place) for page in some]
                line = self._mesh.line(host)
                if line is None:
                    return
                for page in some:
                    page.hosts.add(host)
                brought = unpack(await line.ask(NO_SHARD, p.ATTACH, pack(pages), _ATTACH_SECONDS), int)
                early |= brought < len(pages)
                self.moved += brought
        except LineError as error:
            _log.debug("pages are brought to %s again: %s", host, error)
        finally:
            self._moving.discard(host)
            if early:
                self._loop.later(_SOON, self._bring_soon)
