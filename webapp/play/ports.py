"""What live games need from outside: a store, an engine, a clock, and somebody who tells the pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from engine import Branch, Choice, Digest, Kept, Preview, Why
from engine.games import Game, Move
from webapp.play.game.events import Recorded


class ConflictError(Exception):
    """Somebody else has written this version of the game: read it again and decide again."""


class StoreError(Exception):
    """The store cannot be used just now: the disk is full, the database locked or away. Nothing has changed."""


class Store(Protocol):
    """Events, kept for ever. Both writes are all or nothing and are kept when they return.

    Any of the three raises :class:`StoreError` when the store cannot be used.
    """

    def create(self, game_id: str, first: Recorded) -> None:
        """Begin a game."""

    def append(self, game_id: str, more: Sequence[Recorded], line: int) -> None:
        """Add events; raises :class:`ConflictError` if one of their versions is taken."""

    def load(self, game_id: str) -> list[Recorded]:
        """All events of a game in order; empty if there is no such game."""


class Mind(Protocol):
    """What thinks for one side (``engine.Mind``)."""

    level: int

    @property
    def moves(self) -> Sequence[Move]:
        """The line that it follows."""

    def follow(self, moves: Sequence[Move], /) -> Kept:
        """Make ``moves`` the line that was played."""

    def top(self) -> Sequence[Branch]:
        """The root and the first plies of its tree, parents before children."""

    def explain(self, *moves: Move) -> Why:
        """Why not play so?"""

    def close(self) -> None:
        """Forget everything."""


class Engine(Protocol):
    """Makes minds and lets them think in threads of its own; no call waits longer than a slice."""

    def mind(self, game: Game[Any], level: int, seed: int) -> Mind:
        """A new mind."""

    def choose(self, mind: Any, done: Callable[[Choice], None]) -> None:
        """The mind's move is due; ``done`` is called from any thread, or never if the mind follows other moves."""

    def hint(self, mind: Any, done: Callable[[Choice], None]) -> None:
        """As ``choose``, less urgent."""

    def preview(
        self, game: Game[Any], moves: Sequence[Move], level: int, seed: int, knows: Any, done: Callable[[Preview], None]
    ) -> None:
        """What a level would play, and what it cannot see; ``knows`` is a mind that may have proven it, or None."""

    def ponder(self, mind: Any) -> None:
        """Think on the other side's time."""

    def analyse(self, mind: Any) -> None:
        """Find out what every move is worth."""

    def rest(self, mind: Any) -> None:
        """Stop thinking."""

    def digest(self, mind: Any, seat: int | None) -> Digest:
        """What the mind thinks now."""

    def readiness(self) -> dict[str, Any]:
        """{"ready": bool, "stage": str}."""

    def seconds(self) -> float:
        """The longest a choice takes when all is well."""

    def answering(self) -> AbstractContextManager[None]:
        """Inside, somebody is being answered: searches give way."""


class Timers(Protocol):
    """The clock."""

    def now(self) -> float:
        """Seconds since some moment; never goes back."""

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Call ``call`` from another thread after that time; the answer, when called, calls it off."""


class Publisher(Protocol):
    """Tells the pages; never waits and never fails."""

    def game(self, game_id: str, payload: dict[str, Any]) -> None:
        """To everybody at the table: the state, and the event that led to it."""

    def thinking(self, game_id: str, payload: dict[str, Any]) -> None:
        """To those who watch the engine think."""

    def review(self, game_id: str, payload: dict[str, Any]) -> None:
        """To everybody at the table: what its moves were worth, as far as it is known."""

    def people(self, game_id: str, payload: dict[str, Any]) -> None:
        """To everybody at the table: who is here."""

    def aim(self, game_id: str, payload: dict[str, Any], sender: str) -> None:
        """To everybody at the table but ``sender``: where a player points; not to pages that are slow to listen."""

    def engine(self, payload: dict[str, Any], to: Iterable[str] | None = None) -> None:
        """To everybody, or to these connections: how ready the engine is."""
