"""Handles the changes of a game: moves, takebacks, levels, seats, pace, the end and a rematch."""

from __future__ import annotations

from typing import Any

from webapp.play.game import commands as c
from webapp.play.game.access import identify
from webapp.sockets import schemas as s
from webapp.sockets.gate import Connection, Handler
from webapp.sockets.handlers import Handlers


class GameEvents(Handlers):
    """Holds the handlers of changes of a game, for the gate."""

    def handlers(self) -> dict[str, Handler]:
        """Returns the handler of each event."""
        return {
            "move": self._move,
            "undo": self._undo,
            "redo": self._redo,
            "return": self._return,
            "set_level": self._set_level,
            "set_seat": self._set_seat,
            "resign": self._resign,
            "rematch": self._rematch,
            "pace": self._pace,
        }

    def _move(self, connection: Connection, form: s.MoveForm) -> dict[str, Any]:
        if form.token:
            connection.remember(form.game_id, (form.token,))
            self._update_presence(connection, form.game_id)
        return self._turn(connection, form, c.MakeMove(form.ply, form.move))

    def _turn(self, connection: Connection, form: Any, command: c.Command) -> dict[str, Any]:
        """Performs a command that ends a turn."""
        answer = self._perform(connection, form, command)
        self._presence.note_turn(form.game_id)
        return answer

    def _undo(self, connection: Connection, form: s.UndoForm) -> dict[str, Any]:
        return self._turn(connection, form, c.Undo(form.ply))

    def _redo(self, connection: Connection, form: s.RedoForm) -> dict[str, Any]:
        return self._turn(connection, form, c.Redo(form.ply))

    def _return(self, connection: Connection, form: s.ReturnForm) -> dict[str, Any]:
        return self._turn(connection, form, c.Return(form.ply, form.branch))

    def _set_level(self, connection: Connection, form: s.SetLevelForm) -> dict[str, Any]:
        return self._perform(connection, form, c.SetLevel(form.seat, form.level))

    def _set_seat(self, connection: Connection, form: s.SetSeatForm) -> dict[str, Any]:
        answer = self._perform(connection, form, c.SetSeat(form.seat, form.kind, form.level, form.name))
        state = self._tables.open(form.game_id).state
        tokens = connection.tokens_of(form.game_id)
        self._update_presence(connection, form.game_id)
        mine = [next((t for t in tokens if seat in identify(state, [t]).own), None) for seat in (0, 1)]
        return {**answer, "seat_tokens": mine}

    def _resign(self, connection: Connection, form: s.ResignForm) -> dict[str, Any]:
        return self._perform(connection, form, c.Resign())

    def _rematch(self, connection: Connection, form: s.RematchForm) -> dict[str, Any]:
        tokens = connection.tokens_of(form.game_id)
        answer = self._tables.rematch(form.game_id, tokens, form.request_id)
        if "game_id" not in answer:
            return answer  # no new game yet: the other person has been asked
        next_id = answer["game_id"]
        connection.remember(next_id, tokens)
        state = self._tables.open(next_id).state
        mine = [next((t for t in tokens if seat in identify(state, [t]).seats), None) for seat in (0, 1)]
        spare = next((t for t in tokens if t not in mine), None)
        return {**answer, "seat_tokens": mine, "table_token": spare}

    def _pace(self, connection: Connection, form: s.PaceForm) -> dict[str, Any]:
        paused = form.paused if isinstance(form.paused, bool) else (True if form.step else None)
        per_minute = form.per_minute if isinstance(form.per_minute, float) else None
        answer = self._perform(connection, form, c.Pace(paused, per_minute))
        if form.step:
            self._tables.open(form.game_id).step()
        return answer
