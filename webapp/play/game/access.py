"""Decides which seats and rights a connection has: tokens, hashes and seats.

A token is 256 random bits, known to one page only; the game keeps the hash. A token of so many bits needs no salt and
no slow hash.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from webapp.play.game.state import GameState


@dataclass(frozen=True, slots=True)
class Rights:
    """Holds a connection's rights at one table: to move for ``seats``; ``controls``: to undo, set levels, pace."""

    seats: frozenset[int] = frozenset()
    controls: bool = False
    key: str | None = None
    """The hash of one of the connection's tokens, for a seat which the connection takes over."""
    stand_ins: frozenset[int] = frozenset()
    """The connection's own seats on which an engine stands in."""

    @property
    def own(self) -> frozenset[int]:
        """Returns the seats of the connection, also the seats on which an engine stands in."""
        return self.seats | self.stand_ins


NOBODY = Rights()
"""The rights of a watching connection."""


def new_token() -> str:
    """Returns a token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def key_of(token: str) -> str:
    """Returns the hash of a token, as the hash is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(key: str | None, other: str | None) -> bool:
    """Compares two hashes in constant time; None equals nothing."""
    return key is not None and other is not None and hmac.compare_digest(key, other)


def identify(state: GameState, tokens: Iterable[str]) -> Rights:
    """Returns the rights of the holder of ``tokens``."""
    return rights_of(state, [key_of(token) for token in tokens])


def rights_of(state: GameState, keys: Sequence[str]) -> Rights:
    """Returns the rights of the holder of tokens with the hashes ``keys``.

    Hashes need no comparison in constant time: whoever learns the first letters of a hash still has no token.
    """
    own, stand_ins = list[int](), list[int]()
    for seat in (0, 1):
        stand_in = state.stand_ins[seat]
        if (stand_in.key if stand_in else state.keys[seat]) in keys:
            (stand_ins if stand_in else own).append(seat)
    for key in keys:
        if key in state.controls:
            return Rights(frozenset(own), True, key, frozenset(stand_ins))
    return Rights(frozenset(own), False, None, frozenset(stand_ins))
