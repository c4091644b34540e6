"""Holds what a simulated engine notes of its work, and judges when its process is ended, and when not."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from webapp.engine_process.notes import _SLOT, _SLOTS, Notes
from webapp.engine_process.pipe import BEAT, Patience

if TYPE_CHECKING:
    from tests.world.simulated.minds.engine import Engines

STARTS = 30.0
"""Virtual seconds within which a process must have started: else it hangs."""
_SLACK = 3.0
"""Virtual seconds by which the server may notice later than it should."""


class Slices:
    """Notes the slices of work of one process, one of them fresh at each heartbeat, others that never end."""

    def __init__(self, engines: Engines, notes: Notes) -> None:
        self._engines, self._notes, self._used = engines, notes, 1
        self._stuck_since: float | None = None
        self.heard_at: float | None = None
        """When the process last answered."""
        self._began = time.monotonic()

    def stick(self, number: int) -> None:
        """Notes a slice that does not end while the process lives."""
        self.begin(number)
        if self._stuck_since is None:
            self._stuck_since = time.monotonic()

    def begin(self, number: int) -> None:
        """Notes a slice of work."""
        self._write(self._used % _SLOTS, number, time.monotonic())
        self._used += 1

    def beat(self, number: int) -> None:
        """Notes a sign of life. Another thread has just begun a slice of other work, if there is any."""
        self.heard_at = time.monotonic()
        if self._stuck_since is not None:
            self._write(0, number, time.monotonic() if number else 0.0)

    def kill(self) -> None:
        """Judges that the server ends the process."""
        if not self._silent(0.0) and not self._is_stuck(0.0):
            self._engines.fail("each question is answered", "A process of the engine that works well was ended.")

    def check(self) -> None:
        """Judges that the process is left alive."""
        if self._silent(_SLACK) or self._is_stuck(_SLACK):
            self._engines.fail("each question is answered", "A process of the engine that hangs is not ended.")

    def _silent(self, slack: float) -> bool:
        patience = Patience(STARTS)
        if self.heard_at is None:
            return time.monotonic() - self._began > patience.start + slack
        return time.monotonic() - self.heard_at > patience.beat + slack + (BEAT if slack else -BEAT)

    def _is_stuck(self, slack: float) -> bool:
        since = self._stuck_since
        return since is not None and time.monotonic() - since > Patience().slice + slack + (BEAT if slack else -BEAT)

    def _write(self, slot: int, number: int, since: float) -> None:
        _SLOT.pack_into(self._notes._memory, slot * _SLOT.size, number, since)
