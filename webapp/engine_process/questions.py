"""Keeps the open questions to the engine's process, and asks them again when the process was restarted. Work that has
ended two processes is not done again: a choice is then made without a search, and other work is dropped."""

from __future__ import annotations

import itertools
import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec

import engine
from engine.child import Child
from engine.games import Game, Move
from webapp.common.metrics import EngineAnswer
from webapp.engine_process import messages as m
from webapp.engine_process.notes import Notes
from webapp.engine_process.pipe import End, Patience, Pipe
from webapp.process.service_threads import ServiceThreads


class MindHandle:
    """Names a mind by its ``number``, with all that makes it: game, level and seed. ``close`` forgets it."""

    def __init__(
        self, number: int, game: Game[Any], level: int, seed: int, close: Callable[[MindHandle], None]
    ) -> None:
        self.number, self.game, self.level, self.seed, self._close = number, game, level, seed, close
        self.visitor = ""
        self.closed = False
        self.moves: tuple[Move, ...] = ()

    def follow(self, moves: Sequence[Move], /) -> None:
        """Goes to the position after ``moves``. The process learns this with the next order."""
        self.moves = tuple(moves)

    def close(self) -> None:
        """Forgets the mind."""
        if not self.closed:
            self.closed = True
            self._close(self)

    def spec(self) -> m.MindSpec:
        """Returns the mind for a message."""
        return m.MindSpec(self.number, self.game.name, self.level, self.seed, self.visitor, self.moves)

    def facts(self, choice: engine.Choice) -> EngineAnswer:
        """Returns the facts about a choice for the metrics, with no hit in games of chance: lots come between."""
        has_reply = choice.expected is not None and bool(self.moves) and not self.game.has_chance
        hit = choice.expected == self.moves[-1] if has_reply else None
        return EngineAnswer(choice.seconds, hit, choice.kept.kept, choice.kept.pruned)


_log = logging.getLogger(__name__)

_LEAST_SECONDS = 0.3
"""The least seconds for a question that is asked again."""
_FAULT, _KILL, _TOO_MUCH = 1.0, 0.25, 2.0
"""The blame for work during which the process crashed, or was killed from outside, and the blame that ends the work."""
_PROBE_AFTER = 20.0
"""Seconds without an answered search after which a tiny one is asked for."""
_PROBE_GAME, _PROBE_LEVEL, _PROBE_SECONDS = "connect4", 10, 0.5
_PROBE_MOVES = tuple(map(int, "37251463725414442623113473223777156555"))
"""The end of a game: 17 positions tell whether searches are answered, and touch little of the table's memory."""


@dataclass(eq=False, slots=True)
class _Open:
    """Holds a question without an answer, or lasting work of a mind (``done`` is None). ``closes`` is the number of the
    mind if it was closed meanwhile."""

    message: m.Question
    done: Callable[[Any], None] | None
    until: float
    blame: float = 0.0
    closes: int = 0


class Questions:
    """Sends questions to the engine's process, after ``start``, and passes the answers on in the loop by ``call``."""

    def __init__(
        self,
        start: m.Start,
        run: Callable[[Notes], Child],
        call: Callable[[Callable[[], None]], object],
        threads: ServiceThreads,
        patience: Patience,
    ) -> None:
        self._start, self._call = start, call
        self._lock = threading.RLock()
        self._numbers = itertools.count(1)
        self._open: dict[int, _Open] = {}
        self._work: dict[int, int] = {}  # by mind, the number of its question or lasting work
        self._looks: dict[int, int] = {}  # by mind, the number of the last question for its thoughts
        self._state, self._is_heard = m.State(), False
        self._lost_at: float | None = None
        self._searched_at: float | None = None  # when this process last answered a search
        self._probe = 0  # the number of the question that only tests whether searches are answered
        self._pipe = Pipe(self, run, threads, self._lock, patience)

    def close(self) -> None:
        """Ends the process. Nothing is answered any more."""
        with self._lock:
            for questions in (self._open, self._work, self._looks):
                questions.clear()
        self._pipe.close()

    def silence(self) -> float:
        """Returns the seconds since a search was last answered, infinite for a new process."""
        answered = self._searched_at
        return math.inf if answered is None else time.monotonic() - answered

    # --- for the pipe ---

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
            if question.closes:  # the new process makes the mind again for this question
                yield m.pack(m.Rest(question.closes, close=True))

    def ended(self, end: End) -> None:
        """Blames the work during which the process ended, and drops what has ended two processes."""
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
        """Returns the heartbeat. An idle engine is also asked for a tiny search."""
        if self._is_heard and self.silence() > _PROBE_AFTER:
            self._try_search()
        return m.pack(m.Ping())

    def heard(self, message: bytes) -> None:
        """Takes a message of the process, and passes an answer on in the loop."""
        told = m.read_told(message)
        if isinstance(told, m.State):
            self._state, self._is_heard, self._lost_at = told, True, None
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
        if told.number != self._probe:
            self._call(partial(question.done, told))

    def _try_search(self) -> None:
        def message(number: int) -> m.Question:
            return m.Foretell(number, _PROBE_GAME, _PROBE_MOVES, _PROBE_LEVEL, 0, 0, "", _PROBE_SECONDS)

        with self._lock:
            if self._probe not in self._open:
                self._probe = self._ask(message, lambda _: None)

    def _answer_fault(self, question: _Open, told: m.Refused) -> None:
        """Asks again for a choice, now without a search. Drops any other question, which is not waited for long."""
        if isinstance(question.message, m.Order) and question.blame < _TOO_MUCH:
            question.blame = _TOO_MUCH
            self._pipe.send(m.pack(msgspec.structs.replace(question.message, glance=True)))
        else:
            _log.error("the engine has no answer to %s: %s", question.message, told.words)
            del self._open[told.number]

    # --- for the client ---

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
        """Replaces the work of a mind. The answer counts only for the position that the mind has now."""
        spec = mind.spec()

        def answered(told: m.Chosen) -> None:
            if done and mind.moves == spec.moves and not mind.closed:
                done(told)

        with self._lock:
            self._forget_work(mind)
            order = self._ask(lambda number: m.Order(number, spec, work, seconds), answered if done else None, seconds)
            self._work[mind.number] = order

    def _look(self, mind: MindHandle, asked: m.Look, done: Callable[[m.Seen], None]) -> None:
        """Asks for the thoughts of a mind, for a sender who asks again and again. The same open question is kept, and
        one about another position is dropped. A busy engine may answer later than the sender asks again. If each
        question dropped the one before, none would ever be answered."""
        with self._lock:
            number = self._looks.get(mind.number, 0)
            before = self._open.get(number)
            if before is not None and before.message == msgspec.structs.replace(asked, number=number):
                return
            self._open.pop(number, None)
            self._looks[mind.number] = self._ask(lambda new: msgspec.structs.replace(asked, number=new), done)

    def _rest(self, mind: MindHandle, *, close: bool = False) -> None:
        with self._lock:
            self._forget_work(mind)
            if close:
                self._open.pop(self._looks.pop(mind.number, 0), None)
                for question in self._open.values():
                    if isinstance(question.message, m.Look | m.WhyNot) and question.message.mind.number == mind.number:
                        question.closes = mind.number
            self._pipe.send(m.pack(m.Rest(mind.number, close)))

    def _forget_work(self, mind: MindHandle) -> None:
        self._open.pop(self._work.pop(mind.number, 0), None)
