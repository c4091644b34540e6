"""Keeps the creation of games idempotent: a request sent again, because its answer was lost, leads to the same game."""

from __future__ import annotations

import base64
import hmac
from dataclasses import dataclass, field

from webapp.play.table.founding import ID_LENGTH, ID_LETTERS


@dataclass(frozen=True, slots=True)
class Request:
    """Identifies a request for a game: by a number, and by a secret of the sender.

    The answer holds the tokens of the seats, and the number of a request is no secret: the number is in the log. From
    the secret the id of the game and the tokens are derived (RFC 2104, HMAC). So the same request leads to the same
    game in any process, whatever the others remember.
    """

    number: str
    secret: str = field(repr=False)

    @property
    def game_id(self) -> str:
        """Returns the id of the game."""
        number, letters = int.from_bytes(self._derive("game")), []
        for _ in range(ID_LENGTH):
            number, letter = divmod(number, len(ID_LETTERS))
            letters.append(ID_LETTERS[letter])
        return "".join(letters)

    def token(self, purpose: str) -> str:
        """Returns the token for a seat or the table."""
        return base64.urlsafe_b64encode(self._derive(f"token of {purpose}")).rstrip(b"=").decode()

    def _derive(self, purpose: str) -> bytes:
        return hmac.digest(self.secret.encode(), f"{purpose}, request {self.number}".encode(), "sha256")
