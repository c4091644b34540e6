"""Defines the desk: the one way from the connections to the tables.

In front of the desk are sockets, gate and pages, which hold no game; behind the desk one owner holds the tables. News
goes the other way, through ``webapp.play.ports.Publisher``. Everything that crosses is a struct or plain data, so the
two sides may be two processes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from engine.text import Text, wire
from webapp.play.desk.answers import Error, Refused
from webapp.play.game.wire import Form, Readiness

TOKENS_OF_GAME = 4
"""The tokens that a connection shows for one game, at most: the last ones count."""


class Place(msgspec.Struct, frozen=True):
    """Tells where a connection is.

    Args:
        game_id: the table of the connection.
        watching: the game whose minds the connection watches.
        tree: whether the page also shows the watched game's trees.
        truth: whether the page also asks for the truth beside an engine's opinion.
    """

    game_id: str | None = None
    watching: str | None = None
    tree: bool = False
    truth: bool = False


class Caller(msgspec.Struct, frozen=True):
    """Describes the sender of an event.

    Args:
        sid: the connection.
        address: the connection's IP address.
        origin: the address of the server as the client calls it, for links.
        tokens: by game, the tokens shown by the client.
        plays_elsewhere: whether the client plays a person in a game of another owner (``Desk.plays``).
    """

    sid: str
    address: str
    origin: str = ""
    tokens: dict[str, tuple[str, ...]] = {}
    plays_elsewhere: bool = False


class Reply(msgspec.Struct, frozen=True):
    """Answers an event.

    Args:
        answer: the acknowledgement, a ``Granted`` or ``Refused``; plain data where another process has answered.
        tokens: by game, the tokens that the connection shows from now on, also after a refusal.
    """

    answer: Any
    tokens: dict[str, tuple[str, ...]] = {}


class Page(msgspec.Struct, frozen=True):
    """Describes a connection that comes to an owner in the middle of a game."""

    caller: Caller
    place: Place


class Desk(Protocol):
    """Takes the events of all connections. All methods are called in the loop, and none of them waits."""

    def connect(self, sid: str) -> None:
        """Notes a new connection, before the first event of the connection."""

    def event(self, caller: Caller, event: str, form: Form, done: Callable[[Reply], object]) -> None:
        """Carries out an event, checked by the gate, and calls ``done`` with the reply in the loop, now or later.

        A request with the number of an earlier one of the same game counts once, so a caller may ask again.

        Args:
            caller: the sender.
            event: a key of ``FORMS``.
            form: the event's form.
            done: takes the reply.
        """

    def disconnect(self, sid: str) -> None:
        """Takes a connection out of everything kept here; does nothing for a connection that has gone."""

    def connected(self) -> set[str]:
        """Returns all connections known here."""

    def attach(self, pages: list[Page]) -> None:
        """Takes over connections from another owner: each goes to its place and is sent the whole game."""

    def plays(self, tokens: dict[str, tuple[str, ...]]) -> bool:
        """Tells whether a holder of these tokens, by game, plays a person in one of the games here, without help."""

    def readiness(self) -> Readiness:
        """Returns the readiness of the engine."""


def refusal(code: str, message: str) -> Refused:
    """Returns the acknowledgement of a refused event."""
    return Refused(error=Error(code, str(message), wire(message) if isinstance(message, Text) else UNSET))


def verdict(answer: Any) -> str:
    """Returns "ok" for the acknowledgement of a granted event, and else the code of the refusal."""
    if isinstance(answer, dict):
        return "ok" if answer["ok"] else str(answer["error"]["code"])
    return answer.error.code if isinstance(answer, Refused) else "ok"
