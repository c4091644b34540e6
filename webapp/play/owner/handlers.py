"""Holds the steps common to the handlers of many events."""

from __future__ import annotations

from collections.abc import Awaitable

from webapp.play.audience.presence import Presence
from webapp.play.desk.answers import Acknowledged, You
from webapp.play.game import commands as c
from webapp.play.owner.sender import Handler, Sender
from webapp.play.table.table import Table
from webapp.play.table.tables import Tables


class Handlers:
    """Lets handlers perform commands and tell presence about tokens: the base of groups of handlers."""

    def __init__(self, tables: Tables, presence: Presence) -> None:
        self._tables, self._presence = tables, presence

    def _perform(self, sender: Sender, form: c.Command, command: c.AnyCommand | None = None) -> Awaitable[Acknowledged]:
        """Performs an event as a command, or ``command`` in its place, with the tokens of the connection."""
        return self._tables.perform(form.game_id, command or form, sender.keys, form.request_id)

    def _update_presence(self, sender: Sender, game_id: str) -> None:
        """Tells presence the tokens shown by a connection for a game, which may have changed."""
        self._presence.set_keys(sender.sid, game_id, sender.keys_of(game_id))


def handlers_of(group: object) -> dict[str, Handler]:
    """Returns the handlers in a group, by event: the handler of ``move`` is the method ``on_move``."""
    return {name.removeprefix("on_"): getattr(group, name) for name in dir(group) if name.startswith("on_")}


def you(table: Table, sender: Sender) -> You:
    """Returns the seats and rights of the sender at a table."""
    rights = table.rights(sender.keys_of(table.state.game_id))
    return You(sorted(rights.own), rights.controls)
