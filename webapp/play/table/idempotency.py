"""Keeps the creation of games idempotent: a request sent again, because its answer was lost, leads to the same game."""

from __future__ import annotations

import base64
import hmac
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from webapp.play.game.access import new_token
from webapp.play.game.refusals import Refusal
from webapp.play.steps import Turn
from webapp.play.table.founding import ID_LENGTH, ID_LETTERS

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

    The answer holds the tokens of the seats, and the number of a request is no secret: the number is in the log. From
    a secret of the page the id of the game and the tokens are derived (RFC 2104, HMAC). So the same request leads to
    the same game in any process, whatever the others remember.

    Args:
        sender: the name of the page.
        number: the number of the request.
        secret: 256 random bits known to the page alone, or None.
    """

    sender: str
    number: str
    secret: str | None = field(default=None, repr=False)

    @property
    def game_id(self) -> str | None:
        """Returns the id of the game; None without a secret: any new one."""
        if self.secret is None:
            return None
        number, letters = int.from_bytes(self._derive("game")), []
        for _ in range(ID_LENGTH):
            number, letter = divmod(number, len(ID_LETTERS))
            letters.append(ID_LETTERS[letter])
        return "".join(letters)

    def token(self, purpose: str) -> str:
        """Returns a token for a seat or the table: derived from the secret, without a secret a new one."""
        if self.secret is None:
            return new_token()
        return base64.urlsafe_b64encode(self._derive(f"token of {purpose}")).rstrip(b"=").decode()

    def _derive(self, purpose: str) -> bytes:
        return hmac.digest((self.secret or "").encode(), f"{purpose}, request {self.number}".encode(), "sha256")


@dataclass(eq=False, slots=True)
class _Attempt:
    content: Any
    turn: Turn = field(default_factory=Turn)
    game: NewGame | None = None


class NewGames:
    """Remembers the last games created by requests."""

    def __init__(self) -> None:
        self._attempts: OrderedDict[Request, _Attempt] = OrderedDict()

    async def create_once(self, request: Request, content: Any, create: Callable[[], Awaitable[NewGame]]) -> NewGame:
        """Returns the game of a request, created once for any number of calls.

        Raises:
            Refusal: the same request was made before with other content.
        """
        attempt = self._attempts.setdefault(request, _Attempt(content))
        while len(self._attempts) > _KEPT:
            self._attempts.popitem(last=False)
        if attempt.content != content:
            raise Refusal("bad_request", "This request was made before, for another game.")
        await attempt.turn.wait()
        try:
            if attempt.game is None:
                attempt.game = await create()
            return attempt.game
        finally:
            attempt.turn.release()
