"""Handles the events that bring a connection to a table: new games, joining, watching the engines think."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from webapp.play.audience.presence import Presence
from webapp.play.desk import forms as f
from webapp.play.desk.answers import Granted, Joined, Opened
from webapp.play.desk.port import Place, Publisher
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game.access import new_token
from webapp.play.game.views import PublicEvent, public_event
from webapp.play.game.wire import Form
from webapp.play.handlers.base import Handlers, Sender, you
from webapp.play.table.creation import Wishes
from webapp.play.table.new_games import Request
from webapp.play.table.tables import Tables

_MISSED_AT_MOST = 100
_FIRST_MOVE = "first-move"
Coming = Callable[[Any, Sender, Any], Awaitable[msgspec.Struct]]
"""Carries out an event that brings a connection to a table."""


def _in_order(handler: Coming) -> Coming:
    """Handles the comings of one connection one after the other, so that the last one counts."""

    @wraps(handler)
    async def in_order(self: TableEvents, sender: Sender, form: Form) -> msgspec.Struct:
        async with self._presence.turn(sender.sid):
            return await handler(self, sender, form)

    return in_order


class TableEvents(Handlers):
    """Holds the handlers of comings."""

    def __init__(
        self,
        tables: Tables,
        presence: Presence,
        publisher: Publisher,
        stop_waiting: Callable[[str, str], None],
        hide_names: Callable[[str], Awaitable[None]],
    ) -> None:
        super().__init__(tables, presence)
        self._publisher, self._stop_waiting, self._hide_names = publisher, stop_waiting, hide_names
        self._secret = new_token()

    def enter(self, sender: Sender, game_id: str) -> None:
        """Brings a connection to a table, away from the one before and from the queue for a stranger."""
        if self._presence.place(sender.sid).game_id != game_id:
            self._stop_waiting(sender.sid, game_id)
            self._presence.leave(sender.sid)
        self._presence.enter(sender.sid, game_id, sender.keys_of(game_id), sender.address)

    async def attach(self, sender: Sender, place: Place) -> None:
        """Brings another owner's connection to its place, with the whole game and who is there. Raises ``Refusal`` or
        ``StoreError``."""
        sid, game_id = sender.sid, place.game_id
        self._presence.connect(sid)
        if game_id is None:
            return
        table = await self._tables.open(game_id)
        self.enter(sender, game_id)
        if place.watching is not None:
            self._presence.watch(sid, place.watching, place.tree, place.truth)
        self._presence.look(sid, game_id, not place.hidden)
        self._publisher.place(sid, self._presence.place(sid))
        self._publisher.game(game_id, table.view(table.history[-1]), [sid])
        self._presence.tell_again(game_id)

    @_in_order
    async def on_new_game(self, sender: Sender, form: f.NewGame) -> Opened:
        seats = tuple(e.Seat(seat.kind, seat.level, seat.name) for seat in form.seats)
        wishes = Wishes(
            form.game,
            (seats[0], seats[1]),
            form.moves or (),
            form.analysis,
            [number for number, seat in enumerate(form.seats) if seat.open],
            e.Clock(form.clock.seconds, form.clock.increment) if form.clock else None,
            form.pie,
            form.with_help,
        )
        opened = await self._tables.new_game(wishes, self._request(sender, form))
        game_id, tokens, record = opened.game_id, (*opened.seat_tokens, opened.table_token), None
        sender.remember(game_id, tuple(token for token in tokens if token))
        table = await self._tables.open(game_id)
        if form.move is not None:  # before the page hears the news of the table: the answer tells of the move
            number = form.request_id or _FIRST_MOVE
            move = c.Move(len(wishes.moves), form.move, game_id=game_id, request_id=number)
            await table.perform(move, sender.keys_of(game_id), number)
            record = table.history[-1]
        self.enter(sender, game_id)
        people = self._presence.view(game_id)
        return Opened(game_id, opened.seat_tokens, opened.table_token, table.view(record), people)

    @_in_order
    async def on_join(self, sender: Sender, form: f.Join) -> Joined:
        table = await self._tables.open(form.game_id, sender.address)
        shown = (form.token, form.table_token, *(form.tokens or ()))
        sender.remember(form.game_id, tuple(token for token in shown if token))
        self.enter(sender, form.game_id)
        await self._hide_names(form.game_id)
        state, people, now = table.view(), self._presence.view(form.game_id), table.state
        events: list[PublicEvent] | UnsetType = UNSET
        if form.version and 0 <= state.version - form.version <= _MISSED_AT_MOST:
            events = [public_event(now, record) for record in table.history[form.version :]]
        return Joined(state, state.version, you(table, sender), people, events)

    @_in_order
    async def on_watch_thinking(self, sender: Sender, form: f.WatchThinking) -> Granted:
        await self._tables.open(form.game_id)
        self._presence.watch(sender.sid, form.game_id if form.on else None, form.tree, form.truth)
        return Granted()

    def _request(self, sender: Sender, form: f.NewGame) -> Request | None:
        """Returns the request with the secret of the page, or else with one of the connection."""
        if form.request_id is None:
            return None
        return Request(form.request_id, form.secret or Request(sender.sid, self._secret).token("new games"))
