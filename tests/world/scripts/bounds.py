"""Comes near every bound that a server sets a client, from both sides: just within it is served, just beyond it is
refused or ended. That what is beyond is ended in time, and nothing else, is judged at every line (``rules/lines.py``).

Here: the time and the size of requests. Those of websockets are in ``bounds_of_pages.py``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Coroutine
from typing import Any

from tests.world.cast.client import page, start
from tests.world.cast.frames import upgrade
from tests.world.cast.people import Person
from tests.world.rules.lines import READING, REQUEST, lines_of
from tests.world.scripts.readers import DOUBTED, Browser

_WITHIN, _BEYOND = 0.85, 1.2
"""The parts of a bound in time that are served, and that are not."""
_ANSWERED = 6.0
"""Virtual seconds in which a small page is answered."""
_TOGETHER = 12
_LATER = 15.0
"""Virtual seconds after which nobody else here has many lines."""
_HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
_PAD = b"X-Pad: %s\r\n"
_WHOLE = "/arena.jsonl"
"""A page of more bytes than a line holds."""


class Raw:
    """Sends bytes as they are, and keeps all that comes."""

    def __init__(self, person: Person, address: str) -> None:
        self.world, self.address = person.world, address
        self.got, self.has_ended = bytearray(), False
        self.line = person.world.connect(address, random.Random(person.chance.random()), self._received)
        self.line.buffer = 60_000

    def _received(self, data: bytes) -> None:
        self.got += data
        self.has_ended = self.has_ended or not data

    def count(self, words: bytes = b"HTTP/1.1 ") -> int:
        """Returns how often something has come, such as an answer."""
        return self.got.count(words)

    def status(self) -> int:
        """Returns the status of the last answer, 0 without one."""
        return int(self.got[self.got.rfind(b"HTTP/1.1 ") :].split()[1]) if self.count() else 0

    async def dribble(self, data: bytes, seconds: float) -> None:
        """Sends some bytes one after the other, so that the last one comes after some seconds."""
        for place in range(len(data)):
            self.line.send(data[place : place + 1])
            if self.has_ended or self.world.is_over:
                return
            await self.world.sleep(seconds / len(data))


class Judged:
    """Judges what a bound has come to. Of one server only its end and slow pages excuse something, but ``calm``."""

    def __init__(self, person: Person, calm: bool = False) -> None:
        self.world, self._since = person.world, person.world.machine.now
        self._needs_calm = calm or bool(person.world.plan.hosts)

    def expect(self, is_right: bool, words: str, rule: str = "each question is answered") -> None:
        """Fails the world if something is wrong that must be right while nothing troubles it."""
        world, since = self.world, self._since
        is_sure = world.is_calm(since) if self._needs_calm else world.host.disk.hangs_until < since
        if world.plan.settings.get("proxies"):  # all lines are of one address: the oldest make room
            doors = [one.listener for one in (world.cluster.fronts if world.plan.hosts else [world.server])]
            is_sure = is_sure and all(door.full_at < since for door in doors)
        if not is_right and is_sure and not (world.is_over or world.was_down or world.heavy):
            world.fail(rule, words)


async def _forms(person: Person) -> None:
    """Sends requests of every form and size. Each has the right status, and no answer too many."""
    local = not person.world.plan.settings.get("proxies")
    small, row = page("/healthz"), b"GET /healthz HTTP/1.1\r\n"
    forms: dict[str, tuple[bytes, int]] = {
        "a long head": (_HEAD + _PAD % (b"a" * 15_000) + b"\r\n", 200),
        "a head that is too long": (_HEAD + _PAD % (b"a" * 40_000) + b"\r\n", 431),
        "no body": (_HEAD + b"Content-Length: 0\r\n\r\n", 200),
        "a body": (_HEAD + b"Content-Length: 3\r\n\r\nabc", 413),
        "a body to come": (_HEAD + b"Content-Length: 3\r\n\r\n", 413),
        "a body in pieces": (_HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413),
        "two hosts": (_HEAD + b"Host: 127.0.0.1\r\n\r\n", 400),
        "two senders": (_HEAD + b"Origin: http://a\r\nOrigin: http://b\r\n\r\n", 400),
        "no host": (row + b"\r\n", 400),
        "no name of a host": (row + b"Host: not_a host\r\n\r\n", 400),
        "another host": (row + b"Host: elsewhere.example\r\n\r\n", 400 if local else 200),
        "this host by another name": (row + b"Host: LOCALHOST.:8000\r\n\r\n", 200),
        "an address of a proxy": (b"GET http://127.0.0.1/healthz HTTP/1.1\r\nHost: x\r\n\r\n", 200),
        "another protocol": (b"GET ftp://127.0.0.1/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400),
        "an older version": (b"GET /healthz HTTP/1.0\r\n\r\n", 200),
        "a version that is none": (b"GET /healthz HTTP/3.7\r\nHost: 127.0.0.1\r\n\r\n", 400),
        "no request": (b"this is none\r\n\r\n", 400),
        "a wrong method": (small.replace(b"GET", b"DELETE"), 405),
        "the last request": (_HEAD + b"Connection: close\r\n\r\n", 200),
        "two at once": (small + small, 200),
        "a websocket without a key": (
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n",
            400,
        ),
        "a websocket of another site": (upgrade(b"Origin: http://elsewhere.example\r\n"), 400),
        "a websocket of this site": (upgrade(b"Origin: http://127.0.0.1\r\n"), 101),
        "a websocket of an older kind": (upgrade().replace(b"Version: 13", b"Version: 8"), 400),
        "a websocket that asks for none": (page("/socket.io/?EIO=4&transport=websocket"), 400),
    }  # fmt: skip
    judged, sent = Judged(person), dict[str, Raw]()
    for place, (name, (data, _)) in enumerate(forms.items()):
        sent[name] = Raw(person, f"10.24.0.{place + 1}")
        sent[name].line.cut_small = sent[name].line.cut_small and len(data) < 400
        sent[name].line.send(data)
        await person.world.sleep(0.05)
    await person.world.sleep(_ANSWERED)
    for name, raw in sent.items():
        told = raw.status(), raw.count()
        judged.expect(told == (forms[name][1], 1), f"{name!r} is answered by (status, answers) {told}.")
    for raw in sent.values():
        raw.line.close()


async def _slow_heads(person: Person) -> None:
    """Sends a head byte by byte, as the first request of a line and as the second one, within the time and beyond."""

    async def within() -> None:
        raw, judged = Raw(person, "10.24.1.1"), Judged(person)
        for number in (1, 2):
            await raw.dribble(page("/healthz"), _WITHIN * REQUEST)
            await person.world.sleep(_ANSWERED / 3)
            words = f"Request {number} that came in {_WITHIN * REQUEST:.0f} s is not answered."
            judged.expect(raw.count() == number, words)
        await person.world.sleep(_WITHIN * REQUEST - _ANSWERED / 3)
        raw.line.send(page("/healthz"))
        await person.world.sleep(_ANSWERED / 3)
        judged.expect(raw.count() == 3, f"A request on a line idle for {_WITHIN * REQUEST:.0f} s is not answered.")
        await person.world.sleep(_BEYOND * REQUEST)
        judged.expect(raw.has_ended, "A line that is idle for long is kept.", "everything is given back")

    async def beyond(after: bool) -> None:
        raw, judged = Raw(person, f"10.24.1.{2 + after}"), Judged(person)
        if after:
            raw.line.send(page("/healthz"))
            await person.world.sleep(_ANSWERED / 3)
        await raw.dribble(page("/healthz")[:-1], 1.5 * REQUEST)
        judged.expect(raw.has_ended, "A line whose request has no end is kept.", "everything is given back")

    start(within())
    start(beyond(False))
    await beyond(True)


async def _slow_bodies(person: Person) -> None:
    """Begins to read a long answer late, within the time and beyond, or reads nothing. Who reads in time gets all."""
    judged, late, never = Judged(person), Raw(person, "10.24.2.1"), Raw(person, "10.24.2.2")
    for raw in (late, never):
        raw.line.slowness, raw.line.buffer = 0.0, 30_000
        raw.line.send(page(_WHOLE))
    await person.world.sleep(_WITHIN * READING)
    late.line.slowness, late.line.buffer = None, 10_000_000
    late.line.wake()
    await person.world.sleep(_ANSWERED)
    head, _, body = bytes(late.got).partition(b"\r\n\r\n")
    size = next((int(row.split()[1]) for row in head.lower().split(b"\r\n") if row.startswith(b"content-length")), -1)
    judged.expect(len(body) == size, f"Of {size} bytes of a page that was read late {len(body)} came.")
    await person.world.sleep((_BEYOND - _WITHIN) * READING)
    is_closed = never.line.socket.closed
    judged.expect(is_closed, "A line is kept whose answer nobody reads.", "everything is given back")
    for raw in (late, never):
        raw.line.close()


async def _at_once(person: Person) -> None:
    """Asks for pages on many lines of one address at once, as a browser does. Each is answered, and so is another's."""
    judged, lines = Judged(person), [Raw(person, "10.24.4.1") for _ in range(_TOGETHER)]
    lines.append(Raw(person, "10.24.4.2"))
    for place, raw in enumerate(lines):
        raw.line.send(page(("/healthz", "/nim")[place % 2]))
    await person.world.sleep(_ANSWERED)
    told = [(raw.status(), raw.count()) for raw in lines]
    judged.expect(told == len(lines) * [(200, 1)], f"Pages that are asked for at once are answered by {told}.")
    for raw in lines:
        raw.line.close()


async def _many_lines(person: Person) -> None:
    """Opens more lines than the server takes, from one address: others come in, and keep what they have."""
    world, judged = person.world, Judged(person)
    most = lines_of(world)
    if most > 100 or world.plan.hosts or world.plan.settings.get("proxies"):
        return
    await world.sleep(_LATER)
    quiet = Raw(person, "10.24.3.1")
    await world.sleep(0.3)
    crowd = [Raw(person, "10.24.3.2") for _ in range(most + 10)]
    await world.sleep(1.0)
    late = Raw(person, "10.24.3.3")
    late.line.send(page("/healthz"))
    await world.sleep(_ANSWERED / 3)
    quiet.line.send(page("/healthz"))
    await world.sleep(_ANSWERED / 3)
    judged.expect(late.status() == 200, "A newcomer is not let in, as another address has too many lines.")
    judged.expect(quiet.status() == 200, "A line was ended for those of another address, which has more.")
    in_order = sorted(crowd, key=lambda one: one.line.course.accepted_at)
    is_open = [not one.line.socket.closed for one in in_order]
    judged.expect(is_open[-1] and sum(is_open) >= most // 8, f"Of {len(crowd)} lines {sum(is_open)} are kept.")
    judged.expect(not is_open[0], "The newest lines are ended, and not the oldest.", "memory is bounded")
    for one in (quiet, late, *crowd):
        one.line.close()


async def _operator(person: Person) -> None:
    """Asks for what operators read, from the machine itself: it runs, can take a game, and counts what is there."""
    world, judged = person.world, Judged(person, calm=True)
    token = str(world.plan.settings.get("metrics_token", ""))
    browser = Browser(world, person.address if token else "127.0.0.1", random.Random(person.chance.random()))
    most = int(world.plan.settings.get("connections", 1000))
    for _ in range(5):
        for name in ("healthz", "readyz", "metrics"):
            head = {"Authorization": f"Bearer {token}"} if token else {}
            asked_at, answer = world.machine.now, await browser.ask("GET", f"/{name}", head)
            is_full = len(world.clients) > most - 5
            is_doubted = not world.plan.hosts and world.server.failed_at > world.machine.now - DOUBTED
            is_doubted = is_doubted and not world.server.failed_at < world.server.wrote_at < asked_at
            is_unready = name == "readyz" and (is_full or is_doubted)
            is_right = answer is not None and (answer.status == 200 or is_unready)
            judged.expect(is_right, f"The operator is told of {name}: {answer!r:.300}.")
            if answer and answer.status == 200 and name != "metrics":
                body = answer.plain()
                judged.expect(json.loads(body)["ok"] is True, f"The operator is told {body!r:.300}.")
        await world.sleep(6.0)
    browser.line.close()


_ACTS: tuple[Callable[[Person], Coroutine[Any, Any, None]], ...] = (
    _forms,
    _slow_heads,
    _slow_bodies,
    _at_once,
    _many_lines,
)


async def of_requests(person: Person, acts: int) -> None:
    """Does all that comes near the bounds of requests, at once."""
    for act in (*_ACTS, *(() if person.world.plan.hosts else (_operator,))):
        start(act(person))
    await person.world.sleep(_BEYOND * READING + 2 * _ANSWERED)
