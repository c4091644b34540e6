"""Works out, for one table, which people are here and for how long the others have been away. No timer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from webapp.play.desk.news import PeopleView, PersonView
from webapp.play.game.state import GameState
from webapp.play.steps import Turn


@dataclass(frozen=True, slots=True)
class Patience:
    """Holds the seconds after which an absent person is shown as away, may be stood in for, and may lose by a claim.

    The seconds before a claim count only while the game waits for the absent person.
    """

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
    truth: bool = False
    """True where the page also asks for the truth beside an engine's opinion."""
    turn: Turn = field(default_factory=Turn)
    """The comings of the connection are handled one after the other."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Holds a game as of now: the state, the time, and the seconds since the turn began."""

    state: GameState
    now: float
    waited: float


@dataclass(slots=True)
class Attendance:
    """Holds the guests at one table, and the moment at which the last page of each seat went (None: a page is here)."""

    gone_since: list[float | None]
    guests: dict[str, Guest] = field(default_factory=dict)

    def note(self, moment: Moment) -> None:
        """Notes for both seats whether a page with the owner's token is in sight."""
        for seat in (0, 1):
            owner = moment.state.owner(seat)
            if any(guest.looking and owner in guest.keys for guest in self.guests.values()):
                self.gone_since[seat] = None
            elif self.gone_since[seat] is None:
                self.gone_since[seat] = moment.now

    def absence(self, seat: int, now: float) -> float | None:
        """Returns the seconds for which the person of a seat has been away; None for a person who is here."""
        since = self.gone_since[seat]
        return None if since is None else now - since

    def delay(self, moment: Moment, seat: int) -> float | None:
        """Returns the seconds for which the game has waited for an absent person; None for a person who is here.

        An absent person delays nobody while the other side is to move: 0.0.
        """
        absence = self.absence(seat, moment.now)
        if absence is None:
            return None
        return min(absence, moment.waited) if moment.state.to_move == seat else 0.0

    def anybody_away(self, state: GameState) -> bool:
        """Returns whether a person with a seat is not here."""
        return any(since is not None and state.owner(seat) for seat, since in enumerate(self.gone_since))

    def view(self, moment: Moment, patience: Patience) -> PeopleView:
        """Returns the number of watchers, and the presence at both seats."""
        players = moment.state.players
        watchers = sum(1 for guest in self.guests.values() if not guest.keys & players)
        first, second = (self._seat_view(moment, seat, patience) for seat in (0, 1))
        return PeopleView(moment.state.game_id, watchers, (first, second))

    def next_change(self, moment: Moment, patience: Patience) -> float | None:
        """Returns the seconds until the view changes because a person stays away; None if no change is due."""
        waits = list[float]()
        for seat in (0, 1):
            absence, delay = self.absence(seat, moment.now), self.delay(moment, seat)
            if absence is not None and delay is not None:
                waits += [patience.shown - absence, patience.stand_in - absence]
                if moment.state.to_move == seat:
                    waits.append(patience.claim - delay)
        return min((wait for wait in waits if wait > 0), default=None)

    def _seat_view(self, moment: Moment, seat: int, patience: Patience) -> PersonView | None:
        """Returns the presence at a seat, with the acts offered to the other side; None for a seat without an owner."""
        state, owner = moment.state, moment.state.owner(seat)
        if owner is None:
            return None
        absence, delay = self.absence(seat, moment.now) or 0.0, self.delay(moment, seat) or 0.0
        if absence < patience.shown:
            return PersonView("here", [])
        connected = any(owner in guest.keys for guest in self.guests.values())
        offers: list[Literal["stand_in", "claim"]] = []
        if state.outcome is None and state.seats[seat].kind == "human":
            offers += ["stand_in"] if absence >= patience.stand_in else []
            offers += ["claim"] if delay >= patience.claim else []
        return PersonView("away" if connected else "offline", offers)
