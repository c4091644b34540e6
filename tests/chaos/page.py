"""Plays as a page does, without a browser: sends unanswered moves again, reconnects, and catches up by version.

The rules are those of ``static/js/net``. The page keeps all acknowledged moves for the comparison with the database.
"""

import contextlib
import itertools
import random
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import websocket

from tests import waiting
from tests.webapp.client import Client

HUMAN, ENGINE = {"kind": "human"}, {"kind": "engine", "level": 1}
LONG = 240.0
"""The longest wait for anything, in seconds."""
wait_until = partial(waiting.wait_until, seconds=LONG)
_CUT = (ConnectionError, websocket.WebSocketConnectionClosedException)
_CONNECT = 20.0
"""Seconds for which a page waits for a connection."""
_FAULTS = (OSError, websocket.WebSocketException, AssertionError)


@dataclass(frozen=True)
class Sent:
    """Holds a move, which may be sent several times under one request."""

    game_id: str
    ply: int
    move: int
    request_id: str


@dataclass
class Record:
    """Holds the sent moves by request, and the versions of the acknowledged ones."""

    sent: dict[str, Sent] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    boards: dict[str, tuple[int, list[int]]] = field(default_factory=dict)
    """The last version and moves shown of each game."""
    waits: list[tuple[float, float]] = field(default_factory=list)
    """When each acknowledged move was first sent (time.monotonic), and the seconds to the acknowledgement."""


class Page:
    """Plays ``game`` as one person against an engine, or as both sides of a friend's table, one game after the other.

    Args:
        address: returns the server's URL, as ``http://...``. Called before every connection.
        seats: the seats for ``new_game``. The page moves for every person at the table.
        seed: decides the moves.
        patience: seconds after which a request is sent again.
        pause: the average seconds from one move of the page to the next.
    """

    def __init__(
        self,
        address: Callable[[], str],
        *,
        game: str = "tictactoe",
        seats: tuple[dict[str, Any], dict[str, Any]] = (HUMAN, HUMAN),
        seed: int = 0,
        patience: float = 2.0,
        pause: float = 0.0,
    ) -> None:
        self._address, self._game, self._seats, self._patience = address, game, seats, patience
        self._rng, self._pause = random.Random(seed), pause
        self.record = Record()
        self.finished = 0
        self.cut = 0
        """Connections ended by the server. The page itself ends one where an answer is late or refused."""
        self.in_step = threading.Event()
        self._stop = threading.Event()
        self._game_id: str | None = None
        self._tokens: list[str] = []
        self._state: dict[str, Any] = {}
        self._pending: Sent | None = None
        self._fault = "none"
        self._thread = threading.Thread(target=self._run, name=f"page {seed}", daemon=True)

    def __str__(self) -> str:
        """Returns what the page is doing, for the message of a failed run."""
        step = "in step" if self.in_step.is_set() else "not in step"
        lives = "" if self._thread.is_alive() else ", thread ended"
        return (
            f"{self._thread.name}: game {self._game_id}, version {self._state.get('version')}, {step}, unanswered"
            f" {self._pending}, refused {dict(self.record.refused)}, last fault {self._fault}{lives}"
        )

    def start(self) -> None:
        self._thread.start()

    def leave(self) -> None:
        """Begins to close the page."""
        self._stop.set()

    def has_ended(self, seconds: float) -> bool:
        """Waits for the end of the thread. Returns whether it has ended."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    # --- inside ---

    def _run(self) -> None:
        while not self._stop.is_set():
            is_open = False
            try:
                with Client(self._address(), _CONNECT) as client:
                    assert client.welcome.startswith("40")
                    client.ws.settimeout(self._patience)
                    is_open = True
                    self._catch_up(client)
                    while not self._stop.is_set():
                        self._go_on(client)
            except _FAULTS as fault:
                self.cut += is_open and isinstance(fault, _CUT)
                self._fault = repr(fault)
            self.in_step.clear()
            self._stop.wait(self._rng.uniform(0.1, 0.4))

    def _catch_up(self, client: Client) -> None:
        if self._game_id is None:
            opened = client.call("new_game", game=self._game, seats=list(self._seats))
            if not opened["ok"]:
                self.record.refused[opened["error"]["code"]] += 1
                self._stop.wait(0.2)
                return
            self._game_id = opened["game_id"]
            self._tokens = [token for token in opened["seat_tokens"] if token]
            self._show(opened["state"])
        joined = client.call("join", game_id=self._game_id, tokens=self._tokens, version=self._state["version"])
        assert joined["ok"], joined
        self._show(joined["state"])
        self.in_step.set()

    def _show(self, state: dict[str, Any]) -> None:
        """Shows a state unless a later one is shown."""
        if state["game_id"] == self._game_id and state["version"] >= self._state.get("version", 0):
            self._state = state
            self.record.boards[state["game_id"]] = (state["version"], list(state["moves"]))

    def _go_on(self, client: Client) -> None:
        if self._game_id is None or self._state["outcome"] is not None:
            self.finished += self._game_id is not None
            self._game_id, self._state, self._pending = None, {}, None
            self._catch_up(client)
        elif self._pending is not None or self._seats[self._state["to_move"]]["kind"] == "human":
            self._send(client)
        else:
            self._wait_for_the_other(client)

    def _send(self, client: Client) -> None:
        state = self._state
        if self._pending is None:
            if self._pause:
                self._rest(client, self._rng.uniform(0.5, 1.5) * self._pause)
                if self._stop.is_set() or self._state is not state:
                    return  # the state has changed
            move = self._rng.choice(state["legal"])
            self._pending = Sent(state["game_id"], state["ply"], move, uuid.uuid4().hex)
            self._sent_at = time.monotonic()
            self.record.sent[self._pending.request_id] = self._pending
        sent = self._pending
        try:
            answer = client.call("move", game_id=sent.game_id, ply=sent.ply, move=sent.move, request_id=sent.request_id)
        except websocket.WebSocketTimeoutException:
            return  # sent again, under the same name
        if answer["ok"]:
            self.record.acknowledged[sent.request_id] = answer["version"]
            self.record.waits.append((self._sent_at, time.monotonic() - self._sent_at))
            self._pending = None
        else:
            self.record.refused[answer["error"]["code"]] += 1
            if answer["error"]["code"] not in ("not_saved", "restarting", "rate_limited"):
                self._pending = None  # it can never be carried out
        self._hear(client)
        if answer["ok"] and self._state["version"] < answer["version"]:
            self._catch_up(client)

    def _rest(self, client: Client, seconds: float) -> None:
        """Waits, and answers the pings."""
        end = time.monotonic() + seconds
        try:
            while not self._stop.is_set() and (left := end - time.monotonic()) > 0:
                client.ws.settimeout(min(left, 1.0))
                with contextlib.suppress(websocket.WebSocketTimeoutException):
                    client.hear()
        finally:
            client.ws.settimeout(self._patience)
        self._hear(client)

    def _hear(self, client: Client) -> None:
        for name, payload in client.events:
            if name == "game":
                self._show(payload)
        client.events.clear()

    def _wait_for_the_other(self, client: Client) -> None:
        """Waits for the engine's move, and asks the server if no message comes."""
        try:
            client.hear()
        except websocket.WebSocketTimeoutException:
            self._catch_up(client)
        self._hear(client)


def start_pages(count: int, home: Callable[[int], str], friends: int, **options: Any) -> list[Page]:
    """Starts pages at Connect Four, of which every ``friends``-th plays at a friend's table and the others an engine.

    Args:
        home: returns the present URL of a page, by its number.
        options: of all pages.
    """
    pages = []
    for number in range(count):
        seats = (HUMAN, ENGINE) if number % friends else (HUMAN, HUMAN)
        settings = {"game": "connect4", "patience": 8.0, **options}
        pages.append(Page(partial(home, number), seats=seats, seed=number, **settings))
        pages[-1].start()
    return pages


def wait_for_pages(pages: list[Page], is_done: Callable[[Page], object], seconds: float = LONG) -> float:
    """Waits until something is true of every page, and returns the seconds. Or fails and names the other pages."""
    began, waiting = time.monotonic(), list(pages)
    while waiting := [page for page in waiting if not is_done(page)]:
        assert time.monotonic() < began + seconds, "\n".join(["these pages do not go on:", *map(str, waiting)])
        time.sleep(0.01)
    return time.monotonic() - began


def wait_until_in_step(pages: list[Page]) -> float:
    """Returns the seconds until every page shows its game on a new connection."""
    return wait_for_pages(pages, lambda page: page.in_step.is_set())


def wait_for_moves_of_all(pages: list[Page], moves: int) -> float:
    """Returns the seconds until so many more moves of each page are acknowledged."""
    wanted = {page: len(page.record.acknowledged) + moves for page in pages}
    return wait_for_pages(pages, lambda page: len(page.record.acknowledged) >= wanted[page])


def made(pages: list[Page]) -> int:
    """Returns the number of acknowledged moves."""
    return sum(len(page.record.acknowledged) for page in pages)


def end_all(pages: list[Page]) -> None:
    """Ends all pages together, within ``LONG`` seconds."""
    end = time.monotonic() + LONG
    for page in pages:
        page.leave()
    waiting = [page for page in pages if not page.has_ended(max(0.0, end - time.monotonic()))]
    assert not waiting, "\n".join(["these pages do not end:", *map(str, waiting)])


def slowest_by_part(pages: list[Page], marks: list[tuple[str, float]], early: float = 0.0) -> dict[str, float]:
    """Returns the longest wait for an acknowledgement in each part of a run, in seconds.

    Args:
        marks: the name and the begin of each part, and at last the end of the run.
        early: seconds before the begin of a part that also count for the part.
    """
    waits = [wait for page in pages for wait in page.record.waits]
    return {
        name: max((seconds for at, seconds in waits if begin - early <= at < end), default=0.0)
        for (name, begin), (_, end) in itertools.pairwise(marks)
    }
