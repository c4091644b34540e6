"""Comes near the bounds of websockets from both sides: what is just within is served, what is beyond is refused or
ended, and its place is given back. The bounds of requests are in ``bounds.py``."""

from __future__ import annotations

import random
from collections.abc import Callable, Coroutine
from typing import Any

from tests.world.cast.client import Client, start
from tests.world.cast.frames import frame, upgrade
from tests.world.cast.people import Person
from tests.world.rules.lines import JOINING, PINGED
from tests.world.scripts.bounds import Judged, Raw, of_requests

_LONGEST = 16_384
"""The most characters of a message."""
_PONG = b"\x8a"
_PINGS, _STRAYS = 20, 20
"""The pings that a client may send at once, and the packets that no page sends."""
_PIECES = 64
"""The most pieces of a message."""
_SOON = 2.0
_PING_TIMEOUT = 8.0
_AIMS = 30
"""The pointer positions of one page in two seconds."""
_TOO_MANY = 280
"""Pointer positions of one page: those that pass, 100 that count as events, and 50 for which it is hung up on."""
_A_PAGE, _A_MINUTE = 90, 61.0
"""The events of one page that no rate of a page refuses, and the seconds of the window of new pages, and one."""


def _client(person: Person, address: str, name: str = "Foe at a bound") -> Client:
    return Client(person.world, name, address, random.Random(person.chance.random()))


async def _answers(client: Client) -> bool:
    """Tells whether a page that has kept to the bounds is answered."""
    answer = await client.ask("shown_tables", {}) if client.is_open else None
    return bool(answer and answer["ok"])


async def _late_joins(person: Person) -> None:
    """Joins late, within the time and beyond."""
    judged, late, never = Judged(person), Raw(person, "10.25.0.1"), Raw(person, "10.25.0.2")
    for raw in (late, never):
        raw.line.send(upgrade())
    await person.world.sleep(0.85 * JOINING)
    late.line.send(frame("40"))
    await person.world.sleep(_SOON)
    judged.expect(b"40{" in late.got, "A page that joins in time is not let in.")
    await person.world.sleep(0.3 * JOINING)
    judged.expect(never.line.socket.closed, "A page that does not join is kept.", "everything is given back")
    late.line.close()
    never.line.close()


async def _late_pongs(person: Person) -> None:
    """Answers each ping late, within the time, or none of them, and asks all the while."""
    judged, late, never = Judged(person), _client(person, "10.25.1.1"), _client(person, "10.25.1.2")
    late.pong, never.pong = 0.8 * _PING_TIMEOUT, None
    if not (await late.opened is True and await never.opened is True):
        return
    for _ in range(14):
        await _answers(never)
        await person.world.sleep(1.5)
    judged.expect(not never.is_open, "A page is kept that answers no ping.", "everything is given back")
    for _ in range(3):
        judged.expect(await _answers(late), "A page that answers each ping in time is ended.")
        await person.world.sleep(PINGED / 2)
    late.close()


async def _sizes(person: Person) -> None:
    """Sends messages as long as they may be, whole and in pieces, and longer ones."""
    judged, client = Judged(person), _client(person, "10.25.2.1")
    if await client.opened is not True:
        return
    client.line.cut_small = False  # a small piece counts for more than its bytes
    within, beyond = "a" * (_LONGEST - 100), "a" * (_LONGEST + 100)
    answer = await client.ask("join", {"game_id": within})
    judged.expect(answer is not None, "A message that may be so long is not answered.")
    text = '42["no_event",{}]'
    parts = [text[place : place + 1] for place in range(len(text))]
    for place, part in enumerate(parts):
        data = frame(part, 1 if place == 0 else 0)
        client.send(data if place == len(parts) - 1 else bytes((data[0] & 127,)) + data[1:])
    judged.expect(await _answers(client), "A message in pieces is not read.")
    await client.ask("join", {"game_id": beyond})
    await person.world.sleep(_SOON)
    judged.expect(not client.is_open, "A message that is too long is read.", "memory is bounded")
    pieces = _client(person, "10.25.2.2")
    if await pieces.opened is True:
        pieces.send(bytes((1,)) + frame("")[1:] + (_PIECES + 4) * (bytes((0,)) + frame("")[1:]))
        await person.world.sleep(_SOON)
        judged.expect(not pieces.is_open, "A message of too many pieces is read.", "memory is bounded")
    for one in (client, pieces):
        one.close()


async def _pings_and_strays(person: Person) -> None:
    """Sends pings, and packets that no page sends: as many as are borne, and more."""
    judged, raw = Judged(person), Raw(person, "10.25.3.1")
    raw.line.send(upgrade())
    await person.world.sleep(_SOON)
    before = raw.count(_PONG)
    raw.line.send((_PINGS - 2) * frame(b"ping", 9))
    await person.world.sleep(_SOON)
    judged.expect(raw.count(_PONG) - before == _PINGS - 2, f"{raw.count(_PONG)} of {_PINGS - 2} pings are answered.")
    raw.line.send(2 * _PINGS * frame(b"ping", 9))
    await person.world.sleep(_SOON)
    judged.expect(
        raw.line.socket.is_shut or raw.line.socket.closed, "A flood of pings ends no line.", "memory is bounded"
    )
    raw.line.close()
    for place, stray in enumerate(("3", "43[]", "40")):
        client = _client(person, f"10.25.3.{place + 2}")
        if await client.opened is True:
            client.send(_STRAYS // 2 * frame(stray))
            judged.expect(await _answers(client), f"A page that sends {stray!r} some times is ended.")
            client.send(_STRAYS * frame(stray))
            await person.world.sleep(_SOON)
            judged.expect(not client.is_open, f"A page may send {stray!r} without end.", "memory is bounded")
        client.close()


async def _broken(person: Person) -> None:
    """Says what ends a page: the server ends it soon. What is beside it is answered as before."""
    judged, beside, ended = Judged(person), _client(person, "10.25.7.1"), list[tuple[str, Client]]()
    words = {
        "a frame without a mask": b"\x81\x01x",
        "bytes": frame(b"42[]", 2),
        "a reserved bit": b"\xc1" + frame("42[]")[1:],
        "what is no text": frame(b"4\xff\xfe"),
        "a ping in pieces": b"\x09" + frame("")[1:],
        "a goodbye": frame(b"\x03\xe8", 8),
        "the end of the line": frame("1"),
        "the end of the table": frame("41"),
        "no packet": frame("9"),
    }
    for place, (name, data) in enumerate(words.items()):
        one = _client(person, f"10.25.7.{place + 2}")
        if await one.opened is True:
            ended.append((name, one))
            one.send(data)
    await person.world.sleep(_SOON)
    for name, one in ended:
        judged.expect(not one.is_open, f"A page that says {name!r} is kept.", "everything is given back")
        one.close()
    if await beside.opened is True:
        judged.expect(await _answers(beside), "A page is not answered, as another one was ended.")
    beside.close()


async def _places(person: Person) -> None:
    """Opens as many pages from one address as it may, and one more; who comes when one has left is let in."""
    world, judged = person.world, Judged(person)
    settings = world.plan.settings
    most = max(1, int(int(settings.get("connections", 1000)) * float(settings.get("address_share", 0.5))))
    if most > 25 or world.plan.hosts:
        return
    pages = [_client(person, "10.25.4.1") for _ in range(most)]
    opened = [await one.opened for one in pages]
    is_full = "server_full" in opened
    judged.expect(opened == most * [True] or is_full, f"Of {most} pages of one address these are let in: {opened}.")
    more = _client(person, "10.25.4.1")
    is_let_in = await more.opened is True
    judged.expect(
        not is_let_in or is_full, f"An address has {most + 1} pages, and {most} are its part.", "memory is bounded"
    )
    pages[0].close()
    await world.sleep(_SOON)
    after = _client(person, "10.25.4.1")
    word = await after.opened
    judged.expect(
        word in (True, "server_full"), f"A page has left, and the next one of its address is refused: {word}."
    )
    for one in (*pages, more, after):
        one.close()


async def _rates(person: Person) -> None:
    """Points, and asks, more often than a page and an address may. What is within the rates is not refused."""
    judged, page = Judged(person), _client(person, "10.25.5.1")
    if await page.opened is True:
        asked = [page.ask("aim", {"game_id": "abcdefghijkl", "move": 1}) for _ in range(_AIMS + 20)]
        passed = [_passes(await one) for one in asked].count(True)
        judged.expect(passed == _AIMS, f"{passed} aims of one page pass at once, and {_AIMS} may.", "memory is bounded")
    page.close()
    most = int(person.world.plan.settings.get("address_rate", "0 per").split()[0])
    pages = [_client(person, "10.25.5.2") for _ in range(2 + most // _A_PAGE if most else 0)]
    if [await one.opened for one in pages] == len(pages) * [True]:
        asked = [one.ask("no_event", {}) for _ in range(_A_PAGE) for one in pages]
        passed = [_passes(await one) for one in asked].count(True)
        judged.expect(
            passed == most, f"{passed} events of one address pass at once, and {most} may.", "memory is bounded"
        )
    for one in pages:
        one.close()


def _passes(answer: Any) -> bool:
    return answer is not None and (answer["ok"] or answer["error"]["code"] != "rate_limited")


async def _flood(person: Person) -> None:
    """Points far more often than a page may: what is beyond the rates counts, and ends the page."""
    judged, page = Judged(person), _client(person, "10.25.5.3")
    if str(person.world.plan.settings.get("event_rate")).startswith("100 ") and await page.opened is True:
        for _ in range(_TOO_MANY):
            page.ask("aim", {"game_id": "abcdefghijkl", "move": 1})
            await person.world.sleep(0.01)
        await person.world.sleep(_SOON)
        judged.expect(
            not page.is_open, f"A page points {_TOO_MANY} times in no time, and is kept.", "memory is bounded"
        )
    page.close()


async def _comings(person: Person) -> None:
    """Comes more often from one address than it may. A minute later it is let in again."""
    world, judged = person.world, Judged(person)
    most = int(world.plan.settings.get("connect_rate", "0 per").split()[0])
    lines = list[Raw]()
    for _ in range(most + 5 if most else 0):
        lines.append(Raw(person, "10.25.6.1"))
        lines[-1].line.cut_small = False
        lines[-1].line.send(upgrade())
        world.machine.later(0.8, lines[-1].line.close)
        await world.sleep(0.02)
    await world.sleep(_SOON)
    let_in = [raw.status() for raw in lines].count(101)
    judged.expect(
        let_in == most, f"{let_in} pages come from one address in a minute, and {most} may.", "memory is bounded"
    )
    await world.sleep(_A_MINUTE)
    if lines:
        last = Raw(person, "10.25.6.1")
        last.line.send(upgrade())
        await world.sleep(_SOON)
        judged.expect(last.status() == 101, f"A minute after too many pages one is told {last.status()}.")
        last.line.close()


_ACTS: tuple[Callable[[Person], Coroutine[Any, Any, None]], ...] = (
    _late_joins, _late_pongs, _sizes, _pings_and_strays, _places, _rates, _flood, _comings,
    _broken,
)  # fmt: skip


async def of_pages(person: Person, acts: int) -> None:
    """Does all that comes near the bounds of websockets, at once."""
    for act in _ACTS:
        start(act(person))
    await person.world.sleep(_A_MINUTE + 4 * _SOON)


BOUNDS: dict[str, Any] = {"bounds of requests": of_requests, "bounds of pages": of_pages}
