"""Lets clocks run out in games that no memory holds, while the database cannot be read: the flags fall all the same."""

from __future__ import annotations

from typing import Any

from tests.world.cast.people import Person, other_page
from tests.world.scripts.scenes import begin_two

_CLOCK, _UNREADABLE = 9.0, 14.0
"""The seconds of each player, and for how long no read succeeds."""


async def unread(person: Person, acts: int) -> None:
    """Two play with clocks, and leave, or stay. Their table is closed for want of room, and when the time is up the
    game cannot be read at first."""
    world = person.world
    for number in range(2):
        friend = other_page(person, f"friend {number}", f"10.27.0.{number}")
        game_id = await begin_two(person, friend, clock={"seconds": _CLOCK, "increment": 0})
        if game_id is None or game_id not in friend.views:
            break
        await person.move(game_id)
        await friend.catch_up(game_id, person.views[game_id]["version"])
        world.close_table(game_id)
        if number:
            person.leave()
            friend.leave()
        world.is_disturbed(_UNREADABLE)
        world.server.blind_until = world.machine.now + _UNREADABLE
        await world.sleep(_UNREADABLE + _CLOCK)
        friend.leave()


UNREAD: dict[str, Any] = {"unread": unread}
