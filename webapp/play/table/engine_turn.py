"""An engine's turn: the question it was asked, its answer, and the moment at which its move is made."""

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
_RETRY = 2.0
_LONG_AGO = 60.0
_FULL_SWING = 0.6


@dataclass(eq=False, slots=True)
class _Question:
    """What an engine was asked, and its answer when there is one. Its identity counts: equal questions differ."""

    seat: int
    moves: tuple[int, ...]
    level: int | None
    reply: Choice | None = None
    settled: Callable[[], None] = lambda: None
    """Calls off that it is asked again."""


class Turn:
    """The engine's side of one table.

    Args:
        lock: the table's; every method is called under it, and it is taken when the clock or an engine calls.
        minimum_reply: seconds from a person's move to the engine's.
        state: the table's state now.
        make: makes an engine's move, for a seat, at the table: True if it was made, False if it was refused; raises
            if it could not be stored, and is called again later.
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
        """The seat's mind is to move; it is asked once for each position and level."""
        state, asked = self._state(), self._question
        wanted = (seat, state.moves, state.seats[seat].level)
        if asked and (asked.seat, asked.moves, asked.level) == wanted:
            self._try()
            return
        self.forget()
        question = self._question = _Question(*wanted)

        def done(choice: Choice) -> None:
            # Called from a thread that searches: hand it over, and let that thread go back to its work.
            self._timers.later(0.0, lambda: self._take(question, choice))

        self._engine.choose(self._minds.of_seat(seat), done)
        late = 2 * self._engine.seconds() + _PATIENCE
        question.settled = self._timers.later(late, lambda: self._ask_again(question))

    def forget(self) -> None:
        """No engine is to move, or the game has gone on: an answer that comes now is dropped."""
        self._stop_timer()
        if self._question:
            self._question.settled()
        self._question = None

    def moved(self) -> None:
        """The game has gone on: the time to the next move counts from now, and a step has been made."""
        self._moved_at = self._timers.now()
        self._step = False

    def step(self) -> None:
        """Make the next move at once, held or not, as soon as there is an answer."""
        self._step = True
        self._try()

    def _ask_again(self, question: _Question) -> None:
        with self._lock:
            if question is self._question and question.reply is None:
                _log.warning("an engine has not answered in game %s; it is asked again", self._state().game_id)
                self.forget()
                self.ask(question.seat)

    def _take(self, question: _Question, choice: Choice) -> None:
        with self._lock:
            if question is not self._question:
                return  # taken back meanwhile, another level, nobody here
            question.reply = choice
            if self._state().paused:
                self._engine.ponder(self._minds.of_seat(question.seat))
            self._try()

    def _try(self) -> None:
        """Make the move if there is an answer and its time has come; else come back at that time."""
        with self._lock:
            question, state = self._question, self._state()
            if question is None or question.reply is None:
                return
            self._stop_timer()
            if question.moves != state.moves or question.seat != state.to_move:
                self.forget()  # the answer is to another position, whatever has happened since
                return
            if state.paused and not self._step:
                return
            wait = 0.0 if self._step else self._moved_at + self._interval(state) - self._timers.now()
            if wait > 0:
                self._call_off = self._timers.later(wait, self._try)
                return
            try:
                if self._make(question.seat, question.reply):
                    self._values[question.seat] = question.reply.value
                else:
                    question.reply = None
            except StoreError as error:  # the reply waits, the game is not lost
                _log.warning("an engine's move waits for the store in game %s: %s", state.game_id, error)
                self._call_off = self._timers.later(_RETRY, self._try)
            except Exception:
                _log.exception("an engine's move could not be stored in game %s; trying again", state.game_id)
                self._call_off = self._timers.later(_RETRY, self._try)

    def _interval(self, state: GameState) -> float:
        """Seconds between the last move and an engine's reply, at least."""
        if state.all_engines:
            return self._swing() * 60.0 / state.per_minute if state.per_minute else 0.0
        return self._minimum_reply

    def _swing(self) -> float:
        """How much longer than usual to rest before a move between engines: up to three times where the mover's own
        opinion of the game has changed since its last move."""
        question = self._question
        if question is None or question.reply is None or question.seat not in self._values:
            return 1.0
        change = abs(question.reply.value - self._values[question.seat])
        return 1.0 + 2.0 * min(1.0, change / _FULL_SWING)

    def _stop_timer(self) -> None:
        if self._call_off:
            self._call_off()
            self._call_off = None
