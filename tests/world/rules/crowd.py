"""Knows which pages are at which table, and holds against it what the server tells and grants."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import Model

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.rules.reasons import Asked
    from tests.world.world import World

_STEADY = 10.0
"""Virtual seconds without a change after which each page knows who is at its table."""
_HANDED = 14.0
"""Virtual seconds after a trouble, or new owners, from which on a host knows who is at its tables."""
_SLACK = 4.0
"""Virtual seconds by which the server may think otherwise about when a page left."""
_STAND_IN, _CLAIM = 15.0, 60.0
_LEFT = 12.0
"""Virtual seconds after which the server knows at last that a page has left."""
_ON_THE_WAY = 60.0
"""Virtual seconds for which a pointer or a reaction may be on its way."""
_SOON = 6.0
"""Virtual seconds in which the other pages of a table hear of something, and in which nothing may have been wrong."""


class Crowd:
    """Looks every second at all pages."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], float] = {}
        """By game and key, when a page with the key was last at the table."""
        self._there: dict[tuple[str, str], float] = {}
        """The same, whether or not all pages of the table are heard."""
        self._tables: dict[str, tuple[Any, float, float]] = {}
        """By game, who is there, since when just these, and since when anybody."""
        self._stirred: dict[str, float] = {}
        self._acts: dict[tuple[str, str], deque[tuple[float, Client, dict[str, Any]]]] = {}
        """By game and event, the last pointers and reactions: when, by which page, and what."""

    def look(self, world: World) -> None:
        """Notes who is where. What pages are told must fit, once nothing has changed for a while."""
        now = world.machine.now
        there: dict[str, list[Client]] = {}
        for client in world.clients:
            if client.is_open and client.heard.at is not None:
                there.setdefault(client.heard.at, []).append(client)
        asked = [(one.heard.at, one.heard.tables) for one in world.clients if one.is_open]
        coming = {game_id for at, tables in asked for game_id, until in tables.items() if not until and at != game_id}
        for game_id, clients in there.items():
            hear = [one for one in clients if self._hears(one)]
            self._there.update({(game_id, key): now for one in clients for key in one.heard.shown.get(game_id, ())})
            for one in hear if len(hear) == len(clients) else ():
                for key in one.heard.shown.get(game_id, ()):
                    if one.heard.is_looking:
                        self._seen[game_id, key] = now
            versions = len(world.truth.shown.get(game_id, ()))
            told = tuple((id(one), tuple(sorted(one.heard.shown.get(game_id, ())))) for one in clients)
            if game_id in coming or self._tables.get(game_id, (None,))[0] != (told, versions):
                began = self._tables[game_id][2] if game_id in self._tables else now
                self._tables[game_id] = (told, versions), now, began
            since = max(self._tables[game_id][1], self._stirred.get(game_id, 0.0))
            if now - since > _STEADY and game_id in world.truth.models:
                if world.plan.hosts:
                    since = max(since, world.owners.since(game_id), world.rough_until)
                is_known = now - since > _HANDED if world.plan.hosts else now - world.calm_from() > _STEADY
                if is_known:
                    self._check(world, world.truth.models[game_id], clients)
        if not world.is_crowded():  # else a table may wait outside the memory until somebody asks for something
            heard = [game_id for game_id, clients in there.items() if any(map(self._hears, clients))]
            world.truth.check_engines({game_id: self._tables[game_id][2] for game_id in heard})
        self._tables = {game_id: told for game_id, told in self._tables.items() if game_id in there}
        self._check_shares(world)

    def is_occupied(self, game_id: str, since: float) -> bool:
        """Tells whether somebody is at a table, and has been since a moment."""
        return game_id in self._tables and self._tables[game_id][2] <= since

    def is_heard(self, world: World, game_id: str, since: float) -> bool:
        """Tells whether a page is at a table that hears all, and has been since a moment."""
        pages = (one for one in world.clients if one.is_open and one.heard.at == game_id)
        return any(one.heard.is_there(since) and self._hears(one) for one in pages)

    def is_here(self, world: World, model: Model, since: float) -> bool:
        """Tells whether a player of a game is in sight at its table, and has been since a moment."""
        pages = [one for one in world.clients if one.is_open and one.heard.at == model.game_id and self._hears(one)]
        owners = set(filter(None, map(model.owner, (0, 1))))
        there = [one for one in pages if one.heard.is_there(since) and one.heard.is_looking]
        return any(owners & one.heard.sure.get(model.game_id, set()) for one in there)

    def _hears(self, client: Client) -> bool:
        return not client.line.is_frozen and client.line.slowness is None and client.line.buffer > 50_000

    def _check(self, world: World, model: Model, clients: list[Client]) -> None:
        """Each page is told how many look on, and that who is there is there."""
        is_out = world.is_crowded() or world.is_crowded_out(model.game_id)
        if is_out or any(one._asked for one in clients):
            return  # who asks may be at another table by now
        is_known = (one.heard.is_looking is not None and not one.name.startswith("Foe") for one in clients)
        if not all(map(self._hears, clients)) or not all(is_known):
            return
        players = {*model.controls, *filter(None, map(model.owner, (0, 1)))}
        watchers = sum(not one.heard.shown.get(model.game_id, set()) & players for one in clients)
        for one in clients:
            told = one.heard.people.get(model.game_id)
            if told is None:
                continue
            here = [self._presence(model, seat, clients) for seat in (0, 1)]
            shown = [seat and seat["presence"] for seat in told["seats"]]
            is_sure = world.is_calm(self._tables[model.game_id][1])  # else nobody knows since when who is away
            if is_sure and world.is_settled(model.game_id, self._tables[model.game_id][2]):
                self._check_offers(world, model, told)
            if told["watchers"] != watchers or here != shown:
                words = f"{one.name} at {model.game_id} is told of {told}; {watchers} look on, and there are {here}."
                world.fail("each page is told", words)

    def _presence(self, model: Model, seat: int, clients: list[Client]) -> str | None:
        owner, shown = model.owner(seat), [one.heard.shown.get(model.game_id, ()) for one in clients]
        looking = [one.heard.is_looking for one, keys in zip(clients, shown, strict=True) if owner in keys]
        return None if owner is None else "here" if any(looking) else "away" if looking else "offline"

    def _check_offers(self, world: World, model: Model, told: dict[str, Any]) -> None:
        """What may be done about who is away is offered from its moment on, and not before."""
        now = world.machine.now
        waited = now - world.truth.clocks.turn_began(model.game_id, model.version)
        for seat, person in enumerate(told["seats"]):
            seen = self._seen.get((model.game_id, model.owner(seat) or ""))
            if person is None or seen is None:
                continue
            away = now - max(seen, self._tables[model.game_id][2], world.host.started_at)
            absent = now - max(self._there.get((model.game_id, model.owner(seat) or ""), 0.0), now - away)
            is_human = model.seats[seat]["kind"] == "human" and not model.is_over
            claim = float(world.plan.settings.get("claim", _CLAIM))
            waits = min(away, waited) if model.to_move == seat else 0.0
            for offer, since, patience in (("stand_in", away, _STAND_IN), ("claim", waits, claim)):
                is_due = is_human and min(since, absent) > patience + _SLACK
                if (is_due and offer not in person["offers"]) or (
                    offer in person["offers"] and since < patience - _SLACK
                ):
                    words = f"away for {away:.0f} s, waited for {waits:.0f} s, are the offers {person['offers']}"
                    world.fail("each page is told", f"For seat {seat} of {model.game_id}, {words}.")

    def granted(self, client: Client, asked: Asked) -> None:
        """Expects what follows from a granted event: others see a reaction and a pointer, a watcher thoughts."""
        event, payload, at = asked.event, asked.payload, asked.at
        world, game_id = client.world, str(payload.get("game_id"))
        model = world.truth.models.get(game_id)
        if model is None or client.heard.at != game_id or model.version != asked.version or world.is_crowded():
            return
        if world.was_closed(game_id, asked.at - 1.0) or world.is_crowded_out(game_id):  # a pointer opens no table
            return
        others = [one for one in world.clients if one is not client and one.heard.at == game_id]
        own = [seat for seat in (0, 1) if model.owner(seat) in client.heard.sure.get(game_id, ())]
        if event == "react" and len(own) == 1:
            news = {"game_id": game_id, "seat": own[0], "reaction": payload["reaction"]}
            self._expect(others, at, "reaction", lambda told: told == news, f"the reaction of {client.name}")
        elif event == "aim" and model.to_move in own and not any(model.lent):
            now = payload["move"] if payload["move"] in model.legal else None
            news = {"game_id": game_id, "seat": model.to_move, "ply": model.ply, "move": now}
            self._expect(others, at, "aim", lambda told: told == news, f"where {client.name} points")
        elif event == "watch_thinking" and payload["on"]:
            version = model.version

            def is_shown(told: Any) -> bool:
                is_changed = client.heard.watches != game_id or not model.shown()["help"] or model.is_over
                is_whole = not payload.get("tree") or (told or {}).get("branches") is not None
                return is_changed or model.version != version or bool(told and told["game_id"] == game_id and is_whole)

            self._expect([client], at, "thinking", is_shown, "what the engine thinks")

    def check_away(self, world: World, game_id: str, seat: int, event: str) -> str | None:
        """Returns that somebody has been away for long enough, for an act that was refused as too early."""
        model, now = world.truth.models[game_id], world.machine.now
        seen = self._seen.get((game_id, model.owner(seat) or ""))
        unsure = world.is_crowded() or world.was_down or game_id not in self._tables
        unsure = unsure or not world.is_settled(game_id, self._tables[game_id][2])
        if seen is None or unsure or any(one.heard.is_looking is None for one in world.clients):
            return None
        away, waited = (
            now - max(seen, self._tables[game_id][2]),
            now - world.truth.clocks.turn_began(game_id, model.version),
        )
        patience = float(world.plan.settings.get("claim", _CLAIM)) if event == "claim" else _STAND_IN
        is_due = away > patience + _LEFT and (event != "claim" or waited > patience + _SLACK)
        return f"seat {seat} is away for {away:.0f} s, and the turn is {waited:.0f} s old" if is_due else None

    def heard(self, client: Client, event: str, told: dict[str, Any]) -> None:
        """Judges a reaction or a pointer: the player of that seat has sent it, and not this page."""
        world, game_id = client.world, told["game_id"]
        field, kind = ("move", "aim") if event == "aim" else ("reaction", "react")
        keys = {facts.owners[told["seat"]] for facts in world.truth.facts.get(game_id, [])}
        for at, who, asked in reversed(self._acts.get((game_id, kind), ())):
            fits = asked.get(field) == told[field] or (event == "aim" and told["move"] is None)
            is_other = event == "reaction" or who is not client
            if (
                world.machine.now - at < _ON_THE_WAY
                and fits
                and is_other
                and who.heard.shown.get(game_id, set()) & keys
            ):
                return
        world.fail("nothing but the truth", f"{client.name} was told of {event!r} {told}, which nobody has sent.")

    def stir(self, client: Client, game_id: str | None) -> None:
        """Notes that a page comes to a table, or goes: perhaps both between two looks."""
        if game_id is not None:
            self._stirred[game_id] = client.world.machine.now

    def note(self, client: Client, event: str, payload: Any) -> None:
        """Notes that a page comes to a table, or sends a reaction or a pointer."""
        if event == "join" and isinstance(payload, dict):
            self.stir(client, str(payload.get("game_id")))
        if event in ("aim", "react") and isinstance(payload, dict):
            acts = self._acts.setdefault((str(payload.get("game_id")), event), deque(maxlen=80))
            acts.append((client.world.machine.now, client, payload))

    def _expect(self, pages: list[Client], since: float, event: str, fits: Callable[[Any], bool], words: str) -> None:
        """Expects that pages hear of something soon, if they and the world are well since a moment."""
        pages = [one for one in pages if self._hears(one)]

        def look() -> None:
            for one in pages:
                heard, calm = one.heard, one.world.is_calm(since)
                is_well = one.is_open and self._hears(one) and one.deaf_until < since and heard.at_since < since
                lately = [each for at, kind, each in heard.lately if at >= since and kind == event]
                is_closed = one.world.was_closed(heard.at or "", since)
                if calm and is_well and heard.is_there(since) and not any((is_closed, *map(fits, lately or [None]))):
                    one.world.fail("each page is told", f"{one.name} has not heard {event!r}: {words} at {heard.at}.")

        for one in pages[:1]:
            one.world.machine.later(_SOON, look)

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
        waited = world.machine.now - world.truth.clocks.turn_began(model.game_id, model.version)
        if asked == "claim" and waited < patience - _SLACK:
            world.fail("one owner", f"A win is claimed in {model.game_id}, which has waited {waited:.0f} s for a move.")
