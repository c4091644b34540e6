"""Builds hosts and fronts of a cluster in one process, with a fake engine and a front without sockets."""

import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from queue import SimpleQueue
from typing import Any

import msgspec

from tests.waiting import wait_until
from tests.webapp.fakes import FakeEngine
from webapp.cluster.host import Host
from webapp.cluster.remote_desk import RemoteDesk
from webapp.owner import build_owner
from webapp.play.desk.forms import read
from webapp.play.desk.port import Client, Place
from webapp.play.steps import start
from webapp.process.service_threads import ServiceThreads
from webapp.serving.loop import Loop
from webapp.serving.workers import Workers
from webapp.settings import Settings
from webapp.storage.database import Database
from webapp.storage.fence import SHARDS
from webapp.storage.games import GameStore
from webapp.storage.reports import Reports
from webapp.storage.writer import Writer

HUMAN, ENGINE = {"kind": "human"}, {"kind": "engine", "level": 5}


class Machine:
    """Runs one host."""

    def __init__(self, url: str, ready: bool = True, **settings: Any) -> None:
        self.threads, self.ready = ServiceThreads(), ready
        self.database, self.engine = Database(url), FakeEngine()
        self.loop = Loop(self.threads)
        self.workers = Workers(self.loop, self.threads)
        self.host = Host(self.database, self.loop, self.threads, "tcp://127.0.0.1:*", lambda: self.ready)
        self.store = Writer(GameStore(self.database, self.host.fence), self.loop.call, self.threads)
        self.owner = build_owner(
            Settings(minimum_reply=0.0, **settings),
            self.engine,
            self.host.publisher,
            self.store,
            Reports(self.database),
            self.loop,
            self.workers,
            self.host.fence.owns,
        )
        self.owner.start()
        self.host.serve(self.owner)
        self.loop.start()
        self._alive = True

    @property
    def shards(self) -> int:
        return len(self.host.fence.held)

    def ask(self, question: Callable[[], Any]) -> Any:
        """Calls a function in the loop, finishes a coroutine, and returns the result."""
        return finish_in(self.loop, question)

    def freeze(self) -> None:
        """Neither renews its lease nor reads the map, as after SIGSTOP. Work in progress continues."""
        membership = self.host.membership
        membership._act = lambda _connection: None  # type: ignore[method-assign]
        membership._due = time.monotonic() + 3600
        self.host._look = lambda: None  # type: ignore[method-assign]

    def kill(self) -> None:
        """Ends without a message to others."""
        if self._alive:
            self._alive = False
            self.host.close()
            self.loop.ask(self.owner.stop)
            self.store.close()
            self.workers.stop()
            self.loop.stop()
            self.owner.close()
            self.database.close()


class Pages:
    """Receives the news of a front, as the pages would."""

    def __init__(self) -> None:
        self.places: dict[str, Place] = {}
        self.heard: defaultdict[str, list[tuple[str, Any]]] = defaultdict(list)

    def place(self, sid: str, place: Place) -> None:
        self.places[sid] = place

    def game(self, game_id: str, payload: dict[str, Any], to: Any = None) -> None:
        self.tell("game", game_id, payload, to)

    def tell(self, kind: str, game_id: str, payload: dict[str, Any], to: Any = None) -> None:
        for sid, place in list(self.places.items()):
            at = place.watching if kind == "thinking" else place.game_id
            if (at == game_id) if to is None else (sid in to):
                self.heard[sid].append((kind, payload))

    def __getattr__(self, kind: str) -> Callable[..., None]:
        return lambda game_id, payload, *_: self.tell(kind, game_id, payload)

    def found(self, sid: str, payload: dict[str, Any]) -> None:
        self.heard[sid].append(("found", payload))

    def engine(self, payload: dict[str, Any], to: Any = None) -> None:
        """Hears of the readiness."""

    def last(self, sid: str, kind: str = "game") -> Any:
        return next((payload for name, payload in reversed(self.heard[sid]) if name == kind), None)


class FrontMachine:
    """Runs one front without sockets."""

    def __init__(self, url: str) -> None:
        self.threads, self.database, self.pages = ServiceThreads(), Database(url), Pages()
        self.loop = Loop(self.threads)
        self.workers = Workers(self.loop, self.threads)
        self.desk = RemoteDesk(self.database, self.pages, self.threads, self.loop, self.workers)
        self.desk.start()
        self.loop.start()
        self.tokens: dict[str, dict[str, tuple[str, ...]]] = {}

    def call(self, sid: str, event: str, **payload: Any) -> dict[str, Any]:
        """Sends an event as the connection ``sid``."""
        if sid not in self.tokens:
            self.loop.ask(lambda: self.desk.connect(sid))
        tokens = self.tokens.setdefault(sid, {})
        client, form, replies = Client(sid, "203.0.113.5", "", dict(tokens)), read(event, payload), SimpleQueue[Any]()
        self.loop.call(lambda: self.desk.event(client, event, form, replies.put))
        reply = replies.get(timeout=120)
        tokens.update(reply.tokens)
        return dict(msgspec.to_builtins(reply.answer))

    def ask(self, question: Callable[[], Any]) -> Any:
        """Calls a function in the loop, finishes a coroutine, and returns the result."""
        return finish_in(self.loop, question)

    def close(self) -> None:
        self.loop.ask(self.desk.stop)
        self.workers.stop()
        self.loop.stop()
        self.desk.close()
        self.database.close()


def finish_in(loop: Loop, question: Callable[[], Any]) -> Any:
    """Calls a function in a loop, finishes what it returns if that is to be awaited, and returns the result."""
    results = SimpleQueue[Any]()

    async def settle() -> Any:
        try:
            found = question()
            return await found if isinstance(found, Awaitable) else found
        except Exception as error:
            return error

    loop.call(lambda: start(settle(), results.put))
    result = results.get(timeout=120)
    if isinstance(result, Exception):
        raise result
    return result


def pair(start: Callable[..., Machine]) -> tuple[Machine, Machine]:
    """Returns two hosts which share the shards."""
    first = start()
    wait_until(lambda: first.shards == SHARDS)
    second = start()
    wait_until(lambda: first.shards == second.shards == SHARDS // 2)
    return first, second


def begin(front: FrontMachine, sid: str, owner: Machine) -> str:
    """Begins games until one is ``owner``'s, and returns it."""
    while True:
        opened = front.call(sid, "new_game", game="connect4", seats=[HUMAN, HUMAN])
        assert opened["ok"], opened
        if owner.host.fence.owns(opened["game_id"]):
            return str(opened["game_id"])


def move(front: FrontMachine, sid: str, game_id: str, ply: int) -> int:
    answer = front.call(
        sid, "move", game_id=game_id, ply=ply, move=1 + ply % 7, request_id=f"move {ply}".replace(" ", "-")
    )
    assert answer["ok"], answer
    return int(answer["version"])
