"""Keeps the table of each connection, and the game that it watches. Nothing of this is stored. ``Tables`` and
``Broadcast`` learn from here which tables are occupied and which games are watched. The pages of a table hear of
changes at most once a second. A page that reloads, or is cut off for a moment, is not shown as gone."""

from collections.abc import Iterable

from msgspec.structs import replace

from webapp.play.audience.attendance import INTERVAL, Attendance, Connection, Moment, Patience
from webapp.play.audience.broadcast import Broadcast
from webapp.play.desk.news import PeopleView
from webapp.play.desk.port import Place, Publisher
from webapp.play.ports import Timers
from webapp.play.steps import Turn
from webapp.play.table.tables import Tables

_JUST_AFTER = 0.01
_NOBODY_GONE: list[float | None] = [None, None]


class Presence:
    """Owns the places of all connections."""

    def __init__(
        self, tables: Tables, broadcast: Broadcast, publisher: Publisher, timers: Timers, patience: Patience
    ) -> None:
        self._tables, self._broadcast, self._publisher, self._timers = tables, broadcast, publisher, timers
        self.patience = patience
        tables.on_event, tables.on_return = self.note_turn, self._note_return
        self._connections: dict[str, Connection] = {}
        self._attendances: dict[str, Attendance] = {}

    def connect(self, sid: str) -> None:
        """Adds a connection, at no table yet. The next heartbeat tells the page how ready the engine is."""
        self._connections.setdefault(sid, Connection())
        self._broadcast.greet(sid)

    def disconnect(self, sid: str) -> None:
        """Removes a connection."""
        connection = self._connections.pop(sid, None)
        if connection is not None:
            self._leave(sid, connection)

    def leave(self, sid: str) -> None:
        """Takes a connection from its table and from the watched game."""
        connection = self._connections.get(sid)
        if connection is not None and connection.place != Place():
            self._leave(sid, connection)
            self._publisher.place(sid, Place())

    def enter(self, sid: str, game_id: str, keys: Iterable[str], address: str = "") -> None:
        """Puts a connection at a table, away from any other, and wakes the table's minds."""
        keys, connection = frozenset(keys), self._connections.get(sid)
        if connection is None:
            return
        if connection.place.game_id != game_id:
            self._take_from_table(sid, connection)
            connection.place = replace(connection.place, game_id=game_id, hidden=False)
            self._attendance(game_id).connections[sid] = connection
            self._publisher.place(sid, connection.place)
        connection.keys = keys
        self._tables.wake(game_id, address, keys)
        self.note_change(game_id)

    def set_keys(self, sid: str, game_id: str, keys: Iterable[str]) -> None:
        """Replaces the hashes of a connection's tokens, if it is at the table of ``game_id``."""
        connection, now = self._connections.get(sid), frozenset(keys)
        if connection is not None and connection.place.game_id == game_id and connection.keys != now:
            connection.keys = now
            self.note_change(game_id)

    def look(self, sid: str, game_id: str, looking: bool) -> None:
        """Notes that the page of a connection at this table came into sight or went out of sight."""
        connection = self._connections.get(sid)
        if connection is not None and connection.place.game_id == game_id:
            connection.place = replace(connection.place, hidden=not looking)
            self._publisher.place(sid, connection.place)
            self.note_change(game_id)

    def watch(self, sid: str, game_id: str | None, tree: bool = False, truth: bool = False) -> None:
        """Shows a connection the minds of a game, and of no other (None: of no game)."""
        connection = self._connections.get(sid)
        if connection is None:
            return
        before = connection.place
        shows = game_id is not None
        connection.place = replace(before, watching=game_id, tree=shows and tree, truth=shows and truth)
        self._publisher.place(sid, connection.place)
        changed = {game for game in (before.watching, game_id) if game is not None}
        self._tell_broadcast(changed)
        self._tell_watched(changed)

    def place(self, sid: str) -> Place:
        """Returns the place of a connection."""
        connection = self._connections.get(sid)
        return connection.place if connection else Place()

    def turn(self, sid: str) -> Turn:
        """Returns the turn that orders the events which bring a connection to a table."""
        connection = self._connections.get(sid)
        return connection.turn if connection else Turn()

    def connected(self) -> set[str]:
        """Returns all connections."""
        return set(self._connections)

    def is_watched(self, game_id: str, *, truth: bool = False) -> bool:
        """Tells whether a connection watches this game's minds. With ``truth``: and asks for the truth."""
        places = (connection.place for connection in self._connections.values())
        return any(place.watching == game_id and (place.truth or not truth) for place in places)

    def absence(self, game_id: str, seat: int) -> float | None:
        """Returns the seconds for which the person of a seat has been away. None: the person is here."""
        moment = self._now(game_id)
        return moment.absence(seat) if moment else None

    def delay(self, game_id: str, seat: int) -> float | None:
        """Returns the seconds for which the game has waited for an absent person. None: the person is here."""
        moment = self._now(game_id)
        return moment.delay(seat) if moment else None

    def view(self, game_id: str) -> PeopleView:
        """Returns the ``people`` message for a page: the number of watchers, and the presence at both seats."""
        moment = self._now(game_id)
        return moment.view(self.patience) if moment else PeopleView(game_id, 0, (None, None))

    def note_change(self, game_id: str) -> None:
        """Notes now, and tells the table's pages soon, that a person came, went or changed seats."""
        moment = self._now(game_id)
        if moment:
            self._tell_in(moment, max(0.0, moment.attendance.told_at + INTERVAL - moment.now))

    def note_turn(self, game_id: str) -> None:
        """Notes that the turn may have changed: where a person is away, the time before a claim begins again."""
        attendance = self._attendances.get(game_id)
        if attendance is not None and attendance.gone_since != _NOBODY_GONE:
            state, gone_since = self._tables.state_of(game_id), enumerate(attendance.gone_since)
            if state is not None and any(since is not None and state.owner(seat) for seat, since in gone_since):
                self.note_change(game_id)

    def tell_again(self, game_id: str) -> None:
        """Tells the table's pages soon who is here, also if that is what they were told last: one has just been brought
        here, and has not heard it."""
        attendance = self._attendances.get(game_id)
        if attendance is not None:
            attendance.told = None
            self.note_change(game_id)

    def _note_return(self, game_id: str) -> None:
        """Tells a table that was closed and is read again what it was told before, and its pages who is away by now."""
        self._tell_watched((game_id,))
        self.note_change(game_id)

    def _attendance(self, game_id: str) -> Attendance:
        """Returns the attendance of a table, which the first connection makes occupied."""
        attendance = self._attendances.get(game_id)
        if attendance is None:
            now = self._timers.now()  # people not here yet are absent from now on
            attendance = self._attendances[game_id] = Attendance([now, now])
            self._tables.occupy(game_id)
        return attendance

    def _take_from_table(self, sid: str, connection: Connection) -> None:
        """Removes a connection from its table, which the last one makes empty."""
        game_id = connection.place.game_id
        connection.place = replace(connection.place, game_id=None, hidden=False)
        if game_id is None:
            return
        attendance = self._attendances[game_id]
        attendance.connections.pop(sid, None)
        if not attendance.connections:
            self._attendances.pop(game_id).call_off()
            self._tables.vacate(game_id)

    def _leave(self, sid: str, connection: Connection) -> None:
        place = connection.place
        self._take_from_table(sid, connection)
        connection.place = Place()
        watched = () if place.watching is None else (place.watching,)
        self._tell_broadcast(watched)
        if place.game_id is not None:
            self.note_change(place.game_id)
        self._tell_watched(watched)  # last: a table may fail

    def _now(self, game_id: str) -> Moment | None:
        """Notes the attendance of a table and returns it with its game. None for a game that is not in memory."""
        attendance, table = self._attendances.get(game_id), self._tables.find_live(game_id)
        if attendance is None or table is None:
            return None
        return attendance.note(table.state, self._timers.now(), table.clock.waited())

    def _tell_broadcast(self, games: Iterable[str]) -> None:
        places = [connection.place for connection in self._connections.values()]
        for game_id in games:
            trees = [place.tree for place in places if place.watching == game_id]
            self._broadcast.watch(game_id, bool(trees), any(trees))

    def _tell_watched(self, games: Iterable[str]) -> None:
        for game_id in games:
            table = self._tables.find_live(game_id)
            if table is not None:
                table.watch(self.is_watched(game_id), self.is_watched(game_id, truth=True))

    def _tell_in(self, moment: Moment, seconds: float) -> None:
        attendance, game_id = moment.attendance, moment.state.game_id
        attendance.call_off()
        attendance.call_off = self._timers.later(seconds, lambda: self._tell(game_id))

    def _tell(self, game_id: str) -> None:
        """Sends the ``people`` message if it is a new one, and comes back when an absence makes the next one due."""
        moment = self._now(game_id)
        if moment is None:
            return
        attendance, view = moment.attendance, moment.view(self.patience)
        if view != attendance.told:
            attendance.told, attendance.told_at = view, moment.now
            self._publisher.people(game_id, view)
        wait = moment.next_change(self.patience)
        if wait is not None:
            self._tell_in(moment, max(wait + _JUST_AFTER, INTERVAL))
