"""Holds scenes of people who read pages: several on one line, in their language, and the sheets of a class."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from urllib.parse import quote

import msgspec

from engine.child import ChildError
from engine.lab.api import answer
from tests.world.cast.client import Wait
from tests.world.cast.people import Person, secret
from tests.world.rules.files import Files
from tests.world.rules.pages import FILE, LED_ON, REFUSED, Pages, Told
from tests.world.simulated.limits import CLASSES, SHEETS
from webapp.http.lab import helper
from webapp.http.lab.helper import Answer, Helper, Question

if TYPE_CHECKING:
    from tests.world.world import World

_OF_GAMES = (
    "/game/{0}",
    "/game/{0}",
    "/game/{0}/picture.png",
    "/game/{0}/invitation.svg",
    "/games.jsonl?id={0}",
    "/games.txt?id={0}",
    "/games.jsonl?id={1}&id=abcdefghijkl&id={0}",
)
_PATHS = (
    "/", "/connect4/4453", "/connect4/1", "/coach", "/learn", "/student", "/lab/class", "/healthz", "/nim",
    "/connect4/4453?against=5", "/connect4/44/picture.png", "/learnt", "/student/tictactoe", "/readyz",
    "/coach/openings", "/worker.js", f"/static/000000000000/{FILE}", "/offline", "/offline.json",
    "/coach/win", "/coach/win/proof", "/coach/win/race", "/learnt/connect4", "/lab", "/lab/tictactoe", "/lab/book",
    "/lab/essay", "/lab/program", "/lab/program/judge", "/coach/win/cards", "/coach/themes", "/embed/connect4",
    "/embed/connect4/44", "/embed/exam", "/embed/program",
    *REFUSED, *LED_ON,
)  # fmt: skip
_LANGUAGES = ("en", "de", "fr")
_FORMS = ("gzip", "identity", "br", "gzip, br")
_SHEET = "seed=3&variants=2&ask=values,cuts&shape=2x2x2"
_FEW = 7
"""The pages that one reader knows, to read each more than once."""
DOUBTED = 65.0
"""Virtual seconds after a failed write for which a server may not count as ready."""
_FATES = ("", "", "", "late", "ends")
"""What becomes of the lab's answer to a question about a tree: it may come too late, or the process ends."""
_LONGEST = 45.0
"""Virtual seconds for which a reader waits."""
_IDLE = 20.0
"""Virtual seconds without a question after which the lab's process ends."""
_TREES = 0.3
"""How often a reader asks the lab about a tree."""


class _Process:
    """Stands for the process of the lab: it computes here, for a world starts no other one. An answer about a tree may
    come too late, when nobody waits for it any more, or never, as the process has ended."""

    pid = 1

    def __init__(self, chance: random.Random) -> None:
        self._chance, self._answers, self._has_ended = chance, deque[bytes](), False
        self._fate = ""

    def send(self, message: bytes) -> None:
        question = msgspec.msgpack.decode(message, type=Question)
        reply = answer(question.kind, {name: value for name, value in question.given if name != "language"}, str)
        text = reply.text.encode() if isinstance(reply.text, str) else reply.text
        self._answers.append(msgspec.msgpack.encode(Answer(200, reply.mimetype, gzip.compress(text, 1, mtime=0))))
        self._fate = self._chance.choice(_FATES) if question.kind == "read" else ""

    def receive(self, seconds: float) -> bytes:
        self._has_ended |= self._fate == "ends"
        if self._fate:
            raise ChildError(f"the child has sent nothing for {seconds:g} seconds")
        return self._answers.popleft()

    def is_running(self) -> bool:
        return not self._has_ended

    def close(self) -> int:
        self._has_ended = True
        return 0

    kill = close


@contextmanager
def lab_here(world: World) -> Iterator[None]:
    """Lets the lab compute in this process, which ends soon after a question: no timer of it is left at the end."""
    chance, begin = random.Random(f"lab {world.seed}"), Helper.__init__
    one, soon = patch.object(helper, "Child", lambda _command: _Process(chance)), partialmethod(begin, idle=_IDLE)
    with one, patch.object(Helper, "__init__", soon):
        yield


class Browser:
    """Sends one request after the other on one line."""

    def __init__(self, world: World, address: str, chance: random.Random) -> None:
        self._world, self._data = world, bytearray()
        self._wait: Wait[Told | None] = Wait()
        self._method, self.has_ended = "", False
        self.line = world.connect(address, chance, self._received)

    async def ask(self, method: str, path: str, head: dict[str, str]) -> Told | None:
        """Sends a request, and returns the answer. None: the line ended, or nothing came for long."""
        self._wait, self._method = Wait(), method
        rows = (f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *map(": ".join, head.items()), "", "")
        wait = self._wait
        self._world.machine.later(_LONGEST, lambda: wait.resolve(None))
        self.line.send("\r\n".join(rows).encode())
        return await wait

    def _received(self, data: bytes) -> None:
        self._data += data
        found = self._data.find(b"\r\n\r\n")
        if found >= 0:
            first, *rows = self._data[:found].decode("latin-1").split("\r\n")
            head = {name.strip().lower(): value.strip() for name, _, value in (row.partition(":") for row in rows)}
            size = 0 if self._method == "HEAD" or " 304 " in first else int(head.get("content-length", 0))
            if len(self._data) >= found + 4 + size:
                told = Told(int(first.split()[1]), head, bytes(self._data[found + 4 : found + 4 + size]))
                del self._data[: found + 4 + size]
                self._wait.resolve(told)
        if not data:
            self.has_ended = True
            self._wait.resolve(None)


async def reading(person: Person, acts: int) -> None:
    """Reads pages on one line, in one language after the other. They are right, and the same each time."""
    world, chance = person.world, person.chance
    browser, pages, files = Browser(world, person.address, random.Random(chance.random())), Pages(), list[str]()
    files_of_games, root = Files(world), str(world.plan.settings.get("root_path", ""))
    mine = chance.sample(_PATHS, _FEW)
    for _ in range(acts):
        known = list(world.games)
        games = [each.format(known[-1], chance.choice(known)) for each in _OF_GAMES] if known else []
        path = chance.choice((*mine, *games, *files))
        head = {"Accept-Language": chance.choice(_LANGUAGES), "Accept-Encoding": chance.choice(_FORMS)}
        if path in pages.tags and chance.random() < 0.5:
            head["If-None-Match"] = pages.tags[path]
        asked = chance.choice(("GET", "GET", "HEAD")), path, head
        below = chance.choice((root, ""))  # a proxy may take the first part of an address away
        since, told = world.machine.now, await browser.ask(asked[0], f"{below}{path}", head)
        is_calm = world.is_calm(since) and not world.heavy and not world.is_over
        if path == "/readyz" and not world.plan.hosts:  # tells for a minute of a write that has failed
            is_calm = is_calm and world.server.failed_at < since - DOUBTED
        if told is None:
            if is_calm and not browser.has_ended:
                world.fail("each question is answered", f"{person.name} waits for {asked} for {_LONGEST:.0f} s.")
            break
        if words := pages.misfit(*asked, told, is_calm, root):
            world.fail("one answer", f"{person.name} asked for {asked}, and {words}.")
        shown = pages.told_again(path, head) if told.status == 304 else told
        is_read = path.startswith("/game") and asked[0] == "GET"
        if is_read and shown and shown.status == 200 and (words := files_of_games.misfit(path, shown, since)):
            world.fail("nothing but the truth", f"{person.name} asked for {path}, and {words}.")
        if (
            shown
            and (asked[0], path) == ("GET", "/")
            and (found := re.search(rb"/static/[0-9a-f]{12}/", shown.plain()))
        ):
            files = [f"{found[0].decode()}{FILE}"]
        if chance.random() < _TREES and (words := await _about_a_tree(browser, chance)):
            world.fail("one answer", f"{person.name} asked for a tree, and {words}.")
        await world.sleep(chance.uniform(0.1, 4.0))
    browser.line.close()


async def _about_a_tree(browser: Browser, chance: random.Random) -> str | None:
    """Asks the lab to read a tree. Returns what is wrong about the answer: it must be to this question."""
    tree = "(({} {}) ({} {}))".format(*(chance.randint(0, 99) for _ in range(4)))
    path, head = f"/lab/read/000000000000?tree={quote(tree)}", {"Accept-Language": "en", "Accept-Encoding": "identity"}
    told = await browser.ask("GET", path, head)
    if told and told.status == 302:  # to the address of today
        told = await browser.ask("GET", told.head["location"].removeprefix("http://127.0.0.1"), head)
    if told is None or told.status != 200:
        return None
    found = json.loads(told.plain())
    return None if found.get("text") == tree else f"{tree} is answered by {found!r:.200}"


async def lesson(person: Person, acts: int) -> None:
    """Makes a class whose pupils hand in sheets, more than one may have. Only the teacher is told how many."""
    world, chance = person.world, person.chance
    mine, since = {"Authorization": f"Bearer {secret(chance)}"}, world.machine.now
    teacher = Browser(world, person.address, random.Random(chance.random()))
    pupil = Browser(world, "10.1.9.9", random.Random(chance.random()))
    made = await teacher.ask("POST", f"/lab/class?{_SHEET}", mine)
    if not made or made.status != 201:
        if made and world.is_calm(since) and len(world.truth.rows("class")) < CLASSES:
            world.fail("each question is answered", f"{person.name} makes no class: {made.status}.")
        return
    code, handed = json.loads(made.body)["code"], 0
    for _ in range(min(acts, SHEETS + 3)):
        answers = "%0A".join(chance.choice(("1", "none", "A%3D1", "")) for _ in range(2))
        sent = await pupil.ask("POST", f"/lab/class/{code}?variant={chance.randint(1, 2)}", {"X-Answers": answers})
        if sent is None or (sent.status not in (200, 409) and not world.is_calm(since)):
            return
        if sent.status != (200 if handed < SHEETS else 409):
            world.fail("one answer", f"A class has {handed} sheets, and the next one is answered by {sent.status}.")
        handed += sent.status == 200
        await world.sleep(chance.uniform(0.1, 2.0))
    told = await teacher.ask("GET", f"/lab/class/{code}/counts", mine)
    counts = f"/lab/class/{code}/counts"
    stranger = await pupil.ask("GET", counts, {"Authorization": f"Bearer {secret(chance)}"})
    sheet = await pupil.ask("GET", f"/lab/class/{code}", {"Accept-Language": "en"})
    if stranger and stranger.status == 200:
        world.fail("one owner", "The counts of a class were shown to somebody without its secret.")
    if told and told.status == 200:
        shown = {(question, slip): count for question, slip, count in json.loads(told.body)["counts"]}
        if shown.get((0, "sheets"), 0) != handed or any(count > handed for count in shown.values()):
            world.fail("nothing lost", f"A class of {handed} sheets has the counts {shown}.")
    elif told and world.is_calm(since):
        world.fail("each question is answered", f"The teacher is not told the counts: {told.status}.")
    if world.is_calm(since) and sheet and sheet.status != 200:
        world.fail("each question is answered", f"The sheet of a class is not shown: {sheet.status}.")
    await _more_classes(world, teacher, mine)
    for browser in (teacher, pupil):
        browser.line.close()


async def _more_classes(world: World, teacher: Browser, mine: dict[str, str]) -> None:
    """Makes more classes than there may be."""
    for _ in range(CLASSES):
        before = len(world.truth.rows("class"))
        more = await teacher.ask("POST", f"/lab/class?{_SHEET}", mine)
        if more and before >= CLASSES and more.status == 201:
            world.fail("memory is bounded", f"There are {before} classes, and one more is made.")


READINGS: dict[str, Any] = {"reading": reading, "lesson": lesson}
