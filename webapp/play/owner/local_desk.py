"""Implements the desk in the process of the tables: checks each event by the tables, and calls the handler."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from webapp.play.audience.presence import Presence
from webapp.play.audience.reviews import Reviews
from webapp.play.desk.fields import Form
from webapp.play.desk.forms import FORMS
from webapp.play.desk.port import Caller, Page, Reply, refusal
from webapp.play.game.access import key_of
from webapp.play.game.refusals import Refusal
from webapp.play.lobby.lobby import Lobby
from webapp.play.owner.engine_events import EngineEvents
from webapp.play.owner.game_events import GameEvents
from webapp.play.owner.meeting_events import MeetingEvents
from webapp.play.owner.people_events import PeopleEvents
from webapp.play.owner.sender import Handler, Sender
from webapp.play.owner.shares import Shares
from webapp.play.owner.silence import Silence
from webapp.play.owner.table_events import TableEvents
from webapp.play.ports import Publisher, StoreError
from webapp.play.table.tables import Tables

_log = logging.getLogger(__name__)


class LocalDesk:
    """Implements ``webapp.play.desk.port.Desk`` on tables in this process.

    Args:
        tables: the games in memory.
        reviews: reviews games.
        presence: the book of all places.
        lobby: brings people together.
        publisher: sends the game to connections taken over from another owner.
        hint_seconds: the longest search for a hint.
        player_rate: the most events of one player at one table in a time, over all connections.
        aside: the context of a wait for the engine, in which others have their turn.
        log_context: the context of all lines of the log about an event, with ``game``, the hash ``key`` of the player's
            token, and ``request``.
    """

    def __init__(
        self,
        tables: Tables,
        reviews: Reviews,
        presence: Presence,
        lobby: Lobby,
        publisher: Publisher,
        *,
        hint_seconds: float,
        player_rate: str,
        aside: Callable[[], AbstractContextManager[None]] = nullcontext,
        log_context: Callable[..., AbstractContextManager[None]] = lambda **_: nullcontext(),
    ) -> None:
        self._tables, self._presence, self._lobby = tables, presence, lobby
        self._log_context = log_context
        self._silence, self._shares = Silence(tables), Shares(player_rate)
        meetings = MeetingEvents(tables, presence, lobby)
        self._comings = TableEvents(tables, presence, publisher, lobby.waiting.leave, meetings.hide_names)
        self.handlers: dict[str, Handler] = {
            **self._comings.handlers(),
            **GameEvents(tables, presence).handlers(),
            **PeopleEvents(tables, presence).handlers(),
            **meetings.handlers(),
            **EngineEvents(tables, reviews, hint_seconds, aside).handlers(),
        }
        if self.handlers.keys() != FORMS.keys():
            raise ValueError(f"handlers and forms differ: {sorted(self.handlers.keys() ^ FORMS.keys())}")

    # --- coming and going ---

    def connect(self, sid: str) -> None:
        """Notes a new connection."""
        self._presence.connect(sid)

    def disconnect(self, sid: str) -> None:
        """Takes a connection out of everything kept here; does nothing for a connection that has gone."""
        self._lobby.waiting.leave(sid)
        self._presence.disconnect(sid)

    def connected(self) -> set[str]:
        """Returns all connections known here."""
        return self._presence.connected()

    def attach(self, pages: list[Page]) -> None:
        """Takes over connections from another owner: each goes to its place and is sent the whole game."""
        for page in pages:
            try:
                self._comings.attach(Sender(page.caller), page.place)
            except (Refusal, StoreError) as error:  # the front asks again, as after a pause of the database
                _log.warning("a page could not be brought to its game: %s", error)

    # --- events ---

    def event(self, caller: Caller, event: str, form: Form, done: Callable[[Reply], None]) -> None:
        """Carries out an event and calls ``done`` with the reply."""
        done(self._event(caller, event, form))

    def _event(self, caller: Caller, event: str, form: Form) -> Reply:
        """Carries out an event, checked by the gate; never raises.

        Args:
            caller: the sender.
            event: a key of ``FORMS``.
            form: the event's form.
        """
        sender = Sender(caller)
        game_id: str = getattr(form, "game_id", None) or ""
        token = next(iter(sender.tokens_of(game_id)), None)
        request: str | None = getattr(form, "request_id", None)
        try:
            self._shares.check_player(sender, event, game_id)
            with (
                self._shares.of_engine(sender.address, event),
                self._log_context(game=game_id or None, key=key_of(token) if token else None, request=request),
            ):
                answer = self._handle(sender, event, form)
        except Refusal as no:
            answer = refusal(no.code, no.message)
        return Reply(answer, sender.learnt)

    def plays(self, tokens: dict[str, tuple[str, ...]]) -> bool:
        """Tells whether a holder of these tokens, by game, plays a person in one of the games here, without help."""
        return self._silence.plays_a_person(tokens)

    def readiness(self) -> dict[str, Any]:
        """Returns {"ready": bool, "stage": str} of the engine."""
        return self._tables.engine.readiness()

    def _handle(self, sender: Sender, event: str, form: Form) -> dict[str, Any]:
        try:
            self._silence.check(sender, event, form)
            self._check_names(form)
            answer = {"ok": True, **self.handlers[event](sender, form)}
            self._silence.check(sender, event, form)  # during a search another person may have come
            _log.debug("%s: ok", event)
            return answer
        except Refusal as no:
            _log.debug("%s: %s", event, no.code)
            raise
        except StoreError as error:
            _log.warning("%s could not be stored: %s", event, error)
            return refusal("not_saved", "The game cannot be saved just now, so nothing has changed; please try again.")
        except Exception:
            _log.exception("the event %.40r failed", event)
            return refusal("internal", "Something went wrong here; please try again.")

    def _check_names(self, form: Form) -> None:
        """Raises a refusal for an event with a nickname which nobody may have."""
        for name in (getattr(form, "name", None), *(seat.name for seat in getattr(form, "seats", ()))):
            self._lobby.reports.refuse(name)
