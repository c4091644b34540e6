"""Begins a game between engines at one host without a front: a host that wakes up tries the next move for certain."""

from __future__ import annotations

import secrets
from contextlib import closing
from typing import Any

import psycopg
import zmq
from sqlalchemy import make_url

from tests.webapp.cluster.machines import finish_in
from webapp.cluster import protocol as q
from webapp.cluster.leases import Leases, read_map
from webapp.cluster.line.front_end import Line
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.map import Member
from webapp.play.desk.forms import read
from webapp.play.desk.port import Caller, Reply, verdict
from webapp.serving.loop import Loop
from webapp.storage.database import Database

ENGINE = {"kind": "engine", "level": 1}
_LONG = 60.0


def begin_engines_game(url: str, host: str) -> None:
    """Begins a game in which two engines move by themselves.

    Args:
        url: the database of the cluster.
        host: the name of the host.
    """
    form = read("new_game", {"game": "connect4", "seats": [ENGINE, ENGINE]})
    asked = pack(q.Event(Caller("page", "203.0.113.7", ""), "new_game", pack(form)))
    name, keys, loop = f"front-{secrets.token_hex(6)}", Keys.draw(), Loop()
    context: zmq.Context[Any] = zmq.Context()
    loop.start()
    with closing(Database(url)) as database:
        leases = Leases(database, name)
        leases.join(Member(name, "front", "", keys.public))
        with psycopg.connect(make_url(url).set(drivername="postgresql").render_as_string(False)) as connection:
            member = read_map(connection)[0].members[host]

        lines = list[Line]()

        def ask() -> Any:
            line = Line(loop, context, name, keys, member.address, member.key, lambda _: None)
            lines.append(line)
            line.hello([])
            return line.ask(NO_SHARD, q.EVENT, asked, _LONG)

        reply = unpack(finish_in(loop, ask), Reply)
        assert verdict(reply.answer) == "ok", reply.answer
        loop.ask(lines[0].end)
        leases.leave()
    context.destroy(0)
    loop.stop()
