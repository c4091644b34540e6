"""Lets people come back: to other lines of a game, to the strangers whom they have left, and to a table at which a name
is hidden just then."""

from __future__ import annotations

from typing import Any

from tests.world.cast.client import start
from tests.world.cast.partners import Partners
from tests.world.cast.people import Person, other_page, secret
from tests.world.scripts.scenes import begin_two
from webapp.play.table.new_games import Request

_ACTS, _PACE = 56, 0.12
"""The acts of somebody who goes to and fro in a game, and the virtual seconds between two."""
_WISH = {"game": "connect4-6x5", "clock": "10+5", "name": ""}
"""A wish that nobody else has."""
_AGAIN, _MOST, _LEAST, _SURE = 7.0, 50.0, 28.0, 2.0
"""Virtual seconds after which a page says that it still looks for a stranger, for which it looks, for which who has
left two strangers waits at least, and after which the server knows who has left first."""
_THOUGHT, _TOLD = 3.0, 26.0
"""Virtual seconds of a turn, and in which all know of an event and engines have moved."""
_REFUSED, _WRITE, _MIDST, _DONE = 2.0, 0.5, 0.1, 3.0
"""Virtual seconds in which no name can be hidden, of a write, from its begin to its midst, and until all is stored."""


async def takebacks(person: Person, acts: int) -> None:
    """Takes back, plays again, goes on elsewhere and returns to other lines, in any order: each is granted."""
    pair, chance = Partners(person), person.chance
    if not await pair.alone([{"kind": "human"}, {"kind": "human"}], game="connect4-5x4"):
        return
    for _ in range(_ACTS):
        view = person.views.get(pair.game_id)
        if view is None or person.world.is_over:
            return
        event, more = chance.choice(("move", "move", "move", "undo", "undo", "redo", "return")), dict[str, Any]()
        if event == "return":
            event, more = ("return", {"branch": chance.randrange(8)}) if view["branches"] else ("undo", {})
            more = {"branch": more["branch"] % len(view["branches"])} if more else {}
        elif event == "move" and view["legal"]:
            more = {"move": chance.choice(view["legal"])}
        await pair.do(person, event, **more)
        await person.world.sleep(_PACE)


async def _meet(one: Person, other: Person) -> bool:
    """Lets two look for one another, as pages do. Returns whether they have met."""
    tokens, began = [secret(each.chance) for each in (one, other)], one.world.machine.now
    while one.world.machine.now - began < _MOST and not one.world.is_over:
        for each, token in zip((one, other), tokens, strict=True):
            each.wallet.add(token)
            if not await each.come():
                return False
            answer = await each.ask("find", again=False, token=token, **_WISH)
            if answer and answer["ok"] and answer["found"]:
                return True
        await one.world.sleep(_AGAIN)
    return False


async def early_leavers(person: Person, acts: int) -> None:
    """Leaves two strangers as soon as their games have begun, and looks for a third one, who must be patient."""
    world, since = person.world, person.world.machine.now
    for number in range(3):
        began = world.machine.now
        hasty = other_page(person, f"hasty {number}", "10.26.1.1")
        other = other_page(person, f"kind {number}", f"10.26.2.{number}")
        has_met = await _meet(hasty, other)
        waited = world.machine.now - began
        hasty.leave()
        await world.sleep(_SURE)
        other.leave()
        if number == 2 and has_met and waited < _LEAST and world.is_calm(since) and not any(world.plan.harm):
            world.fail("the rules", f"{hasty.name} has left two strangers, and meets a third one after {waited:.0f} s.")
        if not has_met:
            return


async def hidden_late(person: Person, acts: int) -> None:
    """Reports a name while no event of that game can be stored: it is hidden when the next page comes. Meanwhile
    somebody moves, and the page that comes is shown all of it."""
    world, disk = person.world, person.world.host.disk
    bearer, guest = other_page(person, "bearer", "10.26.3.1"), other_page(person, "guest", "10.26.3.2")
    game_id = await begin_two(person, bearer, game="connect4-5x4")
    if game_id is None or game_id not in bearer.views:
        return
    await bearer.ask("name", again=False, game_id=game_id, name="Robin", request_id=bearer.number())
    for mover in (person, bearer, person, bearer):
        await mover.catch_up(game_id, max(one.views[game_id]["version"] for one in (person, bearer)))
        await mover.move(game_id)
    world.server.refusing = {**world.server.refusing, game_id: (world.machine.now + _REFUSED, ["before"])}
    told = await person.client.ask("report", {"game_id": game_id, "seat": 1}) if person.client else None
    if told and not told["ok"] and told["error"]["code"] == "not_saved":
        world.fail("each question is answered", f"{person.name} reports a name, and is refused as it is hidden later.")
    await world.sleep(_REFUSED + _MIDST)
    before, disk.seconds = disk.seconds, max(disk.seconds, _WRITE)
    await guest.come()
    start(guest.join(game_id))
    await world.sleep(_MIDST)
    await person.move(game_id)
    await world.sleep(_DONE)
    disk.seconds = before
    for one in (bearer, guest):
        one.leave()


async def told_as_failed(person: Person, acts: int) -> None:
    """Two play with clocks, and a move is stored that is told as failed. Then their table is closed and somebody comes,
    or the next event meets it: both know of the move, and nobody pays for its time."""
    world, pair = person.world, Partners(person)
    for is_kept in (False, True):
        if not await pair.begin(game="connect4-6x5", clock={"seconds": 90, "increment": 0}):
            return
        await pair.turns(2)
        await world.sleep(_THOUGHT)
        server = world.server
        server.refusing = {**server.refusing, pair.game_id: (world.machine.now + _REFUSED / 2, ["after"])}
        to_move = pair.one.views[pair.game_id]["to_move"]
        mover, waits = (pair.one, pair.other) if to_move in pair.one.seats(pair.game_id) else (pair.other, pair.one)
        view, number = mover.views[pair.game_id], mover.number()
        asked = {"game_id": pair.game_id, "ply": view["ply"], "move": view["legal"][0], "request_id": number}
        world.truth.requests[number] = mover.name, "move"
        if mover.client is not None:
            mover.client.ask("move", asked)  # a person would ask again
        await world.sleep(_REFUSED)
        if is_kept:
            await pair.do(waits, "name", name="Kim")
            await world.sleep(_THOUGHT)
            await pair.turns(3)
        else:
            guest = other_page(person, "guest", "10.26.4.1")
            world.close_table(pair.game_id)
            await guest.join(pair.game_id)
            await world.sleep(_TOLD)
            guest.leave()
    pair.other.leave()


async def swapped(person: Person, acts: int) -> None:
    """Two play with clocks, and the second one takes the first one's place: each pays for the own turns alone."""
    pair = Partners(person)
    if await pair.begin(game="connect4-8x8", pie=True, clock={"seconds": 90, "increment": 2}):
        await pair.turns(1)
        for one in (pair.one, pair.other):
            await person.world.sleep(_THOUGHT)
            await pair.do(one, "swap")
        await person.world.sleep(_THOUGHT)
        await pair.turns(2)
    pair.other.leave()


async def closed_engines(person: Person, acts: int) -> None:
    """Watches two engines whose table is closed for want of room, and asks what opens it again: they play on."""
    pair, engine = Partners(person), {"kind": "engine", "level": 2}
    if not await pair.alone([engine, engine], game="connect4-10x10"):
        return
    await pair.do(person, "pace", per_minute=100.0)
    for event, more in (("answers", {}), ("beliefs", {}), ("watch_thinking", {"on": True, "tree": False})):
        await person.world.sleep(_THOUGHT)
        person.world.close_table(pair.game_id)
        await pair.do(person, event, **more)
        await person.world.sleep(_TOLD)
    await pair.do(person, "pace", paused=True)


async def begun_in_part(person: Person, acts: int) -> None:
    """Begins a game with moves, of which only the beginning can be stored, and asks for it again: it has its moves."""
    world, kept = person.world, secret(person.chance)
    asked = {"game": "connect4", "seats": [{"kind": "human"}, {"kind": "human"}], "moves": [4, 4, 3], "analysis": True}
    number = person.number()
    request = Request(number, kept)
    server = world.server
    server.refusing = {**server.refusing, request.game_id: (world.machine.now + _REFUSED, ["", "before"])}
    for _ in range(2):
        if await person.come():
            await person.ask("new_game", again=False, request_id=number, secret=kept, **asked)
        await world.sleep(_REFUSED + _MIDST)


RETURNS: dict[str, Any] = {
    "takebacks": takebacks, "early leavers": early_leavers, "hidden late": hidden_late,
    "told as failed": told_as_failed, "closed engines": closed_engines, "begun in part": begun_in_part,
    "swapped": swapped,
}  # fmt: skip
