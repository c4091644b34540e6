"""Runs the role of a host: owns shards of the games, with tables, clocks and minds behind the line."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster import questions as q
from webapp.cluster.handover import AT_ONCE, Giving, Handover, is_somebody_leaving
from webapp.cluster.line.answering import Answering, MovedError
from webapp.cluster.line.keys import Doorkeeper, Keys
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.line.sockets import Sockets
from webapp.cluster.mesh import Mesh
from webapp.cluster.publishing import OF_FRONT, LinePublisher, front_of
from webapp.cluster.register import Holding, Map, Member, Register
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


class Counter:
    """Answers the questions of the fronts by the desk of this process.

    Args:
        desk: carries out the events.
        fence: the shards held.
        publisher: knows where the connections are.
        present: returns the present map.
        giving: the shards given to another host just now.
        adopt: takes shards given to this host, with the epochs.
        answering: the context of every answer, in which searches give way.
    """

    def __init__(
        self,
        desk: Desk,
        fence: Fence,
        publisher: LinePublisher,
        present: Callable[[], Map],
        giving: Giving,
        adopt: Callable[[dict[int, int]], None],
        answering: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._desk, self._fence, self._publisher = desk, fence, publisher
        self._present, self._giving, self._adopt, self._answering = present, giving, adopt, answering
        self._known: set[str] = set()

    def ask(self, front: str, shard: int, method: str, body: msgspec.Raw) -> msgspec.Raw:
        """Answers a question of a front, or of another host.

        Args:
            front: the name of the front.
            shard: the shard of the question; ``NO_SHARD``: none.
            method: the name of the question.
            body: the content.

        Raises:
            MovedError: the shard is not held, and nothing was done.
        """
        if shard != NO_SHARD and shard not in self._fence.held:
            self._giving.wait(shard)
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
        if method == q.ADOPT:
            self._adopt(msgspec.msgpack.decode(body, type=dict[int, int]))
            return pack(None)
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
            self._giving.wait(shard)
            raise self._moved(shard)  # refused by the fence, perhaps; asked again anywhere, the request counts once
        return pack(reply)

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
        return page.place.game_id is not None and self._fence.owns(page.place.game_id)

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
        address: where fronts and other hosts reach this host, as ``tcp://10.0.0.7:7400``; ``*``: any free port.
        is_ready: returns whether the engine has loaded all kernels; before, this host takes no shard.
    """

    def __init__(self, database: Database, threads: ServiceThreads, address: str, is_ready: Callable[[], bool]) -> None:
        self.name, self._keys = f"host-{secrets.token_hex(6)}", Keys.draw()
        self._threads, self._address, self._is_ready = threads, address, is_ready
        self.fence = Fence(self.name, self._refused)
        self.publisher = LinePublisher(self.fence)
        self._sockets = Sockets(threads)
        self._register = Register(database, self.name)
        mesh = self._mesh = Mesh(self._sockets, self.name, self._keys)
        self.steward = Steward(
            database.url, self._register, mesh, threads, on_map=self._follow, beat=self._beat, step=self._step
        )
        self._doorkeeper = Doorkeeper(self._sockets.context, self.steward.is_member)
        self._giving = Giving()
        self._handover = Handover(self._register, mesh, self.steward, self._giving, self._let_go)
        self._leaving = False
        self._hold = threading.Lock()
        self._end = threading.Event()

    def serve(self, owner: Owner) -> None:
        """Joins the cluster with the desk of ``owner``."""
        self._owner = owner
        self.counter = counter = Counter(
            owner.desk,
            self.fence,
            self.publisher,
            lambda: self.steward.map,
            self._giving,
            self._adopt_told,
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

        Without the database the other hosts take over from this silent one.

        Args:
            seconds: the longest time for leaving.
        """
        try:
            self._leave(time.monotonic() + seconds)
        except SQLAlchemyError as error:
            _log.warning("the host could not give its games to others: %s", error)

    def _leave(self, deadline: float) -> None:
        self._leaving = True
        self._register.set_ready(False)
        self.steward.look()
        self._handover.give_all(lambda: self.fence.held, deadline, self._end.wait)
        while self.lines.lanes.waiting() and time.monotonic() < deadline:
            self._end.wait(_IDLE_CHECK)
        self._end.wait(_LAST_ANSWERS)
        self.steward.close()
        self._register.leave()

    def close(self) -> None:
        """Ends the lines; shards still held wait for a takeover."""
        self.steward.close()
        self._mesh.close()
        self.lines.close()
        self._doorkeeper.close()
        self._sockets.close()

    # --- shards ---

    def _follow(self, now: Map) -> None:
        """Takes and gives up shards as the map says."""
        with self._hold:
            self._adopt({shard: epoch for shard, epoch in now.of(self.name).items() if shard not in self._giving})

    def _adopt(self, held: Mapping[int, int]) -> None:
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

    def _let_go(self) -> None:
        """Closes the tables of the shards that are given away."""
        with self._hold:
            self._adopt({shard: epoch for shard, epoch in self.fence.held.items() if shard not in self._giving})

    def _adopt_told(self, epochs: Mapping[int, int]) -> None:
        """Takes shards as told by the former owner."""
        self.steward.hear({shard: Holding(self.name, epoch) for shard, epoch in epochs.items()})

    def _step(self, now: Map) -> None:
        if self._leaving:
            return
        me = now.members.get(self.name)
        if me is None or not me.ready:
            if me is not None and self._is_ready():
                self._register.set_ready(True)
                self.steward.refresh()
        elif any(holding.owner is None for holding in now.shards.values()) and self._register.claim():
            self.steward.look()
        else:
            self._balance(now)

    def _balance(self, now: Map) -> None:
        """Gives shards to the host with the fewest, where this host has more than the share of each."""
        counts = {host.name: len(now.of(host.name)) for host in now.hosts()}
        if len(counts) < 2 or self.name not in counts or is_somebody_leaving(now):
            return
        counts[self.name] = min(counts[self.name], len(self.fence.held))  # the map may be older than the last gift
        share, poorest = -(-SHARDS // len(counts)), min(counts, key=lambda name: (counts[name], name))
        count = min(counts[self.name] - share, SHARDS // len(counts) - counts[poorest], AT_ONCE)
        if count > 0 and self._mesh.is_steady(poorest):
            self._handover.give(sorted(self.fence.held)[-count:], poorest)

    # --- signs ---

    def _beat(self) -> None:
        self.lines.beat()
        self.publisher.catch_up()

    def _refused(self) -> None:
        """Looks at the map, because another host has taken over a game of this one."""
        _log.warning("a write was refused, for another host has taken over the game")
        self.steward.refresh()


def _sid(front: str, sid: str) -> str:
    return f"{front}{OF_FRONT}{sid}"
