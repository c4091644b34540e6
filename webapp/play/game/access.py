"""Decides which rights the holder of tokens has: tokens, hashes and seats. Pure. A token is 256 random bits, known to
one page only. The game keeps the hash, which needs no salt and no slow function for so many bits."""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webapp.play.game.state import GameState


@dataclass(frozen=True, slots=True)
class Rights:
    """Holds rights at one table: to move for ``seats``, and with ``controls`` to undo, set levels and the pace."""

    seats: frozenset[int] = frozenset()
    controls: bool = False
    key: str | None = None
    """The hash of the token that a seat taken over will get."""
    stand_ins: frozenset[int] = frozenset()
    """The holder's own seats on which an engine stands in."""

    @property
    def own(self) -> frozenset[int]:
        """Returns all seats of the holder."""
        return self.seats | self.stand_ins


NOBODY = Rights()
"""The rights of a watcher."""


def new_token() -> str:
    """Returns a token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def key_of(token: str) -> str:
    """Returns the hash of a token, as stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def identify(state: GameState, tokens: Iterable[str]) -> Rights:
    """Returns the rights of the holder of ``tokens``."""
    return rights_of(state, [key_of(token) for token in tokens])


def rights_of(state: GameState, keys: Sequence[str]) -> Rights:
    """Returns the rights of the holder of tokens with the hashes ``keys``. A hash's first letters give no token."""
    own, stand_ins = list[int](), list[int]()
    for seat in (0, 1):
        stand_in = state.stand_ins[seat]
        if (stand_in.key if stand_in else state.keys[seat]) in keys:
            (stand_ins if stand_in else own).append(seat)
    for key in keys:
        if key in state.controls:
            return Rights(frozenset(own), True, key, frozenset(stand_ins))
    return Rights(frozenset(own), False, None, frozenset(stand_ins))
