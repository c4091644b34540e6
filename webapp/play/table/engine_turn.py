"""Runs an engine's turn at one table: the question to the mind, the answer, and the moment of the move.

The life of an engine's move, between ``table.py`` and here:

1. ask: ``Thinking.go_on`` finds an engine to move and calls ``EngineTurn.ask``, once for each position and level.
2. choose: ``Engine.choose`` searches.
3. answer: ``EngineTurn._receive`` keeps the choice, unless the game has changed.
4. wait: ``EngineTurn._make_if_due`` waits for the moment of the move: the pace, or the least time of a reply.
5. make: ``Table.make_engine_move`` takes the table's turn and decides on the choice, as for a person's move.
6. commit: the event is stored first. Then ``Table._apply`` applies it to the state and tells the pages, and
   ``EngineTurn.note_move`` starts the next wait. ``Thinking.go_on`` asks again.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from engine import Choice
from webapp.play.game.state import GameState
from webapp.play.ports import Engine, StoreError, Timers
from webapp.play.steps import Steps, start
from webapp.play.table.minds import Minds

_log = logging.getLogger(__name__)

_PATIENCE = 10.0
_SHOWN_PATIENCE = 120.0
_RETRY = 0.5
_LONG_AGO = 60.0
_FULL_SWING = 0.6


@dataclass(eq=False, slots=True)
class _Question:
    """Holds a question to an engine, and the reply once there is one. Compared by identity."""

    seat: int
    moves: tuple[int, ...]
    level: int | None
    reply: Choice | None = None
    delayed: bool = False
    making: bool = False
    """True while the move is being stored."""
    call_off_repeat: Callable[[], None] = lambda: None


class Played(Protocol):
    """Describes the table as an engine's turn sees it."""

    state: GameState
    closed: bool

    def make_engine_move(self, choice: Choice, is_due: Callable[[], bool]) -> Steps[bool | None]:
        """Makes the choice of the engine to move, if ``is_due`` still holds in the table's turn. Else returns None.
        Returns False for a refused move. Raises if the move could not be stored, and is called again later."""


class EngineTurn:
    """Asks the minds of one table for moves, and makes each move at the due moment. The table comes with every call.
    Only a timer keeps it, so a closed table is in no circle of references."""

    def __init__(self, engine: Engine, timers: Timers, minds: Minds, minimum_reply: float) -> None:
        self._engine, self._timers, self._minds, self._minimum_reply = engine, timers, minds, minimum_reply
        self._question: _Question | None = None
        self._step = False
        self._values: dict[int, float] = {}
        self._moved_at = timers.now() - _LONG_AGO
        self._call_off: Callable[[], None] | None = None

    def ask(self, table: Played, seat: int) -> None:
        """Asks the seat's mind for a move, once for each position and level."""
        state, question = table.state, self._question
        wanted = (seat, state.moves, state.seats[seat].level)
        if question and (question.seat, question.moves, question.level) == wanted:
            self._make_if_due(table)
            return
        self.forget()
        asked = self._question = _Question(*wanted)
        late = 2 * self._engine.seconds() + (_SHOWN_PATIENCE if state.all_engines else _PATIENCE)
        asked.call_off_repeat = self._later(late, partial(self._ask_again, table, asked))
        done = partial(self._receive, table, asked)
        self._engine.choose(self._minds.of_seat(seat), done, is_shown=state.all_engines)

    @property
    def asked(self) -> bool:
        """Tells whether an engine has been asked for the next move."""
        return self._question is not None

    def forget(self) -> None:
        """Drops the question and its answer, because no engine is to move or the game has changed."""
        self._stop_timer()
        if self._question:
            self._question.call_off_repeat()
        self._question = None

    def note_move(self) -> None:
        """Notes a move: the wait for the next one counts from now, and a step has been made."""
        self._moved_at = self._timers.now()
        self._step = False

    def step(self, table: Played) -> None:
        """Makes the next move as soon as there is an answer, even in a paused game."""
        self._step = True
        self._make_if_due(table)

    def _ask_again(self, table: Played, question: _Question) -> None:
        if question is self._question and question.reply is None:
            _log.warning("an engine has not answered in game %s; it is asked again", table.state.game_id)
            self.forget()
            self.ask(table, question.seat)

    def _receive(self, table: Played, question: _Question, choice: Choice) -> None:
        if question is not self._question:
            return  # after a takeback, a change of level, or an empty table
        question.reply = choice
        if table.state.paused:
            self._engine.ponder(self._minds.of_seat(question.seat))
        self._make_if_due(table)

    def _is_due(self, table: Played, question: _Question) -> bool:
        """Tells whether the reply to a question is to be made now. Sets a timer for a later moment."""
        state = table.state
        if question is not self._question:
            return False
        self._stop_timer()
        if question.moves != state.moves or question.seat != state.to_move:
            self.forget()  # the reply belongs to another position
            return False
        if state.paused and not self._step:
            return False
        wait = 0.0 if self._step else self._moved_at + self._interval(state) - self._timers.now()
        if wait > 0:
            self._call_off = self._later(wait, partial(self._make_if_due, table))
        return wait <= 0

    def _make_if_due(self, table: Played) -> None:
        question = self._question
        if question and question.reply and not question.making and self._is_due(table, question):
            question.making = True
            start(self._make(table, question, question.reply))

    async def _make(self, table: Played, question: _Question, reply: Choice) -> None:
        stored = False
        try:
            made = await table.make_engine_move(reply, lambda: self._is_due(table, question))
            stored = True
            if made:
                self._values[question.seat] = reply.value
            elif made is False:
                question.reply = None
        except StoreError as error:
            if not question.delayed:
                _log.warning("an engine's move waits for the store in game %s: %s", table.state.game_id, error)
            question.delayed = True
        except Exception:
            _log.exception("an engine's move could not be stored in game %s; trying again", table.state.game_id)
        question.making = False
        if not stored and question is self._question:  # the reply is kept
            self._call_off = self._later(_RETRY, partial(self._make_if_due, table))

    def _interval(self, state: GameState) -> float:
        """Returns the least seconds from the last move to an engine's move."""
        if state.all_engines:
            return self._swing() * 60.0 / state.per_minute if state.per_minute else 0.0
        return self._minimum_reply

    def _swing(self) -> float:
        """Returns 1 to 3: two engines rest longer after a change of the mover's own opinion since its last move."""
        question = self._question
        if question is None or question.reply is None or question.seat not in self._values:
            return 1.0
        change = abs(question.reply.value - self._values[question.seat])
        return 1.0 + 2.0 * min(1.0, change / _FULL_SWING)

    def _later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        return self._timers.later(seconds, call, self._minds.visitor)

    def _stop_timer(self) -> None:
        if self._call_off:
            self._call_off()
            self._call_off = None
