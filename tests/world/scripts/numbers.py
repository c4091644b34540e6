"""Holds what comes from one address in numbers, while others of that address or elsewhere keep what is theirs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.world.cast.client import Client, Wait, start
from tests.world.cast.people import Person, other_page
from tests.world.scripts.foes import odd_heads

_PEOPLE = [{"kind": "human"}, {"kind": "human"}]
_CODES = 34
"""Right codes from one address: more than the wrong ones that it may send."""
_REVIEWS = 66
"""Reviews of one address: more than a server keeps of one."""
_PACE = 0.12
"""Virtual seconds between two events of one address, so that no rate refuses them."""
_AT_ONCE, _SLOWLY = 8, 0.15
"""The events of one page that a server handles at once: so many changes are counted too late. And the virtual seconds
between two events that keep to the rate of a player."""
_SOON, _BRIEF, _WINDOW, _MORE = 0.05, 9.5, 10.5, 30
"""Virtual seconds between two events of who exceeds a rate, some less than the shortest window and some more, and how
many events are too many."""
_PAGES, _ROOM, _TRANSACTION = 12, 200, 0.6
"""The pages of one address that begin games at once, the connections of a server with room for them, and the virtual
seconds of a transaction meanwhile."""
_WRITERS, _HANGS, _NO_WRITE = 40, 3.0, 1.0
"""The pages that write while the disk hangs, the virtual seconds for which it does, and in which a question is answered
that needs no write."""
_LONGEST = 40.0
"""Virtual seconds for which somebody waits for a review."""


async def in_numbers(person: Person, acts: int) -> None:
    """Asks for lines in odd words, uses the code of a game again and again, and begins and asks more than it may."""
    await odd_heads(person, 12)
    await _school_of_codes(person)
    await _flood_of_writes(person)
    await _rates(person)


async def _school_of_codes(person: Person) -> None:
    """Comes to one game by its code from one address, as a school does: no right code is one too many."""
    pupil, seats = other_page(person, "pupil", "10.22.0.1"), [{"kind": "human"}, {"kind": "human", "open": True}]
    answer = await person.ask("new_game", game="nim", seats=seats, request_id=person.number())
    if answer and answer["ok"]:
        person.at = str(answer["game_id"])
        made = await person.ask("make_code", game_id=person.at)
        for _ in range(_CODES if made and made["ok"] else 0):
            if not await pupil.come():
                break
            await pupil.ask("use_code", again=False, code=made["code"])
            await person.world.sleep(_PACE)
    pupil.leave()


async def _flood_of_writes(person: Person) -> None:
    """Moves while one other address has begun many games at once on a slow disk: a move does not wait behind them."""
    world, disk = person.world, person.world.host.disk
    victim = other_page(person, "victim", "10.22.0.7")
    has_room = world.host.settings.connections >= _ROOM
    many = [other_page(person, f"flood {number}", "10.22.0.5") for number in range(_PAGES if has_room else 0)]
    answer = await victim.ask("new_game", game="connect4", seats=_PEOPLE, request_id=victim.number())
    for one in many:
        await one.come()
    if answer and answer["ok"] and len(many) == _PAGES:
        victim.at, before, since = str(answer["game_id"]), disk.seconds, world.machine.now
        disk.seconds = max(before, _TRANSACTION)
        for one in many:
            for _ in range(_AT_ONCE if one.client is not None else 0):
                one.client.ask("new_game", {"game": "nim", "seats": _PEOPLE})  # type: ignore[union-attr]
        await world.sleep(_PACE)
        asked = world.machine.now
        await victim.move(victim.at)
        waited, disk.seconds = world.machine.now - asked, before
        if waited > 4.7 * _TRANSACTION and world.is_calm(since) and not world.is_over:
            words = f"{victim.name} waits {waited:.1f} s for a move, behind the games of {many[0].address}"
            world.fail("nobody waits for another's act", f"{words}.")
        await world.sleep(_WINDOW)
    for one in (victim, *many):
        one.leave()


async def hanging_disk(person: Person, acts: int) -> None:
    """Many begin games while no write ends, and ask what needs no write: that is answered, however many wait."""
    world = person.world
    many = [other_page(person, f"waiting {number}", f"10.29.0.{number}") for number in range(_WRITERS)]
    has_room = world.host.settings.connections >= _ROOM
    clients = [one.client for one in many if has_room and await one.come() and one.client is not None]
    world.is_disturbed(_HANGS)
    world.host.disk.hangs_until = world.machine.now + _HANGS
    asked, late = world.machine.now, list[float]()

    async def look(client: Client) -> None:
        if await client.ask("shown_tables", {}) and client.is_open:
            late.append(world.machine.now - asked)

    for client in clients:
        client.ask("new_game", {"game": "nim", "seats": _PEOPLE})
        start(look(client))
    await world.sleep(_HANGS)
    if max(late, default=0.0) > _NO_WRITE and not any(world.plan.harm[1:]) and not world.is_over:
        words = f"Somebody waits {max(late):.1f} s for what needs no write, while {len(clients)} writes wait"
        world.fail("nobody waits for another's act", f"{words}.")
    await world.sleep(_WINDOW)
    for one in many:
        one.leave()


async def many_reviews(person: Person, acts: int) -> None:
    """Reads a review to its end, and again after another address has had more reviewed than is kept of one."""
    world, other = person.world, other_page(person, "many", "10.22.0.2")
    asked: dict[str, Any] = {"game": "connect4", "seats": _PEOPLE, "moves": [4, 4, 3], "analysis": True}
    answer = await person.ask("new_game", request_id=person.number(), **asked)
    if answer and answer["ok"]:
        person.at = game_id = str(answer["game_id"])
        began = world.machine.now
        await person.ask("review", again=False, game_id=game_id)
        while game_id not in person.reviewed and world.machine.now < began + _LONGEST and not world.is_over:
            await person.news(5.0)
        for _ in range(_REVIEWS):
            if world.is_over or not await other.come():
                break
            short = {**asked, "game": "connect4-10x10", "moves": [1]}
            more = await other.ask("new_game", again=False, request_id=other.number(), **short)
            if more and more["ok"]:
                other.at = None
                await world.sleep(_PACE)
                await other.ask("review", again=False, game_id=more["game_id"])
                await world.sleep(_PACE)
        await person.ask("review", again=False, game_id=game_id)
    other.leave()


async def _rates(person: Person) -> None:
    """Asks for more than the rates allow, by two pages of one network: for games, for changes, and for one player."""
    one, twin = other_page(person, "one", "2001:db8::1"), other_page(person, "twin", "2001:db8::2:1")
    seats = [{"kind": "human"}, {"kind": "human", "open": True}]
    answer = await one.ask("new_game", game="nim", seats=seats, request_id=one.number())
    if answer and answer["ok"]:
        twin.tokens, game_id = one.tokens, str(answer["game_id"])
        one.at = game_id
        if await twin.join(game_id):
            await person.world.sleep(_WINDOW)
            on = {"game_id": game_id}  # is refused for another reason, after it has counted
            await _exceed((one, twin), "answers", lambda _: on, 90, _BRIEF)
            await person.world.sleep(_WINDOW)
            await _exceed((one,), "open_to_engines", lambda number: {"game_id": game_id, "on": number % 2 == 0}, 60)
            await _exceed((one, twin), "new_game", lambda _: {"game": "nim", "seats": seats}, 120)
    one.leave()
    twin.leave()


async def _exceed(
    pages: Sequence[Person], event: str, form: Callable[[int], Any], most: int, within: float = 300.0
) -> None:
    """Sends an event more often than a rate allows, and counts what is not refused for it, if it
    comes ``within`` one window."""
    world, began, waits = pages[0].world, pages[0].world.machine.now, list[Wait[Any]]()
    for number in range(most + _MORE):
        client = pages[number % len(pages)].client
        if world.is_over or client is None or not client.is_open:
            return
        waits.append(client.ask(event, form(number)))
        await world.sleep(_SOON if within == _BRIEF else _SLOWLY)
        while client.is_open and client.is_full():  # a page whose questions are not read cannot show that it lives
            await world.sleep(_SOON)
    answers = [answer for wait in waits if (answer := await wait)]
    passed, late = sum(answer["ok"] or answer["error"]["code"] != "rate_limited" for answer in answers), 0
    if event == "open_to_engines":  # only what is carried out counts as a change, and only then
        passed, late = sum(answer["ok"] for answer in answers), _AT_ONCE
    if passed > most + late and world.host.started_at < began and world.machine.now - began < within:
        world.fail("memory is bounded", f"{passed} times {event!r} comes from {pages[0].name}, and {most} are allowed.")


NUMBERS: dict[str, Any] = {"in numbers": in_numbers, "many reviews": many_reviews, "hanging disk": hanging_disk}
