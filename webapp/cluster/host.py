"""Runs the role of a host: owns shards of the games, with tables, clocks and minds behind the line."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster import questions as q
from webapp.cluster.handover import AT_ONCE, Handover, is_somebody_leaving
from webapp.cluster.leases import Leases
from webapp.cluster.line.answering import Answering, MovedError
from webapp.cluster.line.keys import Doorkeeper, Keys
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.line.sockets import Sockets
from webapp.cluster.map import Map, Member
from webapp.cluster.publishing import OF_FRONT, LinePublisher, front_of
from webapp.cluster.steward import Steward
from webapp.owner import Owner
from webapp.play.desk.kinds import WAITS_FOR_SEARCH
from webapp.play.desk.port import Caller, Desk, Page, Reply, refusal
from webapp.process.logs import log_place
from webapp.process.service_threads import ServiceThreads
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS, Fence, shard_of

_log = logging.getLogger(__name__)

_UNKNOWN = "The server is being renewed, and does not know this yet; please try again in a few minutes."
_IDLE_CHECK = 0.02
_LAST_ANSWERS = 0.5
"""Seconds for which a leaving host still says that games have moved."""
_BEAT = 0.5
_LONGEST_DOUBT, _LOOK = 3.0, 0.02
"""Seconds for which a question waits until it is clear who owns the shard, and between two looks."""


class Counter:
    """Answers the questions of the fronts by the desk of this process.

    Args:
        desk: carries out the events.
        fence: the shards held.
        publisher: knows where the connections are.
        present: returns the present map.
        is_unsure: returns whether the owner of a shard is not clear just now.
        answering: the context of every answer, in which searches give way.
    """

    def __init__(
        self,
        desk: Desk,
        fence: Fence,
        publisher: LinePublisher,
        present: Callable[[], Map],
        is_unsure: Callable[[int], bool],
        answering: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._desk, self._fence, self._publisher = desk, fence, publisher
        self._present, self._is_unsure, self._answering = present, is_unsure, answering
        self._known: set[str] = set()

    def ask(self, front: str, shard: int, method: str, body: msgspec.Raw) -> msgspec.Raw:
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
            self._settle(shard)
            if not self._fence.serves(shard):
                raise self._moved(shard)
        if method == q.EVENT:
            asked = unpack(body, q.Event)
            with nullcontext() if asked.event in WAITS_FOR_SEARCH else self._answering():
                return self._event(front, shard, asked)
        if method == q.PLAYS:
            return pack(self._desk.plays(msgspec.msgpack.decode(body, type=dict[str, tuple[str, ...]])))
        if method == q.ATTACH:
            pages = msgspec.msgpack.decode(body, type=list[Page])
            held = [page for page in pages if self._holds(page)]
            with self._answering():
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

    def _event(self, front: str, shard: int, asked: q.Event) -> msgspec.Raw:
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
        with log_place(shard, self._fence.held.get(shard)):
            reply: Reply = self._desk.event(caller, asked.event, form)
        lost = shard not in self._fence.held or refused != self._fence.refused()
        if shard != NO_SHARD and lost and not reply.answer["ok"]:
            self._settle(shard)
            raise self._moved(shard)  # refused by the fence, perhaps; asked again anywhere, the request counts once
        return pack(reply)

    def _settle(self, shard: int) -> None:
        """Waits while the owner of a shard is not clear."""
        end = time.monotonic() + _LONGEST_DOUBT
        while self._is_unsure(shard) and time.monotonic() < end:
            time.sleep(_LOOK)

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


class Host:
    """Holds one host: takes shards when ready, gives shards to others with fewer, and at the end.

    Args:
        database: the PostgreSQL of the cluster.
        threads: starts the threads.
        address: where fronts reach this host, as ``tcp://10.0.0.7:7400``; ``*``: any free port.
        is_ready: returns whether the engine has loaded all kernels; before, this host takes no shard.
    """

    def __init__(self, database: Database, threads: ServiceThreads, address: str, is_ready: Callable[[], bool]) -> None:
        self.name, self._keys = f"host-{secrets.token_hex(6)}", Keys.draw()
        self._threads, self._address, self._is_ready = threads, address, is_ready
        self.fence = Fence(self.name, self._refused)
        self.publisher = LinePublisher(self.fence)
        self.takeovers = 0
        """Hosts with an expired lease whose shards this one has shared out."""
        self._sockets = Sockets(threads)
        self._leases = Leases(database, self.name)
        self.steward = Steward(database.url, self._leases, threads, on_map=self._note_map, on_renewal=self._note_lease)
        self._doorkeeper = Doorkeeper(self._sockets.context, self.steward.is_member)
        self._handover = Handover(self._leases, self.steward, self._follow)
        self._leaving = self._closed = False
        self._hold = threading.Lock()
        self._wake, self._end = threading.Event(), threading.Event()

    def serve(self, owner: Owner) -> None:
        """Joins the cluster with the desk of ``owner``."""
        self._owner = owner
        self.counter = counter = Counter(
            owner.desk, self.fence, self.publisher, lambda: self.steward.map, self._is_unsure, owner.engine.answering
        )
        lines = self.lines = self.publisher.answering = Answering(
            self._sockets,
            self._keys,
            self._address,
            ask=counter.ask,
            tell=counter.tell,
            arrived=counter.arrived,
            gone=counter.gone,
        )
        self.steward.start(Member(self.name, "host", lines.address, self._keys.public))
        self._thread = self._threads.start("shards", self._turn)

    @property
    def takes_games(self) -> bool:
        """Tells whether this host takes games: the kernels are loaded, and the host is not about to leave."""
        me = self.steward.map.members.get(self.name)
        return me is not None and me.ready and not self._leaving

    def quiet(self) -> float:
        """Returns for how many seconds no move has been due at this host."""
        return self._owner.engine.load().quiet

    def leave(self, seconds: float = 5.0) -> None:
        """Gives all shards to the other hosts and leaves the cluster; answers questions under way first.

        Without the database the other hosts take the shards when the lease has run out.

        Args:
            seconds: the longest time for leaving.
        """
        try:
            self._leave(time.monotonic() + seconds)
        except SQLAlchemyError as error:
            _log.warning("the host could not give its games to others: %s", error)

    def _leave(self, deadline: float) -> None:
        self._leaving = True
        self._leases.set_ready(False)
        self._handover.give_all(lambda: self.fence.held, deadline, self._end.wait)
        while self.lines.lanes.waiting() and time.monotonic() < deadline:
            self._end.wait(_IDLE_CHECK)
        self._end.wait(_LAST_ANSWERS)
        self._stop()
        self._leases.leave()

    def close(self) -> None:
        """Ends the lines; shards still held wait for the end of the lease."""
        self._stop()
        self.lines.close()
        self._doorkeeper.close()
        self._sockets.close()

    def _stop(self) -> None:
        self._closed = True
        self._wake.set()
        self._thread.join()
        self.steward.close()

    # --- shards ---

    def _note_map(self, _now: Map) -> None:
        self._wake.set()

    def _note_lease(self, until: float) -> None:
        self.fence.leased_until = until

    def _is_unsure(self, shard: int) -> bool:
        """Returns whether a shard is given away just now, or held by a lease that could not be renewed in time."""
        return shard in self._handover.giving or (shard in self.fence.held and not self.fence.serves(shard))

    def _turn(self) -> bool:
        """Follows the map and takes the steps that are due; False after ``close``."""
        self._wake.wait(_BEAT)
        self._wake.clear()
        if self._closed:
            return False
        self._follow()
        self.lines.forget_absent()
        self.publisher.catch_up()
        try:
            self._step(self.steward.map)
        except SQLAlchemyError as error:
            _log.warning("the shards stay as they are for now: %s", error)
            self._end.wait(_BEAT)
        return True

    def _follow(self) -> None:
        """Takes and gives up shards as the map says."""
        with self._hold:
            own = self.steward.map.of(self.name)
            held = {shard: epoch for shard, epoch in own.items() if shard not in self._handover.giving}
            before = self.fence.held
            lost = {shard for shard, epoch in before.items() if held.get(shard) != epoch}
            gained = {shard for shard, epoch in held.items() if before.get(shard) != epoch}
            self.fence.hold(held)
            if lost:
                games = self._owner.tables.evict(lambda game_id: shard_of(game_id) in lost)
                self.counter.give_up(games)
                _log.info("%d shards with %d games are another host's now", len(lost), len(games))
            if gained:
                _log.info("this host has %d shards more", len(gained))
                self._owner.find_clocks(lambda game_id: shard_of(game_id) in gained and self.fence.owns(game_id))

    def _step(self, now: Map) -> None:
        me = now.members.get(self.name)
        if self._leaving or me is None:
            return
        if not me.ready:
            if self._is_ready():
                self._leases.set_ready(True)
            return
        if now.lost() - {self.name}:
            self._take()
        else:
            self._balance(now)

    def _take(self) -> None:
        """Shares out the shards without a valid lease."""
        for host, count in self._leases.take(expired=self.steward.is_steady()).items():
            if host is not None:
                self.takeovers += 1
                _log.warning("the lease of %s has run out; %d shards have new owners", host, count)

    def _balance(self, now: Map) -> None:
        """Gives shards to the host with the fewest, where this host has more than the share of each."""
        counts = {host.name: len(now.of(host.name)) for host in now.hosts()}
        if len(counts) < 2 or self.name not in counts or is_somebody_leaving(now):
            return
        share, poorest = SHARDS // len(counts), min(counts, key=lambda name: (counts[name], name))
        count = min(counts[self.name] - share, share - counts[poorest], AT_ONCE)
        if count > 0:
            self._handover.give(sorted(self.fence.held)[-count:], poorest)

    def _refused(self) -> None:
        """Looks at the map, because another host has taken over a game of this one."""
        _log.warning("a write was refused, for another host has taken over the game")
        self.steward.refresh()


def _sid(front: str, sid: str) -> str:
    return f"{front}{OF_FRONT}{sid}"
