"""Holds scenes of people who meet: each brings them to every way of speaking to one another, and knows how it ends."""

from __future__ import annotations

from typing import Any

from tests.world.cast.people import Person, other_page, secret
from tests.world.scripts.scenes import begin_two

_SURE = 12.0
"""Virtual seconds by which a person stays longer away than the server asks for."""


class _Pair:
    """Holds two people, and tells whether nothing has troubled them since a moment: then what is right must come."""

    def __init__(self, person: Person, friend: Person) -> None:
        self.person, self.friend, self._world = person, friend, person.world
        self._since, self._lines = self._world.machine.now, (person.client, friend.client)

    def begin(self) -> None:
        """Looks from now on."""
        self._since, self._lines = self._world.machine.now, (self.person.client, self.friend.client)

    def demand(self, holds: bool, rule: str, words: str) -> None:
        """Fails unless ``holds``, where nothing was wrong."""
        same = self._lines == (self.person.client, self.friend.client)
        calm = self._world.is_calm(self._since) and not any(self._world.plan.harm)
        if not holds and same and calm and self.person._is_quiet() and self.friend._is_quiet():
            self._world.fail(rule, f"{self.person.name} and {self.friend.name}: {words}.")


async def parley(person: Person, acts: int) -> None:
    """Plays with a friend, and asks an engine beside it, who is silent. Both ask for a rematch after the end."""
    friend = other_page(person, "friend")
    game_id = await begin_two(person, friend)
    if game_id is None or game_id not in friend.views:
        return friend.leave()
    await person.move(game_id)
    await friend.catch_up(game_id, person.views[game_id]["version"])
    await _alone(_Pair(person, friend), game_id)
    await person.ask("resign", game_id=game_id, request_id=person.number())
    games = [await one.ask("rematch", game_id=game_id, request_id=one.number()) for one in (person, friend)]
    if games[1] and games[1]["ok"] and games[1].get("game_id") and await friend.join(games[1]["game_id"]):
        await friend.move(games[1]["game_id"])
    friend.leave()
    return None


async def _alone(pair: _Pair, game_id: str) -> None:
    """Asks for an engine's help beside a game with a person: it is silent, and begins no other game."""
    person = pair.person
    pair.begin()
    engine = [{"kind": "human"}, {"kind": "engine", "level": 3}]
    told = await person.ask("preview", again=False, game="connect4", level=4, moves="4453")
    begun = await person.ask("new_game", again=False, game="connect4", seats=engine)
    hint = await person.ask("hint", again=False, game_id=game_id, ply=person.views[game_id]["ply"])
    for answer in (told, begun, hint):
        if answer and not person.world.plan.hosts:
            pair.demand(not answer["ok"], "fair play", f"an engine helps beside {game_id}: {answer}")


async def absent(person: Person, acts: int) -> None:
    """Waits for a friend who is away: the game is claimed, or an engine stands in, after the time for it, and no
    earlier. The friend comes back to the seat."""
    friend, world = other_page(person, "friend"), person.world
    game_id = await begin_two(person, friend)
    if game_id is None:
        return friend.leave()
    event = person.chance.choice(("claim", "stand_in"))
    patience = float(world.plan.settings.get("claim", 60.0)) if event == "claim" else 15.0
    client = friend.client
    if person.chance.random() < 0.5:  # a game waits for who is away only from the move before on
        if client is not None:
            client.close()
        await world.sleep(patience + _SURE)
    await person.move(game_id)
    since = world.machine.now
    await person.ask(event, again=False, game_id=game_id, seat=1, request_id=person.number())
    if client is not None:
        client.close()
    watch = _Pair(person, person)
    for wait in (patience / 2, patience / 2 + _SURE):
        await world.sleep(wait)
        answer = await person.ask(event, again=False, game_id=game_id, seat=1, request_id=person.number())
        away = world.machine.now - since
        if answer and wait > patience / 2:
            granted = answer["ok"] or answer["error"]["code"] in ("game_over", "too_long", "rate_limited")
            watch.demand(granted, "each question is answered", f"{event!r} is refused after {away:.0f} s: {answer}")
    if await friend.join(game_id) and event == "stand_in":
        back: dict[str, Any] = {"game_id": game_id, "seat": 1, "kind": "human", "request_id": friend.number()}
        answer = await friend.ask("set_seat", **back)
        if answer and not answer["ok"] and friend.views[game_id]["outcome"] is None:
            _Pair(friend, person).demand(False, "one owner", f"the own seat is not given back: {answer}")
        await friend.play(game_id, [1], 2)
    friend.leave()
    return None


async def by_code(person: Person, acts: int) -> None:
    """Tells a friend the code of a game, lets everybody watch it, and takes that back. A name is reported."""
    friend, world = other_page(person, "friend", "10.4.0.1"), person.world
    seats = [{"kind": "human"}, {"kind": "human", "open": True}]
    answer = await person.ask("new_game", game="connect4", seats=seats, request_id=person.number())
    if not answer or not answer["ok"]:
        return friend.leave()
    person.at = game_id = str(answer["game_id"])
    made = await person.ask("make_code", game_id=game_id)
    if made and made["ok"]:
        await friend.come()
        pair = _Pair(person, friend)
        used = await friend.ask("use_code", again=False, code=made["code"].lower())
        if used and used.get("game_id", game_id) != game_id:
            world.fail("one owner", f"{friend.name} has the code of {game_id}, and was led to {used['game_id']}.")
        if used:
            pair.demand(used["ok"], "each question is answered", f"the code of {game_id} is refused: {used}")
    friend.keep_token(game_id, token := secret(friend.chance))
    await friend.join(game_id)
    if not await friend.ask("sit", game_id=game_id, token=token, request_id=friend.number()):
        return friend.leave()
    await _watched(_Pair(person, friend), game_id)
    await friend.ask("name", game_id=game_id, name="Robin", request_id=friend.number())
    if not (game_id in person.views and game_id in friend.views):
        return friend.leave()
    for mover in (person, friend, person, friend):
        await mover.catch_up(game_id, max(one.views[game_id]["version"] for one in (person, friend)))
        await mover.move(game_id)
    pair = _Pair(person, friend)
    reported = await person.ask("report", again=False, game_id=game_id, seat=1)
    await world.sleep(_SURE)
    if reported and reported["ok"]:
        name = world.truth.shown[game_id][-1]["seats"][1]["name"]
        pair.demand(name is None, "each question is answered", f"the reported name {name!r} is still shown")
        pair.demand(world.truth.is_reported(game_id), "nothing lost", f"the report about {game_id} is not stored")
    friend.leave()
    return None


async def _watched(pair: _Pair, game_id: str) -> None:
    """Two people agree to be watched: their game is listed, and no more once one of them takes that back."""
    person, friend, world = pair.person, pair.friend, pair.person.world

    async def is_listed() -> bool | None:
        await world.sleep(4.0)
        answer = await friend.ask("shown_tables", again=False)
        return any(one["game_id"] == game_id for one in answer["tables"]) if answer and answer["ok"] else None

    for one, on, wanted in ((person, True, False), (friend, True, True), (person, False, False)):
        pair.begin()
        shown = await one.ask("show", again=False, game_id=game_id, on=on)
        listed = await is_listed()
        if shown and shown["ok"] and listed is not None and not (wanted and len(world.games) > 10):
            pair.demand(listed is wanted, "nothing but the truth", f"{game_id} is in the list of tables: {listed}")


MEETINGS: dict[str, Any] = {"parley": parley, "absent": absent, "by code": by_code}
