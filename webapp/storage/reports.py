"""Stores the reports of nicknames: implements ``webapp.play.ports.ReportStore``."""

from collections.abc import Iterable

from sqlalchemy import delete, insert, select

from webapp.play.names.letters import sound_of
from webapp.play.ports import NameReport
from webapp.storage.database import Database
from webapp.storage.games import store_errors
from webapp.storage.schema import report


class Reports:
    """Appends reports, and reads the last ones."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, new: NameReport) -> None:
        row = {"game_id": new.game_id, "seat": new.seat, "name": new.name, "reporter": new.reporter}
        with store_errors(), self._database.transaction() as connection:
            connection.execute(insert(report), [{**row, "at": int(new.at * 1000)}])

    def last(self, count: int = 10_000) -> list[NameReport]:
        columns = (report.c.game_id, report.c.seat, report.c.name, report.c.reporter, report.c.at)
        query = select(*columns).order_by(report.c.id.desc()).limit(count)
        with store_errors(), self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [NameReport(game_id, seat, name, by, at / 1000) for game_id, seat, name, by, at in reversed(rows)]

    def forget(self, name: str) -> int:
        """Deletes all reports of a name, in any spelling. Returns their number."""
        with store_errors(), self._database.transaction() as connection:
            names = connection.execute(select(report.c.name).distinct()).scalars().all()
            spelt = [other for other in names if sound_of(other) == sound_of(name)]
            return connection.execute(delete(report).where(report.c.name.in_(spelt))).rowcount


def listing(reports: Iterable[NameReport]) -> list[str]:
    """Returns one line for each reported name, beginning with the name that most addresses have reported."""
    by_name: dict[str, list[NameReport]] = {}
    for each in reports:
        by_name.setdefault(each.name, []).append(each)
    lines = []
    for name, same in sorted(by_name.items(), key=lambda item: -len({each.reporter for each in item[1]})):
        places = ", ".join(dict.fromkeys(f"seat {each.seat} of game {each.game_id}" for each in same))
        count = len({each.reporter for each in same})
        lines.append(f"{name}: reported from {count} {'address' if count == 1 else 'addresses'}, {places}")
    return lines or ["No name has been reported."]
