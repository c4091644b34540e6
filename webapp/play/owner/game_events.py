"""Handles the changes of a game: moves, takebacks, levels, seats, pace, the end and a rematch."""

from __future__ import annotations

from collections.abc import Awaitable

from msgspec.structs import replace

from webapp.play.desk.answers import Acknowledged
from webapp.play.game import commands as c
from webapp.play.game.access import identify
from webapp.play.owner.handlers import Handlers
from webapp.play.owner.sender import Sender


class GameEvents(Handlers):
    """Holds the handlers of changes of a game, for the desk."""

    on_undo = on_redo = on_return = on_set_level = on_resign = Handlers._perform

    def on_move(self, sender: Sender, form: c.Move) -> Awaitable[Acknowledged]:
        if form.token:
            sender.remember(form.game_id, (form.token,))
            self._update_presence(sender, form.game_id)
        return self._tables.perform(form.game_id, form, sender.keys, form.request_id)

    async def on_set_seat(self, sender: Sender, form: c.SetSeat) -> Acknowledged:
        answer = await self._perform(sender, form)
        state = (await self._tables.open(form.game_id)).state
        tokens = sender.tokens_of(form.game_id)
        self._update_presence(sender, form.game_id)
        mine = [next((t for t in tokens if seat in identify(state, [t]).own), None) for seat in (0, 1)]
        return replace(answer, seat_tokens=mine)

    async def on_rematch(self, sender: Sender, form: c.Rematch) -> Acknowledged:
        tokens = sender.tokens_of(form.game_id)
        answer = await self._tables.rematch(form.game_id, sender.keys, form.request_id)
        next_id = answer.game_id
        if not isinstance(next_id, str):
            return answer  # no new game yet: the other person has been asked
        sender.remember(next_id, tokens)
        state = (await self._tables.open(next_id)).state
        mine = [next((t for t in tokens if seat in identify(state, [t]).seats), None) for seat in (0, 1)]
        spare = next((t for t in tokens if t not in mine), None)
        return replace(answer, seat_tokens=mine, table_token=spare)

    async def on_pace(self, sender: Sender, form: c.Pace) -> Acknowledged:
        answer = await self._perform(sender, form)
        if form.step:
            table = await self._tables.open(form.game_id)
            if table.state.all_engines and table.state.outcome is None:
                table.thinking.turn.step(table)
        return answer
