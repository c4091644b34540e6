"""Keeps the one book of places: the table of each connection, and the game watched by each connection.

Nothing of the book is stored. ``Tables`` and ``Broadcast`` are told from here which tables are occupied and which games
are watched. The pages of a table hear of changes at most once a second; a page during a reload, or cut off for a
moment, is not seen to be gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from webapp.play.audience.attendance import Attendance, Guest, Moment, Patience
from webapp.play.audience.broadcast import Broadcast
from webapp.play.desk.news import PeopleView
from webapp.play.desk.port import Place, Publisher
from webapp.play.ports import Timers
from webapp.play.steps import Turn
from webapp.play.table.tables import Tables

INTERVAL = 1.0
_JUST_AFTER = 0.01
_NOBODY_GONE: list[float | None] = [None, None]


@dataclass(slots=True)
class _Told:
    """Remembers the last ``people`` message of a table, when it went out, and how to call off the next."""

    view: PeopleView | None = None
    at: float = float("-inf")
    call_off: Callable[[], None] = field(default=lambda: None)


class Presence:
    """Owns the places of all connections."""

    def __init__(
        self, tables: Tables, broadcast: Broadcast, publisher: Publisher, timers: Timers, patience: Patience
    ) -> None:
        self._tables, self._broadcast, self._publisher, self._timers = tables, broadcast, publisher, timers
        self.patience = patience
        tables.on_event = self.note_turn
        self._guests: dict[str, Guest] = {}
        self._attendances: dict[str, Attendance] = {}
        self._told: dict[str, _Told] = {}

    # --- coming and going ---

    def connect(self, sid: str) -> None:
        """Adds a connection, at no table yet. The next heartbeat tells the page how ready the engine is."""
        self._guests.setdefault(sid, Guest())
        self._broadcast.greet(sid)

    def disconnect(self, sid: str) -> None:
        """Removes a connection for good."""
        guest = self._guests.pop(sid, None)
        if guest is not None:
            self._leave(sid, guest)

    def leave(self, sid: str) -> None:
        """Takes a connection from the table and from the watched game."""
        guest = self._guests.get(sid)
        if guest is not None and _place(guest) != Place():
            self._leave(sid, guest)
            self._publisher.place(sid, Place())

    def enter(self, sid: str, game_id: str, keys: Iterable[str], address: str = "") -> None:
        """Puts a connection at a table, away from any other, and wakes the table's minds."""
        keys, guest = frozenset(keys), self._guests.get(sid)
        if guest is None:
            return
        if guest.game_id != game_id:
            self._take_from_table(sid, guest)
            guest.game_id, guest.looking = game_id, True
            self._attendance(game_id).guests[sid] = guest
            self._publisher.place(sid, _place(guest))
        guest.keys = keys
        self._tables.wake(game_id, address, keys)
        self.note_change(game_id)

    def set_keys(self, sid: str, game_id: str, keys: Iterable[str]) -> None:
        """Replaces the hashes of a connection's tokens, if the connection is at the table of ``game_id``."""
        guest, now = self._guests.get(sid), frozenset(keys)
        if guest is not None and guest.game_id == game_id and guest.keys != now:
            guest.keys = now
            self.note_change(game_id)

    def look(self, sid: str, game_id: str, looking: bool) -> None:
        """Notes that the page of a connection at this table came into sight or went out of sight."""
        guest = self._guests.get(sid)
        if guest is not None and guest.game_id == game_id:
            guest.looking = looking
            self.note_change(game_id)

    def watch(self, sid: str, game_id: str | None, tree: bool = False, truth: bool = False) -> None:
        """Lets a connection watch the minds of a game, and of no other (None: of no game)."""
        guest = self._guests.get(sid)
        if guest is None:
            return
        before, guest.watching, guest.tree, guest.truth = guest.watching, game_id, tree, truth
        self._publisher.place(sid, _place(guest))
        changed = {game for game in (before, game_id) if game is not None}
        self._tell_broadcast(changed)
        self._tell_watched(changed)

    # --- answers ---

    def place(self, sid: str) -> Place:
        """Returns the place where a connection is."""
        guest = self._guests.get(sid)
        return _place(guest) if guest else Place()

    def turn(self, sid: str) -> Turn:
        """Returns the turn in which the comings of a connection are handled."""
        guest = self._guests.get(sid)
        return guest.turn if guest else Turn()

    def connected(self) -> set[str]:
        """Returns all connections."""
        return set(self._guests)

    def is_watched(self, game_id: str, *, truth: bool = False) -> bool:
        """Returns whether a connection watches this game's minds; with ``truth``, whether one asks for the truth."""
        return any(guest.watching == game_id and (guest.truth or not truth) for guest in self._guests.values())

    def absence(self, game_id: str, seat: int) -> float | None:
        """Returns the seconds for which the person of a seat has been away; None for a person who is here."""
        attendance, moment = self._noted(game_id)
        return attendance.absence(seat, moment.now) if attendance and moment else None

    def delay(self, game_id: str, seat: int) -> float | None:
        """Returns the seconds for which the game has waited for an absent person; None for a person who is here."""
        attendance, moment = self._noted(game_id)
        return attendance.delay(moment, seat) if attendance and moment else None

    def view(self, game_id: str) -> PeopleView:
        """Returns the ``people`` message for a page: the number of watchers, and the presence at both seats."""
        attendance, moment = self._noted(game_id)
        return attendance.view(moment, self.patience) if attendance and moment else PeopleView(game_id, 0, (None, None))

    # --- telling ---

    def note_change(self, game_id: str) -> None:
        """Notes now, and tells the table's pages soon, that a person came, went or changed seats."""
        attendance, moment = self._noted(game_id)
        if attendance and moment:
            self._tell_in(game_id, max(0.0, self._told[game_id].at + INTERVAL - moment.now))

    def note_turn(self, game_id: str) -> None:
        """Notes that the turn may have changed: where a person is away, the time before a claim begins anew."""
        attendance = self._attendances.get(game_id)
        if attendance is not None and attendance.gone_since != _NOBODY_GONE:
            state = self._tables.state_of(game_id)
            if state is not None and attendance.anybody_away(state):
                self.note_change(game_id)

    # --- inside ---

    def _attendance(self, game_id: str) -> Attendance:
        """Returns the attendance of a table; with the first guest the table becomes occupied."""
        attendance = self._attendances.get(game_id)
        if attendance is None:
            now = self._timers.now()  # absence of people not here yet counts from now
            attendance = self._attendances[game_id] = Attendance([now, now])
            self._told[game_id] = _Told()
            self._tables.occupy(game_id)
        return attendance

    def _take_from_table(self, sid: str, guest: Guest) -> None:
        """Removes a guest from the table; with the last guest gone the table becomes empty."""
        game_id, guest.game_id = guest.game_id, None
        if game_id is None:
            return
        attendance = self._attendances[game_id]
        attendance.guests.pop(sid, None)
        if not attendance.guests:
            del self._attendances[game_id]
            self._told.pop(game_id).call_off()
            self._tables.vacate(game_id)

    def _tell_broadcast(self, games: Iterable[str]) -> None:
        for game_id in games:
            trees = [guest.tree for guest in self._guests.values() if guest.watching == game_id]
            self._broadcast.watch(game_id, bool(trees), any(trees))

    def _noted(self, game_id: str) -> tuple[Attendance | None, Moment | None]:
        """Returns the attendance of a table as of now, and the moment; None for a game that is not in memory."""
        attendance, table = self._attendances.get(game_id), self._tables.find_live(game_id)
        if attendance is None or table is None:
            return None, None
        moment = Moment(table.state, self._timers.now(), table.clock.waited())
        attendance.note(moment)
        return attendance, moment

    def _tell_in(self, game_id: str, seconds: float) -> None:
        told = self._told[game_id]
        told.call_off()
        told.call_off = self._timers.later(seconds, lambda: self._tell(game_id))

    def _leave(self, sid: str, guest: Guest) -> None:
        place = _place(guest)
        self._take_from_table(sid, guest)
        guest.watching = None
        watched = () if place.watching is None else (place.watching,)
        self._tell_broadcast(watched)
        if place.game_id is not None:
            self.note_change(place.game_id)
        self._tell_watched(watched)  # last: a table may fail

    def _tell_watched(self, games: Iterable[str]) -> None:
        """Tells tables whether their minds are watched."""
        for game_id in games:
            table = self._tables.find_live(game_id)
            if table is not None:
                table.watch(self.is_watched(game_id), self.is_watched(game_id, truth=True))

    def _tell(self, game_id: str) -> None:
        """Sends the ``people`` message if it is a new one, and comes back when an absence makes the next one due."""
        attendance, moment = self._noted(game_id)
        if attendance is None or moment is None:
            return
        told, view = self._told[game_id], attendance.view(moment, self.patience)
        if view != told.view:
            told.view, told.at = view, moment.now
            self._publisher.people(game_id, view)
        wait = attendance.next_change(moment, self.patience)
        if wait is not None:
            self._tell_in(game_id, max(wait + _JUST_AFTER, INTERVAL))


def _place(guest: Guest) -> Place:
    if guest.watching is None:
        return Place(guest.game_id)
    return Place(guest.game_id, guest.watching, guest.tree, guest.truth)
