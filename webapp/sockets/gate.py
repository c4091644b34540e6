"""The one gate before every event: known name, rate, form; behind it authority and the handler; and always an answer.

Size is bounded before anything is decoded (``packets.py`` and ``server.py``). Whatever happens, the sender gets
``{ok: true, ...}`` or ``{ok: false, error: {code, message}}``, and never a traceback.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import msgspec
from limits import parse
from limits.strategies import FixedWindowRateLimiter

from webapp.play.game.access import key_of
from webapp.play.game.refusals import Refusal
from webapp.play.ports import StoreError
from webapp.process import logs
from webapp.sockets.rate_windows import Windows
from webapp.sockets.schemas import FORMS, Form, read

_log = logging.getLogger(__name__)

_TOKENS_KEPT = 8
_TOO_FAST = "That was too fast; please wait a few seconds."
_LISTENING = frozenset({"join", "watch_thinking", "aim", "look"})
"""Events that change no game: a player's own rate is for the others."""
_WAITING = ("hint", "preview")
"""Events whose answer waits for a search."""


@dataclass(eq=False)
class Connection:
    """One client as long as it is connected: where its page is from, and the tokens it has shown."""

    sid: str
    address: str
    origin: str = ""
    tokens: dict[str, tuple[str, ...]] = field(default_factory=dict)
    strikes: int = 0

    def remember(self, game_id: str, tokens: tuple[str, ...]) -> None:
        """Keep the tokens of a game; of the last few games only."""
        known = self.tokens.pop(game_id, ())
        self.tokens[game_id] = (*known, *(token for token in tokens if token not in known))[-4:]
        while len(self.tokens) > _TOKENS_KEPT:
            del self.tokens[next(iter(self.tokens))]

    def held(self, game_id: str, *more: str | None) -> tuple[str, ...]:
        """The tokens it holds for a game."""
        return (*self.tokens.get(game_id, ()), *(token for token in more if token))


@dataclass(frozen=True, slots=True)
class Rates:
    """How much may come, each as "100 per 10 seconds".

    ``events`` of one connection, of one ``player`` at one table over all their connections, of one ``address``;
    ``aims`` of a connection, which count for themselves and are only dropped; ``games`` begun from an address.
    """

    events: str
    player: str
    address: str
    aims: str
    games: str


Handler = Callable[[Connection, Any], dict[str, Any]]
Observe = Callable[[str, str, float], None]
"""Is told of every event: its name, the verdict ("ok" or the refusal's code), and the seconds it took."""

BEGINNINGS = frozenset({"new_game", "rematch"})
"""Events that begin something: the first to be refused when the table is about to restart."""


def refusal(code: str, message: str) -> dict[str, Any]:
    """The acknowledgement that says no."""
    return {"ok": False, "error": {"code": code, "message": message}}


class Gate:
    """Lets events through to their handlers.

    Args:
        handlers: one for each event of ``schemas.FORMS``; it gives the acknowledgement's fields, or raises Refusal.
        rates: how much may come.
        strikes: events beyond the rate after which ``close`` is called with the connection.
        courtesy: inside it, searches give way to the answer; not where the answer waits for a search.
    """

    def __init__(
        self,
        handlers: dict[str, Handler],
        *,
        rates: Rates,
        strikes: int,
        close: Callable[[Connection], None],
        observe: Observe = lambda _event, _verdict, _seconds: None,
        courtesy: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        if handlers.keys() != FORMS.keys():
            raise ValueError(f"handlers and forms differ: {sorted(handlers.keys() ^ FORMS.keys())}")
        self._handlers = handlers
        self._events, self._player, self._address = map(parse, (rates.events, rates.player, rates.address))
        self._aims, self._games = parse(rates.aims), parse(rates.games)
        self._windows = Windows()
        self._hit = FixedWindowRateLimiter(self._windows).hit
        self._strikes, self._close, self._observe, self._courtesy = strikes, close, observe, courtesy
        self._shut: frozenset[str] = frozenset()
        self._under_way = 0
        self._idle = threading.Condition()

    def admit(self, connection: Connection, event: Any, payload: tuple[Any, ...]) -> dict[str, Any]:
        """Handle one event and give its acknowledgement. Never raises."""
        began = time.perf_counter()
        with self._idle:
            self._under_way += 1
        try:
            with nullcontext() if event in _WAITING else self._courtesy():
                answer = self._answer(connection, event, payload)
        finally:
            with self._idle:
                self._under_way -= 1
                self._idle.notify_all()
        known = event if isinstance(event, str) and event in FORMS else "unknown"
        self._observe(known, "ok" if answer["ok"] else answer["error"]["code"], time.perf_counter() - began)
        return answer

    def shut(self, *, all_events: bool = False) -> None:
        """The table is about to restart: nothing new is begun any more, or nothing is done at all."""
        self._shut = frozenset(FORMS) if all_events else BEGINNINGS

    def wait_until_idle(self, seconds: float) -> bool:
        """Whether every event that had come in was acknowledged within that time."""
        with self._idle:
            return self._idle.wait_for(lambda: self._under_way == 0, seconds)

    def _answer(self, connection: Connection, event: Any, payload: tuple[Any, ...]) -> dict[str, Any]:
        try:
            self._check_rate(connection, event)
            form = self._read(event, payload)
            if event in self._shut:
                raise Refusal("restarting", "The table is about to restart; please try again in a moment.")
            self._check_player(connection, event, form)
            with self._about(connection, form):
                return self._handle(connection, event, form)
        except Refusal as no:
            return refusal(no.code, no.message)

    def _handle(self, connection: Connection, event: str, form: Form) -> dict[str, Any]:
        try:
            answer = {"ok": True, **self._handlers[event](connection, form)}
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

    @staticmethod
    def _about(connection: Connection, form: Form) -> AbstractContextManager[None]:
        game: str | None = getattr(form, "game_id", None)
        token = next(iter(connection.held(game)), None) if game else None
        return logs.about(game=game, key=key_of(token) if token else None, request=getattr(form, "request_id", None))

    def count(self, connection: Connection) -> None:
        """Count something that came in against the rates of its connection and address; raises Refusal beyond them."""
        if self._hit(self._events, "sid", connection.sid) and self._hit(self._address, "from", connection.address):
            return
        connection.strikes += 1
        if connection.strikes == self._strikes:
            self._close(connection)
        raise Refusal("rate_limited", _TOO_FAST)

    def forget(self, connection: Connection) -> None:
        """The connection is gone."""
        self._windows.clear(self._events.key_for("sid", connection.sid))
        self._windows.clear(self._aims.key_for("aim", connection.sid))

    def _check_rate(self, connection: Connection, event: Any) -> None:
        if event == "aim":
            if self._hit(self._aims, "aim", connection.sid):
                return
            self.count(connection)  # beyond their own rate they count against the sender
            raise Refusal("rate_limited", _TOO_FAST)
        self.count(connection)
        if event == "new_game" and not self._hit(self._games, "address", connection.address):
            raise Refusal("rate_limited", "Too many games were begun from your address; please wait a while.")

    def _check_player(self, connection: Connection, event: str, form: Form) -> None:
        game_id = getattr(form, "game_id", "")
        tokens = connection.held(game_id)
        if tokens and event not in _LISTENING and not self._hit(self._player, "player", game_id, key_of(tokens[0])):
            raise Refusal("rate_limited", _TOO_FAST)

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
