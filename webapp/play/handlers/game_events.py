"""Handles the events of a game: moves, seats, takebacks, questions, absence, pointing, the end and a rematch."""

from collections.abc import Awaitable
from functools import partial

from limits import parse
from msgspec.structs import replace

from webapp.common.qr import qr_data
from webapp.common.rate_windows import Windows
from webapp.play.audience.presence import Presence
from webapp.play.desk import forms as f
from webapp.play.desk.answers import Acknowledged, Granted
from webapp.play.desk.news import Reaction, TheirAim
from webapp.play.desk.port import Publisher
from webapp.play.game import commands as c
from webapp.play.game.access import identify, rights_of
from webapp.play.game.agreements import other_people
from webapp.play.game.refusals import Refusal, watching
from webapp.play.handlers.base import Handlers, Sender, you
from webapp.play.table.tables import Tables

REACTIONS = parse("4 per 10 seconds")
"""The reactions of one player."""


class GameEvents(Handlers):
    """Holds the handlers of the events at a table."""

    def __init__(self, tables: Tables, presence: Presence, publisher: Publisher) -> None:
        super().__init__(tables, presence)
        self._publisher = publisher
        self._reactions = Windows()

    on_undo = on_redo = on_return = on_set_level = on_resign = on_name = on_open_to_engines = Handlers._perform

    def on_move(self, sender: Sender, form: c.Move) -> Awaitable[Acknowledged]:
        if form.token:
            sender.remember(form.game_id, (form.token,))
            self._update_presence(sender, form.game_id)
        return self._tables.perform(form.game_id, form, sender.keys, form.request_id)

    async def on_set_seat(self, sender: Sender, form: c.SetSeat) -> Acknowledged:
        answer = await self._perform(sender, form)
        self._update_presence(sender, form.game_id)
        self._presence.note_change(form.game_id)  # the keys may be the same
        return replace(answer, seat_tokens=await self._tokens_of_seats(form.game_id, sender))

    async def on_rematch(self, sender: Sender, form: c.Rematch) -> Acknowledged:
        tokens = sender.tokens_of(form.game_id)
        answer = await self._tables.rematch(form.game_id, sender.keys, form.request_id)
        next_id = answer.game_id
        if not isinstance(next_id, str):
            return answer  # no new game yet: the other person has been asked
        sender.remember(next_id, tokens)
        mine = await self._tokens_of_seats(next_id, sender)
        spare = next((t for t in tokens if t not in mine), None)
        return replace(answer, seat_tokens=mine, table_token=spare)

    async def on_pace(self, sender: Sender, form: c.Pace) -> Acknowledged:
        answer = await self._perform(sender, form)
        if form.step:
            table = await self._tables.open(form.game_id)
            if table.state.all_engines and table.state.outcome is None:
                table.thinking.turn.step(table)
        return answer

    async def on_sit(self, sender: Sender, form: c.Sit | c.TakeSeat) -> Acknowledged:
        answer = await self._perform(sender, form)
        sender.remember(form.game_id, (form.token,))
        self._presence.watch(sender.sid, None)
        self._update_presence(sender, form.game_id)
        return replace(answer, you=you(await self._tables.open(form.game_id), sender))

    on_take_seat = on_sit

    async def on_swap(self, sender: Sender, form: c.Swap) -> Acknowledged:
        answer = await self._perform(sender, form)
        self._presence.note_change(form.game_id)
        return answer

    async def on_hand_over(self, sender: Sender, form: c.HandOver) -> Acknowledged:
        answer = await self._perform(sender, form)
        if not sender.origin:
            return answer
        link = f"{sender.origin}/game/{form.game_id}#{form.code}"
        try:
            return replace(answer, qr=await self._tables.apart(partial(qr_data, link), sender.address))
        except Refusal:  # too much is drawn for this address: the link works without the picture
            return answer

    def on_ask(self, sender: Sender, form: c.Ask) -> Awaitable[Acknowledged]:
        if form.what == "rematch":
            return self._tables.rematch(form.game_id, sender.keys, form.request_id)
        return self._perform(sender, form)

    def on_reply(self, sender: Sender, form: c.Reply) -> Awaitable[Acknowledged]:
        return self._tables.reply(form.game_id, form, sender.keys, form.request_id)

    async def on_claim(self, sender: Sender, form: c.Claim | c.StandIn) -> Acknowledged:
        await self._tables.open(form.game_id)  # presence reads the game
        claims, patience = isinstance(form, c.Claim), self._presence.patience
        seconds = (self._presence.delay if claims else self._presence.absence)(form.game_id, form.seat)
        command = c.OnAbsence(form, seconds, patience.claim if claims else patience.stand_in)
        answer = await self._perform(sender, form, command)
        self._presence.note_change(form.game_id)
        return answer

    on_stand_in = on_claim

    def on_aim(self, sender: Sender, form: f.Aim) -> Granted:
        table = self._tables.find_live(form.game_id)
        if table is not None and self._presence.place(sender.sid).game_id == form.game_id:
            state = table.state
            seat = state.to_move
            if seat is not None and seat in rights_of(state, sender.keys).seats:
                move = form.move if form.move in state.legal else None
                self._publisher.aim(form.game_id, TheirAim(form.game_id, seat, state.ply, move), sender.sid)
        return Granted()

    def on_look(self, sender: Sender, form: f.Look) -> Granted:
        self._presence.look(sender.sid, form.game_id, form.on)
        return Granted()

    async def on_react(self, sender: Sender, form: f.React) -> Granted:
        state = (await self._tables.open(form.game_id)).state
        rights = rights_of(state, sender.keys)
        if not rights.seats:
            raise watching()
        if len(other_people(state, rights)) != 1:
            raise Refusal("bad_request", "There is nobody on the other side to see it.")
        seat = min(rights.seats)
        if not self._reactions.hit(REACTIONS, form.game_id, str(seat)):
            raise Refusal("rate_limited", "Please wait a moment before the next reaction.")
        self._publisher.reaction(form.game_id, Reaction(form.game_id, seat, form.reaction))
        return Granted()

    async def _tokens_of_seats(self, game_id: str, sender: Sender) -> list[str | None]:
        """Returns for each seat the token of the sender for the seat, or None."""
        state, tokens = (await self._tables.open(game_id)).state, sender.tokens_of(game_id)
        return [next((t for t in tokens if seat in identify(state, [t]).own), None) for seat in (0, 1)]
