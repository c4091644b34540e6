"""Holds the clients of a world: a websocket with its questions, a request for a page, and what both know to be true.

No code here is the server's: frames and packets are written out.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tests.world.cast.frames import frame, upgrade
from tests.world.cast.heard import Heard
from tests.world.ledger.model import key_of
from tests.world.rules.answers import judge
from tests.world.rules.lines import lines_of
from tests.world.rules.reasons import Asked
from tests.world.rules.told import helps
from tests.world.rules.words import Words
from tests.world.simulated.network import SLOW_BUFFER, Line, visitor_of

if TYPE_CHECKING:
    from tests.world.world import World

T = TypeVar("T")
_OPCODES = (1, 2, 8, 9, 10)
"""The kinds of whole frames that a server sends: text, bytes, the end, and what asks for a sign of life and answers."""
_AT_ONCE = 8
"""The open questions of one page from which on the server reads no more."""
_HEARS_NOTHING = 8.0
"""Seconds after which a page takes an event for lost."""


class Wait(Awaitable[T], Generic[T]):
    """Holds a value to come, for one script."""

    def __init__(self) -> None:
        self.done, self.value = False, None
        self._go_on: Callable[[], None] | None = None

    def resolve(self, value: Any) -> None:
        """Gives the value; of several calls the first counts."""
        if not self.done:
            self.done, self.value = True, value
            if self._go_on:
                self._go_on()

    def __await__(self) -> Generator[Any, None, T]:
        if not self.done:
            yield self
        return self.value  # type: ignore[return-value]


def start(script: Coroutine[Any, Any, Any]) -> None:
    """Runs a script up to its first wait, and on whenever a wait is over."""

    def go_on() -> None:
        with suppress(StopIteration):
            script.send(None)._go_on = go_on

    go_on()


class Client:
    """Keeps one websocket of a person. ``on_news`` gets every event. ``opened`` becomes True or False, or the word of a
    refusal."""

    def __init__(
        self,
        world: World,
        name: str,
        address: str,
        chance: random.Random,
        on_news: Callable[[str, Any], object] = lambda _e, _p: None,
    ) -> None:
        self.world, self.name, self._chance, self.on_news = world, name, chance, on_news
        self.address = visitor_of(address)
        self.opened: Wait[Any] = Wait()
        self.ended: Wait[None] = Wait()
        self.is_open, self.ended_at = True, math.inf
        self._bytes, self._is_upgraded, self._joined = bytearray(), False, False
        self._numbers = 0
        self._asked: dict[int, tuple[str, float, Wait[Any]]] = {}
        self._sent: dict[int, int] = {}
        self._payloads: dict[int, Asked] = {}
        self.heard = Heard(world, name, self.address)
        self._versions: dict[tuple[str, str], int] = {}
        """By game and how it came ("game" in news, or "answer"), the newest version that was shown."""
        self.words = Words(self)
        self.granted = self.refused = 0
        self.doubles = self.lost = self.late = self.deaf_until = self.full_at = 0.0
        self.pong: float | None = 0.0
        """The seconds after which this page answers a ping. None: never."""
        self.line = world.connect(address, random.Random(chance.random()), self._received)
        self.line.send(upgrade())
        world.clients[self] = None

    def ask(self, event: str, payload: Any) -> Wait[Any]:
        """Sends an event, and returns the answer to come; None if the line ends before."""
        answer: Wait[Any] = Wait()
        if not (self.is_open and self._joined):
            answer.resolve(None)
            return answer
        self._numbers += 1
        lost, late = self._chance.random() < self.lost, self._chance.random() < self.late
        if lost:  # a page that hears nothing for a while asks again
            self.world.machine.later(_HEARS_NOTHING, lambda: answer.resolve(None))
            return answer
        self._asked[self._numbers] = event, self.world.machine.now, answer
        self.heard.asks(event, payload)
        self._payloads[self._numbers] = self._noted(event, payload)
        data = frame(f"42{self._numbers}{json.dumps([event, payload])}")
        self._sent[self._numbers] = 1
        if self._chance.random() < self.doubles:
            data, self._sent[self._numbers] = data + data, 2
        self.words.asks(event, payload)
        self.world.crowd.note(self, event, payload)
        count = self._sent[self._numbers]
        self.world.order.sends(self, payload, not late and count == 1, count)
        self.world.turns.asks(event, payload, self._sent[self._numbers])
        self.world.sent[self.address] += self._sent[self._numbers] * [(self.world.machine.now, event)]
        if late:  # later ones come before
            self.world.machine.later(self._chance.uniform(0, 2), lambda: self.line.send(data))
        else:
            self.line.send(data)
        return answer

    def _noted(self, event: str, payload: Any) -> Asked:
        form = payload if isinstance(payload, dict) else {}
        game_id = str(form.get("game_id"))
        keys = self.heard.sure.get(game_id, set()) | ({key_of(str(form["token"]))} if form.get("token") else set())
        keys = keys if event == "move" else self.heard.sure.get(game_id, set())
        version = len(self.world.truth.shown.get(game_id, ()))
        self.world.midst.note("asked")
        self.world.minds.comes(event, game_id, self.address)
        self.world.kept.note(game_id)
        told = self.world.told
        beside: tuple[str, ...] = ()
        if helps(event, form):
            beside = told.beside(self, game_id)
        return Asked(event, payload, self.world.machine.now, version, frozenset(keys), told.version(game_id), beside)

    def send(self, data: bytes) -> None:
        """Sends bytes of any kind."""
        self.line.send(data)

    def close(self) -> None:
        """Leaves, as a closed page does."""
        self.line.close()
        self._end()

    def oldest(self) -> tuple[str, float] | None:
        """Returns the event that has waited longest for its answer, and since when."""
        return next(((event, since) for event, since, _ in self._asked.values()), None)

    def oldest_game(self) -> str:
        """Returns the game of the question that has waited longest, or an empty text."""
        asked = self._payloads.get(next(iter(self._asked), 0))
        return str(asked.payload.get("game_id", "")) if asked and isinstance(asked.payload, dict) else ""

    def is_about_now(self) -> bool:
        """Tells whether the question that has waited longest is about a game that has not changed since."""
        asked = self._payloads.get(next(iter(self._asked), 0))
        return asked is not None and asked.version == len(self.world.truth.shown.get(self.oldest_game(), ()))

    def newest(self, game_id: str) -> int:
        """Returns the newest version of a game that this page was shown, 0 for none."""
        return max(self._versions.get((game_id, how), 0) for how in ("game", "answer"))

    def is_full(self) -> bool:
        """Tells whether so many questions are open that the server reads no more of them."""
        return len(self._asked) >= _AT_ONCE

    def _end(self) -> None:
        if self.is_open:
            self.is_open, self.ended_at = False, self.world.machine.now
            for game_id in self.heard.tables:
                self.world.crowd.stir(self, game_id)
            self.world.clients.pop(self, None)
            asked, self._asked = self._asked, {}
            self.opened.resolve(False)
            for _, _, answer in asked.values():
                answer.resolve(None)
            self.ended.resolve(None)

    def _received(self, data: bytes) -> None:
        if not self.is_open:
            return
        if not data:
            self._check_end()
            self.words.end()
            self._end()
            return
        self._bytes += data
        if not self._is_upgraded:
            head, found, rest = bytes(self._bytes).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.resolve(head.split(b" ", 2)[1].decode())
                self.close()
                return
            self._is_upgraded, self._bytes = True, bytearray(rest)
        try:
            while self.is_open and (message := self._next()) is not None:
                self._take(message)
        except ValueError as error:
            self.world.fail("no fault of ours", f"{self.name} was sent what nobody can read: {error}.")

    def _check_end(self) -> None:
        """The server ends no line of a client who is heard, has always read what came, and waits for an answer."""
        event, since = self.oldest() or ("", self.world.machine.now)
        waited = self.world.machine.now - since
        reads = self.line.buffer > SLOW_BUFFER and not self.line.is_frozen
        if waited > _HEARS_NOTHING and self.world.is_calm() and reads and not self.world.heavy:
            words = f"{self.name} has waited {waited:.0f} s for an answer to {event!r}, and then the server hung up."
            self.world.fail("each question is answered", words)

    def _next(self) -> str | None:
        data = self._bytes
        if len(data) < 2:
            return None
        size, at = data[1] & 127, 2
        if size > 125:
            wide = 2 if size == 126 else 8
            size, at = int.from_bytes(data[2 : 2 + wide], "big"), 2 + wide
        if len(data) < at + size:
            return None
        opcode, body = data[0] & 15, bytes(data[at : at + size])
        if data[0] & 0x70 or data[1] & 0x80 or opcode not in _OPCODES:
            raise ValueError(f"{bytes(data[:20])!r} is no frame")
        del data[: at + size]
        if opcode == 8:
            self._check_end()
            self.words.end()
            self.close()
            return None
        return body.decode() if opcode == 1 else ""

    def _take(self, packet: str) -> None:
        self.world.traffic.update(f"{self.world.machine.now:.6f} {self.name} {packet}\n".encode())
        self.heard.packet(packet)
        if packet == "2":
            if self.pong is not None:
                self.world.machine.later(self.pong, lambda: self.line.send(frame("3")))
        elif packet.startswith("0"):
            self.line.send(frame("40"))
        elif packet.startswith("40"):
            self._joined = True
            self.opened.resolve(True)
        elif packet.startswith("44"):
            said = json.loads(packet[2:].partition(",")[2] if packet[2:3] == "/" else packet[2:])
            self.opened.resolve(said["message"] if isinstance(said, dict) else said)
        elif packet.startswith("43"):
            number, _, rest = packet[2:].partition("[")
            self._answer(int(number), json.loads("[" + rest)[0])
        elif packet.startswith("42"):
            event, payload = json.loads(packet[2:])
            self.words.news(event, payload)
            self._check(event, payload)
            self.heard.news(event, payload)
            self.on_news(event, payload)

    def _answer(self, number: int, answer: Any) -> None:
        self._sent[number] = self._sent.get(number, 0) - 1
        if self._sent[number] < 0:
            self.world.fail("one answer", f"{self.name} was given an answer to a question that was not open.")
        if not isinstance(answer, dict) or not isinstance(answer.get("ok"), bool):
            self.world.fail("one answer", f"{self.name} was answered by something that is no answer: {answer!r:.80}.")
            return
        was_deaf = self.world.machine.now - self.deaf_until < _HEARS_NOTHING
        hears = self.line.slowness is None and not (self.line.is_frozen or was_deaf)
        if number in self._payloads:
            asked = self._payloads[number]
            judge(self, asked, answer, hears)
            self.world.told.judge(self, asked, answer)
            self.world.order.answered(self, asked, answer)
            if answer["ok"]:
                self.heard.answered(asked.event, asked.payload, answer, asked.version)
                self.words.answered(asked, answer)
                self.world.crowd.granted(self, asked)
                self.world.changes[self.address].append(self.world.machine.now)
            else:
                self.words.refused(asked, answer)
        self.granted += answer["ok"]
        self.refused += not answer["ok"] and answer["error"]["code"] == "rate_limited"
        event, _, wait = self._asked.pop(number, ("", 0.0, None))
        if not answer["ok"] and answer["error"]["code"] == "internal":
            self.world.fail("no fault of ours", f"{self.name} asked {event!r}, and something went wrong on our side.")
        is_lost = not answer["ok"] and answer["error"]["code"] == "not_saved"
        if is_lost and self.world.is_calm() and not self.world.is_refused(self._payloads.get(number)):
            self.world.fail("each question is answered", f"{self.name} is refused {event!r}, long after all troubles.")
        if "state" in answer:
            self._check("answer", answer["state"])
        if wait is not None:
            wait.resolve(None if self._chance.random() < self.lost else answer)  # an answer may be lost, too

    def _check(self, event: str, payload: Any) -> None:
        """Compares what the page would show with the truth."""
        if event in ("game", "answer") and payload.get("game_id"):
            game, version = payload["game_id"], payload["version"]
            self.world.truth.check_view(self.name, payload)
            before = self._versions.get((game, "game"), 0)
            if event == "answer" or not self.world.plan.hosts:  # news may wait in a front that reads late, answers not
                before = max(before, self._versions.get((game, "answer"), 0))
            if version < before:
                self.world.fail("order", f"{self.name} was shown version {version} after {before}.")
            self._versions[game, event] = max(version, self._versions.get((game, event), 0))
            self.world.told.note(game, version)


class Reader:
    """Asks for one page. ``answer`` becomes the status and the bytes of the body, or None if the line ends."""

    def __init__(self, world: World, address: str, chance: random.Random, request: bytes) -> None:
        self.world, self._bytes = world, bytearray()
        self.name, self.asked_at = f"who reads {request.split(b' ', 2)[1].decode()} at {address}", world.machine.now
        self.answer: Wait[tuple[int, int] | None] = Wait()
        self.line: Line = world.connect(address, chance, self._received)
        self.line.send(request)
        world.readers[self] = None
        if len(world.readers) >= lines_of(world) // 2:
            world.crowded_at = world.machine.now

    def _received(self, data: bytes) -> None:
        self._bytes += data
        head, found, body = bytes(self._bytes).partition(b"\r\n\r\n")
        length = next(
            (int(row.split(b":")[1]) for row in head.split(b"\r\n") if row.lower().startswith(b"content-length:")), 0
        )
        if found and (len(body) >= length or head.startswith(b"HTTP/1.1 304")):
            status = int(head.split(b" ", 2)[1])
            is_busy = self.world.crowded_at >= self.asked_at
            if status == 429 and not (is_busy and b"\r\nretry-after: 5" in head.lower()):
                words = f"{self.name} is told to wait ({head!r:.300}); {len(self.world.readers)} requests are in hand."
                self.world.fail("each question is answered", words)
            self.world.readers.pop(self, None)
            self.answer.resolve((status, len(body)))
            self.line.close()
        elif not data:
            self.world.readers.pop(self, None)
            self.answer.resolve(None)


def page(path: str) -> bytes:
    """Returns a request for a page."""
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: en\r\n\r\n".encode()
