"""Handles the events between people: free seats, another device, questions, absence, pointing."""

from __future__ import annotations

from typing import Any

from limits import parse
from limits.strategies import FixedWindowRateLimiter

from webapp.play.audience.presence import Presence
from webapp.play.desk import people_forms as f
from webapp.play.desk.forms import SwapForm
from webapp.play.game import commands as c
from webapp.play.game.access import identify, key_of
from webapp.play.game.agreements import other_people
from webapp.play.game.refusals import Refusal, watching
from webapp.play.owner.handlers import Handlers
from webapp.play.owner.sender import Handler, Sender
from webapp.play.table.tables import Tables
from webapp.qr import qr_data
from webapp.rate_windows import Windows

REACTIONS = parse("4 per 10 seconds")
"""The reactions of one player."""


class PeopleEvents(Handlers):
    """Holds the handlers of the events between people, for the desk."""

    def __init__(self, tables: Tables, presence: Presence) -> None:
        super().__init__(tables, presence)
        self._hit = FixedWindowRateLimiter(Windows()).hit

    def handlers(self) -> dict[str, Handler]:
        """Returns the handler of each event."""
        return {
            "sit": self._sit,
            "name": self._name,
            "swap": self._swap,
            "hand_over": self._hand_over,
            "take_seat": self._take_seat,
            "ask": self._ask,
            "reply": self._reply,
            "stand_in": self._stand_in,
            "claim": self._claim,
            "aim": self._aim,
            "look": self._look,
            "react": self._react,
        }

    def _sit(self, sender: Sender, form: f.SitForm) -> dict[str, Any]:
        answer = self._perform(sender, form, c.Sit(key_of(form.token)))
        sender.remember(form.game_id, (form.token,))
        self._presence.watch(sender.sid, None)
        self._update_presence(sender, form.game_id)
        return {**answer, **self._you(sender, form.game_id)}

    def _name(self, sender: Sender, form: f.NameForm) -> dict[str, Any]:
        return self._perform(sender, form, c.Name(form.name))

    def _swap(self, sender: Sender, form: SwapForm) -> dict[str, Any]:
        answer = self._perform(sender, form, c.Swap(form.ply))
        self._presence.note_change(form.game_id)
        return answer

    def _hand_over(self, sender: Sender, form: f.HandOverForm) -> dict[str, Any]:
        answer = self._perform(sender, form, c.HandOver(form.seat, key_of(form.code)))
        link = f"{sender.origin}/game/{form.game_id}#{form.code}"
        return {**answer, "qr": qr_data(link)} if sender.origin else answer

    def _take_seat(self, sender: Sender, form: f.TakeSeatForm) -> dict[str, Any]:
        answer = self._perform(sender, form, c.TakeSeat(key_of(form.code), key_of(form.token)))
        sender.remember(form.game_id, (form.token,))
        self._presence.watch(sender.sid, None)
        self._update_presence(sender, form.game_id)
        return {**answer, **self._you(sender, form.game_id)}

    def _ask(self, sender: Sender, form: f.AskForm) -> dict[str, Any]:
        tokens = sender.tokens_of(form.game_id)
        if form.what == "rematch":
            return self._tables.rematch(form.game_id, tokens, form.request_id)
        return self._perform(sender, form, c.Ask(form.what, form.ply))

    def _reply(self, sender: Sender, form: f.ReplyForm) -> dict[str, Any]:
        tokens = sender.tokens_of(form.game_id)
        return self._tables.reply(form.game_id, c.Reply(form.what, form.yes), tokens, form.request_id)

    def _stand_in(self, sender: Sender, form: f.StandInForm) -> dict[str, Any]:
        self._tables.open(form.game_id)  # presence reads the game
        gone = self._presence.absence(form.game_id, form.seat)
        return self._act_on_absence(sender, form, c.StandIn(form.seat, gone, self._presence.patience.stand_in))

    def _claim(self, sender: Sender, form: f.ClaimForm) -> dict[str, Any]:
        self._tables.open(form.game_id)
        delay = self._presence.delay(form.game_id, form.seat)
        return self._act_on_absence(sender, form, c.Claim(form.seat, delay, self._presence.patience.claim))

    def _act_on_absence(
        self, sender: Sender, form: f.StandInForm | f.ClaimForm, command: c.StandIn | c.Claim
    ) -> dict[str, Any]:
        answer = self._perform(sender, form, command)
        self._presence.note_change(form.game_id)
        return answer

    def _aim(self, sender: Sender, form: f.AimForm) -> dict[str, Any]:
        table = self._tables.find_live(form.game_id)
        if table is not None and self._presence.place(sender.sid).game_id == form.game_id:
            state = table.state
            seat = state.to_move
            if seat is not None and seat in table.rights(sender.tokens_of(form.game_id)).seats:
                move = form.move if form.move in state.legal else None
                payload = {"game_id": form.game_id, "seat": seat, "ply": state.ply, "move": move}
                self._presence.aim(form.game_id, payload, sender.sid)
        return {}

    def _look(self, sender: Sender, form: f.LookForm) -> dict[str, Any]:
        self._presence.look(sender.sid, form.game_id, form.on)
        return {}

    def _react(self, sender: Sender, form: f.ReactForm) -> dict[str, Any]:
        state = self._tables.open(form.game_id).state
        rights = identify(state, sender.tokens_of(form.game_id))
        if not rights.seats:
            raise watching()
        if len(other_people(state, rights)) != 1:
            raise Refusal("bad_request", "There is nobody on the other side to see it.")
        seat = min(rights.seats)
        if not self._hit(REACTIONS, form.game_id, str(seat)):
            raise Refusal("rate_limited", "Please wait a moment before the next reaction.")
        self._presence.react(form.game_id, {"game_id": form.game_id, "seat": seat, "reaction": form.reaction})
        return {}

    def _you(self, sender: Sender, game_id: str) -> dict[str, Any]:
        table = self._tables.open(game_id)
        rights = table.rights(sender.tokens_of(game_id))
        return {"you": {"seats": sorted(rights.own), "controls": rights.controls}}
