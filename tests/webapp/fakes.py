"""Provides stand-ins for the neighbours of tables: each does as told, without a wait, and remembers the calls."""

import heapq
import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engine import Branch, Choice, Digest, Explanation, Kept, Load, Preview, Why, shipped_beliefs
from engine.games import Game, Move, Score, plies, replay
from engine.puzzles.puzzle import Found
from engine.text import text
from webapp.play.desk.menu import LevelView
from webapp.play.desk.port import Place
from webapp.play.game import events as e
from webapp.play.game.wire import Readiness
from webapp.play.ports import ConflictError, NameReport, Thoughts, TreeCut
from webapp.play.steps import Pending


class FakeTimers:
    """Simulates a clock, which moves only when told to."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._heap: list[tuple[float, int, list[Callable[[], None]]]] = []
        self._count = itertools.count()

    def now(self) -> float:
        return self.time

    def later(self, seconds: float, call: Callable[[], None], visitor: str = "") -> Callable[[], None]:
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
    """Replaces a loop in whose thread the test runs."""

    def call(self, act: Callable[[], object]) -> None:
        act()

    def ask(self, question: Callable[[], Any], _seconds: float = 0.0) -> Any:
        return question()


class FakeMind:
    def __init__(self, game: Game[Any], level: int, seed: int) -> None:
        self.game, self.level, self.seed = game, level, seed
        self.moves: tuple[Move, ...] = ()
        self.visitor = ""
        self.closed = False
        self.cuts: tuple[TreeCut, ...] = ()

    @property
    def kept(self) -> Kept:
        fallen = tuple((move, 10 * move) for move in (1, 2)) if self.moves else ()
        return Kept(len(self.moves), 2 * len(self.moves), fallen, ((1, 100), (2, 200), (4, 700)), 9)

    def follow(self, moves: Sequence[Move]) -> None:
        moves = tuple(moves)
        if moves[:-1] == self.moves and moves:
            self.moves = moves
            self.cuts = (*self.cuts, TreeCut(plies(self.game, moves), moves[-1], self.kept))[-2:]
        elif moves != self.moves:
            self.moves, self.cuts = moves, ()

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
    """Answers with the first legal move, or with ``plan[moves]``. With ``held`` set, ``release`` gives the answers.
    ``score`` is the proven result of every position. None means that no result is found in time, as on a busy machine.

    As the real engine, the fake never answers for a mind which has followed other moves, or which rests.
    """

    def __init__(self, *, held: bool = False) -> None:
        self.held = held
        self.plan: dict[tuple[Move, ...], Move] = {}
        self.score: Score | None = None
        self.value = 0.25
        self.minds: list[FakeMind] = []
        self.questions: dict[FakeMind, tuple[tuple[Move, ...], Callable[[Choice], None]]] = {}
        self.pondering: set[FakeMind] = set()
        self.asked: list[tuple[Move, ...]] = []
        self.whys: list[tuple[tuple[Move, ...], int, Move | None, str]] = []
        self.ready = Readiness(True, "The engine is ready.")
        self.later: Callable[[float, Callable[[], None]], object] = lambda _, call: call()
        """Brings the answers of searches. By default without a wait."""
        self.running = False
        self.oldest = self.silent = 0.0
        self.mistakes: list[tuple[tuple[Move, ...], Move, str]] = []
        self.found = Found(True)

    def start(self) -> None:
        self.running = True

    def close(self) -> None:
        self.running = False

    def levels(self, game: str) -> list[LevelView]:
        return [LevelView(n, f"level {n}", "Plays.", None, None, False) for n in range(1, 11)]

    def mind(self, game: Game[Any], level: int, seed: int) -> FakeMind:
        self.minds.append(FakeMind(game, level, seed))
        return self.minds[-1]

    def choose(self, mind: FakeMind, done: Callable[[Choice], None], *, is_shown: bool = False) -> None:
        self.asked.append(mind.moves)
        self.pondering.discard(mind)
        self.questions[mind] = (mind.moves, done)
        if not self.held:
            self.release()

    hint = choose

    def preview(self, game: Any, moves: Any, level: int, seed: int, prover: Any, done: Any, visitor: str = "") -> None:
        move = game.moves(replay(game, moves))[0]
        done(Preview(level, len(moves), move, 0.0, f"seed {seed}", f"prover {prover is not None}"))

    def mistake(self, game: Any, moves: Any, played: Move, done: Any, visitor: str = "") -> None:
        self.mistakes.append((tuple(moves), played, visitor))
        if not self.held:
            done(self.found)

    def why(
        self, game: Any, moves: Any, side: Any, first: Any, done: Any, visitor: str = "", *, quick: bool = False
    ) -> None:
        self.whys.append((tuple(moves), int(side), first, visitor))
        done(Explanation(None, None, text("This needs counting."), (), (), more=quick))

    def release(self) -> None:
        questions, self.questions = self.questions, {}
        for mind, (moves, done) in questions.items():
            if mind.moves == moves and not mind.closed:
                self.later(0.0, partial(done, self.choice(mind)))

    def choice(self, mind: FakeMind) -> Choice:
        position = replay(mind.game, mind.moves)
        move = self.plan.get(mind.moves, mind.game.moves(position)[0] if mind.game.moves(position) else 0)
        kept = mind.kept
        return Choice(len(mind.moves), move, self.value, self.score, 7, 0.001, expected=None, why="because", kept=kept)

    def ponder(self, mind: FakeMind) -> None:
        self.questions.pop(mind, None)
        self.pondering.add(mind)

    def analyse(self, mind: FakeMind) -> None:
        self.ponder(mind)

    def rest(self, mind: FakeMind) -> None:
        self.questions.pop(mind, None)
        self.pondering.discard(mind)

    def thoughts(self, mind: FakeMind, seat: int | None, done: Any, *, tree: bool = False, again: bool = False) -> None:
        digest = Digest(
            len(mind.moves), seat, mind in self.pondering, False, False, 1, 7, 100, 3, 2, 1, None, mind.moves[-1:], ()
        )
        done(Thoughts(digest, mind.top() if tree else (), mind.cuts))

    def explain(self, mind: FakeMind, moves: Sequence[Move], done: Any) -> None:
        done(mind.explain(*moves))

    def beliefs(self, game: Any, moves: Any, done: Any) -> None:
        done(shipped_beliefs(game, replay(game, moves)))

    def readiness(self) -> Readiness:
        return self.ready

    def seconds(self) -> float:
        return 3.0

    def load(self) -> Load:
        return Load(len(self.questions), 0, len(self.pondering), self.oldest, 0, 0.0)

    def tree_bytes(self) -> int:
        return 0

    def restarts(self) -> int:
        return 0

    def silence(self) -> float:
        return self.silent


class FakeStore:
    """Keeps events in memory. With ``held`` set, ``release`` writes them. The next writes raise ``fail``."""

    def __init__(self) -> None:
        self.rows: dict[str, list[e.Recorded]] = {}
        self.fail: Exception | None = None
        self.held = False
        self.waiting: list[Callable[[], None]] = []

    def create(self, game_id: str, first: e.Recorded) -> Pending[None]:
        return self._do(lambda: self._write(game_id, [first], 0))

    def append(self, game_id: str, more: Sequence[e.Recorded], line: int) -> Pending[None]:
        return self._do(lambda: self._write(game_id, more, len(self.rows[game_id])))

    def release(self, count: int = 1) -> None:
        """Does the first writes that wait."""
        for _ in range(count):
            self.waiting.pop(0)()

    def _do(self, write: Callable[[], None]) -> Pending[None]:
        result = Pending[None]()

        def act() -> None:
            try:
                write()
            except Exception as error:
                result.fail(error)
            else:
                result.resolve(None)

        self.waiting.append(act)
        if not self.held:
            self.release()
        return result

    def _write(self, game_id: str, more: Sequence[e.Recorded], stored: int) -> None:
        if self.fail:
            raise self.fail
        if more[0].version != stored + 1 or (stored == 0 and game_id in self.rows):
            raise ConflictError
        self.rows.setdefault(game_id, []).extend(more)

    def load(self, game_id: str, after: int = 0) -> list[e.Recorded]:
        return list(self.rows.get(game_id, ()))[after:]

    def timed(self, seconds: float) -> list[str]:
        return [game_id for game_id, rows in self.rows.items() if getattr(rows[0].event, "clock", None)]


class FakeWorkers:
    """Does the work of page threads. With ``held`` set, ``release`` does the work. ``full`` refuses all."""

    def __init__(self) -> None:
        self.held = self.full = False
        self.waiting: list[Callable[[], None]] = []

    def run(self, work: Callable[[], Any], done: Callable[[Any], object], visitor: str = "") -> bool:
        def act() -> None:
            result: Any
            try:
                result = work()
            except Exception as error:
                result = error
            done(result)

        if self.full:
            return False
        self.waiting.append(act)
        if not self.held:
            self.release()
        return True

    def release(self) -> None:
        """Does all work that waits."""
        while self.waiting:
            self.waiting.pop(0)()


class FakeReports:
    """Keeps reports in memory. The next calls raise ``fail``."""

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
