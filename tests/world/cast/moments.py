"""Holds scenes that depend on the moment: what comes last, at once with something else, or steadily for long."""

from __future__ import annotations

import json
from typing import Any

from tests.world.cast.client import frame
from tests.world.cast.people import Person
from tests.world.cast.scenes import begin_two, other_page

_SOON = 6.0
"""Virtual seconds within which a page that begins to watch hears of the engine's thoughts."""


async def last_moment(person: Person, acts: int) -> None:
    """Plays with short clocks on a slow disk, and moves in the last moment: a move that came in time counts."""
    friend, world = other_page(person, "friend"), person.world
    for number in range(3):
        game_id = await begin_two(person, friend, clock={"seconds": 8, "increment": 5})
        if game_id is None:
            break
        await person.move(game_id)
        await friend.catch_up(game_id, person.views[game_id]["version"])
        if number == 1:
            world.trouble("disk is slow", person.chance)
        await world.sleep(8.0 - person.chance.uniform(0.1, 0.9))
        await friend.move(game_id)
        await world.sleep(2.0)
    friend.leave()


async def crowded_clocks(person: Person, acts: int) -> None:
    """Waits with others at games with clocks that are crowded out of the memory, and then all leave: flags fall."""
    address = "10.11.{}.1".format
    pairs = [[other_page(person, f"{who} {n}", address(n)) for who in ("host", "friend")] for n in range(9)]
    for one, other in pairs:
        game_id = await begin_two(one, other, clock={"seconds": 60, "increment": 0})
        if game_id is not None:
            await one.move(game_id)
    await person.world.sleep(5.0)
    for one in (each for pair in pairs for each in pair):
        one.leave()
    await person.world.sleep(60.0)


async def steady(person: Person, acts: int) -> None:
    """Asks steadily, far below every rate, and is never refused. Pages that wait for no answer may point on and on."""
    world = person.world
    limit = int(str(world.plan.settings.get("event_rate", "100 per 10 seconds")).split()[0])
    pause, address = 10.0 / min(40, limit / 2), person.address
    for number in range(130):
        if not await person.come() or person.client is None:
            return
        if number % 10 == 0:
            person.client.send(frame("42" + json.dumps(["aim", {"game_id": "abcdefghijkl", "move": 1}])))
        answer = await person.client.ask("shown_tables", {})
        same = [one for one in world.clients if one.address == address]
        if answer and not answer["ok"] and answer["error"]["code"] == "rate_limited" and len(same) == 1:
            world.fail(
                "each question is answered", f"{person.name} asks each {pause:.2f} s, and is refused as too fast."
            )
        await world.sleep(pause)


async def same_number(person: Person, acts: int) -> None:
    """Begins a game on two pages with the same number of the request: these are two games of two people."""
    other, number = other_page(person, "stranger", "10.12.0.1"), person.chance.choice(("1", "begin"))
    seats = [{"kind": "human"}, {"kind": "human", "open": True}]
    asked = {"game": "tictactoe", "seats": seats, "request_id": number}
    told = [await one.client.ask("new_game", asked) for one in (person, other) if await one.come() and one.client]
    games = [answer["game_id"] for answer in told if answer and answer["ok"]]
    if len(games) == 2 and games[0] == games[1]:
        person.world.fail("one owner", f"{other.name} was given the game {games[0]} of {person.name}.")
    other.leave()


async def late_watcher(person: Person, acts: int) -> None:
    """Watches an engine that has thought its fill. Who begins to watch after that is shown its thoughts as well."""
    world, late = person.world, other_page(person, "late", "10.13.0.1")
    seats = [{"kind": "human"}, {"kind": "engine", "level": 10}]
    answer = await person.ask("new_game", game="connect4", seats=seats, request_id=person.number())
    if not answer or not answer["ok"]:
        return late.leave()
    person.at = game_id = str(answer["game_id"])
    await person.move(game_id)
    await person.ask("watch_thinking", again=False, game_id=game_id, on=True)
    await world.sleep(30.0)
    since = world.machine.now
    if await late.join(game_id) and late.client is not None:
        client = late.client
        watched = await late.ask("watch_thinking", again=False, game_id=game_id, on=True)
        await world.sleep(_SOON)
        is_calm = world.is_calm(since) and late._is_quiet() and person._is_quiet() and not any(world.plan.harm)
        first = person.client.heard.last.get("thinking") if person.client else None
        is_told = (client.heard.last.get("thinking") or {}).get("game_id") == game_id
        if watched and watched["ok"] and is_calm and client is late.client and first and not is_told:
            world.fail("each page is told", f"{late.name} watches {game_id}, and is not shown what the engine thinks.")
    late.leave()
    return None


async def hinted(person: Person, acts: int) -> None:
    """Asks a slow engine for a hint while another page of the table begins and ends to watch, and asks much at once."""
    world, other = person.world, other_page(person, "other")
    answer = await person.ask("new_game", game="connect4", seats=[{"kind": "human"}] * 2, request_id=person.number())
    if answer and answer["ok"]:
        person.at = game_id = str(answer["game_id"])
        await other.join(game_id)
        await other.ask("watch_thinking", again=False, game_id=game_id, on=True, truth=True)
        world.trouble("engine is slow", person.chance)
        client = person.client
        hint = client.ask("hint", {"game_id": game_id, "ply": 0}) if client is not None else None
        await world.sleep(0.5)
        await other.ask("watch_thinking", again=False, game_id=game_id, on=False)
        pages = [other_page(person, f"page {number}") for number in range(11)]
        for one in pages:
            if await one.come() and one.client is not None:
                one.client.ask("preview", {"game": "connect4", "level": 3, "moves": "44"})
        await world.sleep(100.0)  # the engine is slow for a minute at most, and all is well half a minute later
        if hint is not None and not hint.done and person._is_quiet() and not any(world.plan.harm):
            world.fail("each question is answered", f"{person.name} is given no hint, since another page watched.")
        for one in pages:
            one.leave()
    other.leave()


MOMENTS: dict[str, Any] = {
    "last moment": last_moment,
    "crowded clocks": crowded_clocks,
    "steady": steady,
    "same number": same_number,
    "late watcher": late_watcher,
    "hinted": hinted,
}
