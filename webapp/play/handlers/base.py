"""Holds what all handlers share: the sender of an event, and commands with the sender's tokens."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from webapp.play.audience.presence import Presence
from webapp.play.desk.answers import Acknowledged, You
from webapp.play.desk.port import TOKENS_OF_GAME, Client
from webapp.play.game import commands as c
from webapp.play.game.access import key_of, rights_of
from webapp.play.table.table import Table
from webapp.play.table.tables import Tables


class Sender:
    """Holds who sent an event, with the tokens shown so far and those of the event."""

    __slots__ = ("address", "client", "game_id", "keys", "learnt", "may_play_elsewhere", "origin", "sid")

    def __init__(self, client: Client, game_id: str = "") -> None:
        self.client, self.game_id = client, game_id
        self.sid, self.address, self.origin = client.sid, client.address, client.origin
        self.learnt: dict[str, tuple[str, ...]] = {}
        self.keys = [key_of(token) for token in client.tokens.get(game_id, ())]
        """The hashes of the tokens shown for the game of the event."""
        self.may_play_elsewhere = client.plays_elsewhere or len(client.tokens) > (game_id in client.tokens)
        """Whether the client has shown tokens of another game. Most senders of a move have not."""

    def remember(self, game_id: str, tokens: tuple[str, ...]) -> None:
        """Adds tokens to those of a game. Of too many the oldest are forgotten, and none that is shown again now."""
        earlier = (token for token in self.tokens_of(game_id) if token not in tokens)
        self.learnt[game_id] = (*earlier, *dict.fromkeys(tokens))[-TOKENS_OF_GAME:]
        if game_id == self.game_id:
            self.keys = self.keys_of(game_id)

    def tokens_of(self, game_id: str) -> tuple[str, ...]:
        """Returns the tokens shown for a game."""
        return self.learnt.get(game_id) or self.client.tokens.get(game_id, ())

    def keys_of(self, game_id: str) -> list[str]:
        """Returns the hashes of these tokens."""
        return [key_of(token) for token in self.tokens_of(game_id)]

    def tokens(self) -> dict[str, tuple[str, ...]]:
        """Returns the tokens of all games, by game."""
        return {**self.client.tokens, **self.learnt}


Handler = Callable[[Sender, Any], msgspec.Struct | Awaitable[msgspec.Struct]]
"""Carries out an event: returns the acknowledgement, now or later, or raises ``Refusal``."""


class Handlers:
    """Performs commands and tells presence about tokens: the base of groups of handlers."""

    def __init__(self, tables: Tables, presence: Presence) -> None:
        self._tables, self._presence = tables, presence

    def _perform(self, sender: Sender, form: c.Command, command: c.AnyCommand | None = None) -> Awaitable[Acknowledged]:
        """Performs an event as a command, or ``command`` in its place, with the tokens of the sender."""
        return self._tables.perform(form.game_id, command or form, sender.keys, form.request_id)

    def _update_presence(self, sender: Sender, game_id: str) -> None:
        """Tells presence the tokens shown for a game, which may have changed."""
        self._presence.set_keys(sender.sid, game_id, sender.keys_of(game_id))


def handlers_of(group: object) -> dict[str, Handler]:
    """Returns the handlers in a group, by event: the handler of ``move`` is the method ``on_move``."""
    return {name.removeprefix("on_"): getattr(group, name) for name in dir(group) if name.startswith("on_")}


def you(table: Table, sender: Sender) -> You:
    """Returns the seats and rights of the sender at a table."""
    rights = rights_of(table.state, sender.keys_of(table.state.game_id))
    return You(sorted(rights.own), rights.controls)
