"""New games by the requests that asked for them: asked for again, because its answer was lost, it is the same game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from webapp.play.game.refusals import Refusal

_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Opened:
    """A new game, and the tokens of its seats (None for an engine's) and of its table."""

    game_id: str
    seat_tokens: tuple[str | None, str | None]
    table_token: str | None


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, by something that nobody else can name, and which of their requests it is.

    The answer holds the tokens of the seats, and the ``number`` of a request is no secret: it is in the log.
    """

    asker: str
    number: str


@dataclass(eq=False, slots=True)
class _Opening:
    content: Any
    lock: threading.Lock = field(default_factory=threading.Lock)
    opened: Opened | None = None


class Openings:
    """Remembers the last games that were opened. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[Request, _Opening] = OrderedDict()

    def once(self, request: Request, content: Any, make: Callable[[], Opened]) -> Opened:
        """The game of this request: made once, however often and from however many threads it is asked for.

        Args:
            content: what is asked for; the same request may not ask for something else.
            make: makes it; what it raises is raised here, and the request counts as not made.

        Raises:
            Refusal: this request was for something else.
        """
        with self._lock:
            opening = self._known.setdefault(request, _Opening(content))
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        if opening.content != content:
            raise Refusal("bad_request", "This request was made before, for another game.")
        with opening.lock:
            if opening.opened is None:
                opening.opened = make()
            return opening.opened
