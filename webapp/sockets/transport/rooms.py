"""Who is in which room, found from both sides."""

from __future__ import annotations

from typing import Any

from socketio import Manager


class Rooms(Manager):  # type: ignore[misc]
    """python-socketio's manager, which knows each client's rooms: it looks through all rooms for whoever leaves.

    With a thousand connections that was half the price of a refusal, paid by all who are at the tables.
    """

    def __init__(self) -> None:
        super().__init__()
        self._of: dict[str, set[str | None]] = {}

    def basic_enter_room(self, sid: str, namespace: str, room: str | None, eio_sid: str | None = None) -> None:
        """Into a room."""
        super().basic_enter_room(sid, namespace, room, eio_sid=eio_sid)
        self._of.setdefault(sid, set()).add(room)

    def basic_leave_room(self, sid: str, namespace: str, room: str | None) -> None:
        """Out of a room."""
        super().basic_leave_room(sid, namespace, room)
        self._of.get(sid, set()).discard(room)

    def basic_disconnect(self, sid: str, namespace: str, **_: Any) -> None:
        """Out of every room, and forgotten."""
        for room in tuple(self._of.pop(sid, ())):  # another thread may be about to enter one
            super().basic_leave_room(sid, namespace, room)
        self.callbacks.pop(sid, None)
        for pending in (self.pending_connect, self.pending_disconnect):
            if sid in pending.get(namespace, ()):
                pending[namespace].remove(sid)
                if not pending[namespace]:
                    del pending[namespace]
