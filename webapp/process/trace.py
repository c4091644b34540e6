"""Tells the way of an event through the server in words, with the milliseconds since it came.
``FOURTHOUGHT_TRACE=GAME`` wraps the ports through which every event of a game passes: the desk, the store, and the
sending of news. Without the setting nothing is wrapped."""

import logging
import time
from typing import Any

_log = logging.getLogger("webapp.trace")
ALL = "all"
_KEPT = 256


class Trace:
    """Writes a line of the log for each step of the events of one game, or of ``ALL``."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._began: dict[str, float] = {}
        _log.setLevel(logging.INFO)

    def begin(self, game: str, words: str) -> None:
        """Tells the first step. The times of the game count from here."""
        self._began.pop(game, None)
        self._began[game] = time.perf_counter()
        if len(self._began) > _KEPT:
            del self._began[next(iter(self._began))]
        self.tell(game, words)

    def tell(self, game: str, words: str) -> None:
        """Tells a further step."""
        if self._game in (ALL, game):
            since = 1000 * (time.perf_counter() - self._began.get(game, time.perf_counter()))
            _log.info("game %s, after %.1f ms: %s", game or "(none yet)", since, words)


class _Traced:
    """Passes everything on to a port but what a subclass tells."""

    def __init__(self, port: Any, trace: Trace) -> None:
        self._port, self._trace = port, trace

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)


class TracedDesk(_Traced):
    """Tells when an event of a page has passed the checks of rate and form, and how it was answered."""

    def event(self, client: Any, event: str, form: Any, done: Any) -> None:
        game = getattr(form, "game_id", None) or ""
        self._trace.begin(game, f"{event} from a page: not too many, and its form is right")

        def answer(reply: Any) -> None:
            said = reply.answer
            verdict = "yes" if getattr(said, "ok", False) else f"no ({getattr(said.error, 'code', '')})"
            self._trace.tell(game or getattr(said, "game_id", "") or "", f"the page is answered: {verdict}")
            done(reply)

        self._port.event(client, event, form, answer)


class TracedStore(_Traced):
    """Tells how long an event waits for the thread that writes, and for the database."""

    async def create(self, game: str, first: Any) -> None:
        self._trace.begin(game, "a new game is decided, and waits for the database")
        await self._port.create(game, first)
        self._trace.tell(game, "the game is stored")

    async def append(self, game: str, more: Any, line: int) -> None:
        names = ", ".join(type(one.event).__name__ for one in more)
        self._trace.tell(game, f"{names}: decided by the rules, and waits for the database")
        await self._port.append(game, more, line)
        self._trace.tell(game, f"{names}: stored")


class TracedPublisher(_Traced):
    """Tells when news of a game go to the pages at the table."""

    def game(self, game_id: str, payload: Any, to: Any = None) -> None:
        self._trace.tell(game_id, "the news go to " + ("every page at the table" if to is None else "one page"))
        self._port.game(game_id, payload, to)
