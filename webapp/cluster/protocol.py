"""Defines what a front asks a host, and what a host sends the pages of a front."""

from typing import Any

import msgspec

from webapp.cluster.line.messages import NO_SHARD
from webapp.play.desk.forms import FORMS
from webapp.play.desk.port import Client, Place
from webapp.play.game.wire import Form
from webapp.play.table.new_games import Request
from webapp.storage.fence import shard_of

EVENT, ATTACH, PLAYS, DISCONNECT = "event", "attach", "plays", "disconnect"
"""The questions. Their bodies are an ``Event``, a list of ``Page``, tokens by game, and the name of a connection."""
THOUGHTS, SHORTENED, KEPT = "thoughts", "thinking", "kept"
"""News of what an engine thinks, the same in a form of earlier releases, which is passed over, and of shards that a
host could not give away: it has forgotten the pages there."""
LOBBY = 0
"""The shard whose owner has the queue of people who look for a partner."""
_OF_LOBBY = frozenset({"find", "stop_finding"})
EVERYWHERE = frozenset({"use_code", "shown_tables"})
"""Events for all hosts: each host knows the codes and the shown tables of its own games."""
COMINGS = frozenset({"new_game", "join", "watch_thinking"})
"""Events that bring a page to a table or change its place there. A host carries out those of a page in order."""


class UnknownError(Exception):
    """Says that this release does not know the event or the form."""


class Event(msgspec.Struct, frozen=True, array_like=True):
    """Asks the desk to carry out an event of a client."""

    sender: Client
    event: str
    form: msgspec.Raw

    def read(self) -> Form:
        """Returns the form, its fields checked again. Raises UnknownError for what only a newer release knows."""
        try:
            return msgspec.msgpack.decode(self.form, type=FORMS[self.event])
        except (KeyError, msgspec.ValidationError) as error:
            raise UnknownError(f"{self.event}: {error}") from None


def shard_of_event(event: str, form: Form) -> int:
    """Returns the shard of the game of an event, or ``NO_SHARD``. Fronts and hosts compute the same."""
    if event in _OF_LOBBY:
        return LOBBY
    game_id = getattr(form, "game_id", None)
    if isinstance(game_id, str):
        return shard_of(game_id)
    secret, number = getattr(form, "secret", None), getattr(form, "request_id", None)
    if secret and number and event not in EVERYWHERE:
        return shard_of(Request(number, secret).game_id)
    return NO_SHARD


class Placed(msgspec.Struct, frozen=True, array_like=True):
    """Gives the new place of a connection."""

    sid: str
    place: Place


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """Holds a message for all pages at a table, or for the connections ``to``."""

    game_id: str
    payload: Any
    to: list[str] | None = None
    sender: str = ""
