"""Judges how long everybody waits for an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webapp.cluster.protocol import COMINGS

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.world import World

_PATIENCE = {False: 60.0, True: 30.0}
"""Virtual seconds within which a question is answered, while something troubles the world or nothing does."""
_OF_ENGINE, _HEAVY = 40.0, 150.0
"""The same of a question to the engine, which is answered or refused in time whatever the engine does; and where hosts
may be silent, or page threads are busy, which read games."""
_OF_FRONT = {False: 16.0, True: 60.0}
"""The same of a front, whatever troubles its hosts. What brings a page to a table waits for what came before."""
_THOUGHT = 15.0
"""The same of an engine where nothing is wrong, about a game that has not changed since."""
_ENGINES = ("hint", "preview", "why_not", "why", "review", "mistake", "beliefs")


def check_waits(world: World) -> None:
    """Fails a world where a page or a reader has waited too long."""
    now = world.machine.now
    for client in list(world.clients):
        is_heavy = client.address in world.heavy
        if is_heavy or client.line.is_frozen or client.line.slowness is not None or not world.host.is_up():
            client.deaf_until = now
        client.full_at = now if client.is_full() else client.full_at
        oldest = client.oldest()
        if oldest is not None and client.deaf_until != now:
            _check(world, client, *oldest)
    for reader in world.readers:
        waited = now - reader.asked_at
        is_heard = reader.line.slowness is None and reader.line.address not in world.heavy
        if is_heard and waited > _PATIENCE[world.is_calm()]:
            world.fail("each question is answered", f"{reader.name} has waited {waited:.0f} s for the page.")


def _check(world: World, client: Client, event: str, since: float) -> None:
    now, is_engines = world.machine.now, event in _ENGINES
    waited, patience = now - max(since, client.deaf_until), _PATIENCE[world.is_calm() and not world.heavy]
    if is_engines:
        waited = now - max(since, client.deaf_until, client.full_at)
        patience = _HEAVY if world.heavy or world.plan.hosts else _OF_ENGINE
    if world.plan.hosts and event not in COMINGS and patience > _OF_FRONT[is_engines]:
        fronts = [*world.cluster.fronts, *(one for one in world.cluster.dead if not one.member)]
        awake = max((one.frozen_until for one in fronts), default=0.0)
        if now - max(since, client.deaf_until, client.full_at, awake) > _OF_FRONT[is_engines]:
            patience = _OF_FRONT[is_engines]
    is_well = world.is_calm(since) and client.address not in world.doubtful and not world.is_crowded()
    is_well = is_well and not world.was_closed(client.oldest_game(), since - 1.0)
    if is_engines and is_well and client.is_about_now():
        patience = _THOUGHT
    if waited > patience:
        words = f"{client.name} has waited {waited:.0f} s for an answer to {event!r}."
        world.fail("each question is answered", words)
