"""Who may do what: tokens, their hashes, and the seats they stand for.

A token is 256 random bits and known to its owner alone; the game keeps its hash. A token of so many bits needs no salt
and no slow hash.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from webapp.play.game.state import GameState


@dataclass(frozen=True, slots=True)
class Who:
    """What one connection may do at one table: move for ``seats``; ``controls``: undo, levels, pace."""

    seats: frozenset[int] = frozenset()
    controls: bool = False
    key: str | None = None
    """The hash of a token it holds, for a seat that it takes over."""
    lent: frozenset[int] = frozenset()
    """Its own seats on which an engine plays on meanwhile."""

    @property
    def own(self) -> frozenset[int]:
        """The seats that belong to it, whoever sits there now."""
        return self.seats | self.lent


NOBODY = Who()
"""Somebody who watches."""


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def key_of(token: str) -> str:
    """The hash of a token, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str | None, other: str | None) -> bool:
    """Whether two hashes are equal, in constant time; None equals nothing."""
    return one is not None and other is not None and hmac.compare_digest(one, other)


def identify(state: GameState, tokens: Iterable[str]) -> Who:
    """What the holder of ``tokens`` may do. Compares in constant time."""
    held = [key_of(token) for token in tokens]
    mine = frozenset(seat for seat in (0, 1) if any(same(key, state.owner(seat)) for key in held))
    lent = frozenset(seat for seat in mine if state.lent[seat])
    own = next((key for key in held if any(same(key, known) for known in sorted(state.controls))), None)
    return Who(mine - lent, own is not None, own, lent)
