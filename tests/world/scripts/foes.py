"""Holds the foes of a world: each takes what is not his, speaks what is no protocol, or takes more than his part."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from tests.world.cast.client import Client, Reader, page
from tests.world.cast.frames import frame, upgrade
from tests.world.cast.people import Person, secret
from tests.world.cast.schema import draw
from webapp.sizes import lines

if TYPE_CHECKING:
    from tests.world.world import World

_PATHS = (
    "/",
    "/connect4/4453",
    "/arena.jsonl",
    "/arena",
    "/readyz",
    "/nothing",
    "/connect4/4453/picture.png",
    "/coach",
)
_REFUSALS = 120
"""The most events that are refused as too many before the server hangs up (``FOURTHOUGHT_STRIKES``: 50), and some that
are on their way."""
_ODD_HEADS = (
    b"Sec-WebSocket-Protocol: ",
    b"Sec-WebSocket-Extensions: ",
    b"Origin: ",
    b"Cookie: ",
    b"X-Forwarded-For: ",
)


async def commands(foe: Person, acts: int) -> None:
    """Sends events of the whole schema, half right and wrong, with the ids of other people's games."""
    world, chance = foe.world, foe.chance
    known: dict[str, list[Any]] = {"game": ["connect4", "tictactoe"], "request_id": []}
    for _ in range(8 * acts):
        if not await foe.come() or foe.client is None:
            return
        known["game_id"] = list(world.games)[-12:] or ["abcdefghijkl"]
        known["token"] = [secret(chance), *foe.wallet][:4]
        known["ply"] = list(range(6))
        known["move"] = list(range(1, 8))
        event, payload = draw(chance, known)
        if isinstance(payload, dict) and isinstance(payload.get("request_id"), str):
            number = foe.number()
            payload["request_id"] = number
            world.truth.requests[number] = foe.name, event
        for name in ("token", "secret"):
            if isinstance(payload, dict) and isinstance(payload.get(name), str):
                foe.wallet.add(payload[name])
        foe._keep(await foe.client.ask(event, payload))
        await world.sleep(chance.choice((0.01, 0.1, 1.0, 3.0)))


async def odd_heads(foe: Person, acts: int) -> None:
    """Asks for websockets with odd bytes in the head, and breaks off."""
    for _ in range(acts):
        chance = foe.chance
        odd = bytes(chance.choices(range(128, 256), k=chance.randint(1, 4)))
        more = (
            chance.choice(_ODD_HEADS) + chance.choice((b"", b"chat, ")) + odd + b"\r\n"
            if chance.random() < 0.8
            else b""
        )
        connection = b"Upgrade, " + odd if chance.random() < 0.4 else b"Upgrade"
        key = chance.choice(("dGhlIHNhbXBsZSBub25jZQ==", "short"))
        line = foe.world.connect(foe.address, random.Random(chance.random()), lambda _: None)
        line.send(upgrade(more, connection, key) + chance.choice((b"", frame("40"), b"\xff\xff\xff\xff")))
        end = line.tear if chance.random() < 0.5 else line.close
        foe.world.machine.later(chance.choice((0.0, 0.05, 2.0)), end)
        await foe.world.sleep(chance.uniform(0.01, 0.5))


async def odd_frames(foe: Person, acts: int) -> None:
    """Opens websockets and sends what is no message, or too much of one."""
    chance = foe.chance
    kinds = (
        lambda: bytes(chance.choices(range(256), k=50)),
        lambda: frame("42" + "[" * 5000),
        lambda: frame("x" * 40_000),
        lambda: frame(b"\xff\xfe"),
        lambda: frame("4" + chance.choice(("1", "5", "2[", "2{}", "2[1]", '27["connect"]', "0/other,", ""))),
        lambda: b"".join(frame(b"ping", 9) for _ in range(60)),
        lambda: frame("42" + json.dumps(["disconnect", "transport close"])),
        lambda: b"\x01\x80\0\0\0\0" * 300,
        lambda: frame("3") * 40,
        lambda: frame("40") * 3,
        lambda: frame("", 8),
    )
    for _ in range(acts):
        client = Client(foe.world, foe.name, foe.address, chance)
        if await client.opened is True:
            for _ in range(chance.randint(1, 5)):
                client.send(chance.choice(kinds)())
                client._sent.update(dict.fromkeys(range(100), 99))
                await foe.world.sleep(chance.uniform(0.0, 0.5))
        client.close() if chance.random() < 0.5 else client.line.tear()
        await foe.world.sleep(chance.uniform(0.1, 2.0))


async def crowd(foe: Person, acts: int) -> None:
    """Opens many lines at once: some never say a word, some never join, some join and leave at once."""
    lines, clients = [], []
    for number in range(6 * acts):
        chance = random.Random(foe.chance.random())
        if number % 3 == 0:
            clients.append(Client(foe.world, foe.name, foe.address, chance))
        else:
            line = foe.world.connect(foe.address, chance, lambda _: None)
            line.send(upgrade()[: chance.choice((0, 10, 500))])
            lines.append(line)
    await foe.world.sleep(foe.chance.uniform(1, 40))
    for client in clients:
        client.close() if foe.chance.random() < 0.5 else client.line.tear()
    for line in lines:
        line.close() if foe.chance.random() < 0.5 else line.tear()


async def slow_readers(foe: Person, acts: int) -> None:
    """Asks for pages again and again, and reads nothing or a little of the answers."""
    readers = []
    for _ in range(5 * acts):
        path = foe.chance.choice((*_PATHS, "/arena.jsonl", "/arena.jsonl"))
        reader = Reader(foe.world, foe.address, random.Random(foe.chance.random()), page(path))
        reader.line.slowness = foe.chance.choice((0.0, 0.0, 500.0))
        reader.line.buffer = 2_000
        readers.append(reader)
        await foe.world.sleep(foe.chance.uniform(0.01, 0.3))
    await foe.world.sleep(30)
    for reader in readers:
        reader.line.tear()


async def slow_watchers(foe: Person, acts: int) -> None:
    """Watches games on several lines without reading any news. Half of the lines ask questions and read again soon."""
    clients = []
    for _ in range(min(acts, 8)):
        client = Client(foe.world, foe.name, foe.address, foe.chance)
        clients.append(client)
        if await client.opened is True and foe.world.games:
            game_id = foe.chance.choice(list(foe.world.games))
            await client.ask("join", {"game_id": game_id})
            await client.ask("watch_thinking", {"game_id": game_id, "on": True, "tree": True})
            client.line.slowness, client.line.buffer = 100.0 * (len(clients) % 2), 3_000
            for _ in range(6 if client.line.slowness else 0):
                await foe.world.sleep(1.0)
                client.ask("join", {"game_id": game_id})
            if client.line.slowness:
                client.line.slowness = None
    await foe.world.sleep(foe.chance.uniform(70, 200))
    for client in clients:
        client.line.tear()
        client.close()


async def flood(foe: Person, acts: int) -> None:
    """Sends events as fast as the line takes them: few of them are granted, and then the server hangs up."""
    client, since = Client(foe.world, foe.name, foe.address, foe.chance), foe.world.machine.now
    limit = int(foe.world.plan.settings.get("event_rate", "100 per 10 seconds").split()[0])
    if await client.opened is True:
        asked = []
        for _ in range(20 * acts):
            if not client.is_open:
                break
            asked.append(client.ask(*foe.chance.choice((("shown_tables", {}), ("join", {"game_id": "abcdefghijkl"})))))
            if foe.chance.random() < 0.02:
                await foe.world.sleep(0.1)
        if asked:
            await asked[-1]
    windows = 2 + (foe.world.machine.now - since) // 10
    if client.granted > limit * windows or client.refused > _REFUSALS:
        words = f"{foe.name} was granted {client.granted} events at once, and refused {client.refused}."
        foe.world.fail("memory is bounded", words)
    client.close()


async def reviewers(foe: Person, acts: int) -> None:
    """Has as many positions reviewed as an address may, without staying at the tables."""
    games = []
    for number in range(30 + 10 * acts):
        if not await foe.come() or foe.client is None:
            return
        if number % 60 == 59:
            await foe.world.sleep(12.0)
        moves = "".join(foe.chance.choices("1234567", k=14))
        seats = [{"kind": "human"}, {"kind": "human"}]
        payload = {"game": "connect4", "seats": seats, "moves": moves, "analysis": True}
        answer = await foe.client.ask("new_game", payload)
        foe._keep(answer)
        if answer and answer["ok"]:
            games.append(answer["game_id"])
    await foe.world.sleep(foe.chance.uniform(0.0, 20.0))
    for game_id in games:
        if await foe.come() and foe.client is not None:
            await foe.client.ask("review", {"game_id": game_id})


async def heads(foe: Person, acts: int) -> None:
    """Sends heads byte by byte, never to their end, with bodies, or two at once."""
    for _ in range(acts):
        chance = foe.chance
        kinds = (
            page(chance.choice(_PATHS))[:-2],
            page(chance.choice(_PATHS)) * 2,
            b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nabcde",
            b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
            b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
            bytes(chance.choices(range(256), k=80)),
            b"GET \xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        )
        line = foe.world.connect(foe.address, random.Random(chance.random()), lambda _: None)
        line.cut_small = chance.random() < 0.5
        line.send(chance.choice(kinds))
        foe.world.machine.later(chance.choice((0.1, 3.0, 30.0)), chance.choice((line.close, line.tear)))
        await foe.world.sleep(chance.uniform(0.05, 1.0))


async def school(pupil: Person, acts: int) -> None:
    """Asks for the first page 400 times at once, from one address, as a school does when a lesson begins."""
    world: World = pupil.world
    chances = [random.Random(pupil.chance.random()) for _ in range(400)]
    readers = [Reader(world, pupil.address, chance, page("/")) for chance in chances]
    statuses = [await reader.answer for reader in readers]
    bad = [status for status in statuses if status is None or status[0] != 200]
    has_room = lines(world.host.settings.connections) * 3 // 4 > 450  # requests in hand, by the settings alone
    if bad and has_room and not world.is_over and not world.was_down:
        world.fail(
            "each question is answered", f"{len(bad)} of 400 pupils of one school were not given the page: {bad[0]}."
        )


FOES = {
    "commands": commands,
    "odd heads": odd_heads,
    "odd frames": odd_frames,
    "crowd": crowd,
    "slow readers": slow_readers,
    "slow watchers": slow_watchers,
    "flood": flood,
    "reviewers": reviewers,
    "heads": heads,
    "school": school,
}
