"""The clocks of one game: how long the side to move has thought, and the fall of its flag.

The events carry the seconds of every finished turn; only the running turn is measured here. Where a game is read from
the store again, after a restart, its running turn begins anew: the time that nobody could play counts for nobody.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import msgspec

from webapp.play.game import events as e
from webapp.play.game.state import GameState
from webapp.play.ports import Timers

_BEGINS_A_TURN = e.Moved | e.Swapped | e.Seated | e.SeatSet | e.Ending
_LATE = 0.001


class GameClock:
    """The running turn of one table.

    Args:
        lock: the table's; every method is called under it, and ``fell`` is.
        state: the table's state now.
        fell: the flag of a seat has fallen.
    """

    def __init__(
        self, lock: threading.RLock, timers: Timers, state: Callable[[], GameState], fell: Callable[[int], None]
    ) -> None:
        self._lock, self._timers, self._state, self._fell = lock, timers, state, fell
        self._since = timers.now()
        self._call_off: Callable[[], None] | None = None

    def running(self) -> tuple[int, float] | None:
        """The seat whose clock runs, and the seconds since its turn began.

        It runs from the first move on, once both seats are taken, and only for people.
        """
        state = self._state()
        seat = state.to_move
        if state.clock is None or seat is None or not state.turns or state.free or seat in state.engines:
            return None
        return seat, self._timers.now() - self._since

    def stamped(self, events: Sequence[e.Event]) -> list[e.Event]:
        """The events, with the seconds of the running turn on what ends it."""
        running = self.running()
        if running is None:
            return list(events)
        spent = round(running[1], 3)
        return [
            msgspec.structs.replace(event, spent=spent) if isinstance(event, e.Moved | e.Swapped | e.SeatSet) else event
            for event in events
        ]

    def went_on(self, events: Sequence[e.Event]) -> None:
        """Events have happened: perhaps another turn has begun."""
        if self._state().clock and any(isinstance(event, _BEGINS_A_TURN) for event in events):
            self.begin_turn()

    def begin_turn(self) -> None:
        """The turn begins now."""
        self.stop()
        self._since = self._timers.now()
        running = self.running()
        if running:
            self._call_off = self._timers.later(self._state().clock_left[running[0]] + _LATE, self._ring)

    def fallen(self) -> int | None:
        """The seat that has no time left."""
        running = self.running()
        return running[0] if running and running[1] >= self._state().clock_left[running[0]] else None

    def stop(self) -> None:
        """No flag falls any more."""
        if self._call_off:
            self._call_off()
            self._call_off = None

    def _ring(self) -> None:
        with self._lock:
            seat = self.fallen()
            if seat is not None:
                self._fell(seat)
