"""Holds scenes: each brings together what rarely meets by chance, and knows how it must end."""

from __future__ import annotations

import random
from typing import Any

from tests.world.cast.client import Client, Reader, page, start
from tests.world.cast.people import Person, other_page, secret
from tests.world.simulated.network import SLOW_BUFFER

_PAIRED = 60.0
"""Virtual seconds in which two people who look for the same game find one another, once nothing troubles the world."""
_GUESTS, _HOARD, _HALF, _NOTICED = 400, 12, 30, 1.0
"""The most people who try to fill a server, the idle pages of one of them, how many surely find room, and seconds until
one knows of the end of a page."""
_EMPTY = 70.0
"""Virtual seconds after which an empty table has left the memory (``forget`` of the worlds, and some)."""
_HEAVY = 50.0
"""Virtual seconds of a page thread for each heavy page, ten times as many as where they come in a long queue."""
_NARROW = 120.0
"""Virtual seconds for which there is room for few tables."""
_AT_ONCE = 5.0
"""Virtual seconds within which a question is answered that waits for no disk and no engine."""


async def begin_two(person: Person, friend: Person, early: bool = False, **asked: Any) -> str | None:
    """Begins a game of two people and returns its id; None if it was no use. It is Connect Four unless ``asked`` says
    else. ``early``: the first one moves before the other one sits down."""
    seats = [{"kind": "human"}, {"kind": "human", "open": True}]
    asked = {"game": "connect4", "seats": seats, "secret": secret(person.chance), **asked}
    answer = await person.ask("new_game", request_id=person.number(), **asked)
    if not answer or not answer["ok"]:
        return None
    person.at = game_id = str(answer["game_id"])
    if early:
        await person.move(game_id)
        await person.world.sleep(30.0)
    token = secret(person.chance)
    friend.keep_token(game_id, token)
    if not await friend.join(game_id):
        return None
    sat = await friend.ask("sit", game_id=game_id, token=token, request_id=friend.number())
    return game_id if sat and sat["ok"] else None


async def helped(person: Person, acts: int) -> None:
    """Plays alone for both sides, and asks a slow engine while a friend takes one of the seats by a code."""
    friend, code = other_page(person, "friend"), secret(person.chance)
    person.world.truth.wallets[friend.name] = friend.wallet = person.wallet
    answer = await person.ask("new_game", game="connect4", seats=[{"kind": "human"}] * 2, request_id=person.number())
    if answer and answer["ok"]:
        person.at = game_id = str(answer["game_id"])
        await person.ask("hand_over", game_id=game_id, seat=1, code=code, request_id=person.number())
        await friend.join(game_id)
        person.world.trouble("engine is slow", person.chance)
        for event in ("beliefs", "hint", "why"):
            start(person.ask(event, again=False, game_id=game_id, ply=0))
        await person.world.sleep(0.05)
        token = secret(friend.chance)
        await friend.ask("take_seat", game_id=game_id, code=code, token=token, request_id=friend.number())
        await person.world.sleep(30.0)
    friend.leave()


async def again(person: Person, acts: int) -> None:
    """Ends games with a friend. On a slow disk both ask for a rematch at the same moment."""
    friend = other_page(person, "friend")
    for _ in range(1 + acts // 8):
        game_id = await begin_two(person, friend)
        if game_id is None:
            break
        await person.move(game_id)
        await person.ask("resign", game_id=game_id, request_id=person.number())
        person.world.trouble("disk is slow", person.chance)
        start(friend.ask("rematch", game_id=game_id, request_id=friend.number()))
        await person.ask("rematch", game_id=game_id, request_id=person.number())
        await person.world.sleep(20.0)
    friend.leave()


async def stalled(person: Person, acts: int) -> None:
    """Begins a game on each of many pages while the disk hangs. Who asks for nothing that is written is answered."""
    world, looker = person.world, other_page(person, "looker", "10.7.1.1")
    guests = [other_page(person, f"guest {number}", f"10.7.0.{number + 1}") for number in range(24)]
    for one in (looker, *guests):
        await one.come()
    world.trouble("disk hangs", person.chance)
    for one in guests:
        seats = [{"kind": "human"}, {"kind": "engine", "level": 1}]
        start(one.ask("new_game", game="connect4", seats=seats, request_id=one.number()))
    for _ in range(5):
        since, client = world.machine.now, looker.client
        answer = await looker.ask("shown_tables", again=False)
        is_heard = client is not None and client is looker.client and client.line.slowness is None
        if answer and is_heard and world.machine.now - since > _AT_ONCE and not world.plan.hosts:
            world.fail("nobody waits for another's act", f"{looker.name} waits for the disk, and asks for no write.")
        await world.sleep(2.0)
    await world.sleep(40.0)
    for one in (looker, *guests):
        one.leave()


async def crowded_reading(person: Person, acts: int) -> None:
    """Reads pages without end, and then goes to an old game, for which there is no room. A friend may go there."""
    world, friend = person.world, other_page(person, "friend", "10.8.0.1")
    answer = await person.ask("new_game", game="nim", seats=[{"kind": "human"}] * 2, request_id=person.number())
    person.leave()
    await world.sleep(_EMPTY)
    world.heavy[person.address] = 0.2
    for _ in range(_GUESTS // 2):
        Reader(world, person.address, random.Random(person.chance.random()), page("/connect4/4453"))
    if answer and answer["ok"]:
        if await person.come() and person.client is not None:
            await person.client.ask("join", {"game_id": answer["game_id"]})
        await friend.join(answer["game_id"])
    await world.sleep(60.0)
    friend.leave()


async def strangers(person: Person, acts: int) -> None:
    """Looks for a stranger on two pages: once nothing troubles the world, both find somebody."""
    world, other = person.world, other_page(person, "stranger", f"10.2.{person.chance.randrange(200)}.1")
    tokens = {one: secret(person.chance) for one in (person, other)}
    since = world.machine.now
    while not world.is_over and world.machine.now - since < 2 * _PAIRED:
        for one, token in tokens.items():
            one.wallet.add(token)
            answer = await one.ask("find", game="tictactoe", token=token, clock="none", name="")
            if answer and answer["ok"] and answer["found"]:
                one.found = answer["found"]
        if person.found or other.found:
            break
        if not (person._is_quiet() and other._is_quiet()):
            since = world.machine.now
        elif world.machine.now - since > _PAIRED:
            words = f"{person.name} and {other.name} look for the same game for {_PAIRED:.0f} s, and find nobody."
            world.fail("each question is answered", words)
        await world.sleep(5.0)
    other.leave()


async def slow_watcher(person: Person, acts: int) -> None:
    """Watches two engines think on a line that is slow at first: each frame comes whole, and questions are answered."""
    engine = {"kind": "engine", "level": 10}
    answer = await person.ask("new_game", game="connect4", seats=[engine, engine], request_id=person.number())
    if answer and answer["ok"] and await person.join(answer["game_id"]) and person.client is not None:
        game_id, line = person.at, person.client.line
        await person.ask("watch_thinking", again=False, game_id=game_id, on=True, tree=True)
        before, line.slowness, line.buffer = line.buffer, person.chance.uniform(100, 600), SLOW_BUFFER
        for _ in range(acts):
            await person.ask("pace", game_id=game_id, per_minute=40.0)
            await person.world.sleep(2.0)
        line.slowness, line.buffer = None, before
        await person.ask("join", again=False, game_id=game_id, tokens=[])


async def out_of_time(person: Person, acts: int) -> None:
    """Begins games with clocks, and leaves each: the flag of the side to move falls in time nevertheless, though later
    games crowd the earlier ones out of the memory."""
    person.world.narrow(_NARROW)
    for _ in range(8):
        friend = other_page(person, "friend")
        early = person.chance.random() < 0.4
        game_id = await begin_two(person, friend, early, clock={"seconds": 60, "increment": 0})
        if game_id is not None and not early:
            await person.move(game_id)
        friend.leave()
        await person.world.sleep(person.chance.uniform(3.0, 6.0))


async def gallery(person: Person, acts: int) -> None:
    """Looks on for minutes while two others play slowly. Most who look on come by way of a table that has long been
    empty, without a look at it. None of them asks for anything, and the page is told of all."""
    world = person.world
    host, friend = other_page(person, "host", "10.5.0.1"), other_page(person, "friend", "10.5.0.2")
    guests = [other_page(person, f"guest {number}", f"10.5.1.{number}") for number in range(4)]
    quick = person.chance.random() < 0.5
    empty = await person.ask("new_game", game="nim", seats=[{"kind": "human"}] * 2, request_id=person.number())
    game_id = await begin_two(host, friend, game="connect4-10x10")
    person.leave()

    async def look_on(guest: Person) -> None:
        await world.sleep(_EMPTY)
        if await guest.come() and guest.client is not None and guest is not guests[0] and empty and empty["ok"]:
            guest.client.late = 0.0  # the two questions come in this order
            guest.client.ask("join", {"game_id": empty["game_id"]})
        guest.at = game_id
        if guest.client is not None:
            await guest._join(str(game_id))
        while not world.is_over and await guest.come():
            await guest.news(20.0)

    if game_id is not None:
        for guest in guests:
            start(look_on(guest))
        await world.sleep(90.0 if quick else 0.0)
        while not world.is_over and host.views[game_id]["legal"]:
            for mover in (host, friend):
                await mover.catch_up(game_id, max(one.views[game_id]["version"] for one in (host, friend)))
                await mover.move(game_id)
                await world.sleep(person.chance.uniform(0.05, 1.5) if quick else person.chance.uniform(2.0, 8.0))
    host.leave()
    friend.leave()


async def heavy_pages(person: Person, acts: int) -> None:
    """Reads pages, while each for somebody else takes a thread most of a minute, or two others have a long queue of
    slow ones: that holds no one else up."""
    world, is_queue = person.world, person.chance.random() < 0.5
    heavy = [f"10.6.0.{number}" for number in ((1, 2) * 20 if is_queue else (1, 1))]
    world.heavy.update(dict.fromkeys(heavy, _HEAVY / 10 if is_queue else _HEAVY))
    for address in (*heavy, *[person.address] * 5):
        Reader(world, address, random.Random(person.chance.random()), page("/connect4/4453"))
        await world.sleep(0.01 if address in world.heavy else person.chance.uniform(0.1, 2.0))
    await world.sleep(_HEAVY)


async def deleted(person: Person, acts: int) -> None:
    """Reads the page of a game that the operator then deletes. After that no page may show the game."""
    world, chance = person.world, person.chance
    seats = [{"kind": "human"}, {"kind": "human"}]
    moves = [chance.randint(1, 7) for _ in range(4)]
    answer = await person.ask("new_game", game="connect4", seats=seats, moves=moves, analysis=True)
    if answer and answer["ok"]:
        game_id = answer["game_id"]
        address = page(f"/game/{game_id}")
        await Reader(world, person.address, random.Random(chance.random()), address).answer
        if world.delete(game_id):
            shown = await Reader(world, person.address, random.Random(chance.random()), address).answer
            if shown is not None and shown[0] == 200:
                world.fail("nothing but the truth", f"{person.name} was shown the page of {game_id}, which is deleted.")


async def full_house(person: Person, acts: int) -> None:
    """One address opens many pages that do nothing. Then guests come, one from each of many addresses: where the server
    is full, the page of that address gives way that has done nothing for longest. When all but its last one are gone
    the server is full for everybody. Then all leave."""
    world, refused, idle = person.world, 0, list[Client]()
    guests = list[Client]()
    for number in range(_GUESTS):
        is_of_one = number < _HOARD
        address = "10.3.250.1" if is_of_one else f"10.3.{number // 200}.{number % 200 + 1}"
        guest = Client(world, f"{person.name}.{number}", address, random.Random(person.chance.random()))
        since, before = world.machine.now, [one for one in idle if one.is_open]
        guests.append(guest)
        told = await guest.opened
        if told is not True:
            refused += not is_of_one
            if len(before) > 2 and world.is_calm(since) and not is_of_one and told == "server_full":
                world.fail("each question is answered", f"A guest is refused, and one address has {len(before)} pages.")
        elif is_of_one:
            idle.append(guest)
            continue
        await world.sleep(_NOTICED if number > _HALF else 0.0)
        gone = [one for one in before if not one.is_open]
        if len(gone) == 1 and gone != before[:1] and world.is_calm(since):
            words = f"{gone[0].name} had to give way, and {before[0].name} has done nothing for longer."
            world.fail("one owner", words)
        if refused > 5:
            break
    await world.sleep(person.chance.uniform(1.0, 10.0))
    for guest in guests:
        guest.close()


SCENES = {
    "helped": helped,
    "again": again,
    "stalled": stalled,
    "crowded reading": crowded_reading,
    "strangers": strangers,
    "slow watcher": slow_watcher,
    "out of time": out_of_time,
    "gallery": gallery,
    "heavy pages": heavy_pages,
    "deleted": deleted,
    "full house": full_house,
}
