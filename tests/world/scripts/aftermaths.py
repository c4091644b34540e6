"""Holds scenes of what comes after an end, or in great number: reviews, takebacks of the last move, bursts."""

from __future__ import annotations

import random
from typing import Any

from tests.world.cast.client import start
from tests.world.cast.people import Person, other_page, secret
from tests.world.scripts.scenes import begin_two

_AFTER = ("review", "mistake", "why", "hint", "undo", "watch_thinking")
_BURSTS = {"react": 14, "use_code": 75, "report": 46, "find": 20, "name": 30}
"""By event, how often somebody sends it at once."""


async def aftermath(person: Person, acts: int) -> None:
    """Plays short games with a friend to their end on the board, and asks for reviews and for takebacks of the end in
    the same moments, while the engine is slow."""
    friend, world, chance = other_page(person, "friend"), person.world, person.chance
    for _ in range(1 + acts // 8):
        game_id = await begin_two(person, friend, game=chance.choice(("tictactoe", "nim", "connect4-5x4")))
        if game_id is None:
            break
        temper = None if world.plan.hosts else world.server.engines.temper
        before = temper.seconds if temper else 0.0
        if temper:
            temper.seconds = max(before, chance.choice((0.2, 1.0)))
        for _ in range(3):
            await _play_out(person, friend, game_id)
            await _take_back(person, friend, game_id)
        await _play_out(person, friend, game_id)
        await person.ask("resign", again=False, game_id=game_id, request_id=person.number())
        if temper:
            temper.seconds = before
    friend.leave()


async def _play_out(person: Person, friend: Person, game_id: str) -> None:
    """Plays a game to its end on the board."""
    for mover in 20 * (person, friend):
        view = mover.views[game_id]
        if view["legal"] and mover.seats(game_id) >= {view["to_move"]}:
            await mover.move(game_id)
            other = friend if mover is person else person
            await other.catch_up(game_id, mover.views[game_id]["version"])


async def _take_back(person: Person, friend: Person, game_id: str) -> None:
    """Asks for what is asked for after an end, and for a takeback of it, to which the other one agrees."""
    chance, world = person.chance, person.world
    one, other = chance.sample((person, friend), 2)
    start(one.ask("review", again=False, game_id=game_id))
    for _ in range(chance.randint(0, 2)):
        start(_after(chance.choice((person, friend)), game_id))
        await world.sleep(chance.choice((0.0, 0.1, 0.5)))
    asked: dict[str, Any] = {"game_id": game_id, "what": "takeback", "ply": other.views[game_id]["ply"]}
    await other.ask("ask", again=False, request_id=other.number(), **asked)
    yes = chance.random() < 0.8
    await one.ask("reply", again=False, game_id=game_id, what="takeback", yes=yes, request_id=one.number())
    await world.sleep(chance.choice((0.5, 4.0)))


async def _after(one: Person, game_id: str) -> None:
    event, view = one.chance.choice(_AFTER), one.views.get(game_id)
    if view is None:
        return
    more: dict[str, Any] = {"ply": view["ply"]} if event in ("hint", "why", "undo") else {}
    if event == "mistake":
        more["ply"] = max(0, view["ply"] - 1 - one.chance.randint(0, 2))
    if event == "watch_thinking":
        more["on"] = one.chance.random() < 0.7
    if event == "undo":
        more["request_id"] = one.number()
    await one.ask(event, again=False, game_id=game_id, **more)


async def shelf(person: Person, acts: int) -> None:
    """Has a dozen games reviewed one after the other, comes back to all of them on as many pages, and asks again."""
    world, chance, games = person.world, person.chance, list[str]()
    for _ in range(14):
        moves = chance.choices((1, 2, 3, 4, 5, 6, 7), k=12)
        seats = [{"kind": "human"}, {"kind": "human"}]
        answer = await person.ask(
            "new_game",
            again=False,
            game="connect4",
            seats=seats,
            moves=moves,
            analysis=True,
            request_id=person.number(),
        )
        if answer and answer["ok"]:
            games.append(answer["game_id"])
            person.at = games[-1]
            await person.ask("review", again=False, game_id=games[-1])
            await world.sleep(chance.uniform(0.2, 3.0))
    person.at = None
    await world.sleep(chance.choice((1.0, 25.0)))
    pages = [other_page(person, f"page {number}") for number in range(len(games))]
    for one, game_id in zip(pages, games, strict=True):
        if world.is_over or not await one.join(game_id):
            break
    for one, game_id in zip(pages, games, strict=True):
        start(one.ask("review", again=False, game_id=game_id))
    await world.sleep(12.0)
    for one in pages:
        one.leave()


async def bursts(person: Person, acts: int) -> None:
    """Sends far more of one kind than anybody needs: the rates hold."""
    friend, world = other_page(person, "friend", f"10.15.{person.chance.randrange(200)}.1"), person.world
    game_id = await begin_two(person, friend)
    if game_id is not None:
        await friend.ask("name", game_id=game_id, name="Robin", request_id=friend.number())
        for event in random.Random(person.chance.random()).sample(sorted(_BURSTS), 2):
            for _ in range(_BURSTS[event]):
                if person.client is None or not person.client.is_open:
                    break
                person.client.ask(event, _burst(event, game_id, person))
                await world.sleep(0.02 if event == "react" else 0.15)
    friend.leave()


def _burst(event: str, game_id: str, person: Person) -> dict[str, Any]:
    match event:
        case "react":
            return {"game_id": game_id, "reaction": person.chance.choice(("hello", "well_played", "oops", "thanks"))}
        case "use_code":
            return {"code": "".join(person.chance.choices("BCDFGHJKLM", k=5))}
        case "report":
            return {"game_id": game_id, "seat": 1}
        case "find":
            token = secret(person.chance)
            person.wallet.add(token)
            return {"game": "nim", "token": token, "clock": "none"}
    number = person.number()
    person.world.truth.requests[number] = person.name, event
    return {"game_id": game_id, "name": person.chance.choice(("Ann", "Kim", "")), "request_id": number}


AFTERMATHS: dict[str, Any] = {"aftermath": aftermath, "shelf": shelf, "bursts": bursts}
