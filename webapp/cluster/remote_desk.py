"""Implements the desk in a front: sends every event to the host of the game, and again after a takeover."""

import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec
import zmq
from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster import protocol as p
from webapp.cluster.front_pages import Pages
from webapp.cluster.leases import Leases
from webapp.cluster.line.front_end import LineError
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.line.sockets import Socket
from webapp.cluster.map import Holding, Map, Member
from webapp.cluster.membership import Membership
from webapp.cluster.mesh import Mesh
from webapp.play.desk.answers import Granted
from webapp.play.desk.forms import BEGINNINGS, ENGINES_WORD, QUESTIONS
from webapp.play.desk.port import Client, Publisher, Reply, refusal, verdict
from webapp.play.game.refusals import busy
from webapp.play.game.wire import Form, Readiness
from webapp.play.steps import Pending, start
from webapp.play.table.new_games import Request
from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop
from webapp.serving.workers import Workers
from webapp.storage.database import Database
from webapp.storage.fence import shard_of

_log = logging.getLogger(__name__)

PATIENCE = 7.0
"""Seconds for which an event is sent again: less than a page waits for an answer to a ping (8)."""
QUESTION_PATIENCE = 40.0
"""The same for a question to the engine, which a busy host may answer half a minute late."""
_PAUSE, _LOOK, _CHECK_SECONDS = 0.05, 0.5, 1.0
_ALL_SECONDS = 2.0
_NEVER_AGAIN = frozenset({"aim", "look", "react"})
"""Events about the present moment, which are useless later."""


class RemoteDesk:
    """Implements ``webapp.play.desk.port.Desk`` on the hosts of a cluster. For the loop."""

    def __init__(
        self, database: Database, publisher: Publisher, threads: ServiceThreads, loop: Loop, workers: Workers
    ) -> None:
        self.name, self._keys, self._loop = f"front-{secrets.token_hex(6)}", Keys.draw(), loop
        self._context: zmq.Context[Socket] = zmq.Context()
        self._leases = Leases(database, self.name)
        self._mesh = Mesh(loop, workers, self._context, self.name, self._keys, self._leases.expire, lambda: self.pages)
        self.membership = Membership(loop, database.url, self._leases, threads, on_map=self._follow)
        self.pages = pages = Pages(loop, publisher, self._mesh, self.membership)
        self.connect, self.disconnect, self.connected = pages.connect, pages.disconnect, pages.connected
        self.attach = pages.attach
        self._waiting: dict[Pending[None], None] = {}
        self._secret = secrets.token_urlsafe(32)

    def start(self) -> None:
        """Joins the cluster."""
        self.membership.start(Member(self.name, "front", "", self._keys.public))
        self._loop.later(_LOOK, self._look)

    def stop(self) -> None:
        """Ends the lines to the hosts."""
        self._mesh.close()

    def close(self) -> None:
        """Leaves the cluster. Call it after the end of the loop."""
        self.membership.close()
        try:
            self._leases.leave()
        except SQLAlchemyError as error:  # the lease runs out by itself
            _log.warning("the front could not leave the cluster: %s", error)
        self._context.destroy(0)

    # --- the desk ---

    def readiness(self) -> Readiness:
        """Returns whether any host is ready, with words for a person."""
        ready = bool(self.membership.map.hosts())
        return Readiness(ready, "ready" if ready else "The engines start.")

    def plays(self, tokens: dict[str, tuple[str, ...]]) -> bool:
        """Returns False. The hosts are asked for each event that needs the answer."""
        return False

    def event(self, client: Client, event: str, form: Form, done: Callable[[Reply], object]) -> None:
        ask = self._ask_all if event in p.EVERYWHERE else self._come if event in p.COMINGS else self._event
        start(ask(client, event, form), done)

    # --- inside ---

    async def _come(self, sender: Client, event: str, form: Form) -> Reply:
        """Sends the comings of one page one after the other: their hosts may differ, and the last one counts."""
        turn = self.pages.turn(sender.sid, form if event in BEGINNINGS or event == "join" else None)
        async with turn:
            reply = await self._event(sender, event, form)
            came_to: str | None = None
            if event != "watch_thinking" and verdict(reply.answer) == "ok":
                came_to = reply.answer["game_id"] if event == "new_game" else form.game_id  # type: ignore[attr-defined]
            self.pages.come_to(sender.sid, came_to)
            return reply

    async def _event(self, sender: Client, event: str, form: Form) -> Reply:
        asks, wanted = event in QUESTIONS, form
        deadline = time.monotonic() + (QUESTION_PATIENCE if asks else PATIENCE)
        form = self._numbered(sender, form)
        shard = p.shard_of_event(event, form)
        while True:
            owner, epoch = self._owner(shard), self.membership.map.epoch(shard)
            try:
                if owner is not None:
                    return await self._ask(owner.name, shard, sender, event, form, deadline - time.monotonic())
            except LineError as error:
                _log.debug("%s is sent again: %s", event, error)
                if error.owner and shard != NO_SHARD:
                    await self.membership.check_owner(shard, Holding(error.owner, error.epoch), _CHECK_SECONDS)
                if event in _NEVER_AGAIN and error.sent:
                    return Reply(Granted())
            has_left = event == "join" and self.pages.wants_another(sender.sid, wanted)
            if has_left or time.monotonic() + _PAUSE >= deadline:
                if not has_left:
                    _log.warning("no host has answered the event %s in time", event)
                if asks:
                    return Reply(refusal(busy().code, busy().message))
                return Reply(refusal("not_saved", "The game cannot be saved just now; please try again."))
            if self.membership.map.epoch(shard) <= epoch:  # otherwise another owner is known now
                self.membership.refresh()
                await self._pause()

    async def _pause(self) -> None:
        pause = Pending[None]()
        self._waiting[pause] = None
        cancel = self._loop.later(_PAUSE, lambda: pause.resolve(None))
        await pause
        cancel()
        self._waiting.pop(pause, None)

    async def _ask(self, host: str, shard: int, sender: Client, event: str, form: Form, seconds: float) -> Reply:
        elsewhere = await self._plays_elsewhere(host, sender, event)
        line = self._mesh.line(host)
        if line is None:
            raise LineError("there is no line to the host", sent=False)
        asked = p.Event(msgspec.structs.replace(sender, plays_elsewhere=elsewhere), event, pack(form))
        self.pages.visit(sender, host)
        try:
            reply = unpack(await line.ask(shard, p.EVENT, pack(asked), seconds), Reply)
        finally:
            self.pages.remove_gone(sender, host)
        self.pages.learn(sender, reply.tokens)
        return reply

    async def _ask_all(self, sender: Client, event: str, form: Form) -> Reply:
        """Asks all hosts. Returns the first granting answer with the tables of all hosts, or otherwise a refusal."""
        granted: Reply | None = None
        refused = Reply(refusal("not_saved", "No table answers just now; please try again."))
        for host in self.membership.map.hosts():
            try:
                reply = await self._ask(host.name, NO_SHARD, sender, event, form, _ALL_SECONDS)
            except LineError as error:
                _log.debug("%s has no answer from %s: %s", event, host.name, error)
                continue
            if verdict(reply.answer) != "ok":
                refused = reply
            elif granted is None:
                granted = reply
            else:
                granted.answer.get("tables", []).extend(reply.answer.get("tables", []))
        return granted or refused

    def _owner(self, shard: int) -> Member | None:
        """Returns the owner of a shard, or any host if there is no shard, or the owner cannot be known or reached."""
        now, is_blind = self.membership.map, self.membership.is_blind()
        owner = None if shard == NO_SHARD else now.owner(shard)
        if owner and not (is_blind and self._mesh.line(owner.name) is None):
            return owner
        if shard != NO_SHARD and not is_blind:
            return None
        hosts = [host for host in now.hosts() if self._mesh.line(host.name) is not None]
        return secrets.choice(hosts) if hosts else None

    def _numbered(self, sender: Client, form: Form) -> Form:
        """Returns the form with a request number, and a secret for a new game, so that a repeated event counts once."""
        missing: dict[str, Any] = {}
        fields = type(form).__struct_fields__
        if "request_id" in fields and getattr(form, "request_id", None) is None:
            missing["request_id"] = f"front-{secrets.token_hex(12)}"
        if "secret" in fields and getattr(form, "secret", None) is None:
            missing["secret"] = Request(sender.sid, self._secret).token("new games")
        return msgspec.structs.replace(form, **missing) if missing else form

    async def _plays_elsewhere(self, host: str, sender: Client, event: str) -> bool:
        """Asks the other hosts with games of the sender whether the sender plays a person there."""
        if sender.tokens and (event in ENGINES_WORD or event in BEGINNINGS or event == "join"):
            now = self.membership.map
            owners = {owner.name for game_id in sender.tokens if (owner := now.owner(shard_of(game_id)))}
            for other in sorted(owners - {host}):
                line = self._mesh.line(other)
                if line is None and event != "join":  # nobody can say, and who plays a person must not be helped
                    raise LineError("there is no line to the host of another game", sent=False)
                if line and unpack(await line.ask(NO_SHARD, p.PLAYS, pack(sender.tokens), 1.0), bool):
                    return True
        return sender.plays_elsewhere

    def _follow(self, now: Map) -> None:
        self._mesh.follow(now)
        self.pages.bring_lost()
        for pause in list(self._waiting):
            pause.resolve(None)

    def _look(self) -> None:
        """Brings the pages that could not be brought to their hosts before."""
        self._loop.later(_LOOK, self._look)  # first: an error below must not end the looks
        self.pages.bring_lost()
