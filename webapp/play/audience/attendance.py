"""Works out, for one table, which people are here and for how long the others have been away. No timer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from webapp.play.desk.news import PeopleView, PersonView
from webapp.play.desk.port import Place
from webapp.play.game.state import GameState
from webapp.play.steps import Turn

INTERVAL = 1.0
"""Seconds between two ``people`` messages of a table, at least."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Holds the seconds after which an absent person is shown as away, may be stood in for, and may lose by a claim.
    The seconds before a claim count only while the game waits for the absent person."""

    shown: float = 5.0
    stand_in: float = 15.0
    claim: float = 60.0


@dataclass(slots=True)
class Connection:
    """Describes a connection: the hashes of its tokens, and its place."""

    keys: frozenset[str] = frozenset()
    place: Place = field(default_factory=Place)
    turn: Turn = field(default_factory=Turn)
    """Orders the events that bring the connection to a table."""


@dataclass(slots=True)
class Attendance:
    """Holds the connections at one table, and the last ``people`` message.

    Args:
        gone_since: by seat, when its last page left. None: a page is here.
    """

    gone_since: list[float | None]
    connections: dict[str, Connection] = field(default_factory=dict)
    told: PeopleView | None = None
    told_at: float = float("-inf")
    call_off: Callable[[], None] = lambda: None
    """Cancels the next message."""

    def note(self, state: GameState, now: float, waited: float) -> Moment:
        """Notes for both seats whether a page with the owner's token is in sight, ``waited`` seconds into the turn."""
        for seat in (0, 1):
            owner = state.owner(seat)
            if any(not each.place.hidden and owner in each.keys for each in self.connections.values()):
                self.gone_since[seat] = None
            elif self.gone_since[seat] is None:
                self.gone_since[seat] = now
        return Moment(self, state, now, waited)


@dataclass(frozen=True, slots=True)
class Moment:
    """Holds the attendance and the state of a game now, and the seconds since the turn began."""

    attendance: Attendance
    state: GameState
    now: float
    waited: float

    def absence(self, seat: int) -> float | None:
        """Returns the seconds for which the person of a seat has been away. None: the person is here."""
        since = self.attendance.gone_since[seat]
        return None if since is None else self.now - since

    def delay(self, seat: int) -> float | None:
        """Returns the seconds for which the game has waited for an absent person, 0.0 out of turn. None: is here."""
        absence = self.absence(seat)
        if absence is None:
            return None
        return min(absence, self.waited) if self.state.to_move == seat else 0.0

    def view(self, patience: Patience) -> PeopleView:
        """Returns the number of watchers, and the presence at both seats."""
        players = self.state.players
        watchers = sum(1 for each in self.attendance.connections.values() if not each.keys & players)
        first, second = (self._seat_view(seat, patience) for seat in (0, 1))
        return PeopleView(self.state.game_id, watchers, (first, second))

    def next_change(self, patience: Patience) -> float | None:
        """Returns the seconds until the view changes because a person stays away. None: no change is due."""
        waits = list[float]()
        for seat in (0, 1):
            absence, delay = self.absence(seat), self.delay(seat)
            if absence is not None and delay is not None:
                waits += [patience.shown - absence, patience.stand_in - absence]
                if self.state.to_move == seat:
                    waits.append(patience.claim - delay)
        return min((wait for wait in waits if wait > 0), default=None)

    def _seat_view(self, seat: int, patience: Patience) -> PersonView | None:
        """Returns the presence at a seat, with the acts offered to the other side. None for a seat without an owner."""
        state, owner = self.state, self.state.owner(seat)
        if owner is None:
            return None
        absence, delay = self.absence(seat) or 0.0, self.delay(seat) or 0.0
        if absence < patience.shown:
            return PersonView("here", [])
        connected = any(owner in each.keys for each in self.attendance.connections.values())
        offers: list[Literal["stand_in", "claim"]] = []
        if state.outcome is None and state.seats[seat].kind == "human":
            offers += ["stand_in"] if absence >= patience.stand_in else []
            offers += ["claim"] if delay >= patience.claim else []
        return PersonView("away" if connected else "offline", offers)
