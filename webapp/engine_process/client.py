"""Asks the engine in its process: implements ``webapp.play.ports.Engine`` without Numba.

A mind here is a name for one in the engine's process. Each order holds all that makes the mind, so a process that dies
takes nothing along: the next one is asked every open question, and gives every mind its work again. Work that has ended
two processes is not done again: a choice is then made at a glance, and other work is dropped.
"""

from __future__ import annotations

import itertools
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec

import engine
from engine.child import Child, command
from engine.games import Game, LineGame, Move, Player, find
from engine.puzzles.puzzle import Found, from_row
from webapp.engine_process import messages as m
from webapp.engine_process.notes import Notes
from webapp.engine_process.pipe import End, Patience, Pipe
from webapp.metrics import EngineAnswer
from webapp.play.desk.menu import LevelView
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Readiness, fill
from webapp.play.ports import Thoughts
from webapp.process.service_threads import ServiceThreads

_log = logging.getLogger(__name__)

_PREVIEW_SECONDS = 0.5
_MORE_FOR_WHY = 0.5
"""Seconds that a proof may take beyond the time of a hint."""
_LEAST_SECONDS = 0.3
"""Seconds that a question asked again has at least."""
_SHOWN_AFTER = 1.0
"""Seconds without an engine after which the pages are told."""
_FAULT, _KILL, _TOO_MUCH = 1.0, 0.25, 2.0
"""The blame for work under which the process has crashed, or was killed from outside; and the blame for which work is
not done again."""

_PROBE_AFTER = 20.0
"""Seconds without the answer of a search after which a tiny one is asked for."""
_PROBE = ("connect4", (4, 4, 4), 3)
"""The game, the moves and the level of that search."""

_RESTARTS = Readiness(False, "The engine has stopped and is started again; the game goes on in a moment.")
_CLOSED = m.State(ready=False, stage="The engine is warming up.", explains=False)


class MindHandle:
    """Names a mind of the engine's process.

    Args:
        number: the name.
        game: the rules.
        level: 1 to 10.
        seed: the seed of all chance decisions.
        close: forgets the mind.
    """

    def __init__(
        self, number: int, game: Game[Any], level: int, seed: int, close: Callable[[MindHandle], None]
    ) -> None:
        self.number, self.game, self.level, self.seed, self._close = number, game, level, seed, close
        self.asker = ""
        self.closed = False
        self.moves: tuple[Move, ...] = ()

    def follow(self, moves: Sequence[Move], /) -> None:
        """Goes to the position after ``moves``; the process hears of it with the next order."""
        self.moves = tuple(moves)

    def close(self) -> None:
        """Forgets the mind."""
        if not self.closed:
            self.closed = True
            self._close(self)

    def spec(self) -> m.MindSpec:
        """Returns the mind for a message."""
        return m.MindSpec(self.number, self.game.name, self.level, self.seed, self.asker, self.moves)


@dataclass(eq=False, slots=True)
class _Open:
    """Holds a question without an answer, or lasting work of a mind, which has no answer."""

    message: m.Question
    done: Callable[[Any], None] | None
    until: float
    blame: float = 0.0


def run_host(notes: Notes) -> Child:
    """Starts the engine's process; its scheduler lowers the priority of the searching threads alone.

    A lower priority of the process would count twice for them: at nice 10 due moves starved beside other programs.
    """
    return Child(command("webapp.engine_process.host", str(notes.file)), niceness=0, shared=(notes.file,))


class EngineClient:
    """Asks the engine's process.

    Args:
        threads: searches at once; 0: one a core.
        tree_mb: the most MiB for the tree of one mind.
        trees_mb: the most MiB for the trees of all minds.
        ponder_seconds: the longest time for which a mind ponders without being asked again.
        think_seconds: the longest time for the choice of a move.
        hint_seconds: the longest time for a hint.
        answered: receives the facts about every chosen move, for the metrics.
        call: runs a function in the loop: answers are given there.
        threads_of_process: starts the thread of the pipe; None: threads of this object alone.
        run: starts the process; None: :func:`run_host`.
        patience: when the process is hung.
    """

    def __init__(
        self,
        threads: int = 0,
        *,
        tree_mb: float = 16.0,
        trees_mb: float = 1024.0,
        ponder_seconds: float = 300.0,
        think_seconds: float = 3.0,
        hint_seconds: float = 1.5,
        answered: Callable[[EngineAnswer], None] = lambda _: None,
        call: Callable[[Callable[[], None]], object] = lambda act: act(),
        threads_of_process: ServiceThreads | None = None,
        run: Callable[[Notes], Child] | None = None,
        patience: Patience = Patience(),  # noqa: B008
    ) -> None:
        self._start = m.Start(threads, tree_mb, trees_mb, ponder_seconds)
        self._think, self._hint, self._answered, self._call = think_seconds, hint_seconds, answered, call
        self._lock = threading.RLock()
        self._numbers = itertools.count(1)
        self._open: dict[int, _Open] = {}
        self._work: dict[int, int] = {}  # by mind, the number of its question or lasting work
        self._looks: dict[int, int] = {}  # by mind, the number of the last question for its thoughts
        self._state = _CLOSED
        self._lost_at: float | None = None
        self._searched_at: float | None = None  # when this process has last answered a search
        self._probe = 0  # the number of the question that only tries whether searches are answered
        start_thread = (threads_of_process or ServiceThreads()).start
        self._pipe = Pipe(self, run or run_host, start_thread, self._lock, patience)

    # --- the process ---

    def start(self) -> None:
        """Starts the process, and returns at once."""
        self._pipe.start()

    def close(self) -> None:
        """Ends the process; nothing is answered any more."""
        with self._lock:
            self._open.clear()
            self._work.clear()
            self._looks.clear()
        self._pipe.close()

    def pid(self) -> int | None:
        """Returns the number of the process; None where none runs."""
        return self._pipe.pid()

    def restarts(self) -> int:
        """Returns how often the process was started again."""
        return self._pipe.restarts

    def readiness(self) -> Readiness:
        """Returns whether the engine has compiled all, and words for a person."""
        lost = self._lost_at
        if lost is not None and time.monotonic() - lost > _SHOWN_AFTER:
            return _RESTARTS
        return Readiness(self._state.ready, self._state.stage)

    def silence(self) -> float:
        """Returns the seconds since a search was last answered; infinite for a new process."""
        answered = self._searched_at
        return math.inf if answered is None else time.monotonic() - answered

    def load(self) -> engine.Load:
        """Returns the load, as of the last heartbeat."""
        s = self._state
        return engine.Load(s.due, s.hints, s.pondering, s.oldest, s.nodes, s.busy_seconds, s.urgent, s.quiet)

    def tree_bytes(self) -> int:
        """Returns the memory of all trees, as of the last heartbeat."""
        return self._state.tree_bytes

    def depth(self) -> float:
        """Returns the depth of the minds that think, on average."""
        return self._state.depth

    def seconds(self) -> float:
        """Returns the longest time for the choice of a move, in seconds."""
        return self._think

    def levels(self, game: str) -> list[LevelView]:
        """Returns the levels of a game, for the slider."""
        return levels(game)

    # --- minds ---

    def mind(self, game: Game[Any], level: int, seed: int) -> MindHandle:
        """Returns a new mind."""
        return MindHandle(next(self._numbers), game, level, seed, self._close_mind)

    def choose(self, mind: MindHandle, done: Callable[[engine.Choice], None], *, is_shown: bool = False) -> None:
        """Asks for the mind's move; calls ``done`` with the choice. A shown move waits for the moves of people."""
        self._order(mind, m.Work.SHOW if is_shown else m.Work.CHOOSE, self._think, partial(self._chosen, mind, done))

    def hint(self, mind: MindHandle, done: Callable[[engine.Choice], None]) -> None:
        """Asks for a hint; moves due come first."""
        self._order(mind, m.Work.HINT, self._hint, partial(_hinted, done))

    def ponder(self, mind: MindHandle) -> None:
        """Lets a mind think during the other side's turn."""
        self._order(mind, m.Work.PONDER)

    def analyse(self, mind: MindHandle) -> None:
        """Lets a mind search the value of every move."""
        self._order(mind, m.Work.ANALYSE)

    def rest(self, mind: MindHandle) -> None:
        """Stops the searches of a mind."""
        with self._lock:
            self._forget_work(mind)
            self._pipe.send(m.pack(m.Rest(mind.number)))

    def thoughts(
        self, mind: MindHandle, seat: int | None, done: Callable[[Thoughts], None], *, tree: bool = False
    ) -> None:
        """Asks for the present thoughts of a mind; a question for the same mind still open is dropped."""
        with self._lock:
            self._open.pop(self._looks.pop(mind.number, 0), None)
            self._looks[mind.number] = self._ask(
                lambda number: m.Look(number, mind.spec(), seat, tree),
                lambda seen: done(seen.thoughts),
            )

    def explain(self, mind: MindHandle, moves: Sequence[Move], done: Callable[[engine.Why], None]) -> None:
        """Asks for the line and the words against playing ``moves``."""
        self._ask(
            lambda number: m.WhyNot(number, mind.spec(), tuple(moves)),
            lambda told: done(replace(told.why, words=m.unsaid(told.words))),
        )

    # --- positions ---

    def preview(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        level: int,
        seed: int,
        prover: MindHandle | None,
        done: Callable[[engine.Preview], None],
        asker: str = "",
    ) -> None:
        """Asks for the move of a level, and for the blind spot of the level; as urgent as a hint, and short.

        Args:
            game: the rules.
            moves: the moves to the position.
            level: the level, 1 to 10.
            seed: the seed of the level's random choices.
            prover: a mind of the game; its proven results are used as well.
            done: called with the preview.
            asker: for whom the preview is; all askers have an equal share of the cores.
        """
        proofs, line = prover.number if prover else 0, tuple(moves)
        self._ask(
            lambda number: m.Foretell(number, game.name, line, level, seed, proofs, asker, _PREVIEW_SECONDS),
            lambda told: done(replace(told.preview, blind=m.unsaid(told.blind))),
        )

    def mistake(
        self, game: LineGame, moves: Sequence[Move], played: Move, done: Callable[[Found], None], asker: str = ""
    ) -> None:
        """Asks for the puzzle of a move; as urgent as a hint, with the time of a hint.

        Args:
            game: a board with gravity and a solver.
            moves: the moves before the move.
            played: the move that may have let a result slip.
            done: called with the answer.
            asker: for whom the puzzle is; all askers have an equal share of the cores.
        """
        self._ask(
            lambda number: m.MakePuzzle(number, game.name, tuple(moves), played, asker, self._hint),
            lambda told: done(_found(told)),
        )

    def why(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        side: Player,
        first: Move | None,
        done: Callable[[engine.Explanation | Refusal], None],
        asker: str = "",
    ) -> None:
        """Asks for the explanation of a position; as urgent as a hint, and short.

        Args:
            game: the rules.
            moves: the moves to the position.
            side: the side to explain for.
            first: a move of interest, or None.
            done: called with the explanation, or a refusal.
            asker: for whom the explanation is; all askers have an equal share of the cores.
        """
        line, seconds = tuple(moves), self._hint + _MORE_FOR_WHY
        self._ask(
            lambda number: m.Explain(number, game.name, line, int(side), first, asker, seconds),
            lambda told: done(Refusal(told.code, told.words) if isinstance(told, m.Refused) else told.explanation),
        )

    def beliefs(self, game: Game[Any], moves: Sequence[Move], done: Callable[[Sequence[engine.Belief]], None]) -> None:
        """Asks what the network believes of every move."""
        line = tuple(moves)
        self._ask(lambda number: m.Believe(number, game.name, line), lambda told: done(told.beliefs))

    # --- called by the pipe ---

    def begun(self) -> Iterator[bytes]:
        """Yields the first messages to a new process: the limits, the open questions, and the work of the minds."""
        yield m.pack(self._start)
        now = time.monotonic()
        for question in list(self._open.values()):
            message = question.message
            if isinstance(message, m.Order):
                seconds = max(_LEAST_SECONDS, min(message.seconds, question.until - now))
                message = msgspec.structs.replace(message, seconds=seconds, glance=question.blame >= _TOO_MUCH)
            yield m.pack(message)

    def ended(self, end: End) -> None:
        """Blames the work under which the process has ended; drops what has ended two processes."""
        with self._lock:
            if self._lost_at is None:
                self._lost_at = time.monotonic()
            self._searched_at = None
            for number in end.working:
                question = self._open.get(number)
                if question is None:
                    continue
                question.blame += _FAULT if end.is_fault else _KILL
                if question.blame >= _TOO_MUCH:
                    _log.error("the engine's process has ended twice under %s", question.message)
                    if not isinstance(question.message, m.Order) or question.done is None:
                        del self._open[number]

    def beat(self) -> bytes:
        """Returns the heartbeat; an idle engine is also asked for a tiny search."""
        if self._state.ready and self.silence() > _PROBE_AFTER:
            self._try_search()
        return m.pack(m.Ping())

    def heard(self, message: bytes) -> None:
        """Takes a message of the process, and gives an answer to those who asked, in the loop."""
        told = m.read_told(message)
        if isinstance(told, m.State):
            self._state = told
            if told.ready:
                self._lost_at = None
                if self._searched_at is None:
                    self._try_search()
            return
        with self._lock:
            question = self._open.get(told.number)
            if question is None or question.done is None:
                return
            if isinstance(told, m.Refused) and not isinstance(question.message, m.Explain):
                self._answer_fault(question, told)
                return
            del self._open[told.number]
            if isinstance(question.message, m.Order | m.Foretell):
                self._searched_at = time.monotonic()
            if isinstance(question.message, m.Order) and self._work.get(question.message.mind.number) == told.number:
                del self._work[question.message.mind.number]
        self._call(partial(question.done, told))

    # --- inside ---

    def _try_search(self) -> None:
        game, moves, level = _PROBE
        with self._lock:
            if self._probe not in self._open:
                self._probe = self._ask(
                    lambda number: m.Foretell(number, game, moves, level, 0, 0, "", _PREVIEW_SECONDS), lambda _: None
                )

    def _answer_fault(self, question: _Open, told: m.Refused) -> None:
        """Asks once more for a choice, at a glance; drops other questions, whose answers are not waited for long."""
        if isinstance(question.message, m.Order) and question.blame < _TOO_MUCH:
            question.blame = _TOO_MUCH
            self._pipe.send(m.pack(msgspec.structs.replace(question.message, glance=True)))
        else:
            _log.error("the engine has no answer to %s: %s", question.message, told.words)
            del self._open[told.number]

    def _ask(
        self, message: Callable[[int], m.Question], done: Callable[[Any], None] | None, seconds: float = 0.0
    ) -> int:
        with self._lock:
            number = next(self._numbers)
            question = _Open(message(number), done, time.monotonic() + seconds)
            self._open[number] = question
            self._pipe.send(m.pack(question.message))
        return number

    def _order(
        self, mind: MindHandle, work: m.Work, seconds: float = 0.0, done: Callable[[m.Chosen], None] | None = None
    ) -> None:
        """Gives a mind work in place of its work before; the answer is for the mind's position of now."""
        spec = mind.spec()

        def answered(told: m.Chosen) -> None:
            if done and mind.moves == spec.moves and not mind.closed:
                done(told)

        with self._lock:
            self._forget_work(mind)
            order = self._ask(lambda number: m.Order(number, spec, work, seconds), answered if done else None, seconds)
            self._work[mind.number] = order

    def _forget_work(self, mind: MindHandle) -> None:
        self._open.pop(self._work.pop(mind.number, 0), None)

    def _close_mind(self, mind: MindHandle) -> None:
        with self._lock:
            self._forget_work(mind)
            self._open.pop(self._looks.pop(mind.number, 0), None)
            self._pipe.send(m.pack(m.Rest(mind.number, close=True)))

    def _chosen(self, mind: MindHandle, done: Callable[[engine.Choice], None], told: m.Chosen) -> None:
        self._answered(_answer_facts(mind, told.choice))
        _hinted(done, told)


def _hinted(done: Callable[[engine.Choice], None], told: m.Chosen) -> None:
    done(replace(told.choice, why=m.unsaid(told.why)))


def _found(told: m.MadePuzzle) -> Found:
    row = msgspec.msgpack.decode(told.row)
    return Found(told.complete, from_row(row) if row else None)


def _answer_facts(mind: MindHandle, choice: engine.Choice) -> EngineAnswer:
    """Returns the facts for the metrics; in games of chance the last move may not be the reply, so none is a hit."""
    has_reply = choice.expected is not None and bool(mind.moves) and not mind.game.has_chance
    hit = choice.expected == mind.moves[-1] if has_reply else None
    return EngineAnswer(choice.seconds, hit, choice.kept.kept, choice.kept.pruned)


def levels(game: str) -> list[LevelView]:
    """Returns the levels of a game, for the slider."""
    learnt = engine.is_learnt(find(game))
    return [fill(LevelView, level, learnt=learnt) for level in engine.levels(game)]
