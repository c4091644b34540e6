"""Holds a game between engines at one host, without a front, so that the host surely tries the next move."""

import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
import zmq
from sqlalchemy import make_url

from tests.chaos.page import ENGINE
from tests.webapp.cluster.machines import finish_in
from webapp.cluster import protocol as p
from webapp.cluster.leases import Leases, read_map
from webapp.cluster.line.front_end import Line
from webapp.cluster.line.keys import Keys
from webapp.cluster.line.messages import NO_SHARD, pack, unpack
from webapp.cluster.map import Member
from webapp.play.desk.forms import read
from webapp.play.desk.port import Client, Reply, verdict
from webapp.serving.loop import Loop
from webapp.storage.database import Database

_LONG = 60.0


@contextmanager
def engines_game(url: str, host: str) -> Iterator[None]:
    """Begins a game in which two engines move, at the host of a name, in the cluster with a database. A page stays at
    the table until the end of the block: at an empty table the engines soon rest, and a resting host tries no write.
    The game is the longest for the tests' engine."""
    form = read("new_game", {"game": "gomoku7", "seats": [ENGINE, ENGINE]})
    asked = pack(p.Event(Client("page", "203.0.113.7", ""), "new_game", pack(form)))
    name, keys, loop = f"front-{secrets.token_hex(6)}", Keys.draw(), Loop()
    context: zmq.Context[Any] = zmq.Context()
    loop.start()
    with closing(Database(url)) as database:
        leases = Leases(database, name)
        leases.join(Member(name, "front", "", keys.public))
        with psycopg.connect(make_url(url).set(drivername="postgresql").render_as_string(False)) as connection:
            member = read_map(connection)[0].members[host]
        line = loop.ask(lambda: Line(loop, context, name, keys, member.address, member.key, lambda _: None))
        loop.ask(lambda: line.hello([]))
        reply = unpack(finish_in(loop, lambda: line.ask(NO_SHARD, p.EVENT, asked, _LONG)), Reply)
        assert verdict(reply.answer) == "ok", reply.answer
        yield
        loop.ask(line.end)
        leases.leave()
    context.destroy(0)
    loop.stop()
