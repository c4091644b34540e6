"""Shows the handlers the sender of one event, and remembers the tokens which the event has shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from webapp.play.desk.port import TOKENS_OF_GAME, Caller
from webapp.play.game.access import key_of


class Sender:
    """Holds the caller of one event and the tokens shown so far, with those of the event."""

    __slots__ = ("address", "caller", "game_id", "keys", "learnt", "origin", "sid")

    def __init__(self, caller: Caller, game_id: str = "") -> None:
        self.caller, self.game_id = caller, game_id
        self.sid, self.address, self.origin = caller.sid, caller.address, caller.origin
        self.learnt: dict[str, tuple[str, ...]] = {}
        self.keys = [key_of(token) for token in caller.tokens.get(game_id, ())]
        """The hashes of the tokens shown for the game of the event."""

    def remember(self, game_id: str, tokens: tuple[str, ...]) -> None:
        """Adds tokens to those of a game."""
        earlier = self.tokens_of(game_id)
        self.learnt[game_id] = (*earlier, *(token for token in tokens if token not in earlier))[-TOKENS_OF_GAME:]
        if game_id == self.game_id:
            self.keys = self.keys_of(game_id)

    def tokens_of(self, game_id: str) -> tuple[str, ...]:
        """Returns the tokens of a game shown by the client."""
        return self.learnt.get(game_id) or self.caller.tokens.get(game_id, ())

    def keys_of(self, game_id: str) -> list[str]:
        """Returns the hashes of these tokens."""
        return [key_of(token) for token in self.tokens_of(game_id)]

    def tokens(self) -> dict[str, tuple[str, ...]]:
        """Returns the tokens of all games, by game."""
        return {**self.caller.tokens, **self.learnt}


Handler = Callable[[Sender, Any], msgspec.Struct | Awaitable[msgspec.Struct]]
"""Carries out an event: returns the acknowledgement, at once or later, or raises ``Refusal``."""
