"""Keeps the rooms of each client as well as the clients of each room."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from limits import parse
from socketio import Manager

from webapp.common.rate_windows import Windows


class OpenWebsockets:
    """Counts the open (``most``) and new websockets of each visitor (``rate``, as "1000 per 60 seconds")."""

    def __init__(self, most: int, rate: str) -> None:
        self._most, self._rate = most, parse(rate)
        self._new = Windows()
        self._open: Counter[str] = Counter()

    def is_too_fast(self, visitor: str) -> bool:
        """Counts a new websocket. Returns whether the visitor opens too many in a short time."""
        return not self._new.hit(self._rate, "from", visitor)

    def enter(self, visitor: str) -> bool:
        """Counts a websocket as open. Returns False, and counts nothing, if the visitor has too many."""
        if self._open[visitor] >= self._most:
            return False
        self._open[visitor] += 1
        return True

    def leave(self, visitor: str) -> None:
        """Counts the end of a websocket."""
        self._open[visitor] -= 1
        if not self._open[visitor]:
            del self._open[visitor]

    def count(self) -> int:
        """Returns the number of open websockets."""
        return self._open.total()


class RoomManager(Manager):  # type: ignore[misc]
    """Extends python-socketio's manager by the rooms of each client. The manager alone searches all rooms when a client
    leaves, which was half of the cost of a refusal with a thousand connections."""

    def __init__(self) -> None:
        super().__init__()
        self._rooms_of: dict[str, set[str | None]] = {}

    def is_in_room(self, sid: str) -> bool:
        """Returns whether a client is in a room besides its own and that of all."""
        return bool(self._rooms_of.get(sid, set()) - {None, sid})

    def count(self) -> int:
        """Returns the number of clients in rooms or on their way in or out."""
        known = {sid for rooms in self.rooms.values() for members in rooms.values() for sid in members}
        return len(known | self._rooms_of.keys() | self.callbacks.keys())

    def basic_disconnect(self, sid: str, namespace: str, **_: Any) -> None:
        """Removes a client from every room, and forgets it."""
        for room in self._rooms_of.pop(sid, ()):
            super().basic_leave_room(sid, namespace, room)
        self.callbacks.pop(sid, None)
        for pending in (self.pending_connect, self.pending_disconnect):
            if sid in pending.get(namespace, ()):
                pending[namespace].remove(sid)
                if not pending[namespace]:
                    del pending[namespace]

    def basic_enter_room(self, sid: str, namespace: str, room: str | None, eio_sid: str | None = None) -> None:
        """Puts a client into a room, unless it is gone."""
        if eio_sid is None and sid not in self._rooms_of:
            return
        super().basic_enter_room(sid, namespace, room, eio_sid=eio_sid)
        self._rooms_of.setdefault(sid, set()).add(room)

    def basic_leave_room(self, sid: str, namespace: str, room: str | None) -> None:
        """Removes a client from a room."""
        super().basic_leave_room(sid, namespace, room)
        self._rooms_of.get(sid, set()).discard(room)

    def set_rooms(self, sid: str, rooms: set[str]) -> None:
        """Puts a client into ``rooms``, and out of all others except its own room and the room of all."""
        present = self._rooms_of.get(sid, set()) - {None, sid}
        for room in present - rooms:
            self.basic_leave_room(sid, "/", room)
        for room in rooms - present:
            self.basic_enter_room(sid, "/", room)

    def get_participants(self, namespace: str, room: Any) -> Iterator[tuple[str, str]]:
        """Returns a copy of a room's clients, because one that cannot be reached leaves during the loop."""
        return iter(tuple(super().get_participants(namespace, room)))
