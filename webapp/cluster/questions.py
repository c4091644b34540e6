"""Defines the questions to a host: one for each method of the desk."""

from __future__ import annotations

import msgspec

from webapp.play.desk.forms import FORMS
from webapp.play.desk.port import Caller
from webapp.play.game.wire import Form

EVENT, ATTACH, PLAYS, DISCONNECT = "event", "attach", "plays", "disconnect"
"""The names; the bodies are an ``Event``, a list of ``Page``, tokens by game, and the name of a connection."""


class UnknownError(Exception):
    """Says: this release does not know the event or the form."""


class Event(msgspec.Struct, frozen=True, array_like=True):
    """Asks the desk to carry out an event of a client."""

    caller: Caller
    event: str
    form: msgspec.Raw

    def read(self) -> Form:
        """Returns the form, checked again by the bounds of the fields.

        Raises:
            UnknownError: the event, or a field of the form, is one of a newer release.
        """
        try:
            return msgspec.msgpack.decode(self.form, type=FORMS[self.event])
        except (KeyError, msgspec.ValidationError) as error:
            raise UnknownError(f"{self.event}: {error}") from None
