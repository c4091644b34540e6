"""Holds the steps common to the handlers of many events."""

from __future__ import annotations

from typing import Any

from webapp.play.audience.presence import Presence
from webapp.play.game import commands as c
from webapp.play.game.access import key_of
from webapp.play.owner.sender import Sender
from webapp.play.table.tables import Tables


class Handlers:
    """Lets handlers perform commands and tell presence about tokens: the base of groups of handlers."""

    def __init__(self, tables: Tables, presence: Presence) -> None:
        self._tables, self._presence = tables, presence

    def _perform(self, sender: Sender, form: Any, command: c.Command) -> dict[str, Any]:
        """Performs a command with the tokens of the connection; returns the acknowledgement."""
        return self._tables.perform(form.game_id, command, sender.tokens_of(form.game_id), form.request_id)

    def _update_presence(self, sender: Sender, game_id: str) -> None:
        """Tells presence the tokens shown by a connection for a game, which may have changed."""
        self._presence.set_keys(sender.sid, game_id, map(key_of, sender.tokens_of(game_id)))
