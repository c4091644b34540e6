"""Works out, for one table, which people are here and for how long the others have been away. No lock, no timer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from webapp.play.game.state import GameState


@dataclass(frozen=True, slots=True)
class Patience:
    """Holds the seconds after which an absent person is shown as away, may be stood in for, and may lose by a claim."""

    shown: float = 5.0
    stand_in: float = 15.0
    claim: float = 60.0


@dataclass(slots=True)
class Guest:
    """Describes one connection: the hashes of the tokens, the table, the watched game, and if the page is in sight."""

    keys: frozenset[str] = frozenset()
    looking: bool = True
    game_id: str | None = None
    watching: str | None = None
    tree: bool = False
    """True where the page also shows the watched game's trees."""


@dataclass(slots=True)
class Attendance:
    """Holds the guests at one table, and the moment at which the last page of each seat went (None: a page is here)."""

    gone_since: list[float | None]
    guests: dict[str, Guest] = field(default_factory=dict)

    def note(self, state: GameState, now: float) -> None:
        """Notes for both seats whether a page with the owner's token is in sight."""
        for seat in (0, 1):
            owner = state.owner(seat)
            if any(guest.looking and owner in guest.keys for guest in self.guests.values()):
                self.gone_since[seat] = None
            elif self.gone_since[seat] is None:
                self.gone_since[seat] = now

    def absence(self, seat: int, now: float) -> float | None:
        """Returns the seconds for which the person of a seat has been away; None for a person who is here."""
        since = self.gone_since[seat]
        return None if since is None else now - since

    def view(self, state: GameState, now: float, patience: Patience) -> dict[str, Any]:
        """Returns the ``people`` message for the pages: the number of watchers, and the presence at both seats."""
        return {
            "game_id": state.game_id,
            "watchers": sum(1 for guest in self.guests.values() if not guest.keys & state.players),
            "seats": [self._seat_view(state, seat, now, patience) for seat in (0, 1)],
        }

    def next_change(self, now: float, patience: Patience) -> float | None:
        """Returns the seconds until the view changes because a person stays away; None if no change is due."""
        steps = (patience.shown, patience.stand_in, patience.claim)
        waits = [since + step - now for since in self.gone_since if since is not None for step in steps]
        return min((wait for wait in waits if wait > 0), default=None)

    def _seat_view(self, state: GameState, seat: int, now: float, patience: Patience) -> dict[str, Any] | None:
        """Returns the presence at a seat, with the acts offered to the other side; None for a seat without an owner."""
        owner = state.owner(seat)
        if owner is None:
            return None
        absence = self.absence(seat, now) or 0.0
        if absence < patience.shown:
            return {"presence": "here", "offers": []}
        connected = any(owner in guest.keys for guest in self.guests.values())
        offers = []
        if state.outcome is None and state.seats[seat].kind == "human":
            after = {"stand_in": patience.stand_in, "claim": patience.claim}
            offers = [name for name, seconds in after.items() if absence >= seconds]
        return {"presence": "away" if connected else "offline", "offers": offers}
