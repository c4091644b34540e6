"""Holds scenes that depend on the moment: what comes last, or where there is no room."""

from __future__ import annotations

from typing import Any

from tests.world.cast.people import Person, other_page
from tests.world.scripts.aftermaths import AFTERMATHS
from tests.world.scripts.scenes import begin_two


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
    person.world.narrow(120.0)
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


MOMENTS: dict[str, Any] = {
    **AFTERMATHS,
    "last moment": last_moment,
    "crowded clocks": crowded_clocks,
}
