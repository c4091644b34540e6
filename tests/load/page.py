"""Plays as a page does, without a browser: sends unanswered moves again, reconnects, and catches up by version.

The rules are those of ``static/js/net``. All who play with a server from outside are such pages: those of a load, those
beside deaths (``tests.chaos``), and the victim of a foe (``tests.hostile``).
"""

import asyncio
import contextlib
import json
import random
import sys
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from tests.hostile.line import Line
from tests.wire import ClosedError, RefusedError, Target

HUMAN, ENGINE = {"kind": "human"}, {"kind": "engine", "level": 1}
_ENDS = (RefusedError, ClosedError, OSError, asyncio.IncompleteReadError)
_AGAIN = ("not_saved", "restarting", "rate_limited")
"""Refusals after which the same move may be sent again."""
_REST = 0.2
"""Seconds after a refusal."""


def target_of(url: str) -> Target:
    """Returns the door at ``http://host:port``."""
    host, port = url.removeprefix("http://").rsplit(":", 1)
    return Target(host, int(port))


def address_of(number: int) -> str:
    """Returns the loopback address of a person: on Linux each has another one, as people have."""
    if sys.platform != "linux":
        return ""
    return f"127.{1 + number // 62_500 % 200}.{number // 250 % 250}.{1 + number % 250}"


@dataclass(frozen=True)
class Sent:
    """Holds a move, which may be sent several times under one request."""

    game_id: str
    ply: int
    move: int
    request_id: str


@dataclass
class Record:
    """Holds what a page has sent, heard and met. Times are pairs of a moment (time.monotonic) and seconds.

    Args:
        sent: moves by request.
        acknowledged: versions by request.
        moves: game, ply and move of each acknowledged move.
        boards: the last version and moves shown of each game.
        waits: from the first sending of each move to the acknowledgement.
        replies: from each move to the reply of the engine.
        entered: the moments (time.time) at which the page was in a game, for the first time or again.
        cuts: the moments at which the server ended a connection. The page itself ends one where an answer is late.
        refused: refused events, by code.
        shut_out: refused connections, by word or status.
        finished: games at their end.
    """

    sent: dict[str, Sent] = field(default_factory=dict)
    acknowledged: dict[str, int] = field(default_factory=dict)
    moves: list[tuple[str, int, int]] = field(default_factory=list)
    boards: dict[str, tuple[int, list[int]]] = field(default_factory=dict)
    waits: list[tuple[float, float]] = field(default_factory=list)
    replies: list[tuple[float, float]] = field(default_factory=list)
    entered: list[float] = field(default_factory=list)
    cuts: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    shut_out: Counter[str] = field(default_factory=Counter)
    finished: int = 0


class Talk(Line):
    """Keeps one connection, on which answers and news come while the page acts.

    Args:
        hear: takes each event ``game``. Without it no event is decoded, to leave the machine to the server.
    """

    def __init__(self, target: Target, source: str, hear: Callable[[Any], object] | None) -> None:
        super().__init__(target, source)
        self._hear = hear
        self._answers: dict[int, asyncio.Future[Any]] = {}

    async def call(self, name: str, **payload: Any) -> Any:
        """Sends an event, and returns the acknowledgement, which ``during`` reads."""
        answer = self._answers[self._number + 1] = asyncio.get_running_loop().create_future()
        await self.post(name, payload)
        return await answer

    async def during(self, act: Coroutine[Any, Any, None]) -> None:
        """Acts until ``act`` or the connection ends, and closes the connection.

        Raises:
            ClosedError, OSError: the end of the connection.
        """
        tasks = [asyncio.create_task(one) for one in (self._serve(), act)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        finally:
            self.close()
            for one in (*tasks, *self._answers.values()):
                one.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self) -> None:
        while True:
            text = await self.message(None)
            if text.startswith("43"):
                number, _, rest = text[2:].partition("[")
                answer = self._answers.pop(int(number))
                if not answer.done():
                    answer.set_result(json.loads("[" + rest)[0])
            elif self._hear and text.startswith('42["game"'):
                self._hear(json.loads(text[2:])[1])


class Page:
    """Plays one game after the other: for one person against an engine, or for both sides of a friend's table.

    Args:
        home: returns the door. Called before every connection.
        number: decides the moves.
        seats: the seats for ``new_game``. The page moves for every person at the table.
        patience: seconds after which a request is sent again.
        pause: the average seconds from one move of the page to the next.
        turn: waits until the page may move, in place of a pause.
        source: the page's own address, or any.
        most: so many moves are made, then the page leaves; 0: it stays.
        is_curious: whether the page watches the engine think.
        watched: returns the game to watch, for a page that does not play.
        comes_back: whether the page comes back after a refusal in words.
    """

    def __init__(
        self,
        home: Callable[[], Target],
        number: int = 0,
        *,
        game: str = "tictactoe",
        seats: tuple[dict[str, Any], dict[str, Any]] = (HUMAN, HUMAN),
        patience: float = 8.0,
        pause: float = 0.0,
        turn: Callable[[], Awaitable[None]] | None = None,
        source: str = "",
        most: int = 0,
        is_curious: bool = False,
        watched: Callable[[], Awaitable[str]] | None = None,
        comes_back: bool = True,
    ) -> None:
        self._home, self._game, self._seats, self._patience = home, game, seats, patience
        self._rng, self._pause, self._turn, self._source = random.Random(number), pause, turn, source
        self._most, self._is_curious, self._watched, self._comes_back = most, is_curious, watched, comes_back
        self.number, self.record = number, Record()
        self.in_step = self.is_open = False
        self.game_id: str | None = None
        self._tokens: list[str] = []
        self._state: dict[str, Any] = {}
        self._pending: Sent | None = None
        self._awaited: tuple[int, float] | None = None
        self._changed = asyncio.Event()
        self._fault = "none"

    def __str__(self) -> str:
        """Returns what the page is doing, for the message of a failed run."""
        step = "in step" if self.in_step else "not in step"
        return (
            f"page {self.number}: game {self.game_id}, version {self._state.get('version')}, {step}, unanswered"
            f" {self._pending}, refused {dict(self.record.refused)}, last fault {self._fault}"
        )

    async def live(self) -> None:
        """Connects and plays, again after each end, until all moves are made or the task is cancelled."""
        tries = 0
        while True:
            talk = Talk(self._home(), self._source, None if self._watched else self._heard)
            try:
                await talk.websocket()
                self.is_open, tries = True, 0
                await talk.during(self._stay(talk))
                return
            except RefusedError as no:
                self._fault = repr(no)
                self.record.shut_out[str(no)] += 1
                if not (self._comes_back or str(no).isdigit()):
                    return
            except _ENDS as end:
                self._fault = repr(end)
                if self.is_open and not isinstance(end, TimeoutError):
                    self.record.cuts.append(time.monotonic())
            finally:
                talk.close()
                self.is_open = self.in_step = False
            await asyncio.sleep(min(2.0, 0.25 * 2**tries) * self._rng.uniform(0.5, 1.5))
            tries += 1

    # --- inside ---

    async def _stay(self, talk: Talk) -> None:
        await self._enter(talk)
        while self._watched is None and not 0 < self._most <= len(self.record.moves):
            if self._state["outcome"] is not None:
                self.record.finished += 1
                self.game_id, self._state, self._pending = None, {}, None
                await self._enter(talk)
            elif self._pending is not None or self._seats[self._state["to_move"]]["kind"] == "human":
                await self._send(talk)
            else:
                await self._wait_for_news(talk)
        if self._watched is not None:
            await asyncio.Event().wait()

    async def _ask(self, talk: Talk, name: str, **payload: Any) -> Any:
        """Returns the acknowledgement, or raises TimeoutError."""
        async with asyncio.timeout(self._patience):
            answer = await talk.call(name, **payload)
        if not answer["ok"]:
            self.record.refused[answer["error"]["code"]] += 1
        return answer

    async def _enter(self, talk: Talk) -> None:
        """Begins a game, or comes back to it, and catches up."""
        while self.game_id is None and self._watched is None:
            opened = await self._ask(talk, "new_game", game=self._game, seats=list(self._seats))
            if not opened["ok"]:
                await asyncio.sleep(_REST)
                continue
            self.game_id, self._tokens = opened["game_id"], [token for token in opened["seat_tokens"] if token]
            self._heard(opened["state"])
            break
        else:
            if self._watched is not None:
                self.game_id = self.game_id or await self._watched()
            version = self._state.get("version", 0)
            joined = await self._ask(talk, "join", game_id=self.game_id, tokens=self._tokens, version=version)
            if not joined["ok"]:
                raise TimeoutError("the page was not let to its table")
            self._heard(joined["state"])
        if self._is_curious:
            await self._ask(talk, "watch_thinking", game_id=self.game_id, on=True)
        self.record.entered.append(time.time())
        self.in_step = True

    def _heard(self, state: dict[str, Any]) -> None:
        """Shows a state unless a later one is shown."""
        if state["game_id"] != self.game_id or state["version"] < self._state.get("version", 0):
            return
        self._state = state
        self.record.boards[state["game_id"]] = (state["version"], list(state["moves"]))
        if self._awaited is not None and state["ply"] >= self._awaited[0]:
            self.record.replies.append((self._awaited[1], time.monotonic() - self._awaited[1]))
            self._awaited = None
        self._changed.set()

    async def _send(self, talk: Talk) -> None:
        if self._pending is None:
            state = self._state
            await (self._turn() if self._turn else asyncio.sleep(self._rng.uniform(0.5, 1.5) * self._pause))
            if self._state is not state:
                return
            self._pending = Sent(state["game_id"], state["ply"], self._rng.choice(state["legal"]), uuid.uuid4().hex)
            self.record.sent[self._pending.request_id] = self._pending
            self._sent_at = time.monotonic()
            if any(seat["kind"] == "engine" for seat in self._seats):
                self._awaited = state["ply"] + 2, self._sent_at
        sent, answer = self._pending, None
        with contextlib.suppress(TimeoutError):  # sent again, under the same name
            answer = await self._ask(talk, "move", **vars(sent))
        if answer is None:
            return
        if answer["ok"]:
            self.record.acknowledged[sent.request_id] = answer["version"]
            self.record.moves.append((sent.game_id, sent.ply, sent.move))
            self.record.waits.append((self._sent_at, time.monotonic() - self._sent_at))
            self._pending = None
            while self._state["version"] < answer["version"]:
                await self._wait_for_news(talk)
        elif answer["error"]["code"] in _AGAIN:
            await asyncio.sleep(_REST)
        else:
            self._pending = self._awaited = None  # it can never be carried out
            await self._enter(talk)

    async def _wait_for_news(self, talk: Talk) -> None:
        """Waits for the next state, and asks the server if none comes."""
        self._changed.clear()
        try:
            async with asyncio.timeout(self._patience):
                await self._changed.wait()
        except TimeoutError:
            await self._enter(talk)
