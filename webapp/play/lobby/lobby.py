"""Holds the parts of the lobby together."""

from __future__ import annotations

from dataclasses import dataclass

from webapp.play.lobby.codes import RoomCodes
from webapp.play.lobby.reports import Reports
from webapp.play.lobby.shown_tables import ShownTables
from webapp.play.lobby.waiting import Waiting


@dataclass(frozen=True, slots=True)
class Lobby:
    """Holds the queue, the codes, the list of tables to watch, and the reports of names."""

    waiting: Waiting
    codes: RoomCodes
    shown: ShownTables
    reports: Reports
