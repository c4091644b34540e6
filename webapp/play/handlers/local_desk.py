"""Implements the desk in the process of the tables: checks each event, and calls its handler."""

import logging
from collections.abc import Callable

import msgspec

from webapp.play.audience.presence import Presence
from webapp.play.audience.reviews import Reviews
from webapp.play.desk.forms import ENGINES_WORD, FORMS, QUESTIONS
from webapp.play.desk.port import Client, Page, Publisher, Reply, refusal
from webapp.play.game.access import identify
from webapp.play.game.refusals import Refusal, refuse_help
from webapp.play.game.wire import Form, Readiness
from webapp.play.handlers.base import Handler, Sender, handlers_of
from webapp.play.handlers.engine_events import EngineEvents
from webapp.play.handlers.game_events import GameEvents
from webapp.play.handlers.meeting_events import Lobby, MeetingEvents
from webapp.play.handlers.shares import Shares, takes_budget
from webapp.play.handlers.table_events import TableEvents
from webapp.play.ports import StoreError, Timers
from webapp.play.steps import start
from webapp.play.table.tables import Tables


class FairPlay:
    """Refuses the engine's help to those who play another person."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def check(self, sender: Sender, event: str, form: Form) -> None:
        """Raises a refusal for an event that would give the sender the engine's help in a game of two people."""
        game_id = sender.game_id or None
        asks = event in ENGINES_WORD and getattr(form, "on", True)
        if asks and game_id is not None:
            refuse_help((await self._tables.open(game_id, sender.address)).state)
        if not (sender.client.plays_elsewhere or self.plays_a_person(sender.tokens(), apart_from=game_id)):
            return
        if asks:
            raise Refusal("no_help", "You play another person; the engine is silent until that game ends.")
        if _begins_with_engine(form) or (game_id is not None and await self._has_engine(game_id)):
            raise Refusal("no_help", "You play another person; please finish that game, or resign.")

    def plays_a_person(self, tokens: dict[str, tuple[str, ...]], apart_from: str | None = None) -> bool:
        """Tells whether a holder of tokens has a seat in a running game in memory of two people without help."""
        for game_id, shown in tokens.items():
            state = self._tables.state_of(game_id) if game_id != apart_from else None
            if state and not state.help_allowed and not state.free and identify(state, shown).own:
                return True
        return False

    async def _has_engine(self, game_id: str) -> bool:
        state = (await self._tables.open(game_id)).state
        return state.analysis or (bool(state.engines) and state.help_allowed)


def _begins_with_engine(form: Form) -> bool:
    """Tells whether an event begins a game against an engine, or an analysis."""
    return bool(getattr(form, "analysis", False)) or any(seat.kind == "engine" for seat in getattr(form, "seats", ()))


_log = logging.getLogger(__name__)

_WITH_NAMES = {event for event, form in FORMS.items() if {"name", "seats"}.intersection(form.__struct_fields__)}


class LocalDesk:
    """Implements ``webapp.play.desk.port.Desk`` on tables in this process. A search for a hint takes ``hint_seconds``
    at most. ``shares`` limit what one address and one player may do. ``note`` adds the game, the hash of the player's
    token and the number of the request to the lines of the log."""

    def __init__(
        self,
        tables: Tables,
        reviews: Reviews,
        presence: Presence,
        lobby: Lobby,
        publisher: Publisher,
        *,
        timers: Timers,
        hint_seconds: float,
        shares: Shares,
        note: Callable[[str, str | None, str | None], None] = lambda _game, _key, _request: None,
    ) -> None:
        self._tables, self._presence, self._lobby = tables, presence, lobby
        self._note = note
        self._fair_play, self._shares = FairPlay(tables), shares
        meetings = MeetingEvents(tables, presence, lobby)
        self._comings = TableEvents(tables, presence, publisher, lobby.waiting.leave, meetings.hide_names)
        acts = GameEvents(tables, presence, publisher)
        questions = EngineEvents(tables, reviews, hint_seconds, timers)
        self.handlers: dict[str, Handler] = {}
        for group in (self._comings, meetings, acts, questions):
            self.handlers.update(handlers_of(group))
        if self.handlers.keys() != FORMS.keys():
            raise ValueError(f"handlers and forms differ: {sorted(self.handlers.keys() ^ FORMS.keys())}")

    def connect(self, sid: str) -> None:
        self._presence.connect(sid)

    def disconnect(self, sid: str) -> None:
        try:
            self._lobby.waiting.leave(sid)
        finally:
            self._presence.disconnect(sid)

    def connected(self) -> set[str]:
        return self._presence.connected()

    def attach(self, pages: list[Page]) -> None:
        for page in pages:
            start(self._attach(page))

    async def _attach(self, page: Page) -> None:
        try:
            await self._comings.attach(Sender(page.client, page.place.game_id or ""), page.place)
        except (Refusal, StoreError) as error:  # the front asks again
            _log.warning("a page could not be brought to its game: %s", error)

    def event(self, client: Client, event: str, form: Form, done: Callable[[Reply], object]) -> None:
        start(self._event(client, event, form), done, event)

    async def _event(self, client: Client, event: str, form: Form) -> Reply:
        sender = Sender(client, getattr(form, "game_id", None) or "")
        answer: msgspec.Struct
        try:
            self._note(sender.game_id, sender.keys[0] if sender.keys else None, getattr(form, "request_id", None))
            self._shares.check_player(sender, event)
            if event in QUESTIONS:
                answer = await self._question(sender, event, form)
            else:
                if event in ENGINES_WORD or sender.may_play_elsewhere:
                    await self._fair_play.check(sender, event, form)
                if event in _WITH_NAMES:
                    self._check_names(form)
                counts = event != "move" and takes_budget(form)  # a move takes none
                if counts:
                    self._shares.check_stored(sender.address)
                handled = self.handlers[event](sender, form)
                answer = handled if isinstance(handled, msgspec.Struct) else await handled
                if counts:
                    self._shares.note_stored(sender.address)
            _log.debug("%s: ok", event)
        except Refusal as no:
            _log.debug("%s: %s", event, no.code)
            answer = refusal(no.code, no.message)
        except StoreError as error:
            _log.warning("%s could not be stored: %s", event, error)
            answer = refusal(
                "not_saved", "The game cannot be saved just now, so nothing has changed; please try again."
            )
        except Exception:
            _log.exception("the event %.40r failed", event)
            answer = refusal("internal", "Something went wrong here; please try again.")
        return Reply(answer, sender.learnt)

    async def _question(self, sender: Sender, event: str, form: Form) -> msgspec.Struct:
        """Answers a question to the engine, of which each address may have some running."""
        self._shares.begin_question(sender.address)
        try:
            await self._fair_play.check(sender, event, form)
            handled = self.handlers[event](sender, form)
            answer = handled if isinstance(handled, msgspec.Struct) else await handled
            await self._fair_play.check(sender, event, form)  # another person may have come during the search
            return answer
        finally:
            self._shares.end_question(sender.address)

    def plays(self, tokens: dict[str, tuple[str, ...]]) -> bool:
        return self._fair_play.plays_a_person(tokens)

    def readiness(self) -> Readiness:
        return self._tables.engine.readiness()

    def _check_names(self, form: Form) -> None:
        """Raises a refusal for an event with a hidden nickname."""
        for name in (getattr(form, "name", None), *(seat.name for seat in getattr(form, "seats", ()))):
            self._lobby.reports.refuse(name, getattr(form, "game_id", None))
