"""Provides stand-ins for the neighbours of tables: each does as told, at once, and remembers the calls."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from engine import Branch, Choice, Digest, Explanation, Kept, Load, Preview, Why
from engine.games import Game, Move, Score, replay
from engine.puzzles.mistake import Found
from webapp.play.desk.port import Place
from webapp.play.game import events as e
from webapp.play.ports import ConflictError, NameReport


class FakeTimers:
    """Simulates a clock, which moves only when told to."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._heap: list[tuple[float, int, list[Callable[[], None]]]] = []
        self._count = itertools.count()

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, call: Callable[[], None], asker: str = "") -> Callable[[], None]:
        cell = [call]
        heapq.heappush(self._heap, (self.time + seconds, next(self._count), cell))
        return cell.clear

    def advance(self, seconds: float = 0.0) -> None:
        end = self.time + seconds
        while self._heap and self._heap[0][0] <= end:
            self.time, _, cell = heapq.heappop(self._heap)
            for call in list(cell):
                call()
        self.time = end


class FakeLoop:
    """Stands for a loop in whose thread the test runs."""

    def call(self, act: Callable[[], object]) -> None:
        act()

    def ask(self, question: Callable[[], Any], _seconds: float = 0.0) -> Any:
        return question()


class FakeMind:
    def __init__(self, game: Game[Any], level: int, seed: int) -> None:
        self.game, self.level, self.seed = game, level, seed
        self.moves: tuple[Move, ...] = ()
        self.asker = ""
        self.closed = False

    def follow(self, moves: Sequence[Move]) -> Kept:
        self.moves = tuple(moves)
        fallen = tuple((move, 10 * move) for move in (1, 2)) if moves else ()
        return Kept(len(self.moves), 2 * len(self.moves), fallen, ((1, 100), (2, 200), (4, 700)), 9)

    def top(self) -> tuple[Branch, ...]:
        root = Branch(-1, 0, 0.0, -127, 127, False, 9, 1000, 1.0, 4)
        return (
            root,
            Branch(0, 4, 0.5, 1, 127, False, 8, 700, 0.7, 3),
            Branch(1, 3, -1.0, -18, -18, True, 7, 30, 0.1, None),
        )

    def explain(self, *moves: Move) -> Why:
        return (
            Why((*moves, 7), "because")
            if moves and moves[0] in self.game.moves(replay(self.game, self.moves))
            else Why((), "")
        )

    def close(self) -> None:
        self.closed = True


class FakeEngine:
    """Answers with the first legal move, or with ``plan[moves]``; with ``held`` set, only when ``release`` is called.
    ``score`` is the proven result of every position; None: as on a busy machine, no result is found in time.

    As the real engine, the fake never answers for a mind which has followed other moves, or which rests.
    """

    def __init__(self, *, held: bool = False) -> None:
        self.held = held
        self.plan: dict[tuple[Move, ...], Move] = {}
        self.score: Score | None = None
        self.minds: list[FakeMind] = []
        self.questions: dict[FakeMind, tuple[tuple[Move, ...], Callable[[Choice], None]]] = {}
        self.pondering: set[FakeMind] = set()
        self.asked: list[tuple[Move, ...]] = []
        self.whys: list[tuple[tuple[Move, ...], int, Move | None, str]] = []
        self.ready = {"ready": True, "stage": "The engine is ready."}
        self.lock = threading.RLock()
        self.running = False
        self.oldest = 0.0
        self.mistakes: list[tuple[tuple[Move, ...], Move, str]] = []
        self.found = Found(True)

    def start(self) -> None:
        self.running = True

    def close(self) -> None:
        self.running = False

    def levels(self, game: str) -> list[dict[str, Any]]:
        return [{"number": n, "name": f"level {n}", "sentence": "Plays.", "rating": None} for n in range(1, 11)]

    def mind(self, game: Game[Any], level: int, seed: int) -> FakeMind:
        self.minds.append(FakeMind(game, level, seed))
        return self.minds[-1]

    def choose(self, mind: FakeMind, done: Callable[[Choice], None], *, is_shown: bool = False) -> None:
        with self.lock:
            self.asked.append(mind.moves)
            self.pondering.discard(mind)
            self.questions[mind] = (mind.moves, done)
        if not self.held:
            self.release()

    hint = choose

    def preview(self, game: Any, moves: Any, level: int, seed: int, prover: Any, done: Any, asker: str = "") -> None:
        move = game.moves(replay(game, moves))[0]
        done(Preview(level, len(moves), move, 0.0, f"seed {seed}", f"prover {prover is not None}"))

    def mistake(self, game: Any, moves: Any, played: Move, done: Any, asker: str = "") -> None:
        self.mistakes.append((tuple(moves), played, asker))
        if not self.held:
            done(self.found)

    def why(self, game: Any, moves: Any, side: Any, first: Any, done: Any, asker: str = "") -> None:
        self.whys.append((tuple(moves), int(side), first, asker))
        done(Explanation(None, None, "This needs counting.", (), ()))

    def release(self) -> None:
        with self.lock:
            questions, self.questions = self.questions, {}
        for mind, (moves, done) in questions.items():
            if mind.moves == moves and not mind.closed:
                done(self.choice(mind))

    def choice(self, mind: FakeMind) -> Choice:
        position = replay(mind.game, mind.moves)
        move = self.plan.get(mind.moves, mind.game.moves(position)[0] if mind.game.moves(position) else 0)
        return Choice(len(mind.moves), move, 0.25, self.score, 7, 0.001, expected=None, why="because")

    def ponder(self, mind: FakeMind) -> None:
        self.questions.pop(mind, None)
        self.pondering.add(mind)

    def analyse(self, mind: FakeMind) -> None:
        self.ponder(mind)

    def rest(self, mind: FakeMind) -> None:
        self.questions.pop(mind, None)
        self.pondering.discard(mind)

    def digest(self, mind: FakeMind, seat: int | None) -> Digest:
        return Digest(
            len(mind.moves), seat, mind in self.pondering, False, False, 1, 7, 100, 3, 2, 1, None, mind.moves[-1:], ()
        )

    def readiness(self) -> dict[str, Any]:
        return self.ready

    def seconds(self) -> float:
        return 3.0

    def answering(self) -> AbstractContextManager[None]:
        return nullcontext()

    def load(self) -> Load:
        return Load(len(self.questions), 0, len(self.pondering), self.oldest, 0, 0.0)


class FakeStore:
    """Keeps events in memory; the next writes raise ``fail``."""

    def __init__(self) -> None:
        self.rows: dict[str, list[e.Recorded]] = {}
        self.fail: Exception | None = None
        self.lock = threading.Lock()

    def create(self, game_id: str, first: e.Recorded) -> None:
        if game_id in self.rows:
            raise ConflictError
        self.rows[game_id] = [first]

    def append(self, game_id: str, more: Sequence[e.Recorded], line: int) -> None:
        with self.lock:
            if self.fail:
                raise self.fail
            if more[0].version != len(self.rows[game_id]) + 1:
                raise ConflictError
            self.rows[game_id].extend(more)

    def load(self, game_id: str, after: int = 0) -> list[e.Recorded]:
        return list(self.rows.get(game_id, ()))[after:]

    def timed(self, seconds: float) -> list[str]:
        return [game_id for game_id, rows in self.rows.items() if getattr(rows[0].event, "clock", None)]


class FakeReports:
    """Keeps reports in memory; the next calls raise ``fail``."""

    def __init__(self) -> None:
        self.rows: list[NameReport] = []
        self.fail: Exception | None = None

    def add(self, report: NameReport) -> None:
        if self.fail:
            raise self.fail
        self.rows.append(report)

    def last(self, count: int) -> list[NameReport]:
        if self.fail:
            raise self.fail
        return self.rows[-count:]


class FakePublisher:
    def __init__(self) -> None:
        self.games: list[dict[str, Any]] = []
        self.thoughts: list[dict[str, Any]] = []
        self.engines: list[dict[str, Any]] = []
        self.reviews: list[dict[str, Any]] = []

        self.rooms: list[dict[str, Any]] = []
        self.aims: list[tuple[dict[str, Any], str]] = []
        self.reactions: list[dict[str, Any]] = []
        self.news: list[tuple[str, dict[str, Any]]] = []
        self.places: dict[str, Place] = {}

    def reaction(self, game_id: str, payload: dict[str, Any]) -> None:
        self.reactions.append(payload)

    def found(self, sid: str, payload: dict[str, Any]) -> None:
        self.news.append((sid, payload))

    def people(self, game_id: str, payload: dict[str, Any]) -> None:
        self.rooms.append(payload)

    def aim(self, game_id: str, payload: dict[str, Any], sender: str) -> None:
        self.aims.append((payload, sender))

    def place(self, sid: str, place: Place) -> None:
        self.places[sid] = place

    def game(self, game_id: str, payload: dict[str, Any], to: Sequence[str] | None = None) -> None:
        if to is None:
            self.games.append(payload)
        for sid in to or ():
            self.news.append((sid, payload))

    def thinking(self, game_id: str, payload: dict[str, Any]) -> None:
        self.thoughts.append(payload)

    def review(self, game_id: str, payload: dict[str, Any]) -> None:
        self.reviews.append(payload)

    def engine(self, payload: dict[str, Any], to: Sequence[str] | None = None) -> None:
        self.engines.append({**payload, "to": to})
