"""Begins a game between engines at one host without a front: a host that wakes up tries the next move for certain."""

from __future__ import annotations

import secrets
from contextlib import closing

from webapp.cluster import questions as q
from webapp.cluster.leases import Leases
from webapp.cluster.line.calling import Line
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.line.sockets import Sockets
from webapp.cluster.map import Member
from webapp.cluster.steward import Steward
from webapp.play.desk.forms import read
from webapp.play.desk.port import Caller, Reply
from webapp.process.service_threads import ServiceThreads
from webapp.storage.database import Database

ENGINE = {"kind": "engine", "level": 1}
_LONG = 60.0


def begin_engines_game(url: str, host: str) -> None:
    """Begins a game in which two engines move by themselves.

    Args:
        url: the database of the cluster.
        host: the name of the host.
    """
    name, keys, threads = f"front-{secrets.token_hex(6)}", Keys.draw(), ServiceThreads()
    with closing(Database(url)) as database, closing(Sockets(threads)) as sockets:
        steward = Steward(database.url, Leases(database, name), threads, on_map=lambda _: None)
        with closing(steward):
            steward.start(Member(name, "front", "", keys.public))
            member = steward.map.members[host]
        line = Line(sockets, name, keys, member.address, member.key, lambda _: None)
        line.hello([])
        form = read("new_game", {"game": "connect4", "seats": [ENGINE, ENGINE]})
        asked = pack(q.Event(Caller("page", "203.0.113.7", ""), "new_game", pack(form)))
        reply = unpack(line.ask(NO_SHARD, "page", q.EVENT, asked, _LONG), Reply)
        assert reply.answer["ok"], reply.answer
        line.end()
