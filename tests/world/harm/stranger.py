"""Knocks at the hosts as somebody who is no member, or as a member under another's name: no host hears either."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import zmq
from zmq.utils import z85

from tests.world.simulated.hosts.links import Context
from webapp.cluster.line import messages as m

if TYPE_CHECKING:
    from tests.world.simulated.hosts.cluster import Cluster

_SOON = 2.0
"""Virtual seconds in which a host has answered, or shut the door."""


class _Visitor:
    """Stands for a process of no cluster."""

    name, member, is_dead, frozen_until = "a stranger", "", False, 0.0


def knock(cluster: Cluster, chance: random.Random) -> None:
    """Connects to each host with a drawn key, or with the key of one front under the name of another one, and greets.
    The world fails if a host answers."""
    fronts, world = cluster.fronts, cluster._world
    named = chance.choice(fronts)
    other = next((one for one in fronts if one is not named), None)
    for host in cluster.hosts:
        sock = Context(cluster.links, _Visitor()).socket(zmq.DEALER)
        sock.identity = chance.randbytes(12)
        keys = other.services.owner._keys if other is not None and chance.random() < 0.5 else None
        sock.curve_publickey = keys.public.encode() if keys else z85.encode(chance.randbytes(32))
        sock.curve_serverkey = host.host._keys.public.encode()
        sock.connect(host.host.lines.address)
        sock.send_multipart([m.encode(m.Hello(named.services.owner.name, []))], 0)

        def look(sock: Any = sock, host: Any = host, keys: Any = keys) -> None:
            if sock._queue:
                who = "a member under another's name" if keys else "who is no member"
                world.fail("one owner", f"{host.name} answered {who}.")
            sock.close()

        world.machine.later(_SOON, look)
