"""Defines the desk: the one way from the connections to the tables, and the publisher, the way back. In front of the
desk are sockets, gate and pages, which hold no game. Behind it one owner holds the tables. Only structs and plain data
cross, so the two sides may be two processes."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from engine.text import Text, wire
from webapp.play.desk.answers import Error, Refused
from webapp.play.desk.news import FoundGame, PeopleView, Reaction, ReviewView, TheirAim, ThinkingView
from webapp.play.game.views import GameView
from webapp.play.game.wire import Form, Readiness

TOKENS_OF_GAME = 4
"""The tokens that a connection shows for one game, at most: the last ones count."""


class Place(msgspec.Struct, frozen=True):
    """Tells the table of a connection, the game whose minds it watches, with their trees and with the truth, and
    whether its page is out of sight."""

    game_id: str | None = None
    watching: str | None = None
    tree: bool = False
    truth: bool = False
    hidden: bool = False


class Client(msgspec.Struct, frozen=True):
    """Describes the client that sends an event, with the tokens that it has shown, by game. ``origin`` is the server's
    address as the client calls it, for links. ``plays_elsewhere`` tells whether the client plays a person in a game of
    another owner (``Desk.plays``)."""

    sid: str
    address: str
    origin: str = ""
    tokens: dict[str, tuple[str, ...]] = {}
    plays_elsewhere: bool = False


class Reply(msgspec.Struct, frozen=True):
    """Answers an event by a ``Granted`` or ``Refused``, or by plain data from another process. ``tokens`` are those
    that the connection shows from now on, by game, also after a refusal."""

    answer: Any
    tokens: dict[str, tuple[str, ...]] = {}


class Page(msgspec.Struct, frozen=True):
    """Describes a connection that comes to an owner in the middle of a game."""

    client: Client = msgspec.field(name="caller")  # as earlier releases call it
    place: Place


class Desk(Protocol):
    """Takes the events of all connections. All methods are called in the loop and return without waiting."""

    def connect(self, sid: str) -> None:
        """Notes a new connection, before its first event."""

    def event(self, client: Client, event: str, form: Form, done: Callable[[Reply], object]) -> None:
        """Carries out an event of ``FORMS``, checked by the gate, and calls ``done`` with the reply, now or later. A
        request with the number of an earlier one of the same game counts once, so it may be sent again."""

    def disconnect(self, sid: str) -> None:
        """Forgets a connection, if it is known."""

    def connected(self) -> set[str]:
        """Returns all connections known here."""

    def attach(self, pages: list[Page]) -> None:
        """Takes over connections from another owner: each goes to its place and is sent the whole game."""

    def plays(self, tokens: dict[str, tuple[str, ...]]) -> bool:
        """Tells whether a holder of these tokens, by game, plays a person in one of the games here, without help."""

    def readiness(self) -> Readiness:
        """Returns the readiness of the engine."""


class Publisher(Protocol):
    """Sends messages to the pages, without waiting and without errors."""

    def place(self, sid: str, place: Place) -> None:
        """Sends a connection from now on the news of a table and the thoughts of a game, and no others."""

    def game(self, game_id: str, payload: GameView, to: Sequence[str] | None = None) -> None:
        """Sends everybody at a table, or the connections ``to``, the new state, with the event that led there."""

    def thinking(self, game_id: str, payload: ThinkingView) -> None:
        """Sends a digest to the pages that watch the engine think."""

    def review(self, game_id: str, payload: ReviewView) -> None:
        """Sends everybody at a table the marks of the moves so far."""

    def people(self, game_id: str, payload: PeopleView) -> None:
        """Sends everybody at a table the presence of the people."""

    def aim(self, game_id: str, payload: TheirAim, sender: str) -> None:
        """Sends the others at a table where the player ``sender`` points, and skips slow pages."""

    def reaction(self, game_id: str, payload: Reaction) -> None:
        """Sends everybody at a table a player's reaction."""

    def found(self, sid: str, payload: FoundGame) -> None:
        """Sends the connection ``sid`` the game with a stranger for which the person has waited."""

    def engine(self, payload: Readiness, to: Sequence[str] | None = None) -> None:
        """Sends everybody, or the connections ``to``, the readiness of the engine."""


def refusal(code: str, message: str) -> Refused:
    """Returns the acknowledgement of a refused event."""
    return Refused(error=Error(code, str(message), wire(message) if isinstance(message, Text) else UNSET))


def verdict(answer: Any) -> str:
    """Returns "ok" for the acknowledgement of a granted event, and else the code of the refusal."""
    if isinstance(answer, dict):
        return "ok" if answer["ok"] else str(answer["error"]["code"])
    return answer.error.code if isinstance(answer, Refused) else "ok"
