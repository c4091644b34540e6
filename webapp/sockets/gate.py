"""Checks the name, the rates and the form of every event before the desk.

Sizes are bounded before anything is decoded (``packets.py`` and ``server.py``), and the sender's rights are checked
behind the desk (``webapp/play/game/access.py``). The client always gets ``{ok: true, ...}`` or ``{ok: false, error:
{code, message}}``, never a traceback.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from limits import parse

from webapp.common.rate_windows import Windows
from webapp.common.seldom import Seldom
from webapp.play.desk.forms import BEGINNINGS, FORMS, read
from webapp.play.desk.port import Client, Desk, Reply, refusal, verdict
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Form
from webapp.settings import Settings

_log = logging.getLogger(__name__)
_seldom = Seldom(_log)

_TOKENS_KEPT = 8
_TOO_FAST = "That was too fast; please wait a few seconds."


@dataclass(eq=False)
class Connection:
    """Holds what is known about a connected client: its id and visitor, this server's address as the client calls it
    (``origin``, for links), the tokens it has shown by game, its events above the rates (``strikes``), and when it sent
    the last event."""

    sid: str
    address: str
    origin: str = ""
    tokens: dict[str, tuple[str, ...]] = field(default_factory=dict)
    strikes: int = 0
    used_at: float = field(default_factory=lambda: time.monotonic())

    def client(self) -> Client:
        """Returns the client as the desk knows it."""
        return Client(self.sid, self.address, self.origin, self.tokens)

    def show(self, tokens: dict[str, tuple[str, ...]]) -> None:
        """Keeps the tokens of the last few games."""
        for game_id, shown in tokens.items():
            self.tokens.pop(game_id, None)
            self.tokens[game_id] = shown
        while len(self.tokens) > _TOKENS_KEPT:
            del self.tokens[next(iter(self.tokens))]


Observe = Callable[[str, str, float], None]
"""Gets the name of an event, the verdict ("ok" or the code of the refusal), and the seconds to the answer."""


class Gate:
    """Passes events to the desk. Too many events above the rates close a connection."""

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        close: Callable[[Connection], None],
        observe: Observe = lambda _event, _verdict, _seconds: None,
    ) -> None:
        self._desk = desk
        rates = settings.event_rate, settings.address_rate, settings.aim_rate, settings.game_rate
        self._events, self._address, self._aims, self._games = map(parse, rates)
        self._windows = Windows()
        self._strikes, self._close, self._observe = settings.strikes, close, observe
        self._refused_events: frozenset[str] = frozenset()
        self.under_way = 0
        """The number of events without an answer."""

    def admit(
        self, connection: Connection, event: Any, payload: tuple[Any, ...], done: Callable[[Any], object]
    ) -> None:
        """Handles one event, and calls ``done`` with the acknowledgement, now or later. Never raises."""
        began = time.perf_counter()
        name = event if isinstance(event, str) and event in FORMS else "unknown"

        def answer(reply: Reply) -> None:
            self.under_way -= 1
            if reply.tokens:
                connection.show(reply.tokens)
            self._observe(name, verdict(reply.answer), time.perf_counter() - began)
            done(reply.answer)

        self.under_way += 1
        connection.used_at = time.monotonic()
        try:
            self._check_rate(connection, event)
            form = self._read(event, payload)
            if event in self._refused_events:
                raise Refusal("restarting", "The table is about to restart; please try again in a moment.")
            self._check_games(connection, event, form)
        except Refusal as no:
            answer(Reply(refusal(no.code, no.message)))
            return
        try:
            self._desk.event(connection.client(), event, form, answer)
        except Exception:
            _log.exception("the event %.40r failed", event)
            answer(Reply(refusal("internal", "Something went wrong here; please try again.")))

    def refuse_new_games(self) -> None:
        """Refuses from now on the events that start a game, because the server will restart soon."""
        self._refused_events = BEGINNINGS

    def refuse_all(self) -> None:
        """Refuses every event from now on."""
        self._refused_events = frozenset(FORMS)

    def _count(self, connection: Connection) -> None:
        """Counts an event against the rates of connection and address. Raises ``Refusal`` if one is exceeded."""
        if self._windows.hit(self._events, "sid", connection.sid) and self._windows.hit(
            self._address, "from", connection.address
        ):
            return
        connection.strikes += 1
        _seldom.warning("events are refused as too many (FOURTHOUGHT_EVENT_RATE, FOURTHOUGHT_ADDRESS_RATE)")
        if connection.strikes == self._strikes:
            self._close(connection)
        raise Refusal("rate_limited", _TOO_FAST)

    def forget(self, connection: Connection) -> None:
        """Forgets the counts of a closed connection."""
        self._windows.forget(self._events, "sid", connection.sid)
        self._windows.forget(self._aims, "aim", connection.sid)

    def _check_rate(self, connection: Connection, event: Any) -> None:
        if event == "aim":
            if not self._windows.hit(self._aims, "aim", connection.sid):
                self._count(connection)  # an aim above the rate of aims counts as an event
            elif self._windows.hit(self._address, "aims from", connection.address):
                return
            raise Refusal("rate_limited", _TOO_FAST)
        self._count(connection)

    def _check_games(self, connection: Connection, event: str, form: Form) -> None:
        """Counts a game that the event may start: a new one, or a rematch offered or accepted."""
        begins = event in BEGINNINGS or getattr(form, "what", None) == "rematch"
        if begins and not self._windows.hit(self._games, "address", connection.address):
            _seldom.warning("new games are refused: an address has begun too many (FOURTHOUGHT_GAME_RATE)")
            raise Refusal("rate_limited", "Too many games were begun from your address; please wait a while.")

    @staticmethod
    def _read(event: Any, payload: tuple[Any, ...]) -> Form:
        if not isinstance(event, str) or event not in FORMS:
            raise Refusal("bad_request", f"There is no event called {str(event)[:40]!r}.")
        if len(payload) != 1 or not isinstance(payload[0], dict):
            raise Refusal("bad_request", f"{event} needs exactly one object.")
        try:
            return read(event, payload[0])
        except msgspec.ValidationError as error:
            raise Refusal("bad_request", f"{event} is malformed: {str(error)[:200]}") from None
        except RecursionError:
            raise Refusal("bad_request", f"{event} is malformed: it is nested too deeply") from None
