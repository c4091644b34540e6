"""Checks every event before its handler: the name, the rates, the form.

Sizes are bounded before anything is decoded (``packets.py`` and ``server.py``), and the rights of the sender are
checked behind the handler (``play/game/access.py``). The sender always gets ``{ok: true, ...}`` or
``{ok: false, error: {code, message}}``, and never a traceback.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

import msgspec
from limits import parse
from limits.strategies import FixedWindowRateLimiter

from webapp.play.game.access import key_of
from webapp.play.game.refusals import Refusal
from webapp.play.ports import StoreError
from webapp.process import logs
from webapp.sockets.fields import Form
from webapp.sockets.rate_windows import Windows
from webapp.sockets.schemas import FORMS, read
from webapp.sockets.transport.packets import refusal

_log = logging.getLogger(__name__)

_TOKENS_KEPT = 8
_TOO_FAST = "That was too fast; please wait a few seconds."
_READ_ONLY = frozenset({"join", "watch_thinking", "aim", "look"})
"""Events which change no game, and do not count against the rate of a player."""
_WAITS_FOR_SEARCH = ("hint", "preview", "why", "mistake")
"""Events acknowledged only after a search."""
_QUESTIONS = frozenset({"hint", "preview", "why_not", "why", "answers", "review", "mistake"})
"""Events that take the engine's time; no game changes."""
ENGINES_WORD = _QUESTIONS | {"watch_thinking"}
"""Events answered with the engine's word on a game: refused while the engine must be silent about the game."""
QUESTIONS_AT_ONCE = 8
"""Questions to the engine under way at once from one IP address; a page asks one after the other."""


@dataclass(eq=False)
class Connection:
    """Holds the facts about one connected client of Socket.IO.

    Args:
        sid: the client's id.
        address: the client's IP address.
        origin: the address of this server as the client calls it, for links.
        eio_sid: the id of the client's websocket.
        tokens: by game, the tokens shown by the client.
        strikes: the number of events beyond the rates.
    """

    sid: str
    address: str
    origin: str = ""
    eio_sid: str = ""
    tokens: dict[str, tuple[str, ...]] = field(default_factory=dict)
    strikes: int = 0

    def remember(self, game_id: str, tokens: tuple[str, ...]) -> None:
        """Keeps the tokens of a game, and forgets the tokens of all but the last few games."""
        earlier = self.tokens.pop(game_id, ())
        self.tokens[game_id] = (*earlier, *(token for token in tokens if token not in earlier))[-4:]
        while len(self.tokens) > _TOKENS_KEPT:
            del self.tokens[next(iter(self.tokens))]

    def tokens_of(self, game_id: str) -> tuple[str, ...]:
        """Returns the tokens of a game shown by the client."""
        return self.tokens.get(game_id, ())


@dataclass(frozen=True, slots=True)
class Rates:
    """Holds the most events in a time, each as "100 per 10 seconds".

    Args:
        events: of one connection.
        player: of one player at one table, over all connections.
        address: of one IP address; of pointer positions as many again.
        aims: pointer positions of one connection, counted apart; more are dropped.
        games: games begun from one IP address, rematches included.
    """

    events: str
    player: str
    address: str
    aims: str
    games: str


Handler = Callable[[Connection, Any], dict[str, Any]]
Observe = Callable[[str, str, float], None]
"""Receives the name of an event, the verdict ("ok" or the code of the refusal), and the seconds to the answer."""

BEGINNINGS = frozenset({"new_game", "rematch", "find"})
"""Events which begin a game: the first to be refused before a restart."""


class Gate:
    """Passes events to their handlers.

    Args:
        handlers: one for each event of ``schemas.FORMS``; each returns the fields of the acknowledgement, or raises
            Refusal.
        rates: the most events in a time.
        strikes: the number of events beyond the rates after which the connection is closed.
        close: closes a connection.
        observe: receives the verdict on every event.
        answering: the context of every answer, in which searches give way; not for answers of a search.
        refuse_help: raises Refusal for an event that would break the engine's silence.
        refuse_name: raises Refusal for a nickname which nobody may have.
    """

    def __init__(
        self,
        handlers: dict[str, Handler],
        *,
        rates: Rates,
        strikes: int,
        close: Callable[[Connection], None],
        observe: Observe = lambda _event, _verdict, _seconds: None,
        answering: Callable[[], AbstractContextManager[None]] = nullcontext,
        refuse_help: Callable[[Connection, str, Form], None] = lambda _connection, _event, _form: None,
        refuse_name: Callable[[str | None], None] = lambda _name: None,
    ) -> None:
        if handlers.keys() != FORMS.keys():
            raise ValueError(f"handlers and forms differ: {sorted(handlers.keys() ^ FORMS.keys())}")
        self._handlers = handlers
        self._events, self._player, self._address = map(parse, (rates.events, rates.player, rates.address))
        self._aims, self._games = parse(rates.aims), parse(rates.games)
        self._windows = Windows()
        self._hit = FixedWindowRateLimiter(self._windows).hit
        self._strikes, self._close, self._observe, self._answering = strikes, close, observe, answering
        self._refuse_help, self._refuse_name = refuse_help, refuse_name
        self._asking: Counter[str] = Counter()
        self._asking_lock = threading.Lock()
        self._refused_events: frozenset[str] = frozenset()
        self._under_way = 0
        self._idle = threading.Condition()

    def admit(self, connection: Connection, event: Any, payload: tuple[Any, ...]) -> dict[str, Any]:
        """Handles one event and returns the acknowledgement; never raises."""
        began = time.perf_counter()
        with self._idle:
            self._under_way += 1
        try:
            with nullcontext() if event in _WAITS_FOR_SEARCH else self._answering():
                answer = self._answer(connection, event, payload)
        finally:
            with self._idle:
                self._under_way -= 1
                self._idle.notify_all()
        name = event if isinstance(event, str) and event in FORMS else "unknown"
        self._observe(name, "ok" if answer["ok"] else answer["error"]["code"], time.perf_counter() - began)
        return answer

    def refuse_new_games(self) -> None:
        """Refuses from now on the events that begin a game, because the server is about to restart."""
        self._refused_events = BEGINNINGS

    def refuse_all(self) -> None:
        """Refuses from now on every event."""
        self._refused_events = frozenset(FORMS)

    def wait_until_idle(self, seconds: float) -> bool:
        """Waits for the events under way; returns whether all were acknowledged within ``seconds``."""
        with self._idle:
            return self._idle.wait_for(lambda: self._under_way == 0, seconds)

    def _answer(self, connection: Connection, event: Any, payload: tuple[Any, ...]) -> dict[str, Any]:
        try:
            self._check_rate(connection, event)
            form = self._read(event, payload)
            if event in self._refused_events:
                raise Refusal("restarting", "The table is about to restart; please try again in a moment.")
            self._check_player(connection, event, form)
            self._check_games(connection, event, form)
            with self._share_of_engine(connection, event), self._log_context(connection, form):
                return self._handle(connection, event, form)
        except Refusal as no:
            return refusal(no.code, no.message)

    def _handle(self, connection: Connection, event: str, form: Form) -> dict[str, Any]:
        try:
            self._refuse_help(connection, event, form)
            self._check_names(form)
            answer = {"ok": True, **self._handlers[event](connection, form)}
            self._refuse_help(connection, event, form)  # during a search another person may have come
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

    @contextmanager
    def _share_of_engine(self, connection: Connection, event: str) -> Iterator[None]:
        """Counts a question to the engine as under way; other events pass.

        Raises:
            Refusal: too many questions from the connection's address are under way.
        """
        if event not in _QUESTIONS:
            yield
            return
        address = connection.address
        with self._asking_lock:
            if self._asking[address] >= QUESTIONS_AT_ONCE:
                raise Refusal("rate_limited", "The engine still works on other questions from your address; ask again.")
            self._asking[address] += 1
        try:
            yield
        finally:
            with self._asking_lock:
                self._asking[address] -= 1
                if not self._asking[address]:
                    del self._asking[address]

    @staticmethod
    def _log_context(connection: Connection, form: Form) -> AbstractContextManager[None]:
        game: str | None = getattr(form, "game_id", None)
        token = next(iter(connection.tokens_of(game)), None) if game else None
        return logs.log_context(
            game=game, key=key_of(token) if token else None, request=getattr(form, "request_id", None)
        )

    def _count(self, connection: Connection) -> None:
        """Counts an event against the rates of the connection and of its address.

        Raises:
            Refusal: one of the rates is exceeded.
        """
        if self._hit(self._events, "sid", connection.sid) and self._hit(self._address, "from", connection.address):
            return
        connection.strikes += 1
        if connection.strikes == self._strikes:
            self._close(connection)
        raise Refusal("rate_limited", _TOO_FAST)

    def forget(self, connection: Connection) -> None:
        """Forgets the counts of a closed connection."""
        self._windows.clear(self._events.key_for("sid", connection.sid))
        self._windows.clear(self._aims.key_for("aim", connection.sid))

    def _check_rate(self, connection: Connection, event: Any) -> None:
        if event == "aim":
            if not self._hit(self._aims, "aim", connection.sid):
                self._count(connection)  # an aim above the rate of aims counts as an event
            elif self._hit(self._address, "aims from", connection.address):
                return
            raise Refusal("rate_limited", _TOO_FAST)
        self._count(connection)

    def _check_games(self, connection: Connection, event: str, form: Form) -> None:
        """Counts a game that the event may begin: a new game, or a rematch asked for or agreed to."""
        begins = event in BEGINNINGS or getattr(form, "what", None) == "rematch"
        if begins and not self._hit(self._games, "address", connection.address):
            raise Refusal("rate_limited", "Too many games were begun from your address; please wait a while.")

    def _check_names(self, form: Form) -> None:
        """Raises a refusal for an event with a nickname which nobody may have."""
        for name in (getattr(form, "name", None), *(seat.name for seat in getattr(form, "seats", ()))):
            self._refuse_name(name)

    def _check_player(self, connection: Connection, event: str, form: Form) -> None:
        game_id = getattr(form, "game_id", "")
        tokens = connection.tokens_of(game_id)
        if tokens and event not in _READ_ONLY and not self._hit(self._player, "player", game_id, key_of(tokens[0])):
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
