"""Measures every act of a server's loop, and every call of C in its page threads, in processor time.

``python -m tests.load.acts`` runs a server, has a page do each thing that may be heavy, and prints what held the loop
longest meanwhile. The exit code is 1 if one act took more than 50 ms. Processor time does not count what other programs
take, so a busy machine measures the same.
"""

import random
import secrets
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import FrameType
from typing import Any, Self
from unittest.mock import patch

import websocket as ws

from tests.conftest import LiveServer
from tests.webapp.client import Client
from webapp.serving.loop import Loop, Watched, name_of
from webapp.serving.workers import Workers
from webapp.settings import Settings

MOST = 0.05
"""The seconds for which one act may hold the loop."""
_ALIKE = 4
"""How often each thing is done. The least reading counts: the first call of a function compiles and looks up."""
_LONG_GAME, _PAGES = 600, 300
_RATES = ("event_rate", "player_rate", "address_rate", "stored_rate", "game_rate", "connect_rate")
_PEOPLE = [{"kind": "human"}, {"kind": "human", "open": True}]
_ANALYSIS = {"seats": [{"kind": "human"}, {"kind": "human"}], "analysis": True}


class Acts:
    """Notes how long acts of loops, and calls of C in page threads, have the interpreter's lock.

    Loops and threads must begin while this is entered.
    """

    def __init__(self) -> None:
        self._longest: dict[str, float] = {}
        self._patches = ExitStack()

    def __enter__(self) -> Self:
        run, watch, turn = Loop._run, Loop.watch, Workers._turn

        def measured_run(loop: Loop, visitor: str, act: Callable[[], object]) -> None:
            began = time.thread_time()
            run(loop, visitor, act)
            self._note(name_of(act), time.thread_time() - began)

        def measured_watch(loop: Loop, sock: Any, events: int, owner: Watched) -> None:
            watch(loop, sock, events, owner if isinstance(owner, _Reader) else _Reader(owner, self._note))

        def measured_turn(workers: Workers) -> bool:
            sys.setprofile(_Calls(self._note))
            return turn(workers)

        for place, name, measured in (
            (Loop, "_run", measured_run),
            (Loop, "watch", measured_watch),
            (Workers, "_turn", measured_turn),
        ):
            self._patches.enter_context(patch.object(place, name, measured))
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.close()

    def names(self) -> set[str]:
        """Returns the names of all acts since the last call of :meth:`take`."""
        return set(self._longest)

    def take(self) -> tuple[float, str]:
        """Returns the longest act since the last call of this method, in seconds, with its name."""
        longest, self._longest = self._longest, {}
        return max(((seconds, name) for name, seconds in longest.items()), default=(0.0, ""))

    def _note(self, name: str, seconds: float) -> None:
        self._longest[name] = max(seconds, self._longest.get(name, 0.0))


class _Reader:
    """Stands between the loop and the owner of a socket."""

    def __init__(self, owner: Watched, note: Callable[[str, float], None]) -> None:
        self._owner, self._note = owner, note

    @property
    def visitor(self) -> str:
        return self._owner.visitor

    def ready(self, events: int) -> None:
        began = time.thread_time()
        self._owner.ready(events)
        self._note(f"{type(self._owner).__name__}.ready", time.thread_time() - began)


class _Calls:
    """Is a profiler of one thread: notes each call of C, during which the loop may have to wait."""

    def __init__(self, note: Callable[[str, float], None]) -> None:
        self._note = note
        self._began: float | None = None

    def __call__(self, _frame: FrameType, event: str, what: Any) -> None:
        if event == "c_call":
            self._began = time.thread_time()
        elif event == "c_return" and self._began is not None:
            self._note(f"{what.__name__} in {threading.current_thread().name}", time.thread_time() - self._began)


class Page:
    """Does with a server, as a page may, whatever may be heavy."""

    def __init__(self, server: LiveServer) -> None:
        self._server = server
        self._client = Client(server.url)
        self._long = self._play_long()

    def call(self, event: str, **payload: Any) -> Any:
        """Sends an event and waits for the acknowledgement, on a new line where a slow deed has cost the old one."""
        self._client.events.clear()
        try:
            return self._client.call(event, **payload)
        except (OSError, ws.WebSocketException):
            self._client = Client(self._server.url)
            return self._client.call(event, **payload)

    def new(self, game: str = "connect4", **wishes: Any) -> str:
        """Begins a game, and returns its id."""
        return str(self.call("new_game", game=game, **({"seats": _PEOPLE} | wishes))["game_id"])

    def get(self, path: str) -> None:
        """Reads a page."""
        with suppress(urllib.error.HTTPError), urllib.request.urlopen(self._server.url + path, timeout=60) as answer:
            answer.read()

    def _play_long(self) -> str:
        """Plays a game with hundreds of moves and takebacks at random."""
        game, draw = self.new(**_ANALYSIS), random.Random(1)
        ply = 0
        for _ in range(_LONG_GAME):
            acts = (("undo", {}), ("move", {"move": draw.randint(1, 7)}))
            event, more = acts[not ply or draw.random() > 0.25]
            self.call(event, game_id=game, ply=ply, request_id=secrets.token_hex(8), **more)
            state = self.call("join", game_id=game)["state"]
            ply = state["ply"]
            if state.get("outcome"):
                self.call("undo", game_id=game, ply=ply, request_id=secrets.token_hex(8))
                ply = self.call("join", game_id=game)["state"]["ply"]
        return game

    def deeds(self) -> dict[str, Callable[[], object]]:
        """Returns what is done, by name."""
        game, long, call, get = self.new(), self._long, self.call, self.get
        ply = call("join", game_id=long)["state"]["ply"]
        fresh = lambda: secrets.token_urlsafe(32)  # noqa: E731
        look = f'42["look",{{"game_id":"{game}","on":true}}]'
        files = ("/", "/connect4/4453", "/connect4/4453/picture.png", "/lab", "/coach", "/coach/win", "/student")
        boards = ("connect4", "gomoku7", "slippery-connect4", "connect4-8x7", "connect5", "nim", "tictactoe")
        deeds: dict[str, Callable[[], object]] = {
            "nothing": lambda: time.sleep(1.2),
            "join": lambda: call("join", game_id=game),
            "hand_over": lambda: call("hand_over", game_id=game, seat=0, code=fresh(), request_id=fresh()[:20]),
            "name of odd letters": lambda: call("name", game_id=game, name="ﷺ" * 20, request_id=fresh()[:20]),
            "game refused at move 512": lambda: call("new_game", game="connect4", **_ANALYSIS, moves=[1] * 512),
            "preview of 1,000 letters": lambda: call("preview", game="connect4", level=3, moves="1" * 1000),
            "join of a long game": lambda: call("join", game_id=long),
            "join after 100 missed events": lambda: call("join", game_id=long, version=_LONG_GAME - 200),
            "answers": lambda: call("answers", game_id=long),
            "review": lambda: call("review", game_id=long),
            "return": lambda: call("return", game_id=long, ply=ply, branch=0, request_id=fresh()[:20]),
            "why": lambda: call("why", game_id=long, ply=ply),
            "hint": lambda: call("hint", game_id=long, ply=ply),
            "beliefs": lambda: call("beliefs", game_id=long, ply=ply),
            "watch_thinking": lambda: call("watch_thinking", game_id=long, on=True, tree=True, truth=True),
            "thoughts for a second": lambda: time.sleep(1.0),
            "no more thoughts": lambda: call("watch_thinking", game_id=long, on=False),
            "make_code": lambda: call("make_code", game_id=game),
            "use_code": lambda: call("use_code", code="AAAAA"),
            "find": lambda: (call("find", game="connect4", token=fresh()), call("stop_finding")),
            "shown_tables": lambda: call("shown_tables"),
            "report": lambda: call("report", game_id=game, seat=0),
            "1,000 events at once": lambda: self._send([look] * 1000),
            "8,000 empty pieces": lambda: self._send([""] * 8000, ws.ABNF.OPCODE_CONT),
            "8,000 brackets": lambda: self._send(['42["look",' + "[" * 8000 + "]" * 8000 + "]"]),
            "1,500 keys": lambda: self._send(['42["look",{' + ",".join(f'"{n}":1' for n in range(1500)) + "}]"]),
            "the page of a long game": lambda: get(f"/game/{long}"),
            "the picture of a long game": lambda: get(f"/game/{long}/picture.png"),
            "/metrics": lambda: get("/metrics"),
            "/readyz": lambda: get("/readyz"),
            **{f"GET {path}": lambda path=path: get(path) for path in files},  # type: ignore[misc]
            **{f"analysis of {board}": lambda board=board: self.new(board, **_ANALYSIS, moves=[]) for board in boards},  # type: ignore[misc]
            f"{_PAGES} pages come, begin games and go": self._crowd,
        }
        return deeds

    def _send(self, messages: list[str], kind: int = ws.ABNF.OPCODE_TEXT) -> None:
        """Sends messages together, from a page that the server may cut for them."""
        with Client(self._server.url) as client, suppress(OSError):
            first = ws.ABNF.create_frame("", ws.ABNF.OPCODE_TEXT, 0).format() if kind != ws.ABNF.OPCODE_TEXT else b""
            fin = int(kind == ws.ABNF.OPCODE_TEXT)
            client.ws.sock.sendall(
                first + b"".join(ws.ABNF.create_frame(text, kind, fin).format() for text in messages)
            )
            time.sleep(1.0)

    def _crowd(self) -> None:
        with ExitStack() as stack:
            for _ in range(_PAGES):
                page = stack.enter_context(Client(self._server.url))
                page.call("show", game_id=page.call("new_game", game="connect4", seats=_PEOPLE)["game_id"], on=True)
            self.call("shown_tables")
            self.get("/metrics")
            time.sleep(1.5)


def measure() -> bool:
    """Prints the longest act of each deed, and returns whether all stay within the bound."""
    good = True
    rates: dict[str, Any] = dict.fromkeys(_RATES, "1000000 per 1 hour")
    with Acts() as acts, tempfile.TemporaryDirectory() as folder:
        server = LiveServer(Settings(database=f"{folder}/games.sqlite3", address_share=1.0, **rates))
        try:
            page = Page(server)
            acts.take()
            for name, deed in page.deeds().items():
                seen = []
                for _ in range(1 if name.endswith("and go") else _ALIKE):
                    deed()
                    time.sleep(0.3)
                    page.call("stop_finding")  # answers the server's pings
                    seen.append(acts.take())
                seconds, act = max(seen)
                good = good and seconds <= MOST
                print(
                    f"{1000 * seconds:6.1f} ms at most, {1000 * min(seen)[0]:6.1f} at least  {name}: {act}", flush=True
                )
        finally:
            server.stop()
    return good


if __name__ == "__main__":
    sys.exit(0 if measure() else 1)
