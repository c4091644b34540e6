"""Knows which pages are at which table, and holds against it what the server tells and grants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.world.model import Model

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.world import World

_STEADY = 25.0
"""Virtual seconds without a change after which each page knows who is at its table."""
_SLACK = 4.0
"""Virtual seconds by which the server may think otherwise about when a page left."""
_STAND_IN, _CLAIM = 15.0, 60.0


class Crowd:
    """Looks every second at all pages."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], float] = {}
        """By game and key, when a page with the key was last at the table."""
        self._tables: dict[str, tuple[Any, float]] = {}
        """By game, who is there, and since when just these."""

    def look(self, world: World) -> None:
        """Notes who is where. What pages are told must fit, once nothing has changed for a while."""
        now = world.machine.now
        there: dict[str, list[Client]] = {}
        for client in world.clients:
            if client.is_open and client.heard.at is not None:
                there.setdefault(client.heard.at, []).append(client)
        for game_id, clients in there.items():
            hear = [one for one in clients if self._hears(one)]
            for one in hear if len(hear) == len(clients) else ():
                for key in one.heard.shown.get(game_id, ()):
                    if one.heard.is_looking:
                        self._seen[game_id, key] = now
            versions = len(world.truth.shown.get(game_id, ()))
            told = tuple((id(one), tuple(sorted(one.heard.shown.get(game_id, ())))) for one in clients)
            if self._tables.get(game_id, (None, 0.0))[0] != (told, versions):
                self._tables[game_id] = (told, versions), now
            since = self._tables[game_id][1]
            if now - since > _STEADY and world.is_calm(since) and game_id in world.truth.models:
                self._check(world, world.truth.models[game_id], clients)
        self._tables = {game_id: told for game_id, told in self._tables.items() if game_id in there}
        self._check_shares(world)

    def _hears(self, client: Client) -> bool:
        return not client.line.is_frozen and client.line.slowness is None and client.line.buffer > 50_000

    def _check(self, world: World, model: Model, clients: list[Client]) -> None:
        """Each page is told how many look on, and that who is there is there."""
        if any(world.plan.harm) or world.plan.hosts or int(world.plan.settings.get("live_games", 500)) <= 20:
            return
        if not all(self._hears(one) and one.heard.is_looking and not one.name.startswith("Foe") for one in clients):
            return
        players = {*model.controls, *filter(None, map(model.owner, (0, 1)))}
        watchers = sum(not one.heard.shown.get(model.game_id, set()) & players for one in clients)
        for one in clients:
            told = one.heard.people.get(model.game_id)
            if told is None:
                continue
            here = [
                any(model.owner(seat) in each.heard.shown.get(model.game_id, ()) for each in clients) for seat in (0, 1)
            ]
            shown = [seat is not None and seat["presence"] == "here" for seat in told["seats"]]
            if told["watchers"] != watchers or here != shown:
                words = f"{one.name} at {model.game_id} is told of {told}; {watchers} look on, and here are {here}."
                world.fail("each page is told", words)

    def _check_shares(self, world: World) -> None:
        """No address, and not all together, have more pages than the settings allow."""
        if world.plan.hosts:
            return
        settings, counts = world.host.settings, dict[str, int]()
        for client in world.clients:
            if client._joined and self._hears(client):
                counts[client.address] = counts.get(client.address, 0) + 1
        for address, count in counts.items():
            if count > settings.address_connections:
                world.fail("memory is bounded", f"{count} pages of {address} are let in at once.")
        if sum(counts.values()) > settings.connections:
            world.fail("memory is bounded", f"{sum(counts.values())} pages are let in at once.")

    def check_absent(self, world: World, model: Model, event: dict[str, Any], asked: str) -> None:
        """Nobody loses a game, or a seat to an engine, who has not been away for long enough."""
        seat = 1 - event["seat"] if asked == "claim" else event["seat"]
        settings = world.plan.settings
        patience = float(settings.get("claim", _CLAIM)) if asked == "claim" else _STAND_IN
        seen = self._seen.get((model.game_id, model.owner(seat) or ""), 0.0)
        if world.machine.now - seen < patience - _SLACK:
            away = world.machine.now - seen
            world.fail("one owner", f"{asked!r} is granted in {model.game_id} against who was there {away:.0f} s ago.")
