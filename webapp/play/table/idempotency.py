"""Keeps the creation of games idempotent: a request sent again, because its answer was lost, leads to the same game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from webapp.play.game.refusals import Refusal

_KEPT = 1000


@dataclass(frozen=True, slots=True)
class NewGame:
    """Holds the id of a new game, and the tokens of the seats (None for an engine's) and of the table."""

    game_id: str
    seat_tokens: tuple[str | None, str | None]
    table_token: str | None


@dataclass(frozen=True, slots=True)
class Request:
    """Identifies a request for a game: by the sender, under a name known to no other page, and by a number.

    The answer holds the tokens of the seats, and the number of a request is no secret: the number is in the log.
    """

    sender: str
    number: str


@dataclass(eq=False, slots=True)
class _Attempt:
    content: Any
    lock: threading.Lock = field(default_factory=threading.Lock)
    game: NewGame | None = None


class NewGames:
    """Remembers the last games created by requests. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._attempts: OrderedDict[Request, _Attempt] = OrderedDict()

    def create_once(self, request: Request, content: Any, create: Callable[[], NewGame]) -> NewGame:
        """Returns the game of a request, created once for any number of calls and threads.

        Args:
            request: the request.
            content: the wishes for the game; a repeated request must have the same content.
            create: creates the game; an error is raised here, and the request counts as not made.

        Raises:
            Refusal: the same request was made before with other content.
        """
        with self._lock:
            attempt = self._attempts.setdefault(request, _Attempt(content))
            while len(self._attempts) > _KEPT:
                self._attempts.popitem(last=False)
        if attempt.content != content:
            raise Refusal("bad_request", "This request was made before, for another game.")
        with attempt.lock:
            if attempt.game is None:
                attempt.game = create()
            return attempt.game
