"""Handles the events that bring people together: a stranger to play with, codes, tables to watch, reports of names."""

import logging
from dataclasses import dataclass

from limits import parse
from msgspec import UNSET

from webapp.common.rate_windows import Windows
from webapp.play.audience.presence import Presence
from webapp.play.desk import answers as a
from webapp.play.desk import forms as f
from webapp.play.game import commands as c
from webapp.play.game.access import key_of, rights_of
from webapp.play.game.nicknames import nickname
from webapp.play.game.refusals import Refusal, watching
from webapp.play.handlers.base import Handlers, Sender
from webapp.play.lobby.codes import RoomCodes
from webapp.play.lobby.reports import Reports
from webapp.play.lobby.shown_tables import ShownTables
from webapp.play.lobby.waiting import Waiter, Waiting
from webapp.play.ports import StoreError
from webapp.play.table.creation import start_position
from webapp.play.table.tables import Tables

WRONG_CODES = parse("30 per 10 minutes")
"""The wrong codes of one address. With a hundred open games, one guess in 32,000 is right."""
REPORTS = parse("20 per 1 hour")
"""The reports of one address."""
PLAYED = 2
"""Moves of a game from which on two people have played against each other."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lobby:
    """Holds the queue, the codes, the tables to watch, and the reports of names."""

    waiting: Waiting
    codes: RoomCodes
    shown: ShownTables
    reports: Reports


class MeetingEvents(Handlers):
    """Holds the handlers of the events that bring people together."""

    def __init__(self, tables: Tables, presence: Presence, lobby: Lobby) -> None:
        super().__init__(tables, presence)
        self._lobby = lobby
        self._windows = Windows()

    async def on_find(self, sender: Sender, form: f.Find) -> a.Finding:
        game, _, _ = start_position(form.game, ())
        name, key, waiting = nickname(game, form.name) or "", key_of(form.token), self._lobby.waiting
        self._lobby.shown.agree(key, form.shown, sender.address)
        found = await waiting.find(Waiter(sender.sid, sender.address, key, game.name, form.clock, name))
        return a.Finding(found, UNSET if found else waiting.others(sender.sid, game.name))

    def on_stop_finding(self, sender: Sender, _form: f.StopFinding) -> a.Granted:
        self._lobby.waiting.leave(sender.sid)
        return a.Granted()

    async def on_make_code(self, sender: Sender, form: f.MakeCode) -> a.CodeMade:
        state = (await self._tables.open(form.game_id, sender.address)).state
        if not rights_of(state, sender.keys).own:
            raise watching()
        if not state.free or state.outcome is not None:
            raise Refusal("no_seat", "No seat of this game is free, so it needs no code.")
        return a.CodeMade(self._lobby.codes.code_of(form.game_id, sender.address))

    def on_use_code(self, sender: Sender, form: f.UseCode) -> a.CodeUsed:
        if not self._windows.allows(WRONG_CODES, sender.address):
            raise Refusal("rate_limited", "Too many wrong codes came from your address; please wait ten minutes.")
        try:
            return a.CodeUsed(self._lobby.codes.game_of(form.code))
        except Refusal:
            self._windows.hit(WRONG_CODES, sender.address)
            raise

    async def on_show(self, sender: Sender, form: f.Show) -> a.Shown:
        state = (await self._tables.open(form.game_id, sender.address)).state
        owners = [state.owner(seat) for seat in rights_of(state, sender.keys).own]
        if not owners:
            raise watching()
        for owner in filter(None, owners):
            self._lobby.shown.agree(owner, form.on, sender.address)
        return a.Shown(self._lobby.shown.agreed(state))

    def on_shown_tables(self, _sender: Sender, _form: f.ShownTables) -> a.ShownTables:
        return a.ShownTables(self._lobby.shown.view())

    async def on_report(self, sender: Sender, form: f.Report) -> a.Reported:
        state = (await self._tables.open(form.game_id, sender.address)).state
        name, own = state.nickname(form.seat), rights_of(state, sender.keys).own
        if self._presence.place(sender.sid).game_id != form.game_id:
            raise Refusal("bad_request", "Only people at the table can report a name.")
        if form.seat in own or name is None:
            raise Refusal("bad_request", "There is no name of another person on that seat.")
        if not self._windows.hit(REPORTS, sender.address):
            raise Refusal("rate_limited", "Too many reports came from your address; please wait an hour.")
        played = 1 - form.seat in own and len(state.turns) >= PLAYED
        self._lobby.reports.note(name, sender.address, form.game_id, form.seat, played=played)
        everywhere = self._lobby.reports.is_hidden(name)
        for game_id in [table.state.game_id for table in self._tables.live()] if everywhere else [form.game_id]:
            await self.hide_names(game_id)
        return a.Reported(name)

    async def hide_names(self, game_id: str) -> None:
        """Takes away the names in a game that were reported there, or are hidden for all."""
        state = (await self._tables.open(game_id)).state
        for seat in (0, 1):
            if self._lobby.reports.is_hidden(state.nickname(seat), game_id):
                try:
                    await self._tables.perform(game_id, c.HideName(seat), ())
                except (Refusal, StoreError) as error:  # the next page to join hides it
                    _log.warning("a reported name is hidden later: %s", error)
