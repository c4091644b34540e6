"""Lets what a server does by itself meet a database that cannot be read or written for a while: it does it all the
same as soon as it can."""

from __future__ import annotations

from typing import Any

from tests.world.cast.people import Person, other_page, secret
from tests.world.scripts.scenes import begin_two

_CLOCK, _UNREADABLE = 9.0, 14.0
"""The seconds of each player, and for how long no read succeeds."""
_TIMES = 9
"""How often: until the end of the world, as it may be calm only then."""
_SHORT, _UNWRITABLE, _STAYS = 5.0, 6.5, 24.0
"""The same where no write of these games succeeds, and the virtual seconds in which all must be done after it."""


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


async def unwritten(person: Person, acts: int) -> None:
    """An engine is due, and a time is up, while no write of these games succeeds. Nobody asks for anything there."""
    world, chance = person.world, person.chance
    friend, one = other_page(person, "friend", "10.28.0.1"), other_page(person, "other", "10.28.0.2")
    engine = [{"kind": "human"}, {"kind": "engine", "level": 2}]
    answer = await person.ask("new_game", game="connect4", seats=engine, request_id=person.number())
    free: list[dict[str, Any]] = [{"kind": "human"}, {"kind": "human", "open": True}]
    clock = {"seconds": _SHORT, "increment": 0}
    begun = await one.ask("new_game", game="connect4", seats=free, clock=clock, request_id=one.number())
    if not answer or not answer["ok"] or not begun or not begun["ok"]:
        return
    one.at = game_id = str(begun["game_id"])
    await friend.join(game_id)  # and shows the token of the seat only when it sits down
    friend.keep_token(game_id, token := secret(friend.chance))
    await friend.ask("sit", game_id=game_id, token=token, request_id=friend.number())
    person.at = str(answer["game_id"])
    await one.move(game_id)
    await person.move(person.at)
    await person.ask("show", again=False, game_id=person.at, on=True)  # an engine always agrees to be watched
    for number in range(_TIMES):
        until, some = world.machine.now + _UNWRITABLE, (["before"], ["after", "before"])
        fates = chance.choice(some) if number else ["before"]
        both = {mine: (until, list(fates)) for mine in (game_id, person.at)}
        world.server.refusing = {**world.server.refusing, **both}
        await world.sleep(_UNWRITABLE + _STAYS)
        await person.move(person.at)
        await friend.ask("shown_tables", again=False)
    for each in (friend, one):
        each.leave()


UNREAD: dict[str, Any] = {"unread": unread, "unwritten": unwritten}
