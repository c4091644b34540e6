"""Keeps the book of the pages of a front: where each page is, and which host holds the game."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from webapp.cluster import questions as q
from webapp.cluster.line.calling import LineError
from webapp.cluster.line.messages import NO_SHARD, News, pack, unpack
from webapp.cluster.map import Map
from webapp.cluster.mesh import Mesh
from webapp.cluster.news import Placed, Shown, Thought, Thoughts
from webapp.play.desk.port import Caller, Page, Place, Publisher
from webapp.play.steps import start
from webapp.serving.loop import Loop
from webapp.storage.fence import shard_of

_log = logging.getLogger(__name__)

_AT_ONCE = 50
"""Pages brought to a host by one message."""
_SOON = 0.05
"""Seconds after which pages are brought again to a host that has not yet heard of its new shards."""
_ATTACH_SECONDS = 3.0


@dataclass(eq=False, slots=True)
class _Page:
    """Holds one page: the last sender, the place, and the hosts with knowledge of the page.

    ``at`` is the host of the last word on the place, in ``epoch``; ``lost``: the line to the host is a new one since.
    """

    caller: Caller
    place: Place = field(default_factory=Place)
    hosts: set[str] = field(default_factory=set)
    at: str | None = None
    epoch: int = 0
    lost: bool = False


class Pages:
    """Brings the news to the pages, and the pages to new hosts. To be used in the loop.

    News of an older epoch than the newest known of a shard is dropped: a host waking up after a takeover tells
    nobody half a story.

    Args:
        loop: the loop.
        publisher: sends the news to the pages.
        mesh: the lines to the hosts.
        present: returns the present map.
    """

    def __init__(self, loop: Loop, publisher: Publisher, mesh: Mesh, present: Callable[[], Map]) -> None:
        self._loop, self._publisher, self._mesh, self._present = loop, publisher, mesh, present
        self._pages: dict[str, _Page] = {}
        self._epochs: dict[int, int] = {}
        self._thoughts: defaultdict[str, Thoughts] = defaultdict(Thoughts)
        self._due = False
        self._moving: set[str] = set()
        self.dropped = 0
        """News of former owners."""
        self.moved = 0
        """Pages brought to another host."""

    # --- connections ---

    def connect(self, sid: str) -> None:
        """Adds a connection."""
        self._pages.setdefault(sid, _Page(Caller(sid, "")))

    def adopt(self, pages: list[Page]) -> None:
        """Adds connections with places, and brings the connections to the hosts soon."""
        self._pages.update((page.caller.sid, _Page(page.caller, page.place, lost=True)) for page in pages)
        self._bring_soon()

    def disconnect(self, sid: str) -> set[str]:
        """Removes a connection, and returns the hosts to tell."""
        page = self._pages.pop(sid, None)
        return set(page.hosts) if page else set()

    def connected(self) -> set[str]:
        """Returns all connections."""
        return set(self._pages)

    def visit(self, caller: Caller, host: str) -> None:
        """Notes a question of a connection to a host."""
        page = self._pages.get(caller.sid)
        if page is not None:
            page.caller = caller
            page.hosts.add(host)

    def learn(self, caller: Caller, tokens: dict[str, tuple[str, ...]]) -> None:
        """Notes the tokens shown by a connection from now on."""
        page = self._pages.get(caller.sid)
        if page is not None and tokens:
            page.caller = msgspec.structs.replace(caller, tokens={**caller.tokens, **tokens})

    # --- hosts ---

    def sids_at(self, host: str) -> list[str]:
        """Returns the connections for a host to know."""
        return [sid for sid, page in self._pages.items() if host in page.hosts]

    def begin_line(self, host: str) -> None:
        """Notes a new line to a host: news may have been lost, so the pages there are brought anew."""
        self._thoughts.pop(host, None)
        for page in self._pages.values():
            page.lost |= page.at == host
        self._bring_soon()

    def receive(self, host: str, news: News) -> list[tuple[str, str]]:
        """Passes on news of a host; returns connections and the hosts where these are no more."""
        if news.shard != NO_SHARD:
            known = max(self._epochs.get(news.shard, 0), self._present().epoch(news.shard))
            if news.epoch < known:
                self.dropped += 1
                return []
            self._epochs[news.shard] = news.epoch
        if news.kind == "place":
            return self._place(host, unpack(news.body, Placed), news.epoch)
        if news.kind == "thinking":
            thought = unpack(news.body, Thought)
            self._publisher.thinking(thought.game_id, self._thoughts[host].restore(thought))
        else:
            self._show(news.kind, unpack(news.body, Shown))
        return []

    def bring_lost(self) -> None:
        """Brings pages to hosts, when some have to."""
        self._due = False
        for host, sids in self._lost_pages().items():
            if host not in self._moving:
                self._moving.add(host)
                start(self._bring(host, sids))

    def _bring_soon(self) -> None:
        if not self._due:
            self._due = True
            self._loop.call(self.bring_lost)

    # --- inside ---

    def _place(self, host: str, placed: Placed, epoch: int) -> list[tuple[str, str]]:
        page = self._pages.get(placed.sid)
        if page is None:
            return [(placed.sid, host)]
        if placed.place.game_id is None and page.at not in (None, host):
            return []  # the word of the host before
        former = page.hosts - {host} if placed.place.game_id is not None else set()
        page.hosts = (page.hosts - former) | {host}
        page.place, page.epoch, page.lost = placed.place, epoch, False
        page.at = host if placed.place.game_id is not None else None
        self._publisher.place(placed.sid, placed.place)
        return [(placed.sid, name) for name in former]

    def _show(self, kind: str, shown: Shown) -> None:
        publisher = self._publisher
        if kind == "game":
            publisher.game(shown.game_id, shown.payload, shown.to)
        elif kind == "people":
            publisher.people(shown.game_id, shown.payload)
        elif kind == "review":
            publisher.review(shown.game_id, shown.payload)
        elif kind == "reaction":
            publisher.reaction(shown.game_id, shown.payload)
        elif kind == "aim":
            publisher.aim(shown.game_id, shown.payload, shown.sender)
        elif kind == "found":
            for sid in shown.to or ():
                publisher.found(sid, shown.payload)
        elif kind == "engine":
            publisher.engine(shown.payload, shown.to)

    def _lost_pages(self) -> dict[str, list[str]]:
        """Returns the pages of moved games and of new lines, by the host of the game."""
        now, lost = self._present(), defaultdict[str, list[str]](list)
        for sid, page in self._pages.items():
            if page.place.game_id is None:
                continue
            shard = shard_of(page.place.game_id)
            owner = now.owner(shard)
            if owner and (page.lost or page.at != owner.name or page.epoch < now.epoch(shard)):
                lost[owner.name].append(sid)
        return lost

    async def _bring(self, host: str, sids: list[str]) -> None:
        """Brings pages to a host, some at a time; a failure is followed by another try."""
        early = False
        try:
            for first in range(0, len(sids), _AT_ONCE):
                some = [self._pages[sid] for sid in sids[first : first + _AT_ONCE] if sid in self._pages]
                pages = [Page(page.caller, page.place) for page in some]
                for page in some:
                    page.hosts.add(host)
                line = self._mesh.line(host)
                if line is None:
                    return
                brought = unpack(await line.ask(NO_SHARD, q.ATTACH, pack(pages), _ATTACH_SECONDS), int)
                early |= brought < len(pages)
                self.moved += brought
        except LineError as error:
            _log.debug("pages are brought to %s again: %s", host, error)
        finally:
            self._moving.discard(host)
            if early:
                self._loop.later(_SOON, self._bring_soon)
