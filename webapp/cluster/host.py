"""Runs the role of a host: owns shards of the games, with tables, clocks and engines behind the lines."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable

import zmq
from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster.front_questions import FrontQuestions
from webapp.cluster.leases import Leases, run_in, sleep
from webapp.cluster.line.host_end import HostEnd
from webapp.cluster.line.keys import Authenticator, Keys
from webapp.cluster.line.sockets import Socket
from webapp.cluster.map import Holding, Map, Member
from webapp.cluster.membership import Membership
from webapp.cluster.publishing import LinePublisher
from webapp.owner import Owner
from webapp.play.steps import Turn, start
from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop
from webapp.serving.workers import Workers
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS, Fence, shard_of

AT_ONCE = 16
"""Shards given in one step. The new owner opens their games before the moves in many more games have to wait."""
_BETWEEN = 0.05
"""The shortest time between two steps, in seconds. A pause is at least as long as the step before it."""


class Handover:
    """Gives shards of one host away. ``follow`` takes and closes shards by the map and ``giving``. ``keep`` brings the
    pages back of those that nobody took. For the loop."""

    def __init__(
        self,
        loop: Loop,
        workers: Workers,
        leases: Leases,
        membership: Membership,
        follow: Callable[[], None],
        keep: Callable[[Iterable[int]], None],
    ) -> None:
        self._loop, self._workers, self._leases, self._membership = loop, workers, leases, membership
        self._follow, self._keep, self._turn = follow, keep, Turn()
        self.giving: frozenset[int] = frozenset()
        """The shards of the present step."""

    async def give(self, shards: Collection[int], to: str) -> None:
        """Closes the tables of the shards, and gives the shards to another host. Raises SQLAlchemyError if the database
        is away. This host keeps the shards, as far as it can know."""
        async with self._turn:  # a host may begin to leave in the middle of a step
            try:
                self.giving = frozenset(shards)
                self._follow()
                epochs = await run_in(self._workers, lambda: self._leases.give(shards, to))
                self._membership.note_owners({shard: Holding(to, epoch) for shard, epoch in epochs.items()})
            finally:
                self.giving = frozenset()
                self._follow()  # takes shards back that were not given
                if kept := self._membership.map.of(self._leases.me).keys() & set(shards):
                    self._keep(kept)

    async def give_all(self, held: Callable[[], Collection[int]], deadline: float) -> None:
        """Gives all shards to the other hosts in equal parts. Without another host that takes shards they stay here.
        After the deadline (``time.monotonic``) one step gives all shards left. ``held`` returns the shards still held.
        Raises SQLAlchemyError if the database is away."""
        late = False
        while (left := sorted(held())) and not late:
            others = [host.name for host in self._membership.map.hosts() if host.name != self._leases.me]
            if not others:
                return
            began = time.monotonic()
            late = began > deadline
            to, count = next_step(self._membership.map, others)
            await self.give(left if late else left[:count], to)
            now = time.monotonic()
            pause = max(_BETWEEN, now - began) if len(held()) < len(left) else _BEAT
            await sleep(self._loop, min(pause, max(0.0, deadline - now)))


def next_step(now: Map, others: Collection[str]) -> tuple[str, int]:
    """Returns the host with the fewest shards, and how many to give it: at most up to its equal share."""
    name, count = now.fewest(others)
    share = -(-SHARDS // len(others))
    return name, min(AT_ONCE, max(1, share - count))


def is_a_host_leaving(now: Map) -> bool:
    """Returns whether a host is giving all its shards away: it takes none, and still has some."""
    owners = now.owners()
    return any(not host.ready and host.living and host.name in owners for host in now.members.values())


_log = logging.getLogger(__name__)

_IDLE_CHECK = 0.02
_LAST_ANSWERS = 0.5
"""Seconds for which a leaving host still answers that games have moved."""
_BEAT, _SOON = 0.5, 0.05


class Host:
    """Holds one host: takes shards when ready, and gives shards to hosts with fewer, and all at the end.

    Args:
        address: where fronts reach this host, as ``tcp://10.0.0.7:7400``. ``*`` is any free port.
        is_ready: returns whether the engine answers. Before that this host takes no shard.
    """

    def __init__(
        self, database: Database, loop: Loop, threads: ServiceThreads, address: str, is_ready: Callable[[], bool]
    ) -> None:
        self.name, self._keys = f"host-{secrets.token_hex(6)}", Keys.draw()
        self._loop, self._address, self._is_ready = loop, address, is_ready
        self.fence = Fence(self.name, self._refused)
        self.publisher = LinePublisher(self.fence)
        self.takeovers = 0
        """Hosts with an expired lease whose shards this one has shared out."""
        self._context: zmq.Context[Socket] = zmq.Context()
        self._workers = Workers(loop, threads, name="shards", count=1)
        self._leases = Leases(database, self.name)
        self.membership = Membership(
            loop, database.url, self._leases, threads, on_map=lambda _now: self._look(), on_renewal=self._note_lease
        )
        self._authenticator = Authenticator(loop, self._context, self.membership.find_member)
        self._handover = Handover(loop, self._workers, self._leases, self.membership, self._follow, self.publisher.keep)
        self._leaving = self._closed = self._stepping = False

    def serve(self, owner: Owner) -> None:
        """Joins the cluster with the desk of ``owner``."""
        self._owner = owner
        self.questions = questions = FrontQuestions(
            owner.desk, self.fence, self.publisher, lambda: self.membership.map, self._is_unsure, self._loop
        )
        lines = self.lines = self.publisher.lines = HostEnd(
            self._loop, self._context, self._keys, self._address, self.membership.name_of, questions
        )
        self.membership.start(Member(self.name, "host", lines.address, self._keys.public))
        self._loop.later(_BEAT, self._beat)

    @property
    def takes_games(self) -> bool:
        """Returns whether this host takes games: its engine answers, and the host is not leaving."""
        me = self.membership.map.members.get(self.name)
        return me is not None and me.ready and not self._leaving

    def leave(self, seconds: float = 5.0) -> None:
        """Gives all shards to the other hosts, answers the open questions, and leaves the cluster. Without the database
        the other hosts take the shards when the lease has run out. Not for the loop."""
        deadline, left, pause = time.monotonic() + seconds, threading.Event(), threading.Event()
        self._loop.call(lambda: start(self._give_all(deadline), lambda _: left.set()))
        left.wait(seconds + _BEAT)
        while self.lines.open_questions and time.monotonic() < deadline:
            pause.wait(_IDLE_CHECK)
        pause.wait(_LAST_ANSWERS)
        self.membership.close()
        try:
            self._leases.leave()
        except SQLAlchemyError as error:
            _log.warning("the host could not leave the cluster: %s", error)

    def close(self) -> None:
        """Ends the lines. Shards still held wait for the end of the lease. Not for the loop."""
        self.membership.close()
        self._loop.ask(self._close_lines)
        self._workers.stop()
        self._context.destroy(0)

    def _close_lines(self) -> None:
        self._closed = True
        self.lines.close()
        self._authenticator.close()

    # --- shards ---

    def _note_lease(self, until: float) -> None:
        self.fence.leased_until = until

    def _is_unsure(self, shard: int) -> bool:
        """Returns whether a shard is just being given away, or held by a lease that was not renewed in time."""
        return shard in self._handover.giving or (shard in self.fence.held and not self.fence.serves(shard))

    def _beat(self) -> None:
        if not self._closed:
            self._loop.later(_BEAT, self._beat)  # first: an error below must not end the beats
            self.publisher.catch_up()
            self._look()

    def _look(self) -> None:
        self._follow()
        if not self._closed:
            self.lines.look()
        if not (self._stepping or self._leaving or self._closed):
            self._stepping = True
            start(self._run_step())

    async def _run_step(self) -> None:
        try:
            changed = await self._step(self.membership.map)
        finally:
            self._stepping = False
        if changed:  # there may be more to do
            self.membership.refresh()
            self._loop.later(_SOON, self._look)

    def _follow(self) -> None:
        own = self.membership.map.of(self.name)
        held = {shard: epoch for shard, epoch in own.items() if shard not in self._handover.giving}
        before = self.fence.held
        lost = {shard for shard, epoch in before.items() if held.get(shard) != epoch}
        gained = {shard for shard, epoch in held.items() if before.get(shard) != epoch}
        self.fence.hold(held)
        if changed := lost | gained:  # what was read of a shard while another host had it is no longer true
            games = self._owner.tables.evict(lambda game_id: shard_of(game_id) in changed)
            self.questions.give_up(games)
        if lost:
            _log.info("%d shards with %d games are another host's now", len(lost), len(games))
        if gained:
            _log.info("this host has %d shards more", len(gained))
            self._owner.find_clocks(lambda game_id: shard_of(game_id) in gained and self.fence.owns(game_id))

    async def _step(self, now: Map) -> bool:
        """Takes the next step by the map. Returns whether there was one."""
        me = now.members.get(self.name)
        try:
            if me is None:
                return False
            if not me.ready:
                if self._is_ready():
                    await run_in(self._workers, lambda: self._leases.set_ready(True))
                return self._is_ready()
            if now.lost() - {self.name}:
                await self._take()
                return True
            return await self._balance(now)
        except SQLAlchemyError as error:
            _log.warning("the shards stay as they are for now: %s", error)
            return False

    async def _take(self) -> None:
        taken = await run_in(self._workers, lambda: self._leases.take(expired=self.membership.is_steady()))
        for host, count in taken.items():
            if host is not None:
                self.takeovers += 1
                _log.warning("the lease of %s has run out; %d shards have new owners", host, count)

    async def _balance(self, now: Map) -> bool:
        hosts = [host.name for host in now.hosts()]
        if len(hosts) < 2 or self.name not in hosts or is_a_host_leaving(now):
            return False
        share, (name, fewest) = SHARDS // len(hosts), now.fewest(hosts)
        count = min(len(now.of(self.name)) - share, share - fewest, AT_ONCE)
        had = len(self.fence.held)
        if count > 0:
            await self._handover.give(sorted(self.fence.held)[-count:], name)
        return len(self.fence.held) < had  # who has just fallen silent takes none: not again at once

    async def _give_all(self, deadline: float) -> None:
        self._leaving = True
        try:
            await run_in(self._workers, lambda: self._leases.set_ready(False))
            await self._handover.give_all(lambda: self.fence.held, deadline)
        except SQLAlchemyError as error:
            _log.warning("the host could not give its games to others: %s", error)

    def _refused(self) -> None:
        """Reads the map, because another host has taken over a game of this one."""
        _log.warning("a write was refused, for another host has taken over the game")
        self.membership.refresh()
