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

from webapp.play.state import GameState


@dataclass(frozen=True, slots=True)
class Who:
    """What one connection may do at one table: move for ``seats``; ``controls``: undo, levels, pace."""

    seats: frozenset[int] = frozenset()
    controls: bool = False
    key: str | None = None
    """The hash of a token it holds, for a seat that it takes over."""


NOBODY = Who()
"""Somebody who watches."""


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def key_of(token: str) -> str:
    """The hash of a token, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def identify(state: GameState, tokens: Iterable[str]) -> Who:
    """What the holder of ``tokens`` may do. Compares in constant time."""
    held = [key_of(token) for token in tokens]
    seats = frozenset(seat for seat in (0, 1) if _holds(held, state.keys[seat]))
    own = next((key for key in held if any(_holds([key], known) for known in sorted(state.controls))), None)
    return Who(seats, own is not None, own)


def _holds(held: list[str], key: str | None) -> bool:
    return key is not None and any(hmac.compare_digest(one, key) for one in held)
