"""Keeps the reports of nicknames. A reported name is hidden in that game, and few names are hidden for all.

A name is hidden for all, for some weeks, after reports about different games by different opponents of its bearer, but
a common first name is not. Every report is stored with its game and seat, and is a line in the log, for the operator:
``fourthought database reports``.
"""

import hmac
import logging
import secrets
import time
from collections.abc import Callable

from webapp.common.parts import Parts
from webapp.play.game.refusals import Refusal
from webapp.play.names.bad_words import is_first_name
from webapp.play.names.letters import sound_of
from webapp.play.ports import NameReport, ReportStore, StoreError, Workers

WATCHERS = 3
"""Addresses of watchers whose reports hide a name in a game."""
OPPONENTS = 5
"""Different games, and different addresses of opponents, whose reports hide a name for all."""
EXPIRY = 30 * 86_400.0
"""Seconds for which a report counts."""
REMEMBERED = 2000
"""The last reports that count."""
OF_ADDRESS = 100
"""The reports of one address that count."""
_WATCHER = "watcher "
"""The prefix of the hash of a person who only watched."""
_log = logging.getLogger(__name__)


class Reports:
    """Owns the reports. ``key`` hides the addresses in the store. None: a new one. ``today`` is since 1970."""

    def __init__(
        self, store: ReportStore, workers: Workers, today: Callable[[], float] | None = None, key: bytes | None = None
    ) -> None:
        self._store, self._workers, self._today = store, workers, today or time.time
        self._key = key or secrets.token_bytes(32)
        self._reports = Parts[tuple[str, NameReport]](REMEMBERED, OF_ADDRESS)  # each behind its name's sound
        self._hidden: dict[str, float] = {}  # by the sound of a name, the end in seconds since 1970
        self._count = 0
        try:
            for report in store.last(REMEMBERED):
                self._add(report)
        except StoreError:
            _log.exception("the reports of names could not be read")

    def note(self, name: str, address: str, game_id: str, seat: int, *, played: bool) -> None:
        """Notes a report from an IP address, once a game. ``played``: the sender has been the person's opponent."""
        report = NameReport(game_id, seat, name, ("" if played else _WATCHER) + self._hash(address), self._today())
        new = self._add(report)
        self._count += 1
        _log.warning(
            "a name was reported: %r of seat %d in game %s%s", name, seat, game_id, "; hidden" * self.is_hidden(name)
        )
        if new:
            self._workers.run(lambda: self._store.add(report), _log_failure)

    def is_hidden(self, name: str | None, game_id: str | None = None) -> bool:
        """Tells whether a name is hidden for all, or in a game."""
        if name is None:
            return False
        sound, now = sound_of(name), self._today()
        if self._hidden.get(sound, 0.0) > now:
            return True
        here = [report for report in self._about(sound) if report.game_id == game_id]
        return len(here) >= WATCHERS or any(_has_played(report) for report in here)

    def refuse(self, name: str | None, game_id: str | None = None) -> None:
        """Raises a refusal for a name that is hidden for all, or in a game."""
        if name and self.is_hidden(name, game_id):
            raise Refusal("bad_name", "Please choose another name.")

    def count(self) -> int:
        """Returns the number of reports since the start."""
        return self._count

    def hidden(self) -> int:
        """Returns the number of names hidden for all."""
        return sum(1 for end in list(self._hidden.values()) if end > self._today())

    def _hash(self, address: str) -> str:
        """Returns a keyed hash to recognize an address by, which is not stored itself."""
        return hmac.digest(self._key, address.encode(), "sha256").hex()[:32]

    def _about(self, sound: str) -> list[NameReport]:
        """Lists the reports of a name that count."""
        since = self._today() - EXPIRY
        return [report for other, report in self._reports if other == sound and report.at > since]

    def _add(self, report: NameReport) -> bool:
        """Counts a report, and returns whether it is a new one."""
        sound = sound_of(report.name)
        key = f"{sound} {report.game_id} {report.reporter}"
        if self._reports.get(key):
            return False
        self._reports.put(key, report.reporter.removeprefix(_WATCHER), (sound, report))
        games, people, end = set[str](), set[str](), 0.0
        for each in self._about(sound):
            if _has_played(each) and each.game_id not in games and each.reporter not in people:
                games.add(each.game_id)
                people.add(each.reporter)
                end = each.at + EXPIRY
        if len(games) >= OPPONENTS and not is_first_name(report.name):
            now = self._today()  # names whose time has ended are kept no longer
            self._hidden = {**{other: until for other, until in self._hidden.items() if until > now}, sound: end}
        return True


def _has_played(report: NameReport) -> bool:
    return not report.reporter.startswith(_WATCHER)


def _log_failure(result: Exception | None) -> None:
    if result is not None:
        _log.error("a report could not be stored: %s", result)
