"""Judges what a cluster tells its operators, at the end of a world and while nothing troubles it; and that the games of
a host that dies then have another one before its lease has run out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from webapp.cluster.run_host import health_app
from webapp.common.metrics import Metrics
from webapp.storage.fence import SHARDS

if TYPE_CHECKING:
    from tests.world.world import World

_TAKEN = 1.5
"""Virtual seconds within which the games of a dead host have others: its address refuses connections at once."""


def check_operators(world: World) -> None:
    """Judges the pages of each host, kills one of them, and judges those of the others."""
    cluster = world.cluster
    _check(world)
    if len(cluster.hosts) < 2 or world.failure is not None:
        return
    victim, before = cluster.hosts[0], sum(one.host.takeovers for one in cluster.hosts[1:])
    had = len(victim.host.fence.held)
    cluster.kill(victim)
    world.go_on(_TAKEN)
    if world.owners.count(victim.member):
        world.fail("the leases", f"{victim.name} has died, and after {_TAKEN} s its games are still its own.")
    taken = sum(one.host.takeovers for one in cluster.hosts) - before
    if taken != (had > 0):
        world.fail("one answer", f"{victim.name} has died, and {taken} takeovers are counted.")
    _check(world)


def _check(world: World) -> None:
    """Each host tells what it has, who calls it, and that it is ready."""
    cluster = world.cluster
    for one in cluster.hosts:
        app = health_app(one.host, one.host._owner, _Well(), Metrics(), one.threads)  # type: ignore[arg-type]
        page = app.test_client()
        told = page.get("/metrics").get_data(as_text=True)
        right = {
            "shards": world.owners.count(one.member),
            "hosts": len(cluster.hosts),
            "callers": len(cluster.fronts),
            "questions": 0,
            "takeovers_total": one.host.takeovers,
            "fenced_writes_total": one.host.fence.refused(),
        }
        for name, count in right.items():
            found = re.search(rf"^\w+_{name} (\S+)$", told, re.MULTILINE)
            if found is None or float(found[1]) != count:
                words = f"{one.name} tells of {name} {found and found[1]}, where {count} is right"
                world.fail("one answer", f"{words}.")
        answer = page.get("/readyz")
        if answer.status_code != 200:
            world.fail("one answer", f"{one.name} is not ready, and nothing is wrong: {answer.get_json()}.")
    if sum(len(one.host.fence.held) for one in cluster.hosts) != SHARDS:
        world.fail("the leases", "The hosts do not hold all games together.")


class _Well:
    """Stands for a database that is well."""

    def check(self) -> tuple[bool, Any]:
        return True, "Games can be stored."
