"""Runs one process full of pages: some play engines at a steady pace, the others watch. Prints the measurements."""

from __future__ import annotations

import json
import random
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.load.client import Line, Pool

GAMES = ("connect4", "tictactoe", "connect4-5x4")


@dataclass
class Measured:
    """Holds the measurements of one process.

    ``latencies`` are in seconds, of moves only; ``reply_times`` from a move to the engine's reply; ``back`` holds the
    times at which pages entered a game; ``cores`` is the processor time of the process itself, in cores.
    """

    connected: int = 0
    refused_lines: Counter[str] = field(default_factory=Counter)
    refused_events: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    reply_times: list[float] = field(default_factory=list)
    moves: int = 0
    replies: int = 0
    finished: int = 0
    waiting: int = 0
    lost_lines: int = 0
    cores: float = 0.0
    back: list[float] = field(default_factory=list)


class Seat:
    """Stands for one page: a player of a game against an engine, or a watcher of another page's game."""

    def __init__(self, crowd: Crowd, number: int, plays: bool) -> None:
        self._crowd, self._number, self.plays = crowd, number, plays
        self._rng = random.Random(number)
        self.game_id: str | None = None
        self._tokens: list[str] = []
        self._state: dict[str, Any] = {}
        self._tries = 0
        self._asked: tuple[str, int] | None = None
        self._sent = 0.0
        self.returns, self.refused = 0, False
        self.line: Line | None = None

    def dial(self) -> None:
        """Opens a connection; after an end the page dials again, each time later."""
        hears = ("game",) if self.plays else ()
        self.line = Line(self._crowd.pool, self._crowd.address, self._opened, self._event, hears, self._number)
        self.line.on_end = self._ended

    def move(self) -> bool:
        """Makes a move if the person is to move, or begins anew after the end; returns whether a move was sent."""
        line, state = self.line, self._state
        if line is None or not line.open or self.game_id is None:
            return False
        if state["outcome"] is not None:
            if self._asked != (self.game_id, -1):
                self._asked = self.game_id, -1
                self._crowd.measured.finished += 1
                self._begin()
        elif state["seats"][state["to_move"]]["kind"] == "human" and self._asked != (self.game_id, state["ply"]):
            ply = state["ply"]
            self._asked = self.game_id, ply
            payload = {
                "game_id": self.game_id,
                "ply": ply,
                "move": self._rng.choice(state["legal"]),
                "request_id": f"{self._number}.{ply}.{self._rng.getrandbits(40)}",
            }
            sent = self._sent = time.perf_counter()
            line.call("move", payload, lambda answer: self._moved(answer, time.perf_counter() - sent))
            return True
        else:
            self._crowd.measured.waiting += self._crowd.settled
        return False

    def _moved(self, answer: Any, seconds: float) -> None:
        measured = self._crowd.measured
        if answer["ok"]:
            measured.latencies += [seconds] * self._crowd.settled
            measured.moves += self._crowd.settled
        else:
            measured.refused_events[answer["error"]["code"]] += 1

    def _opened(self) -> None:
        self._tries, self._asked = 0, None
        if self.game_id is not None:
            self._join(self.game_id)
        elif self.plays:
            self._begin()
        else:
            self._crowd.look_on(self)

    def _begin(self) -> None:
        level = 1 + self._number % 10
        payload = {
            "game": GAMES[self._number % len(GAMES)],
            "seats": [{"kind": "human"}, {"kind": "engine", "level": level}],
        }
        assert self.line
        self.line.call("new_game", payload, self._begun)

    def _begun(self, answer: Any) -> None:
        if not answer["ok"]:
            self._crowd.measured.refused_events[answer["error"]["code"]] += 1
            return
        self.game_id, self._state = answer["game_id"], answer["state"]
        self._tokens = [token for token in answer["seat_tokens"] if token]
        self._crowd.in_game(self)

    def watch(self, game_id: str) -> None:
        """Joins another page's game as a watcher."""
        self.game_id = game_id
        self._join(game_id)

    def _join(self, game_id: str) -> None:
        assert self.line
        payload = {"game_id": game_id, "tokens": self._tokens, "version": self._state.get("version", 0)}
        self.line.call("join", payload, self._joined)

    def _joined(self, answer: Any) -> None:
        if answer["ok"]:
            self._state = answer["state"]
            self._crowd.in_game(self)
        else:
            self._crowd.measured.refused_events[answer["error"]["code"]] += 1

    def _event(self, name: str, payload: Any) -> None:
        if name == "game" and payload["game_id"] == self.game_id and payload["version"] > self._state.get("version", 0):
            self._state = payload
            answered = self.plays and payload["event"].get("answer") is not None
            if answered and self._crowd.settled:
                self._crowd.measured.replies += 1
                self._crowd.measured.reply_times.append(time.perf_counter() - self._sent)

    def _ended(self, why: str) -> None:
        measured = self._crowd.measured
        if why.startswith("refused"):
            self.refused = True
            measured.refused_lines[why.removeprefix("refused: ")] += 1
        elif why != "closed by us":
            measured.lost_lines += 1
            pause = min(2.0, 0.25 * 2**self._tries) * self._rng.uniform(0.5, 1.5)  # as the page does
            self._tries += 1
            if not self._crowd.over:
                self._crowd.pool.later(pause, self.dial)


class Crowd:
    """Holds all pages of this process.

    Args:
        plan: address, connections, games, rate (moves a second), seconds, ramp (seconds before moves are measured: all
            pages are connected by then), measured (seconds of measuring), first (number of the first page), returns
            (unless 0: the run ends when every page has entered a game so many times or was refused).
    """

    def __init__(self, plan: dict[str, Any]) -> None:
        self.address: tuple[str, int] = tuple(plan["address"])  # type: ignore[assignment]
        self.pool, self.measured = Pool(), Measured()
        self.over = False
        self._seconds: float = plan["seconds"]
        games: int = plan["games"]
        self._seats = [Seat(self, plan["first"] + i, i < games) for i in range(plan["connections"])]
        self._players = self._seats[:games]
        self._pause = 1.0 / plan["rate"] if plan["rate"] else 0.0
        self._next, self._due = 0, 0.0
        self._returns: int = plan["returns"]
        self._settles = time.perf_counter() + plan["ramp"]
        self._measured: float = plan["measured"]

    @property
    def settled(self) -> bool:
        """Returns whether moves are measured now."""
        return 0 <= time.perf_counter() - self._settles < self._measured

    def look_on(self, seat: Seat) -> None:
        """Gives a watcher a game; tries again later where there is none yet."""
        known = [player.game_id for player in self._players if player.game_id]
        if known:
            seat.watch(known[id(seat) % len(known)])
        else:
            self.pool.later(0.2, lambda: self.look_on(seat))

    def in_game(self, seat: Seat) -> None:
        """Notes the entry of a page into a game, the first or after a break."""
        seat.returns += 1
        self.measured.back.append(time.time())

    def run(self) -> Measured:
        """Connects all pages, plays for the seconds of the plan, and closes all."""
        for i, seat in enumerate(self._seats):
            self.pool.later(i * 0.004, seat.dial)
        if self._pause:
            self._due = time.perf_counter() + 2.0
            self.pool.later(2.0, self._move)
        began = time.perf_counter()
        self.pool.run(lambda: self.over or time.perf_counter() > began + self._seconds or self._all_back())
        self.measured.cores = time.process_time() / (time.perf_counter() - began)
        self.over = True
        self.measured.connected = sum(seat.line is not None and seat.line.open for seat in self._seats)
        for seat in self._seats:
            if seat.line:
                seat.line.end()
        return self.measured

    def _all_back(self) -> bool:
        return bool(self._returns) and all(seat.refused or seat.returns >= self._returns for seat in self._seats)

    def _move(self) -> None:
        self._due += self._pause  # by the clock, so that a late one makes none of the next ones late
        self.pool.later(max(0.0, self._due - time.perf_counter()), self._move)
        for _ in self._players:
            self._next += 1
            if self._players[self._next % len(self._players)].move():
                return


def main() -> None:
    """Reads the plan from the first argument, and prints the measurements, both as JSON."""
    crowd = Crowd(json.loads(sys.argv[1]))
    signal.signal(signal.SIGTERM, lambda *_: setattr(crowd, "over", True))
    print(json.dumps(vars(crowd.run())))


if __name__ == "__main__":
    main()
