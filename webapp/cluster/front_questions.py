"""Answers the questions of the fronts at a host, by the desk of the process."""

import logging
from collections.abc import Callable, Iterable

import msgspec

from webapp.cluster import protocol as p
from webapp.cluster.leases import sleep
from webapp.cluster.line.host_end import MovedError
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.map import Map
from webapp.cluster.publishing import OF_FRONT, LinePublisher, front_of
from webapp.play.desk.port import Client, Desk, Page, Reply, refusal, verdict
from webapp.play.steps import Pending
from webapp.process.logs import log_place
from webapp.serving.loop import Loop
from webapp.storage.fence import Fence, shard_of

_log = logging.getLogger(__name__)

_UNKNOWN = "The server is being renewed, and does not know this yet; please try again in a few minutes."
_LONGEST_DOUBT, _LOOK = 3.0, 0.02
"""Seconds for which a question waits until the owner of the shard is clear, and between two looks."""


class FrontQuestions:
    """Answers the fronts in the loop, by the ``present`` map. ``is_unsure``: the shard's owner is unclear."""

    def __init__(
        self,
        desk: Desk,
        fence: Fence,
        publisher: LinePublisher,
        present: Callable[[], Map],
        is_unsure: Callable[[int], bool],
        loop: Loop,
    ) -> None:
        self._desk, self._fence, self._publisher = desk, fence, publisher
        self._present, self._is_unsure, self._loop = present, is_unsure, loop
        self._known: dict[str, None] = {}

    async def ask(self, front: str, shard: int, method: str, body: msgspec.Raw) -> msgspec.Raw:
        """Answers a question of a front about a shard, or ``NO_SHARD``. Raises MovedError if this host does not hold
        the shard, and has done nothing, ValueError if the question is unknown, or its event is about another shard."""
        if shard != NO_SHARD:
            await self._settle(shard)
            if not self._fence.serves(shard):
                raise self._moved(shard)
        if method == p.EVENT:
            return await self._event(front, shard, unpack(body, p.Event))
        if method == p.PLAYS:
            return pack(self._desk.plays(msgspec.msgpack.decode(body, type=dict[str, tuple[str, ...]])))
        if method == p.ATTACH:
            pages = msgspec.msgpack.decode(body, type=list[Page])
            return pack(self._attach(front, pages))
        raise ValueError(f"there is no question {method!r}")

    def tell(self, front: str, method: str, body: msgspec.Raw) -> None:
        """Takes the end of a connection from a front."""
        if method == p.DISCONNECT:
            self._leave([_sid(front, unpack(body, str))])

    def arrived(self, front: str, sids: Iterable[str]) -> None:
        """Begins a line. Connections that the front does not name have ended."""
        self._publisher.begin(front)
        here = {_sid(front, sid) for sid in sids}
        self._leave([sid for sid in self._known if front_of(sid) == front and sid not in here])

    def gone(self, front: str) -> None:
        """Removes all connections of a front that has ended."""
        self._leave([sid for sid in self._known if front_of(sid) == front])
        self._publisher.begin(front)

    def give_up(self, games: Iterable[str]) -> None:
        """Forgets the connections at games that another host has taken over."""
        self._leave(sorted(self._publisher.sids_at(games)))

    async def _event(self, front: str, shard: int, asked: p.Event) -> msgspec.Raw:
        sender = _named(front, asked.sender)
        if sender.sid not in self._known:
            self._known[sender.sid] = None
            self._desk.connect(sender.sid)
        refused = self._fence.refused()
        try:
            form = asked.read()
        except p.UnknownError as error:
            _log.warning("a front of a newer release asks for something unknown here: %s", error)
            return pack(Reply(refusal("bad_request", _UNKNOWN)))
        if p.shard_of_event(asked.event, form) != shard:
            raise ValueError(f"the front {front} names another shard than that of the game")
        answer = Pending[Reply]()
        with log_place(shard, self._fence.held.get(shard)):
            self._desk.event(sender, asked.event, form, answer.resolve)
        reply = await answer
        lost = shard not in self._fence.held or refused != self._fence.refused()
        if shard != NO_SHARD and lost and verdict(reply.answer) != "ok":
            await self._settle(shard)
            raise self._moved(shard)  # perhaps refused by the fence: sent again, the request counts once
        return pack(reply)

    async def _settle(self, shard: int) -> None:
        end = self._loop.now() + _LONGEST_DOUBT
        while self._is_unsure(shard) and self._loop.now() < end:
            await sleep(self._loop, _LOOK)

    def _moved(self, shard: int) -> MovedError:
        holding = self._present().shards.get(shard)
        if holding is None or holding.owner in (None, self._fence.owner):
            return MovedError()
        return MovedError(holding.owner or "", holding.epoch)

    def _attach(self, front: str, pages: list[Page]) -> int:
        held = [Page(_named(front, page.client), page.place) for page in pages if self._holds(page)]
        self._known.update((page.client.sid, None) for page in held)
        self._desk.attach(held)
        return len(held)

    def _holds(self, page: Page) -> bool:
        return page.place.game_id is not None and self._fence.serves(shard_of(page.place.game_id))

    def _leave(self, sids: Iterable[str]) -> None:
        for sid in sids:
            self._known.pop(sid, None)
            self._publisher.forget(sid)  # first, so that the front gets no news of it
            try:
                self._desk.disconnect(sid)
            except Exception:
                _log.exception("a connection did not leave cleanly")


def _sid(front: str, sid: str) -> str:
    return f"{front}{OF_FRONT}{sid}"


def _named(front: str, sender: Client) -> Client:
    return msgspec.structs.replace(sender, sid=_sid(front, sender.sid))
