"""Who is at which table: the count of those who watch, and for each person's seat whether they are here.

Nothing of it is stored. The rooms hear of changes at most once a second; a page that reloads or loses its line for a
moment is not seen to be gone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from webapp.play.game.state import GameState
from webapp.play.ports import Publisher, Timers

INTERVAL = 1.0
_JUST_AFTER = 0.01


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds after which somebody who has gone is shown to be away, may be stood in for, and has lost."""

    shown: float = 5.0
    stand_in: float = 15.0
    claim: float = 60.0


@dataclass(slots=True)
class _Guest:
    """One connection: the hashes of its tokens, and whether its page is looked at."""

    keys: frozenset[str]
    looking: bool = True


@dataclass(slots=True)
class _Room:
    """One table's people; ``left`` is when the last page of each seat went."""

    guests: dict[str, _Guest] = field(default_factory=dict)
    left: list[float | None] = field(default_factory=lambda: [None, None])
    told: dict[str, Any] | None = None
    told_at: float = float("-inf")
    call_off: Callable[[], None] | None = None


class People:
    """The people at all tables. Methods may be called from any thread; none calls a table or waits.

    Args:
        state_of: the state of a live game; None if it is not in memory.
    """

    def __init__(
        self, state_of: Callable[[str], GameState | None], publisher: Publisher, timers: Timers, patience: Patience
    ) -> None:
        self._state_of, self._publisher, self._timers = state_of, publisher, timers
        self.patience = patience
        self._lock = threading.Lock()
        self._rooms: dict[str, _Room] = {}

    def enter(self, game_id: str, sid: str, keys: Iterable[str]) -> None:
        """A connection is at the table, with tokens of these hashes."""
        with self._lock:
            room = self._rooms.get(game_id)
            if room is None:
                now = self._timers.now()  # whoever is not here yet has been gone since now, and no longer
                room = self._rooms[game_id] = _Room(left=[now, now])
            looking = room.guests[sid].looking if sid in room.guests else True
            room.guests[sid] = _Guest(frozenset(keys), looking)
        self.changed(game_id)

    def leave(self, game_id: str, sid: str) -> None:
        """A connection has gone."""
        with self._lock:
            room = self._rooms.get(game_id)
            if room is None or room.guests.pop(sid, None) is None:
                return
            if not room.guests:
                if room.call_off:
                    room.call_off()
                del self._rooms[game_id]
        self.changed(game_id)

    def look(self, game_id: str, sid: str, looking: bool) -> None:
        """A page is in front of its person, or out of sight."""
        with self._lock:
            room = self._rooms.get(game_id)
            if room is None or sid not in room.guests:
                return
            room.guests[sid].looking = looking
        self.changed(game_id)

    def changed(self, game_id: str) -> None:
        """Somebody came, went or changed seats: note it now, tell the room soon."""
        with self._lock:
            room, state = self._rooms.get(game_id), self._state_of(game_id)
            if room is None or state is None:
                return
            self._note(room, state)
            self._tell_in(game_id, room, max(0.0, room.told_at + INTERVAL - self._timers.now()))

    def gone(self, game_id: str, seat: int) -> float | None:
        """The seconds for which the person of that seat has been away; None if they are here."""
        with self._lock:
            room, state = self._rooms.get(game_id), self._state_of(game_id)
            if room is None or state is None:
                return None
            self._note(room, state)
            left = room.left[seat]
            return None if left is None else self._timers.now() - left

    def view(self, game_id: str) -> dict[str, Any]:
        """What a page is told of the people at its table."""
        with self._lock:
            room, state = self._rooms.get(game_id), self._state_of(game_id)
            if room is None or state is None:
                return {"game_id": game_id, "watchers": 0, "seats": [None, None]}
            self._note(room, state)
            return self._view(room, state)

    def aim(self, game_id: str, payload: dict[str, Any], sender: str) -> None:
        """Show the others where a player points. Nothing is kept of it."""
        self._publisher.aim(game_id, payload, sender)

    # --- inside, under the lock ---

    def _note(self, room: _Room, state: GameState) -> None:
        for seat in (0, 1):
            owner = state.owner(seat)
            here = any(guest.looking and owner in guest.keys for guest in room.guests.values())
            if here:
                room.left[seat] = None
            elif room.left[seat] is None:
                room.left[seat] = self._timers.now()

    def _view(self, room: _Room, state: GameState) -> dict[str, Any]:
        owners = {state.owner(0), state.owner(1), *state.controls}
        return {
            "game_id": state.game_id,
            "watchers": sum(1 for guest in room.guests.values() if not guest.keys & owners),
            "seats": [self._seat(room, state, seat) for seat in (0, 1)],
        }

    def _seat(self, room: _Room, state: GameState, seat: int) -> dict[str, Any] | None:
        """None for a seat that is nobody's."""
        owner, left = state.owner(seat), room.left[seat]
        if owner is None:
            return None
        gone = 0.0 if left is None else self._timers.now() - left
        if gone < self.patience.shown:
            return {"presence": "here", "offers": []}
        connected = any(owner in guest.keys for guest in room.guests.values())
        offers = []
        if state.outcome is None and state.seats[seat].kind == "human":
            after = {"stand_in": self.patience.stand_in, "claim": self.patience.claim}
            offers = [name for name, seconds in after.items() if gone >= seconds]
        return {"presence": "away" if connected else "offline", "offers": offers}

    def _tell_in(self, game_id: str, room: _Room, seconds: float) -> None:
        if room.call_off:
            room.call_off()
        room.call_off = self._timers.later(seconds, lambda: self._tell(game_id))

    def _tell(self, game_id: str) -> None:
        with self._lock:
            room, state = self._rooms.get(game_id), self._state_of(game_id)
            if room is None or state is None:
                return
            view, now = self._view(room, state), self._timers.now()
            told = view == room.told
            room.told, room.call_off = view, None
            if not told:
                room.told_at = now
            steps = (self.patience.shown, self.patience.stand_in, self.patience.claim)
            waits = [left + step - now for left in room.left if left is not None for step in steps]
            nearest = min((wait for wait in waits if wait > 0), default=None)
            if nearest is not None:
                self._tell_in(game_id, room, max(nearest + _JUST_AFTER, INTERVAL))
        if not told:
            self._publisher.people(game_id, view)
