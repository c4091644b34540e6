"""Puts games, reports and classes into the database that are older than the world, some of them old enough to be
forgotten. Nobody visits them, so what becomes of each follows from the settings alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.world.simulated.machine import EPOCH
from webapp.play.game import events as e

if TYPE_CHECKING:
    from tests.world.world import World

_DAY, _BEGIN = 86_400.0, 1000.0
_BEGUN = 9.0
"""The age in days of all these games. What counts is their last event."""
_LAST = (*2 * ((0.3, True), (0.4, True), (0.5, False)), *3 * ((5.0, False),), *3 * ((6.0, True),))
"""The days since the last event of each, and whether a move was made: more young ones come first than are examined at
once, and more old ones follow than are deleted at once."""
_REPORTED = ((0, 1.0), (0, 5.0), (7, 1.0))
"""The games with a report of a name, and how many days old it is. Which reports go is judged in ``rules/kept.py``."""
_CLASSES = {"old222": 5.0, "old333": 8.0}
"""By code, how many days ago a class was made."""
_GONE = 75.0
"""Virtual seconds, with nothing wrong, after which all is deleted that is old: the server looks each 45 s."""


class OldGames:
    """Writes the games, and knows which of them must go."""

    def __init__(self, settings: Mapping[str, Any], file: Path) -> None:
        self._days, self._unmoved_days = settings.get("keep_days", 0), settings.get("keep_unmoved_days", 0)
        self._games = {f"Old{number:09}": row for number, row in enumerate(_LAST)}
        with closing(sqlite3.connect(file)) as database, database:
            for game_id, (age, moved) in self._games.items():
                _write(database, game_id, age, moved)
            for number, days in _REPORTED:
                row = (f"Old{number:09}", 0, "Somebody", "nobody", _ago(days))
                database.execute("INSERT INTO report (game_id, seat, name, reporter, at) VALUES (?, ?, ?, ?, ?)", row)
            for code, days in _CLASSES.items():
                database.execute("INSERT INTO class (id, secret, exam, at) VALUES (?, '', '', ?)", (code, _ago(days)))
                database.execute("INSERT INTO class_count VALUES (?, 0, 'sheets', 1)", (code,))

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._games

    def misfit(self, game_id: str, today: float) -> str | None:
        """Returns what speaks against the deletion of one of these games ``today``, or None."""
        age, moved = self._age(game_id, today), self._games[game_id][1]
        is_old = (self._days and age > self._days) or (not moved and self._unmoved_days and age > self._unmoved_days)
        return None if is_old else f"{age:.2f} days after its last event"

    def look(self, world: World, database: sqlite3.Connection) -> None:
        """Judges which games are stored still, and which of them have reports."""
        left = {game_id for (game_id,) in database.execute("SELECT id FROM game") if game_id in self}
        reported = {game_id for (game_id,) in database.execute("SELECT game_id FROM report")}
        counts = database.execute("SELECT class_id FROM class_count WHERE class_id NOT IN (SELECT id FROM class)")
        if row := counts.fetchone():
            world.fail("memory is bounded", f"The counts of the class {row[0]} are kept, which was forgotten.")
        if lost := sorted(self._games.keys() - left - world.truth.deleted):
            world.fail("nothing lost", f"The game {lost[0]} is stored no more, and was not forgotten.")
        since = [world.calm_from(), world.host.started_at]
        since += map(world.owners.since, self._games) if world.plan.hosts else []
        if world.machine.now - max(since) > _GONE and not world.heavy:
            if late := [game_id for game_id in sorted(left) if self.misfit(game_id, world.machine.today()) is None]:
                world.fail("memory is bounded", f"{len(late)} games are old enough to be forgotten, and are kept.")
            if alone := sorted(reported & self._games.keys() - left):
                world.fail("memory is bounded", f"A report of a name in {alone[0]} is kept, which was forgotten.")

    def _age(self, game_id: str, today: float) -> float:
        return self._games[game_id][0] + (today - EPOCH - _BEGIN) / _DAY


def _ago(days: float) -> int:
    return int((EPOCH + _BEGIN - days * _DAY) * 1000)


def _write(database: sqlite3.Connection, game_id: str, age: float, moved: bool) -> None:
    seats = (e.Seat("human", None, None), e.Seat("human", None, None))
    events: list[e.Event] = [e.Created("nim", seats, (), 7, (None, None), (), 40.0)]
    if moved:
        events.append(e.Moved(0, 0, 1))
    database.execute("INSERT INTO game (id, rules, created_at) VALUES (?, 'nim', ?)", (game_id, _ago(_BEGUN)))
    for version, event in enumerate(events, 1):
        at = _ago(age if version == len(events) else _BEGUN)
        place = (0, 0) if moved and version == 2 else (None, None)
        database.execute(
            "INSERT INTO game_event (game_id, version, kind, line, ply, data, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (game_id, version, "moved" if version == 2 else "created", *place, e.encode(event), at),
        )
