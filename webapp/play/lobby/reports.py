"""Keeps the reports of nicknames. A name reported from several addresses is shown nowhere and given to nobody.

Every report is stored with its game and seat, and is a line in the log, for the operator: ``fourthought reports``.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections import OrderedDict

from webapp.play.game.refusals import Refusal
from webapp.play.names.letters import sound_of
from webapp.play.ports import NameReport, ReportStore, StoreError, Workers

INDEPENDENT = 3
"""Addresses from which a name must be reported to be hidden for all."""
REMEMBERED = 10_000
"""The last stored reports that count after a restart."""
_NAMES_AT_MOST = 2000
_log = logging.getLogger(__name__)


class Reports:
    """Owns the reports.

    Args:
        store: keeps the reports; while the store fails, new reports last as long as the process.
        workers: write to the store.
    """

    def __init__(self, store: ReportStore, workers: Workers) -> None:
        self._store, self._workers = store, workers
        self._reporters: OrderedDict[str, set[str]] = OrderedDict()  # by name, as it sounds: hashes of the addresses
        self._count = 0
        try:
            for report in store.last(REMEMBERED):
                self._add(report)
        except StoreError:
            _log.exception("the reports of names could not be read")

    def note(self, name: str, address: str, game_id: str, seat: int) -> bool:
        """Notes a report; returns whether the name is hidden for all from now on.

        Args:
            name: the nickname.
            address: the IP address of the sender; a second report of one address counts once.
            game_id: the game, for the operator.
            seat: the seat with the name.
        """
        report = NameReport(game_id, seat, name, _hash(address), time.time())
        new = report.reporter not in self._reporters.get(sound_of(name), ())
        hidden = self._add(report)
        self._count += 1
        _log.warning("a name was reported: %r of seat %d in game %s%s", name, seat, game_id, "; hidden" * hidden)
        if new:
            self._workers.run(lambda: self._store.add(report), _log_failure)
        return hidden

    def is_hidden(self, name: str | None) -> bool:
        """Tells whether a name is hidden for all."""
        return name is not None and len(self._reporters.get(sound_of(name), ())) >= INDEPENDENT

    def refuse(self, name: str | None) -> None:
        """Raises a refusal for a hidden name."""
        if name and self.is_hidden(name):
            raise Refusal("bad_name", "Please choose another name.")

    def count(self) -> int:
        """Returns the number of reports since the start."""
        return self._count

    def hidden(self) -> int:
        """Returns the number of names hidden for all."""
        return sum(1 for reporters in list(self._reporters.values()) if len(reporters) >= INDEPENDENT)

    def _add(self, report: NameReport) -> bool:
        """Counts a report; returns whether the name is hidden now."""
        reporters = self._reporters.setdefault(sound_of(report.name), set())
        self._reporters.move_to_end(sound_of(report.name))
        while len(self._reporters) > _NAMES_AT_MOST:
            self._reporters.popitem(last=False)
        if len(reporters) < INDEPENDENT:
            reporters.add(report.reporter)
        return len(reporters) >= INDEPENDENT


def _log_failure(result: Exception | None) -> None:
    if result is not None:
        _log.error("a report could not be stored: %s", result)


def _hash(address: str) -> str:
    """Returns a hash under which reports of one address are counted once; the address itself is not stored."""
    return hashlib.sha256(f"a report from {address}".encode()).hexdigest()[:16]
