"""Holds the simulated engine's process: it answers every question of the pipe, in one of several tempers."""

from __future__ import annotations

import os
import random
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from engine import explanation_to_json
from engine.child import Child, ChildError, Frames, frame
from engine.text import wire
from tests.world.simulated.machine import Machine
from tests.world.simulated.minds import thoughts as t
from tests.world.simulated.minds.fates import FAULT, FAULTS, LOST, Fates
from tests.world.simulated.minds.slices import Slices
from webapp.engine_process import messages as m
from webapp.engine_process.notes import Notes
from webapp.play.ports import Thoughts

_SIGKILL, _SIGSEGV = -9, -11
_MOST_ENDED = 2
_OF_VISITOR = 8
"""The most questions of one visitor, in each process that owns tables."""
_ASKED_AGAIN = 1.0
"""Virtual seconds in which a new process is asked again what the one before owed."""
_PATIENCE = 25.0
"""Virtual seconds for which the server waits at least for an answer about a position."""
_FILL = 10.0
"""Virtual seconds after which a mind has nothing new to tell."""
_STARTS = 0.4
"""Virtual seconds that a process takes to start, on average."""
_ASKED_AT_MOST = 3
_STARTS_AT_MOST, _WHILE = 12, 10.0
"""The starts of a process in so many virtual seconds that are too many: it rests longer before each."""
_HUNG = 1.0
"""Virtual seconds after which a hung process checks whether it may answer. It keeps its questions."""


@dataclass
class Temper:
    """Describes how the engine behaves: seconds to an answer, and by chance answers told twice, torn in two, or about
    nothing. ``is_hung``: it neither reads nor answers, and with ``stays`` never again. ``starts``: whether a new
    process can start. ``poisons``: of so many next positions each ends every process that searches it; they are kept in
    ``poison``. ``hangs``: the process hangs instead. ``sticks``: only the thread hangs that searches."""

    seconds: float = 0.02
    twice: float = 0.0
    torn: float = 0.0
    stray: float = 0.0
    is_hung: bool = False
    stays: bool = False
    starts: bool = True
    poisons: int = 0
    hangs: bool = False
    sticks: bool = False
    poison: set[tuple[str, tuple[int, ...]]] = field(default_factory=set)


@dataclass
class Engines:
    """Starts engines for one server, one after the other. ``wake`` wakes the thread of the pipe."""

    machine: Machine
    chance: random.Random
    temper: Temper = field(default_factory=Temper)
    wake: Callable[[], None] = lambda: None
    now: Process | None = None
    ended: Counter[int] = field(default_factory=Counter)
    """By question, how many processes it has ended."""
    fail: Callable[[str, str], object] = lambda _rule, _words: None
    chosen: set[tuple[str, tuple[int, ...], int, int]] = field(default_factory=set)
    """All that was chosen or foretold: the game, the moves before, the level and the move."""
    hints: Callable[[], int] = lambda: 0
    """Returns how many hints were asked for lately."""
    asked: Callable[[Process, Any], object] = lambda _process, _asked: None
    """Judges what is asked of a mind (``rules/minds.py``)."""
    fates: Fates = field(default_factory=Fates)
    trouble: Callable[[], object] = lambda: None
    """Notes that a search has just ended a process, or hangs in it: all work waits until that is seen."""

    _began: deque[float] = field(default_factory=lambda: deque(maxlen=_STARTS_AT_MOST))

    def run(self, notes: Notes) -> Process:
        """Starts a process, as ``webapp.engine_process.client.run_host`` does. Raises ChildError."""
        self._began.append(self.machine.now)
        if len(self._began) == _STARTS_AT_MOST and self.machine.now - self._began[0] < _WHILE:
            self.fail(
                "nobody waits for another's act", f"The engine is started {_STARTS_AT_MOST} times in {_WHILE:.0f} s."
            )
        if not self.temper.starts:
            raise ChildError("no process can be started (the machine is out of memory)")
        if self.machine.current is not None:
            self.machine.current.spend(_STARTS * self.chance.uniform(0.5, 1.5))
        self.now = Process(self, notes)
        return self.now

    def look(self) -> None:
        """Lets the engine read what was sent to it."""
        if self.now is not None:
            self.now.look()

    def note_end(self, number: int) -> None:
        """Notes that a question ends a process: it may end two."""
        self.trouble()
        self.ended[number] += 1
        if self.ended[number] > _MOST_ENDED:
            self.fail("each question is answered", "One search has ended three processes, and all wait for each.")

    def die(self, code: int = _SIGSEGV) -> None:
        """Ends the engine's process, for which no question is to blame."""
        if self.now is not None:
            self.ended -= self.now.stuck
            self.now.die(code)


class Process(Child):
    """Stands for a child with two real pipes, whose other ends are in this process as well."""

    def __init__(self, engines: Engines, notes: Notes) -> None:
        self._engines, self._code = engines, 0
        self._read_end, self.input = os.pipe()
        self.output, self._write_end = os.pipe()
        os.set_blocking(self._read_end, False)
        self._frames, self._asked, self._waiting = Frames(), Frames(), []
        self.is_alive, self._is_stuck = True, False
        self.stuck: Counter[int] = Counter()
        """The question during which the process hangs."""
        self.minds: dict[int, m.MindSpec] = {}
        self.work: dict[int, m.Order] = {}
        self._last: bytes | None = None
        self._began = engines.machine.now
        self.slices = Slices(engines, notes)
        self._faulty: Counter[int] = Counter()
        """How often each question was asked that ends in a fault each time."""
        self._asking: dict[int, tuple[str, float]] = {}
        """By question about a position that it works on, the visitor who has asked, and when."""
        self._since: dict[tuple[int, tuple[int, ...]], float] = {}
        """By mind and position, when its thoughts were first looked at."""

    @property
    def pid(self) -> int:
        return 4242

    def kill(self) -> None:
        self.slices.kill()
        self.die(_SIGKILL)

    def close(self, patience: float = 0.0) -> int:
        self.die(self._code)
        for end in (self.input, self.output):
            with suppress(OSError):
                os.close(end)
        if self._engines.now is self:
            self._engines.now = None
        return self._code

    def die(self, code: int) -> None:
        """Ends the process."""
        if self.is_alive:
            self.is_alive, self._code = False, code
            os.close(self._read_end)
            os.close(self._write_end)
            self._engines.wake()

    def look(self) -> None:
        """Reads the messages that have come."""
        self._is_stuck |= self._engines.temper.is_hung and self._engines.temper.stays
        while self.is_alive and not (self._engines.temper.is_hung or self._is_stuck):
            try:
                data = os.read(self._read_end, 1 << 16)
            except BlockingIOError:
                return
            if not data:
                return
            for message in self._asked.feed(data):
                self._take(m.read_asked(message))
            self._engines.wake()

    def _take(self, asked: m.Asked) -> None:
        temper, chance = self._engines.temper, self._engines.chance
        if isinstance(asked, m.Rest):
            self.work.pop(asked.mind, None)
            if asked.close:
                self.minds.pop(asked.mind, None)
            return
        if isinstance(asked, m.Start):
            self._began = self._engines.machine.now
            return
        if isinstance(asked, m.Order | m.Look | m.WhyNot):
            self.minds[asked.mind.number] = asked.mind
            self._engines.asked(self, asked)
        wait, visitor = 0.0, getattr(asked, "visitor", "")
        now = self._engines.machine.now
        if visitor and now > self._began + _ASKED_AGAIN:
            self._asking[getattr(asked, "number", 0)] = visitor, now
            if sum(who == visitor and now - at < _PATIENCE for who, at in self._asking.values()) > _OF_VISITOR:
                self._engines.fail("memory is bounded", f"{visitor} asks more than {_OF_VISITOR} questions at once.")
        if isinstance(asked, m.Order):
            self.work[asked.mind.number] = asked
            self._check_hints(asked.mind.visitor)
            wait = min(temper.seconds, asked.seconds) if not asked.glance else 0.0
        elif not isinstance(asked, m.Ping):
            wait = temper.seconds
        fate = self._engines.fates.of(asked)
        if fate == LOST and isinstance(asked, m.Order):
            return
        if not isinstance(asked, m.Ping) and self._is_fault(asked.number, fate):
            told = m.Refused(asked.number, "internal", "Something went wrong on our side; please try again.")
            self._engines.machine.later(0.01, lambda: self._tell(told) if self.is_alive else None)
            return
        seconds = self._engines.fates.seconds(fate)
        wait = wait * chance.uniform(0.5, 1.5) if seconds is None else seconds
        self._engines.machine.later(0.001 + wait, lambda: self._answer(asked))

    def _is_fault(self, number: int, fate: str) -> bool:
        """Tells whether a question ends in a fault. One that does so each time must soon be asked no more."""
        if fate == FAULTS or number in self._faulty:
            self._faulty[number] += 1
            if self._faulty[number] > _ASKED_AT_MOST:
                words = f"A question that the engine cannot answer is asked {self._faulty[number]} times."
                self._engines.fail("nobody waits for another's act", words)
        return fate == FAULT or number in self._faulty

    def _answer(self, asked: m.Asked) -> None:
        if not self.is_alive or self._is_stuck:
            return
        if self._engines.temper.is_hung:
            self._engines.machine.later(_HUNG, lambda: self._answer(asked))
            return
        if isinstance(asked, m.Order):
            if self.work.get(asked.mind.number) is not asked or asked.work in (m.Work.PONDER, m.Work.ANALYSE):
                return  # other work has taken its place
            if not asked.glance and self._is_poisoned(asked.mind):
                self._end_by(asked.number)
                return
            del self.work[asked.mind.number]
        elif self._is_searched(asked) and self._is_poisoned(getattr(asked, "mind", asked)):
            self._end_by(asked.number)  # type: ignore[union-attr]
            return
        self._asking.pop(getattr(asked, "number", 0), None)
        if isinstance(asked, m.Ping):
            self.slices.beat(next((one.number for one in reversed(self.work.values())), 0))
        told = answer_to(asked, self._thought(asked))
        if isinstance(asked, m.Order) and isinstance(told, m.Chosen):
            spec = asked.mind
            self._engines.chosen.add((spec.game, tuple(spec.moves), spec.level, int(told.choice.move)))
        elif isinstance(asked, m.Foretell):
            self._engines.chosen.add((asked.game, tuple(asked.moves), asked.level, int(told.preview.move)))
        if told is not None:
            self._tell(told)

    def _end_by(self, number: int) -> None:
        """Ends the process, or lets it or one of its threads hang, in the search for an order."""
        temper = self._engines.temper
        self._engines.note_end(number)
        if temper.hangs and temper.sticks:
            self.slices.stick(number)
            return
        self.slices.begin(number)  # the note stays, as the process ends in the work
        self._is_stuck = temper.hangs
        self.stuck = Counter({number: 1} if self._is_stuck else {})
        if not self._is_stuck:
            self.die(_SIGSEGV)

    def _tell(self, told: m.Told) -> None:
        temper, chance = self._engines.temper, self._engines.chance
        packed = frame(m.pack(told))
        if chance.random() < temper.twice:
            packed += self._last or packed
        if chance.random() < temper.stray and not isinstance(told, m.State):
            packed += frame(m.pack(msgspec.structs.replace(told, number=told.number + 1_000_000)))
        self._last = None if isinstance(told, m.State) else packed
        cut = chance.randrange(len(packed)) if chance.random() < temper.torn else len(packed)
        self._send(packed[:cut])
        if cut < len(packed):
            self._send(packed[cut:])

    def _check_hints(self, visitor: str) -> None:
        """An address has some reviews at a time, each with a mind of its own, beside hints."""
        minds = {
            one.mind.number for one in self.work.values() if one.work is m.Work.HINT and one.mind.visitor == visitor
        }
        if visitor and len(minds) > _OF_VISITOR and len(minds) > _OF_VISITOR + self._engines.hints():
            self._engines.fail("memory is bounded", f"{visitor} has {len(minds)} games reviewed at once.")

    def _thought(self, asked: m.Asked) -> int:
        """Returns how many positions a mind has searched: more at each look, until it has thought its fill."""
        if not isinstance(asked, m.Look):
            return 0
        since = self._since.setdefault((asked.mind.number, tuple(asked.mind.moves)), self._engines.machine.now)
        return int(min(_FILL, self._engines.machine.now - since) * 10)

    def _is_searched(self, asked: m.Asked) -> bool:
        """Tells whether a position is searched for somebody: a probe of the server itself is left out."""
        kinds = m.WhyNot | m.Foretell | m.MakePuzzle | m.Explain | m.Believe
        return isinstance(asked, kinds) and getattr(asked, "visitor", "somebody") != ""

    def _is_poisoned(self, spec: Any) -> bool:
        temper, position = self._engines.temper, (spec.game, tuple(spec.moves))
        if temper.poisons:
            temper.poisons -= 1
            temper.poison.add(position)
        return position in temper.poison

    def _send(self, data: bytes) -> None:
        with suppress(BlockingIOError, BrokenPipeError):
            os.write(self._write_end, data)
        self._engines.wake()


def answer_to(asked: Any, thought: int = 0) -> Any:
    """Returns the answer to a question."""
    match asked:
        case m.Ping():
            return m.State()
        case m.Order(number=number, mind=mind):
            choice = t.choice_of(mind.game, mind.moves, mind.level, mind.seed, asked.work is m.Work.HINT)
            if choice is None:
                return m.Refused(number, "game_over", "There is no move.")
            return m.Chosen(number, replace(choice, why=""), wire(choice.why))
        case m.Look(mind=mind, seat=seat):
            digest, place = t.digest_of(mind.game, mind.moves, seat, thought), (mind.game, mind.moves)
            top, cuts = t.top_of(*place, seat) if asked.tree else (), t.cuts_of(*place)
            return m.Seen(asked.number, Thoughts(digest, top, cuts))
        case m.WhyNot(mind=mind):
            why = t.refutation_of(mind.game, mind.moves, asked.moves)
            return m.Refuted(asked.number, replace(why, words=""), wire(why.words))
        case m.Foretell():
            preview = t.preview_of(asked.game, asked.moves, asked.level, asked.seed)
            return m.Foretold(asked.number, replace(preview, blind=""), wire(preview.blind))
        case m.MakePuzzle():
            is_found, nothing = t.is_puzzle_found(asked.game, asked.moves, asked.played), msgspec.msgpack.encode(None)
            return m.MadePuzzle(asked.number, is_found, msgspec.Raw(nothing))
        case m.Explain():
            why_so = t.explanation_of(asked.game, asked.moves, asked.side, asked.first, asked.quick)
            if isinstance(why_so, str):
                return m.Refused(asked.number, "bad_request", why_so)
            return m.Explained(asked.number, explanation_to_json(why_so))
        case m.Believe():
            return m.Believed(asked.number, t.beliefs_of(asked.game, asked.moves))
    return None
