"""Keeps the reports of nicknames. A name reported from several addresses is shown nowhere and given to nobody.

Reports live in memory and in the log, where each is a line with the game, the seat and the name, for the operator.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict

from webapp.play.game.bad_words import sound_of
from webapp.play.game.refusals import Refusal

INDEPENDENT = 3
"""Addresses from which a name must be reported to be hidden for all."""
_NAMES_AT_MOST = 2000
_log = logging.getLogger(__name__)


class Reports:
    """Owns the reports. Methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reporters: OrderedDict[str, set[str]] = OrderedDict()  # by name, as it sounds: the addresses
        self._count = 0

    def note(self, name: str, address: str, game_id: str, seat: int) -> bool:
        """Notes a report; returns whether the name is hidden for all from now on.

        Args:
            name: the nickname.
            address: the IP address of the sender; a second report of one address counts once.
            game_id: the game, for the operator.
            seat: the seat with the name.
        """
        sound = sound_of(name)
        with self._lock:
            reporters = self._reporters.setdefault(sound, set())
            self._reporters.move_to_end(sound)
            while len(self._reporters) > _NAMES_AT_MOST:
                self._reporters.popitem(last=False)
            if len(reporters) < INDEPENDENT:
                reporters.add(address)
            self._count += 1
            hidden = len(reporters) >= INDEPENDENT
        _log.warning("a name was reported: %r of seat %d in game %s%s", name, seat, game_id, "; hidden" * hidden)
        return hidden

    def is_hidden(self, name: str | None) -> bool:
        """Tells whether a name is hidden for all."""
        with self._lock:
            return name is not None and len(self._reporters.get(sound_of(name), ())) >= INDEPENDENT

    def refuse(self, name: str | None) -> None:
        """Raises a refusal for a hidden name."""
        if name and self.is_hidden(name):
            raise Refusal("bad_name", "Please choose another name.")

    def count(self) -> int:
        """Returns the number of reports."""
        with self._lock:
            return self._count

    def hidden(self) -> int:
        """Returns the number of names hidden for all."""
        with self._lock:
            return sum(1 for reporters in self._reporters.values() if len(reporters) >= INDEPENDENT)
