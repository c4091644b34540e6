"""Asks one host for moves without a front, so that a former owner tries a write for certain, whatever the pages do."""

from __future__ import annotations

import secrets
from typing import Any

from tests.chaos.page import HUMAN
from webapp.cluster import questions as q
from webapp.cluster.line.calling import Line, LineError
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.line.sockets import Sockets
from webapp.cluster.register import Member, Register
from webapp.play.desk.forms import read
from webapp.play.desk.port import Caller, Reply
from webapp.process.service_threads import ServiceThreads
from webapp.storage.database import Database
from webapp.storage.fence import shard_of

_LONG = 60.0
_SHORT = 1.0


class Witness:
    """Has one game at a host of the cluster, and reads no map: the host is asked for moves also after a takeover.

    Args:
        url: the database of the cluster.
        host: the name of the host.
    """

    def __init__(self, url: str, host: str) -> None:
        self._name, self._keys, self._sockets = (
            f"witness-{secrets.token_hex(6)}",
            Keys.draw(),
            Sockets(ServiceThreads()),
        )
        database = Database(url)
        try:
            register = Register(database, self._name)
            register.join(Member(self._name, "front", "", self._keys.public))
            self._host = register.read().members[host]
        finally:
            database.close()
        opened = self._ask(NO_SHARD, "new_game", _LONG, game="connect4", seats=[HUMAN, HUMAN])
        self._game_id, self._tokens = opened.answer["game_id"], opened.tokens

    def move(self) -> bool:
        """Asks the host for a move; returns whether the host has carried out the move."""
        move = {"game_id": self._game_id, "ply": 0, "move": 4, "request_id": "the-first-move"}
        try:
            return bool(self._ask(shard_of(self._game_id), "move", _SHORT, **move).answer["ok"])
        except LineError:
            return False

    def close(self) -> None:
        """Ends the lines."""
        self._sockets.close()

    def _ask(self, shard: int, event: str, seconds: float, **payload: Any) -> Reply:
        """Asks on a new line: a host that has slept has ended the older ones."""
        tokens = {} if shard == NO_SHARD else self._tokens
        asked = q.Event(Caller("page", "203.0.113.7", "", tokens), event, pack(read(event, payload)))
        line = Line(self._sockets, self._name, self._keys, self._host.address, self._host.key, lambda _: None)
        try:
            line.hello([])
            return unpack(line.ask(shard, "page", q.EVENT, pack(asked), seconds), Reply)
        finally:
            line.end()
