"""Runs an engine's turn at one table: the question to the mind, the answer, and the moment of the move.

The life of an engine's move, between ``table.py`` and here; every step but the search runs under the table's lock:

1. ask: ``Table._go_on`` finds an engine to move and calls ``EngineTurn.ask``, once for each position and level.
2. choose: ``Engine.choose`` searches in the engine's threads; the thread hands the choice to the timers' threads.
3. answer: ``EngineTurn._receive`` keeps the choice, unless the game has gone on meanwhile.
4. wait: ``EngineTurn._make_if_due`` waits for the moment of the move: the pace, or the least time of a reply.
5. make: ``Table._make_engine_move`` decides on ``MakeMove`` with the choice, as for a person's move.
6. commit: ``Table._commit`` stores the event first, and then applies the event to the state.
7. publish: ``Table._publish`` sends the new state to the pages; ``EngineTurn.note_move`` starts the next wait, and
   ``Table._go_on`` begins anew.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from engine import Choice
from webapp.play.game.state import GameState
from webapp.play.ports import Engine, StoreError, Timers
from webapp.play.table.minds import Minds

_log = logging.getLogger(__name__)

_PATIENCE = 10.0
_SHOWN_PATIENCE = 120.0
_RETRY = 0.5
_LONG_AGO = 60.0
_FULL_SWING = 0.6


@dataclass(eq=False, slots=True)
class _Question:
    """Holds a question to an engine, and the reply once there is one. Equal questions are still different ones."""

    seat: int
    moves: tuple[int, ...]
    level: int | None
    reply: Choice | None = None
    delayed: bool = False
    call_off_repeat: Callable[[], None] = lambda: None


class EngineTurn:
    """Asks the minds of one table for moves, and makes each move at the due moment.

    Args:
        lock: the table's lock; every method is called under the lock, and callbacks of timers and engine take the lock.
        engine: runs the searches.
        timers: the clock.
        minds: the table's minds.
        minimum_reply: seconds from a person's move to the engine's, at least.
        state: returns the table's present state.
        make: makes the choice of a seat at the table. Returns False for a refused move; raises if the move could
            not be stored, and is called again later.
    """

    def __init__(
        self,
        lock: threading.RLock,
        engine: Engine,
        timers: Timers,
        minds: Minds,
        minimum_reply: float,
        state: Callable[[], GameState],
        make: Callable[[int, Choice], bool],
    ) -> None:
        self._lock, self._engine, self._timers, self._minds = lock, engine, timers, minds
        self._minimum_reply, self._state, self._make = minimum_reply, state, make
        self._question: _Question | None = None
        self._step = False
        self._values: dict[int, float] = {}
        self._moved_at = timers.now() - _LONG_AGO
        self._call_off: Callable[[], None] | None = None

    def ask(self, seat: int) -> None:
        """Asks the seat's mind for a move, once for each position and level."""
        state, question = self._state(), self._question
        wanted = (seat, state.moves, state.seats[seat].level)
        if question and (question.seat, question.moves, question.level) == wanted:
            self._make_if_due()
            return
        self.forget()
        asked = self._question = _Question(*wanted)

        def done(choice: Choice) -> None:
            # Called from a search thread: hand the choice over, and let the thread search on.
            self._later(0.0, lambda: self._receive(asked, choice))

        self._engine.choose(self._minds.of_seat(seat), done, is_shown=state.all_engines)
        late = 2 * self._engine.seconds() + (_SHOWN_PATIENCE if state.all_engines else _PATIENCE)
        asked.call_off_repeat = self._later(late, lambda: self._ask_again(asked))

    @property
    def asked(self) -> bool:
        """Tells whether an engine has been asked for the next move. Takes no lock."""
        return self._question is not None

    def forget(self) -> None:
        """Drops the question and its answer: no engine is to move, or the game has gone on."""
        self._stop_timer()
        if self._question:
            self._question.call_off_repeat()
        self._question = None

    def note_move(self) -> None:
        """Notes that the game has gone on: the wait for the next move counts from now, and a step has been made."""
        self._moved_at = self._timers.now()
        self._step = False

    def step(self) -> None:
        """Makes the next move as soon as there is an answer, even in a paused game."""
        self._step = True
        self._make_if_due()

    def _ask_again(self, question: _Question) -> None:
        with self._lock:
            if question is self._question and question.reply is None:
                _log.warning("an engine has not answered in game %s; it is asked again", self._state().game_id)
                self.forget()
                self.ask(question.seat)

    def _receive(self, question: _Question, choice: Choice) -> None:
        with self._lock:
            if question is not self._question:
                return  # after a takeback, a change of level, or an empty table
            question.reply = choice
            if self._state().paused:
                self._engine.ponder(self._minds.of_seat(question.seat))
            self._make_if_due()

    def _make_if_due(self) -> None:
        """Makes the move if there is an answer and the moment has come; else comes back at the moment."""
        with self._lock:
            question, state = self._question, self._state()
            if question is None or question.reply is None:
                return
            self._stop_timer()
            if question.moves != state.moves or question.seat != state.to_move:
                self.forget()  # the reply belongs to another position
                return
            if state.paused and not self._step:
                return
            wait = 0.0 if self._step else self._moved_at + self._interval(state) - self._timers.now()
            if wait > 0:
                self._call_off = self._later(wait, self._make_if_due)
                return
            try:
                if self._make(question.seat, question.reply):
                    self._values[question.seat] = question.reply.value
                else:
                    question.reply = None
            except StoreError as error:  # keep the reply and try again
                if not question.delayed:
                    _log.warning("an engine's move waits for the store in game %s: %s", state.game_id, error)
                question.delayed = True
                self._call_off = self._later(_RETRY, self._make_if_due)
            except Exception:
                _log.exception("an engine's move could not be stored in game %s; trying again", state.game_id)
                self._call_off = self._later(_RETRY, self._make_if_due)

    def _interval(self, state: GameState) -> float:
        """Returns the seconds from the last move to an engine's move, at least."""
        if state.all_engines:
            return self._swing() * 60.0 / state.per_minute if state.per_minute else 0.0
        return self._minimum_reply

    def _swing(self) -> float:
        """Returns the factor of the rest before a move between engines: 1 to 3, the more the mover's own opinion of the
        game has changed since the mover's last move."""
        question = self._question
        if question is None or question.reply is None or question.seat not in self._values:
            return 1.0
        change = abs(question.reply.value - self._values[question.seat])
        return 1.0 + 2.0 * min(1.0, change / _FULL_SWING)

    def _later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        return self._timers.later(seconds, call, self._minds.asker)

    def _stop_timer(self) -> None:
        if self._call_off:
            self._call_off()
            self._call_off = None
