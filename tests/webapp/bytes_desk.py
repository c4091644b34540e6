"""Provides a desk and a publisher that let nothing but bytes through: each call is written, and read again beyond.

The tests of events run through both, so a value that cannot travel between two processes fails there.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from webapp.owner import Owner, build_owner
from webapp.play.desk.forms import FORMS
from webapp.play.desk.port import Client, Desk, Page, Place, Publisher, Reply
from webapp.play.game.wire import Form, Readiness

T = TypeVar("T")


def through(value: Any, kind: type[T]) -> T:
    """Returns a value after the way through MessagePack, as ``kind``."""
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value), type=kind)


class PlainDesk:
    """Implements ``Desk``: passes each call on to a desk as bytes."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def connect(self, sid: str) -> None:
        self.desk.connect(through(sid, str))

    def event(self, client: Client, event: str, form: Form, done: Callable[[Reply], object]) -> None:
        form = through(form, FORMS[event])
        self.desk.event(through(client, Client), event, form, lambda reply: done(through(reply, Reply)))

    def disconnect(self, sid: str) -> None:
        self.desk.disconnect(through(sid, str))

    def connected(self) -> set[str]:
        return through(self.desk.connected(), set[str])

    def attach(self, pages: list[Page]) -> None:
        self.desk.attach(through(pages, list[Page]))

    def plays(self, tokens: dict[str, tuple[str, ...]]) -> bool:
        return through(self.desk.plays(through(tokens, dict[str, tuple[str, ...]])), bool)

    def readiness(self) -> Readiness:
        return through(self.desk.readiness(), Readiness)


class PlainPublisher:
    """Implements ``Publisher``: passes each message on to a publisher as bytes."""

    def __init__(self, publisher: Publisher) -> None:
        self.publisher: Any = publisher

    def place(self, sid: str, place: Place) -> None:
        self.publisher.place(sid, through(place, Place))

    def game(self, game_id: str, payload: object, to: Sequence[str] | None = None) -> None:
        self.publisher.game(game_id, through(payload, Any), through(to, list[str] | None))

    def aim(self, game_id: str, payload: object, sender: str) -> None:
        self.publisher.aim(game_id, through(payload, Any), sender)

    def engine(self, payload: object, to: Sequence[str] | None = None) -> None:
        self.publisher.engine(through(payload, Any), through(to, list[str] | None))

    def __getattr__(self, name: str) -> Any:
        """Returns a sender of one text and one message. Other attributes are those of the publisher behind."""
        if name not in ("thinking", "review", "people", "reaction", "found"):
            return getattr(self.publisher, name)
        send = getattr(self.publisher, name)
        return lambda text, payload: send(through(text, str), through(payload, Any))


def plain_owner(settings: Any, engine: Any, publisher: Publisher, *more: Any, **options: Any) -> Owner:
    """Builds an owner as ``build_owner`` does, behind a plain desk, with a plain publisher."""
    owner = build_owner(settings, engine, PlainPublisher(publisher), *more, **options)  # type: ignore[arg-type]
    desk: Any = PlainDesk(owner.desk)
    return replace(owner, desk=desk)
