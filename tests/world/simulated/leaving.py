"""Lets a server or a front finish what is open before its end, as the command does. Judges what people see of it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from tests.world.cast.client import Client, Reader, page
from tests.world.simulated.threads import Event

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.world.simulated.network import Listener
    from tests.world.world import World

_GAME = {"game": "nim", "seats": [{"kind": "human"}, {"kind": "human"}]}
_HASTY, _OPEN, _SOON = 3, 0.2, (0.0, 0.5, 0.7)
"""The pages that ask for a game, before a server ends and meanwhile, and the virtual seconds until then."""
_WRITE, _LATE = 0.5, 0.1
"""The virtual seconds of a write, and to the end of a server that ends without a warning."""
_DRAINS, _ON_THE_WAY = 10.0, 1.5
"""The most virtual seconds that the end of a server takes, and an answer."""
_COMES = 0.3
"""Virtual seconds after the begin of the end at which somebody comes."""


def ask_late(world: World, disk: Any) -> None:
    """Lets some pages ask for a game whose write still waits when the server ends: it is written all the same."""
    before, disk.seconds = disk.seconds, max(disk.seconds, _WRITE)
    for one in [one for one in world.clients if one._joined][:_HASTY]:
        one.ask("new_game", dict(_GAME))
    Event(world).wait(_LATE)
    disk.seconds = before


def drain(world: World, services: Any, listener: Listener, is_up: Callable[[], bool]) -> None:
    """Drains a process that takes pages at a door. Pages are told, and all that they have asked is answered; who comes
    meanwhile is told to come again, and still reads pages."""
    since, was_calm = world.machine.now, world.is_calm()
    world.drained_at = since
    world.is_troubled(_DRAINS)
    pages = [one for one in world.clients if one.line.listener is listener and one._joined and one.words._hears()]
    for one in pages[:_HASTY]:
        for seconds in _SOON:
            world.machine.later(seconds, lambda one=one: one.ask("new_game", dict(_GAME)))  # type: ignore[misc]
    Event(world).wait(_OPEN)
    late = list[Any]()
    world.machine.later(_COMES, lambda: late.extend(_comers(world)))
    services.drain()
    Event(world).wait(_ON_THE_WAY)
    for one in pages if was_calm and is_up() else ():
        if not one.is_open or not one.words._hears():
            continue
        if not any(kind == "notice" and at >= since for at, kind, _ in one.heard.lately):
            world.fail("each page is told", f"{one.name} is not told that the server restarts.")
        if (oldest := one.oldest()) and oldest[1] < since and not world.heavy:
            world.fail("each question is answered", f"{one.name} has asked {oldest[0]!r}, and the server ends.")
    if late and was_calm and is_up() and not world.plan.hosts and not world.heavy:
        page_told, read = late[0].opened.value, late[1].answer.value
        if page_told is True or (isinstance(page_told, str) and page_told not in ("restarting", "server_full")):
            world.fail("one answer", f"Who comes while the server ends is told {page_told!r}.")
        if late[1].answer.done and (read is None or read[0] != 200):
            world.fail("each question is answered", f"A page that is read while the server ends is answered by {read}.")
    world.drained_at = world.machine.now


def _comers(world: World) -> tuple[Client, Reader]:
    chance = random.Random(f"late {world.seed} {world.machine.now}")
    came = Client(world, "Foe who comes late", "10.23.1.1", chance)
    return came, Reader(world, "10.23.1.2", random.Random(chance.random()), page("/healthz"))
