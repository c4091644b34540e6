"""Measures the turn of the side to move, and ends a game with clocks when the time is up. The events carry the seconds
of every finished turn, so only the running turn is measured here. After a restart the running turn begins again,
because no move could be made. A game that leaves the memory keeps its turn (``memory.py``)."""

from collections.abc import Callable, Sequence

import msgspec

from webapp.play.game import events as e
from webapp.play.game.state import GameState
from webapp.play.ports import Timers

_BEGINS_A_TURN = e.Moved | e.Swapped | e.Undone | e.Redone | e.Returned | e.Seated | e.SeatSet | e.Ending
_CHARGED = e.Moved | e.Swapped | e.SeatSet | e.Resigned | e.Claimed | e.Drawn
LATE = 0.001


class GameClock:
    """Measures the running turn of one table."""

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self.since = timers.now()
        """When the running turn began."""
        self.last = 0.0
        """The seconds of the last finished turn, also where no clock runs."""
        self._call_off: Callable[[], None] | None = None

    def running(self, state: GameState) -> tuple[int, float] | None:
        """Returns the seat of the running clock, and the seconds since the turn began. None: no clock runs. A clock
        runs from the first move on, once both seats are taken, and only for people."""
        if state.clock is None or not state.turns:
            return None
        seat = state.to_move
        if seat is None or state.free or seat in state.engines:
            return None
        return seat, self._timers.now() - self.since

    def waited(self) -> float:
        """Returns the seconds since the turn began, also where no clock runs."""
        return self._timers.now() - self.since

    def stamp(self, state: GameState, events: Sequence[e.Event]) -> Sequence[e.Event]:
        """Returns the events, with the seconds of the turn in the one that ends it."""
        running = self.running(state)
        if running is None:
            return events
        spent = round(running[1], 3)
        return [msgspec.structs.replace(each, spent=spent) if isinstance(each, _CHARGED) else each for each in events]

    def follow(self, state: GameState, event: e.Event, ring: Callable[[], None]) -> None:
        """Begins the next turn if ``event``, which the state contains now, has ended the turn."""
        if isinstance(event, _BEGINS_A_TURN):
            began = self.since
            self.begin_turn(state, ring)
            self.last = self.since - began if isinstance(event, e.Moved) else 0.0

    def begin_turn(self, state: GameState, ring: Callable[[], None], since: float | None = None) -> None:
        """Begins the turn of the side to move, now or at ``since``. ``ring`` is called when its time may be up."""
        if self._call_off is not None:
            self.stop()
        self.since = self._timers.now() if since is None else since
        if state.clock and self.running(state):
            self._call_off = self._timers.later(max(0.0, self.left(state) + LATE), ring)

    def left(self, state: GameState) -> float:
        """Returns the seconds until the time is up: infinity where no clock runs."""
        running = self.running(state)
        return state.clock_left[running[0]] - running[1] if running else float("inf")

    def out_of_time(self, state: GameState) -> int | None:
        """Returns the seat that has no time left, if there is one."""
        return state.to_move if self.left(state) <= 0 else None

    def stop(self) -> None:
        """Stops the timer."""
        if self._call_off is not None:
            self._call_off()
            self._call_off = None
