"""Plants faults in the server, one at a time, and measures how soon a world finds each.

Six are faults that a foe has found, as the code was before their repair. The others are mistakes of kinds that are
made in such code. The rules of the worlds (``world.py``, ``truth.py``, ``server.py``) know none of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

from rich.console import Console
from rich.table import Table as Rows

from tests.world.plan import lasts_minutes, plan
from tests.world.world import run
from webapp.cluster.membership import Membership
from webapp.cluster.publishing import LinePublisher
from webapp.common import games_file
from webapp.common.parts import Parts
from webapp.common.qr import qr_data
from webapp.engine_process import messages as m
from webapp.engine_process.questions import MindHandle, Questions
from webapp.play.audience import reviews
from webapp.play.game import access
from webapp.play.handlers.game_events import GameEvents
from webapp.play.handlers.local_desk import LocalDesk
from webapp.play.steps import Turn, afterwards
from webapp.play.table import memory, table
from webapp.serving.limits import Limits
from webapp.serving.loop import Loop
from webapp.serving.stream import Stream
from webapp.serving.wsgi import CONNECTION, TakenOverError
from webapp.sockets.transport import client, websocket
from webapp.sockets.transport.rooms import RoomManager
from webapp.storage.claim import FileClaim
from webapp.storage.writer import Writer

T = TypeVar("T")
Plant = Callable[[], Any]
Found = tuple[int, str, float]
"""A seed, the rule that its world breaks, and the seconds of processor time that it took to come there."""
FAULTS: dict[str, Plant] = {}
"""By name, what plants a fault: a context."""


def fault(name: str) -> Callable[[Callable[[], Iterator[None]]], Callable[[], Iterator[None]]]:
    """Adds a fault."""

    def add(plant: Callable[[], Iterator[None]]) -> Callable[[], Iterator[None]]:
        FAULTS[name] = contextmanager(plant)
        return plant

    return add


# --- what the foe found ---


@fault("foe 1: a place is lost for one odd byte in a head")
def _place() -> Iterator[None]:
    accept = websocket._accept

    def odd(environ: dict[str, Any]) -> bytes:
        for name in ("HTTP_SEC_WEBSOCKET_PROTOCOL", "HTTP_CONNECTION"):
            environ.get(name, "").encode("latin-1").decode("ascii")  # as wsproto did
        return accept(environ)

    def admit(self: Any, environ: dict[str, Any], *_: Any) -> Any:
        connection = environ.get(CONNECTION)
        if connection is None:
            return self.eio._bad_request("This is no websocket.")
        visitor = client.visitor_of(str(environ.get("REMOTE_ADDR", "")))
        if self._websockets.is_too_fast(visitor):
            return client._TOO_FAST
        held, entered = ExitStack(), self._websockets.enter(visitor)
        if entered:
            held.callback(self._websockets.leave, visitor)
        try:
            if (reason := self._reason_to_refuse(visitor, not entered)) is not None:
                opening = client.packet.Packet(client.packet.OPEN, self.opening("x")).encode()
                said = f"4{client.CONNECT_ERROR}{client.json.dumps(reason)}"
                connection.send_last(client.refusal(environ, [opening, said]))
                raise TakenOverError
            made = client.Client(self, environ, visitor, held)
        except client.UpgradeError:
            held.close()
            return self.eio._bad_request("This is no websocket.")
        except TakenOverError:
            held.close()
            raise
        made.open(environ)
        raise TakenOverError

    with patch.object(websocket, "_accept", odd), patch.object(client.Clients, "_admit", admit):
        yield


@fault("foe 4: the loop draws the QR code of a link")
def _qr() -> Iterator[None]:
    async def on_hand_over(self: Any, sender: Any, form: Any) -> Any:
        answer = await self._perform(sender, form)
        link = f"{sender.origin}/game/{form.game_id}#{form.code}"
        return table.Acknowledged(answer.version, qr=qr_data(link)) if sender.origin else answer

    with patch.object(GameEvents, "on_hand_over", on_hand_over):
        yield


@fault("foe 5: one address pushes the reviews of all others out")
def _reviews() -> Iterator[None]:
    class Oldest(Parts[T]):
        """Drops the oldest item of all, whose ever it is."""

        def _end_oldest_of(self, _addresses: list[str], newest: str) -> None:
            self.end(next(key for key in self._items if key != newest))

    with (
        patch.object(reviews, "Parts", Oldest),
        patch.object(reviews, "_KEPT", 64),
        patch.object(reviews, "_KEPT_OF_VISITOR", 10**9),
        patch.object(reviews.Reviews, "_may_go", lambda *_: True),
    ):
        yield


@fault("foe 7: slow readers of pages take memory without bound")
def _readers() -> Iterator[None]:
    with patch.object(Loop, "has_room", lambda *_: True), patch.object(games_file, "PIECE", 16 << 20):
        yield


@fault("foe 8: of a school that asks at once some get no page")
def _school() -> Iterator[None]:
    with patch.object(Limits, "requests", property(lambda _: 256)):
        yield


@fault("foe 13: who removes the lock may start a second server")
def _lock() -> Iterator[None]:
    with patch.object(FileClaim, "keep", lambda _: None):
        yield


# --- others ---


@fault("a move is acknowledged before it is stored")
def _early() -> Iterator[None]:
    put = Writer._put

    def hasty(self: Any, write: Any) -> Any:
        result = put(self, write)
        result.resolve(None)
        return result

    with patch.object(Writer, "_put", hasty):
        yield


@fault("a request that comes twice is carried out twice")
def _twice() -> Iterator[None]:
    perform_now = table.Table.perform_now

    async def forgetful(self: Any, command: Any, keys: Any, request_id: Any) -> Any:
        self._requests.clear()
        return await perform_now(self, command, keys, request_id)

    with patch.object(table.Table, "perform_now", forgetful):
        yield


@fault("a refused question still counts as one that runs")
def _share() -> Iterator[None]:
    async def question(self: Any, sender: Any, event: str, form: Any) -> Any:
        self._shares.begin_question(sender.address)
        await self._fair_play.check(sender, event, form)
        handled = self.handlers[event](sender, form)
        answer = handled if hasattr(handled, "__struct_fields__") else await handled
        self._shares.end_question(sender.address)
        return answer

    with patch.object(LocalDesk, "_question", question):
        yield


@fault("a client that leaves stays in the room of its table")
def _room() -> Iterator[None]:
    leave = RoomManager.basic_disconnect

    def stays(self: Any, sid: str, namespace: str, **_: Any) -> None:
        self._rooms_of[sid] = {room for room in self._rooms_of.get(sid, ()) if not str(room).startswith("game ")}
        leave(self, sid, namespace)

    with patch.object(RoomManager, "basic_disconnect", stays):
        yield


@fault("the unread bytes of a lost client are counted for ever")
def _unread() -> Iterator[None]:
    close = Stream.close

    def careless(self: Any) -> None:
        self._bytes = 0
        close(self)

    with patch.object(Stream, "close", careless):
        yield


@fault("the pages are told of a move before it is stored")
def _news() -> Iterator[None]:
    records = table.Table._records

    def told(self: Any, events: Any, request_id: Any) -> Any:
        made, state = records(self, events, request_id), self.state
        for record in made:
            self.state = table.apply(self.state, record.event)
            self._ports.publisher.game(self.state.game_id, self.view(record))
        self.state = state
        return made

    with patch.object(table.Table, "_records", told):
        yield


@fault("whoever shows any token at a table may move for both sides")
def _rights() -> Iterator[None]:
    def rights_of(state: Any, keys: Any) -> Any:
        return access.Rights(frozenset((0, 1)), True, keys[0]) if keys else access.NOBODY

    with patch.object(table, "rights_of", rights_of):
        yield


@fault("a half-open line is never given up")
def _half_open() -> Iterator[None]:
    with patch.object(client.Client, "check_alive", lambda *_: None):
        yield


@fault("the minds of a closed table think on")
def _minds() -> Iterator[None]:
    with patch.object(MindHandle, "close", lambda _: None), patch.object(Questions, "_rest", lambda *_, **__: None):
        yield


@fault("a new engine is not asked what the old one owed")
def _owed() -> Iterator[None]:
    def begun(self: Any) -> Iterator[bytes]:
        yield m.pack(self._start)

    with patch.object(Questions, "begun", begun):
        yield


@fault("a command that waits for its turn is forgotten now and then")
def _turn() -> Iterator[None]:
    def release(self: Any) -> None:
        if len(self._waiting) == 1:
            self._waiting.clear()
        if self._waiting:
            self._released = True
            afterwards(self._hand_on)
        else:
            self.taken = False

    with patch.object(Turn, "release", release):
        yield


@fault("an answer is dropped where the line is full just then")
def _full() -> Iterator[None]:
    write = Stream.write

    def lossy(self: Any, *data: Any, replaceable: bool = False, soon: bool = False) -> None:
        if not (self._full and self.most is not None):
            write(self, *data, replaceable=replaceable, soon=soon)

    with patch.object(Stream, "write", lossy):
        yield


@fault("empty tables stay in memory")
def _tables() -> Iterator[None]:
    with patch.object(memory.Memory, "tidy", lambda _: None):
        yield


@fault("a client with eight open questions is read no more")
def _read() -> Iterator[None]:
    def acknowledged(self: Any) -> None:
        self.under_way -= 1

    with patch.object(client.Client, "acknowledged", acknowledged):
        yield


@fault("a host keeps the pages that have left")
def _pages() -> Iterator[None]:
    with patch.object(LinePublisher, "forget", lambda *_: None):
        yield


@fault("a process that has lost the database once renews its lease no more")
def _lease() -> Iterator[None]:
    with patch.object(Membership, "_disconnect", lambda self: self._end.set()):
        yield


def first_broken(seeds: range) -> Found | None:
    """Runs the worlds of some seeds, but none of a day. Returns the first seed whose world breaks a rule,
    the rule, and the seconds of processor time till then."""
    began = time.process_time()
    for one in filter(lasts_minutes, map(plan, seeds)):
        failure = run(one).failure
        if failure is not None:
            return one.seed, failure.rule, time.process_time() - began
    return None


def find(name: str, seeds: range) -> Found | None:
    """Looks for the fault of this name, as ``first_broken`` does."""
    with FAULTS[name]():
        return first_broken(seeds)


def table_of(
    console: Console, faults: dict[str, Any], find: Callable[[Any, range], Found | None], seeds: range, jobs: int
) -> int:
    """Prints for each fault the seed and the time that find it. Returns 1 if one is not found."""
    rows = Rows("fault", "seed", "rule", "seconds", box=None)
    found, spent = 0, 0.0
    with ProcessPoolExecutor(jobs) as pool:
        for name, told in zip(faults, pool.map(find, faults.values(), [seeds] * len(faults)), strict=True):
            found, spent = found + (told is not None), spent + (told[2] if told else 0.0)
            row = (str(told[0]), told[1], f"{told[2]:.0f}") if told else ("-", "not found", "-")
            rows.add_row(name, *row)
            console.print(f"{name}: seed {row[0]}, {row[1]}, {row[2]} s")
    console.print(rows)
    console.print(f"{found} of {len(faults)} found in {spent:.0f} s of processor time.")
    return int(found < len(faults))
