"""Holds scenes for clusters: somebody comes to a table just when its game has gone to another host and come back."""

from __future__ import annotations

from typing import Any

from tests.world.cast.client import Wait
from tests.world.cast.people import Person, other_page
from tests.world.scripts.relays import two_engines
from tests.world.scripts.scenes import begin_two

_ROUNDS, _STARTS, _VIEWERS = 6, 15, 3
_LONGEST = 3.0
"""Virtual seconds in which a game comes back, and fronts have read of it."""
_TOLD = 7.0
"""Virtual seconds within which a page is told of what was stored, though its front reads late of the hosts."""


async def witness(person: Person, acts: int) -> None:
    """Plays a friend while the game goes there and back. Each time somebody comes, and then little happens: who has
    just come is told of it, too."""
    world, chance, friend = person.world, person.chance, other_page(person, "friend", "10.15.4.1")
    game_id = await begin_two(person, friend, game="connect4-10x10")
    for _ in range(_STARTS):  # until another host takes games
        if sum(one.host.takes_games for one in world.cluster.hosts) > 1:
            break
        await world.sleep(1.0)
    for number in range(_ROUNDS if game_id is not None else 0):
        back: Wait[bool] = Wait()
        world.silences.read_late(_LONGEST, chance)
        if not world.silences.exchange(str(game_id), lambda back=back: back.resolve(True)):  # type: ignore[misc]
            break
        world.machine.later(_LONGEST, lambda back=back: back.resolve(False))  # type: ignore[misc]
        await back
        await world.sleep(chance.uniform(0.0, 1.2))
        guest = other_page(person, f"witness {number}", f"10.15.5.{number + 1}")
        await guest.join(str(game_id))
        for mover in (person, friend):
            if mover.views[str(game_id)]["to_move"] in mover.seats(str(game_id)):
                await mover.move(str(game_id))
                await world.sleep(chance.choice((0.0, 0.2, 0.6)))
        stored, since = len(world.truth.games[str(game_id)]), world.machine.now
        await world.sleep(_TOLD)
        for one in (person, friend, guest):
            _check_told(one, str(game_id), stored, since)
        guest.leave()
    friend.leave()


def _check_told(one: Person, game_id: str, stored: int, since: float) -> None:
    world, view = one.world, one.views.get(game_id)
    is_there = one._hears() and one.at == game_id and one.client is not None and one.client.heard.at == game_id
    if view and is_there and view["version"] < stored and world.rough_until < since - _TOLD and not world.is_over:
        words = f"{one.name} is at {game_id}, and was not told of version {view['version'] + 1} for {_TOLD:.0f} s."
        world.fail("each page is told", words)


async def passing(person: Person, acts: int) -> None:
    """Watches two engines that move fast, while their game goes there and back and others come in passing: news that a
    front holds back are overtaken by no later ones."""
    world, chance, game_id = person.world, person.chance, await two_engines(person)
    viewers = [other_page(person, f"viewer {number}", f"10.15.6.{number + 1}") for number in range(_VIEWERS)]
    for one in viewers if game_id is not None else ():
        await one.join(str(game_id))
    for number in range(_ROUNDS if game_id is not None else 0):
        world.silences.read_late(_LONGEST, chance)
        if not world.silences.exchange(str(game_id)):
            break
        for place in range(_VIEWERS):
            await world.sleep(chance.uniform(0.1, 0.6))
            guest = other_page(person, f"passing {number} {place}", f"10.15.7.{number + 1}")
            await guest.join(str(game_id))
            world.machine.later(_LONGEST, guest.leave)
        await world.sleep(_LONGEST)
    for one in viewers:
        one.leave()


WITNESSES: dict[str, Any] = {"witness": witness, "passing": passing}
