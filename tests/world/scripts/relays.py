"""Holds scenes for clusters: games that go on all the time, so that what happens to hosts happens in their midst."""

from __future__ import annotations

from typing import Any

from tests.world.cast.client import start
from tests.world.cast.people import Person, other_page, secret
from tests.world.scripts.scenes import begin_two

_ENGINE = {"kind": "engine", "level": 2}
_PACE = 150.0
"""Moves a minute of two engines that are watched."""
_TROUBLED, _MENDED = 71.0, 236.0
"""The moment from which on there may be troubles, and one at which they are over most often."""
_FATES, _SETTLED = ("before", "after"), 18.0
"""How a change of owners fails, and the virtual seconds in which all processes agree again about the owners."""
_WIDE = 1_000_000
"""The bytes that wait for a page on a line that never holds anything up."""


async def two_engines(person: Person) -> str | None:
    """Begins a game of two engines that move fast."""
    seats = [_ENGINE, _ENGINE]
    answer = await person.ask(
        "new_game", game="connect4-10x10", seats=seats, secret=secret(person.chance), request_id=person.number()
    )
    if not answer or not answer["ok"]:
        return None
    person.at = str(answer["game_id"])
    await person.ask("pace", game_id=person.at, per_minute=_PACE)
    return person.at


async def relay(person: Person, acts: int) -> None:
    """Begins games of engines that move several times a second. Some look on, others go from game to game."""
    world, chance = person.world, person.chance
    guests = [other_page(person, f"guest {number}", f"10.15.0.{number}") for number in range(4)]
    games: list[str] = []

    async def look_on(guest: Person, place: int) -> None:
        while not world.is_over and guest in world.people:
            await guest.join(games[place % len(games)])
            place += place > 1
            if place > 1 and guest.client is not None and guest.client.heard.at == guest.at:
                await guest.ask("watch_thinking", again=False, game_id=guest.at, on=True, tree=False, truth=False)
            await world.sleep(guest.chance.uniform(0.6, 4.0) if place > 1 else 8.0)

    for number in range(6):
        games += [game_id] if (game_id := await two_engines(person)) else []
        for place, guest in enumerate(guests if games and not number else ()):
            start(look_on(guest, place))
        await world.sleep(chance.uniform(14.0, 20.0))
    for guest in guests:
        guest.leave()


async def beside(person: Person, acts: int) -> None:
    """Plays a friend, and asks an engine for help elsewhere. No host may help, also while another one is silent."""
    world, chance, friend = person.world, person.chance, other_page(person, "friend", "10.15.1.1")
    own = await person.ask("new_game", game="connect4", seats=[{"kind": "human"}] * 2, request_id=person.number())
    game_id = await begin_two(person, friend, game="connect4-10x10")
    if game_id is None or not own or not own["ok"]:
        return friend.leave()
    for _ in range(14):
        for one in (person, friend):
            if one.views.get(game_id, {}).get("to_move") in one.seats(game_id):
                await one.move(game_id)
        client = person.client
        if client is not None:
            asked: dict[str, Any] = {"game_id": own["game_id"], "ply": 0}
            client.ask("preview", {"game": "connect4", "level": chance.randint(1, 9), "moves": "4453"})
            client.ask(chance.choice(("hint", "beliefs")), asked)
            client.ask("new_game", {"game": "nim", "seats": [{"kind": "human"}, _ENGINE]})
        await world.sleep(chance.uniform(2.0, 9.0))
    friend.leave()
    return None


async def waiting(person: Person, acts: int) -> None:
    """Sits with a friend at a table, and neither asks for anything again, while the game is given away in vain and goes
    to another host, their line is lost for a moment, and pages close. Both are still its players, and who has left is
    there no more."""
    world, friend = person.world, other_page(person, "friend", "10.15.2.1")
    guests = [other_page(person, f"guest {number}", f"10.15.3.{number}") for number in range(4)]
    game_id = await begin_two(person, friend)
    if game_id is None:
        return friend.leave()
    for one in (person, friend):  # a new page has shown its tokens in one question alone
        if one.client is not None:
            one.client.close()
        if await one.come() and one.client is not None:
            one.client.line.buffer = _WIDE
    for guest in guests:
        await guest.join(game_id)
    for fate in _FATES:
        await world.sleep(_SETTLED)
        world.silences.give_in_vain(game_id, fate)
    await world.sleep(max(1.0, _TROUBLED - (world.machine.now - 1000)))
    world.silences.give_away(game_id)
    await world.sleep(max(1.0, _MENDED - (world.machine.now - 1000)))
    for guest in guests:
        await guest.come()
    seconds = person.chance.uniform(3.6, 7.0)  # longer than a connection lives, and shorter than a front is missed
    world.silences.lose_lines(game_id, seconds)
    for guest in guests:
        await world.sleep(seconds / 6)
        guest.leave()
    while not world.is_over and await person.come() and await friend.come():
        await world.sleep(5.0)
    friend.leave()
    return None


RELAYS: dict[str, Any] = {"relay": relay, "beside": beside}
WAITING: dict[str, Any] = {"waiting": waiting}
