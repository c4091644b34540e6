"""Ends a world: everybody leaves, all must have been given back, and the server ends in order while some are there."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from typing import TYPE_CHECKING

from tests.world.cast.client import start
from tests.world.cast.people import Person
from tests.world.harm.rivals import contend
from tests.world.rules.lines import check_counted
from tests.world.rules.operators import check_operators
from tests.world.scripts.visits import last
from tests.world.simulated.collections import grown, sizes
from tests.world.simulated.leaving import ask_late

if TYPE_CHECKING:
    from tests.world.world import World

_QUIET = 160.0
"""Virtual seconds after the last client has gone, in which everything is given back."""
_TIDIED = 4.0
"""Virtual seconds after which a table that nobody needs has left the memory."""
_LAST = 4.0
"""Virtual seconds for which the last guests are there."""
_WRITES = 0.8
"""Virtual seconds of a write while the server ends, so that something is still open."""

_UNWARNED = 3
"""Of so many seeds one makes a server that ends in order, but without a warning."""


def end(world: World, fresh: dict[str, Counter[str]], count: int) -> None:
    """Shows everybody out, and looks at what is left. At the beginning there were ``count`` processes."""
    world.is_over = True
    world.say("Everybody leaves.")
    world.host.calm_down()
    for client in list(world.clients):
        client.close()
    for line in list(world.lines):
        line.close()
    world.go_on(_QUIET)
    for _ in range(20):  # a clock runs on with nobody there, and then its flag falls
        if world.failure or not world.host.is_up() or not world.host.has_clocks():
            break
        world.go_on(_QUIET)
    world.go_on(_TIDIED)  # of a flag that has fallen just now
    if world.failure is None and world.plan.hosts:
        world.owners.check_end()
    _check_given_back(world, fresh, count)
    if world.failure is None and not world.plan.hosts and world.host.is_up():
        check_counted(world, world.server.up.process.metrics.text().decode())
    if world.failure is None and world.host.is_up():
        contend(world)
    if world.failure is None and world.plan.hosts and world.host.is_up():
        check_operators(world)
    if world.failure is None and world.host.is_up():
        _restart(world)
    if world.host.is_up():
        world.host.stop()
    world.truth.look_again()
    digest = hashlib.sha256("".join(row.data for rows in world.truth.games.values() for row in rows).encode())
    told = world.traffic.hexdigest()[:16]
    world.say(f"The end: {len(world.truth.games)} games ({digest.hexdigest()[:16]}), all that was told is {told}.")


def _check_given_back(world: World, fresh: dict[str, Counter[str]], count: int) -> None:
    """Looks at what is left beside what a ``fresh`` process of each kind has. There were ``count`` processes."""
    if world.failure is not None:
        return
    held = world.host.held()
    roots = world.host.roots()
    for name, root in roots.items():
        for kind, size in grown(sizes(root), fresh[name.split()[0]], len(roots) > count).items():
            held.setdefault(f"{kind} of {name}", size)
    if held:
        words = ", ".join(f"{count:g} {kind}" for kind, count in held.items())
        world.fail("everything is given back", f"Nobody has been here for {_QUIET:.0f} s, and there are {words}.")
    elif world.host.timers() > world.host.baseline:
        words = f"Of {world.host.timers()} timers {world.host.baseline} are the server's own."
        world.fail("everything is given back", words)


def _restart(world: World) -> None:
    """Lets a few people come once more, and the server end in order while they are there."""
    world.is_over = False
    for number in range(3):
        chance = random.Random(f"last {world.seed} {number}")
        start(last(Person(world, f"Last guest {number}", f"10.23.0.{number}", chance)))
    world.go_on(_LAST)
    world.host.disk.seconds = _WRITES
    if world.plan.hosts:
        world.cluster.leave()
    elif world.seed % _UNWARNED == 0:
        ask_late(world, world.host.disk)
    else:
        world.server.drain()
    world.is_over = True
