"""Handles the changes of a game: moves, takebacks, levels, seats, pace, the end and a rematch."""

from __future__ import annotations

from typing import Any

from webapp.play.desk import forms as s
from webapp.play.game import commands as c
from webapp.play.game.access import identify
from webapp.play.owner.handlers import Handlers
from webapp.play.owner.sender import Handler, Sender


class GameEvents(Handlers):
    """Holds the handlers of changes of a game, for the desk."""

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

    def _move(self, sender: Sender, form: s.MoveForm) -> dict[str, Any]:
        if form.token:
            sender.remember(form.game_id, (form.token,))
            self._update_presence(sender, form.game_id)
        return self._turn(sender, form, c.MakeMove(form.ply, form.move))

    def _turn(self, sender: Sender, form: Any, command: c.Command) -> dict[str, Any]:
        """Performs a command that ends a turn."""
        answer = self._perform(sender, form, command)
        self._presence.note_turn(form.game_id)
        return answer

    def _undo(self, sender: Sender, form: s.UndoForm) -> dict[str, Any]:
        return self._turn(sender, form, c.Undo(form.ply))

    def _redo(self, sender: Sender, form: s.RedoForm) -> dict[str, Any]:
        return self._turn(sender, form, c.Redo(form.ply))

    def _return(self, sender: Sender, form: s.ReturnForm) -> dict[str, Any]:
        return self._turn(sender, form, c.Return(form.ply, form.branch))

    def _set_level(self, sender: Sender, form: s.SetLevelForm) -> dict[str, Any]:
        return self._perform(sender, form, c.SetLevel(form.seat, form.level))

    def _set_seat(self, sender: Sender, form: s.SetSeatForm) -> dict[str, Any]:
        answer = self._perform(sender, form, c.SetSeat(form.seat, form.kind, form.level, form.name))
        state = self._tables.open(form.game_id).state
        tokens = sender.tokens_of(form.game_id)
        self._update_presence(sender, form.game_id)
        mine = [next((t for t in tokens if seat in identify(state, [t]).own), None) for seat in (0, 1)]
        return {**answer, "seat_tokens": mine}

    def _resign(self, sender: Sender, form: s.ResignForm) -> dict[str, Any]:
        return self._perform(sender, form, c.Resign())

    def _rematch(self, sender: Sender, form: s.RematchForm) -> dict[str, Any]:
        tokens = sender.tokens_of(form.game_id)
        answer = self._tables.rematch(form.game_id, tokens, form.request_id)
        if "game_id" not in answer:
            return answer  # no new game yet: the other person has been asked
        next_id = answer["game_id"]
        sender.remember(next_id, tokens)
        state = self._tables.open(next_id).state
        mine = [next((t for t in tokens if seat in identify(state, [t]).seats), None) for seat in (0, 1)]
        spare = next((t for t in tokens if t not in mine), None)
        return {**answer, "seat_tokens": mine, "table_token": spare}

    def _pace(self, sender: Sender, form: s.PaceForm) -> dict[str, Any]:
        paused = form.paused if isinstance(form.paused, bool) else (True if form.step else None)
        per_minute = form.per_minute if isinstance(form.per_minute, float) else None
        answer = self._perform(sender, form, c.Pace(paused, per_minute))
        if form.step:
            self._tables.open(form.game_id).step()
        return answer
