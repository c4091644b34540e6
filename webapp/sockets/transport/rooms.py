"""Keeps each client's rooms beside each room's clients, and changes all rooms under one lock."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Any

from socketio import Manager


class RoomManager(Manager):  # type: ignore[misc]
    """Extends python-socketio's manager by the rooms of each client, and by one lock around every change and look.

    The manager alone looks through all rooms when a client leaves. With a thousand connections this was half of the
    price of a refusal, and slowed down all players. Nor does the manager alone allow for threads: a page joined a room
    removed at the same moment with the last page, and a client left without the disconnect handler.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._rooms_of: dict[str, set[str | None]] = {}

    # --- clients ---

    def pre_connect(self, eio_sid: str, namespace: str) -> str | None:
        """Gives a connection an id in the namespace; returns None for a connection with an id already."""
        with self._lock:
            sid: str | None = super().pre_connect(eio_sid, namespace)
            return sid

    def connect(self, sid: str, namespace: str) -> str:
        """Notes the end of the connect handler."""
        with self._lock:
            connected: str = super().connect(sid, namespace)
            return connected

    def pre_disconnect(self, sid: str, namespace: str) -> str | None:
        """Notes the start of the disconnect handler; returns None for a client no longer connected."""
        with self._lock:
            if not self.is_connected(sid, namespace):  # another thread was faster
                return None
            eio_sid: str | None = super().pre_disconnect(sid, namespace)
            return eio_sid

    def basic_disconnect(self, sid: str, namespace: str, **_: Any) -> None:
        """Takes a client out of every room, and forgets the client."""
        with self._lock:
            for room in self._rooms_of.pop(sid, ()):
                super().basic_leave_room(sid, namespace, room)
            self.callbacks.pop(sid, None)
            for pending in (self.pending_connect, self.pending_disconnect):
                if sid in pending.get(namespace, ()):
                    pending[namespace].remove(sid)
                    if not pending[namespace]:
                        del pending[namespace]

    # --- rooms ---

    def basic_enter_room(self, sid: str, namespace: str, room: str | None, eio_sid: str | None = None) -> None:
        """Puts a client into a room; a client gone meanwhile enters none.

        Args:
            sid: the client's id in the namespace.
            namespace: the only one, ``/``.
            room: the room's name; None: the room of all clients.
            eio_sid: the id of the client's connection, for a client that is just coming.
        """
        with self._lock:
            if eio_sid is None and sid not in self._rooms_of:
                return
            super().basic_enter_room(sid, namespace, room, eio_sid=eio_sid)
            self._rooms_of.setdefault(sid, set()).add(room)

    def basic_leave_room(self, sid: str, namespace: str, room: str | None) -> None:
        """Takes a client out of a room."""
        with self._lock:
            super().basic_leave_room(sid, namespace, room)
            self._rooms_of.get(sid, set()).discard(room)

    def set_rooms(self, sid: str, rooms: set[str]) -> None:
        """Puts a client into ``rooms``, and out of every other but the client's own and the room of all."""
        with self._lock:
            present = self._rooms_of.get(sid, set()) - {None, sid}
            for room in present - rooms:
                self.basic_leave_room(sid, "/", room)
            for room in rooms - present:
                self.basic_enter_room(sid, "/", room)

    def basic_close_room(self, room: str, namespace: str) -> None:
        """Takes all clients out of a room."""
        with self._lock:
            super().basic_close_room(room, namespace)

    # --- answers ---

    def get_participants(self, namespace: str, room: Any) -> Iterator[tuple[str, str]]:
        """Returns the clients of a room as of now, each with the id of the client's connection."""
        with self._lock:
            return iter(tuple(super().get_participants(namespace, room)))

    def get_namespaces(self) -> Iterable[str]:
        """Returns the names of the namespaces in use."""
        with self._lock:
            return tuple(super().get_namespaces())

    def is_connected(self, sid: str | None, namespace: str) -> bool:
        """Returns whether a client is connected, and neither coming nor going."""
        with self._lock:
            return bool(super().is_connected(sid, namespace))

    def is_pre_connected(self, sid: str, namespace: str) -> bool:
        """Returns whether the connect handler of a client is under way."""
        with self._lock:
            return bool(super().is_pre_connected(sid, namespace))

    def sid_from_eio_sid(self, eio_sid: str, namespace: str) -> str | None:
        """Returns the id of a connection in the namespace; None for a connection without one."""
        with self._lock:
            sid: str | None = super().sid_from_eio_sid(eio_sid, namespace)
            return sid

    def eio_sid_from_sid(self, sid: str, namespace: str) -> str | None:
        """Returns the id of a client's connection; None for a client that has gone."""
        with self._lock:
            eio_sid: str | None = super().eio_sid_from_sid(sid, namespace)
            return eio_sid
