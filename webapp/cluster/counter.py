"""Answers the questions of the fronts at a host, by the desk of the process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

import msgspec

from webapp.cluster import questions as q
from webapp.cluster.line.answering import MovedError
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.map import Map
from webapp.cluster.publishing import OF_FRONT, LinePublisher, front_of
from webapp.play.desk.port import Caller, Desk, Page, Reply, refusal, verdict
from webapp.play.steps import Pending
from webapp.process.logs import log_place
from webapp.serving.loop import Loop
from webapp.storage.fence import Fence, shard_of

_log = logging.getLogger(__name__)

_UNKNOWN = "The server is being renewed, and does not know this yet; please try again in a few minutes."
_LONGEST_DOUBT, _LOOK = 3.0, 0.02
"""Seconds for which a question waits until it is clear who owns the shard, and between two looks."""


class Counter:
    """Answers the questions of the fronts by the desk of this process. To be used in the loop.

    Args:
        desk: carries out the events.
        fence: the shards held.
        publisher: knows where the connections are.
        present: returns the present map.
        is_unsure: returns whether the owner of a shard is not clear just now.
        loop: the loop.
    """

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
        self._known: set[str] = set()

    async def ask(self, front: str, shard: int, method: str, body: msgspec.Raw) -> msgspec.Raw:
        """Answers a question of a front.

        Args:
            front: the name of the front.
            shard: the shard of the question; ``NO_SHARD``: none.
            method: the name of the question.
            body: the content.

        Raises:
            MovedError: the shard is not held, and nothing was done.
        """
        if shard != NO_SHARD:
            await self._settle(shard)
            if not self._fence.serves(shard):
                raise self._moved(shard)
        if method == q.EVENT:
            return await self._event(front, shard, unpack(body, q.Event))
        if method == q.PLAYS:
            return pack(self._desk.plays(msgspec.msgpack.decode(body, type=dict[str, tuple[str, ...]])))
        if method == q.ATTACH:
            pages = msgspec.msgpack.decode(body, type=list[Page])
            held = [page for page in pages if self._holds(page)]
            self._attach(front, held)
            return pack(len(held))
        raise ValueError(f"there is no question {method!r}")

    def tell(self, front: str, method: str, body: msgspec.Raw) -> None:
        """Hears from a front of the end of a connection."""
        if method == q.DISCONNECT:
            self._leave([_sid(front, unpack(body, str))])

    def arrived(self, front: str, sids: Iterable[str]) -> None:
        """Begins a line: connections not named by the front have gone meanwhile."""
        self._publisher.begin(front)
        here = {_sid(front, sid) for sid in sids}
        self._leave([sid for sid in list(self._known) if front_of(sid) == front and sid not in here])

    def gone(self, front: str) -> None:
        """Takes out all connections of a front silent for long."""
        self._leave([sid for sid in list(self._known) if front_of(sid) == front])
        self._publisher.begin(front)

    def give_up(self, games: Iterable[str]) -> None:
        """Forgets the connections at games taken over by another host."""
        sids = self._publisher.sids_at(games)
        for sid in sids:
            self._publisher.forget(sid)  # first: the front is told nothing
        self._leave(sids)

    async def _event(self, front: str, shard: int, asked: q.Event) -> msgspec.Raw:
        caller = self._caller(front, asked.caller)
        if caller.sid not in self._known:
            self._known.add(caller.sid)
            self._desk.connect(caller.sid)
        refused = self._fence.refused()
        try:
            form = asked.read()
        except q.UnknownError as error:
            _log.warning("a front of a newer release asks for something unknown here: %s", error)
            return pack(Reply(refusal("bad_request", _UNKNOWN)))
        answer = Pending[Reply]()
        with log_place(shard, self._fence.held.get(shard)):
            self._desk.event(caller, asked.event, form, answer.resolve)
        reply = await answer
        lost = shard not in self._fence.held or refused != self._fence.refused()
        if shard != NO_SHARD and lost and verdict(reply.answer) != "ok":
            await self._settle(shard)
            raise self._moved(shard)  # refused by the fence, perhaps; asked again anywhere, the request counts once
        return pack(reply)

    async def _settle(self, shard: int) -> None:
        """Waits while the owner of a shard is not clear."""
        end = self._loop.now() + _LONGEST_DOUBT
        while self._is_unsure(shard) and self._loop.now() < end:
            look = Pending[None]()
            self._loop.later(_LOOK, lambda look=look: look.resolve(None))  # type: ignore[misc]
            await look

    def _moved(self, shard: int) -> MovedError:
        """Names the owner of a shard for a front that does not hear from the database."""
        holding = self._present().shards.get(shard)
        if holding is None or holding.owner in (None, self._fence.owner):
            return MovedError()
        return MovedError(holding.owner or "", holding.epoch)

    def _attach(self, front: str, pages: list[Page]) -> None:
        whole = [Page(self._caller(front, page.caller), page.place) for page in pages]
        self._known.update(page.caller.sid for page in whole)
        self._desk.attach(whole)

    def _holds(self, page: Page) -> bool:
        return page.place.game_id is not None and self._fence.serves(shard_of(page.place.game_id))

    @staticmethod
    def _caller(front: str, caller: Caller) -> Caller:
        return msgspec.structs.replace(caller, sid=_sid(front, caller.sid))

    def _leave(self, sids: Iterable[str]) -> None:
        for sid in sids:
            self._known.discard(sid)
            try:
                self._desk.disconnect(sid)
            except Exception:
                _log.exception("a connection did not leave cleanly")


def _sid(front: str, sid: str) -> str:
    return f"{front}{OF_FRONT}{sid}"
