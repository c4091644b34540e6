"""Defines the ports of live games: the store, the engine and the timers; the publisher stands beside the desk."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from engine import Belief, Branch, Choice, Digest, Explanation, Kept, Preview, Why
from engine.games import Game, LineGame, Move, Player
from engine.puzzles.puzzle import Found
from webapp.play.desk.port import Publisher
from webapp.play.game import refusals
from webapp.play.game.events import Recorded
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Readiness
from webapp.play.steps import Pending

T = TypeVar("T")


class ConflictError(Exception):
    """Says: another process has written this version of the game. Read the game again and decide again."""


class StoreError(Exception):
    """Says: the store cannot be used now; the disk is full, or the database is locked or away. Nothing has changed."""


class Reader(Protocol):
    """Reads stored games. The methods block, so page threads call them; both raise :class:`StoreError` when the store
    cannot be used."""

    def load(self, game_id: str, after: int = 0) -> list[Recorded]:
        """Returns the events of a game after version ``after``, in order; none if there is no such game."""

    def timed(self, seconds: float) -> list[str]:
        """Returns the ids of the games with clocks that were begun in the last ``seconds``."""


class Store(Reader, Protocol):
    """Keeps events for ever. Both writes are all or nothing, and are kept when the awaited value is there.

    A write raises :class:`StoreError` when the store cannot be used.
    """

    def create(self, game_id: str, first: Recorded) -> Awaitable[None]:
        """Writes the first event of a new game; raises :class:`ConflictError` if there is a game with this id."""

    def append(self, game_id: str, more: Sequence[Recorded], line: int) -> Awaitable[None]:
        """Adds events in order; raises :class:`ConflictError` if one of the versions is taken, or the version before is
        not there. ``line`` is the number of takebacks and redos before the events; in one line every ply is played
        once."""


class Workers(Protocol):
    """Runs what blocks in page threads."""

    def run(self, work: Callable[[], T], done: Callable[[T | Exception], object], visitor: str = "") -> bool:
        """Calls ``work`` in a page thread, and then ``done`` in the loop with the result or the error.

        Returns False, and does nothing, while too much work of the ``visitor`` waits.
        """


@dataclass(frozen=True, slots=True)
class NameReport:
    """Describes a report of a nickname.

    Args:
        game_id: the game.
        seat: the seat with the name.
        name: the nickname, as shown.
        reporter: a keyed hash of the address of the sender, behind "watcher " for somebody who has not played there.
        at: seconds since 1970.
    """

    game_id: str
    seat: int
    name: str
    reporter: str
    at: float


class ReportStore(Protocol):
    """Keeps the reports of nicknames. Both methods block, and raise :class:`StoreError` when the store is away."""

    def add(self, report: NameReport) -> None:
        """Writes a report."""

    def last(self, count: int) -> list[NameReport]:
        """Returns the last reports, the oldest of them first."""


@dataclass(frozen=True, slots=True)
class TreeCut:
    """Describes the cut of a mind's tree by one move: the move, the ply after the move, and the parts kept and cut."""

    ply: int
    move: int
    kept: Kept


@dataclass(frozen=True, slots=True)
class Thoughts:
    """Holds what a mind thinks at one moment: the digest, the tree's top, and the cuts by the last moves, at most two.

    The top has the root and the first plies, parents before children; it is empty where it was not asked for.
    """

    digest: Digest
    top: Sequence[Branch] = ()
    cuts: Sequence[TreeCut] = ()


class Mind(Protocol):
    """Thinks for one side, in the engine's process; here is only what tells the engine which mind."""

    level: int
    """Holds from the next question on."""
    asker: str
    """For whom the mind thinks (an IP address): all askers have an equal share of the cores."""

    @property
    def moves(self) -> Sequence[Move]:
        """Returns the moves to the position of the mind."""

    def follow(self, moves: Sequence[Move], /) -> None:
        """Goes to the position after ``moves``; what was kept of the tree comes with the next choice or thoughts."""

    def close(self) -> None:
        """Forgets the mind."""


class Engine(Protocol):
    """Makes minds and asks the engine's process. No call waits; ``done`` is called in the loop, later or at once.

    A process that ends is started again, and asked all that it has not answered.
    """

    def mind(self, game: Game[Any], level: int, seed: int) -> Mind:
        """Returns a new mind."""

    def choose(self, mind: Any, done: Callable[[Choice], None], *, is_shown: bool = False) -> None:
        """Searches for the mind's move, which is due; one shown in a game between engines is less urgent. ``done`` is
        never called if the mind follows other moves or gets other work."""

    def hint(self, mind: Any, done: Callable[[Choice], None]) -> None:
        """Searches for a move as ``choose`` does, less urgently."""

    def preview(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        level: int,
        seed: int,
        prover: Any,
        done: Callable[[Preview], None],
        asker: str = "",
    ) -> None:
        """Works out the move of a level, and the level's blind spots; ``seed`` is of the level's random draws, and
        ``prover`` a mind with proven results for the position, or None."""

    def mistake(
        self, game: LineGame, moves: Sequence[Move], played: Move, done: Callable[[Found], None], asker: str = ""
    ) -> None:
        """Makes the puzzle of the move ``played`` after ``moves``, which let a result slip, as urgently as a hint."""

    def why(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        side: Player,
        first: Move | None,
        done: Callable[[Explanation | Refusal], None],
        asker: str = "",
    ) -> None:
        """Explains a position where the game is not over to a side, as urgently as a hint; ``first`` is a move of
        interest. ``done`` gets a refusal where the game has no proofs, the move is not possible, or the kernels are not
        compiled yet."""

    def ponder(self, mind: Any) -> None:
        """Lets a mind search on the other side's time."""

    def analyse(self, mind: Any) -> None:
        """Lets a mind search for the value of every move."""

    def rest(self, mind: Any) -> None:
        """Stops the searches of a mind."""

    def thoughts(self, mind: Any, seat: int | None, done: Callable[[Thoughts], None], *, tree: bool = False) -> None:
        """Asks for the present thoughts of a mind, with ``tree`` for the top of the tree, too."""

    def explain(self, mind: Any, moves: Sequence[Move], done: Callable[[Why], None]) -> None:
        """Asks for the line and the words against playing ``moves``; both are empty if a move is not legal."""

    def beliefs(self, game: Game[Any], moves: Sequence[Move], done: Callable[[Sequence[Belief]], None]) -> None:
        """Asks what the network believes of every move after ``moves``; nothing where no network judges."""

    def readiness(self) -> Readiness:
        """Returns whether the engine is ready, with words for a person."""

    def seconds(self) -> float:
        """Returns the longest time of a choice when all is well."""


class Timers(Protocol):
    """Tells the time and calls functions later, in the loop."""

    def now(self) -> float:
        """Returns the seconds since some moment; the clock never goes back."""

    def later(self, seconds: float, call: Callable[[], None], asker: str = "") -> Callable[[], None]:
        """Calls ``call`` in the loop after ``seconds``; returns a function to call off the call.

        Of the calls that are due, those of the ``asker`` with the least use of the loop come first.
        """


@dataclass(frozen=True, slots=True)
class Ports:
    """Holds the ports of the tables, with two limits.

    ``longest_game`` is the largest number of events in a game, ``minimum_reply`` the least time from a person's move to
    the engine's, in seconds. ``owns`` tells whether a game belongs to this process; games of others are never begun.
    ``today`` returns the seconds since 1970.
    """

    store: Store
    engine: Engine
    timers: Timers
    publisher: Publisher
    workers: Workers
    longest_game: int = 2000
    minimum_reply: float = 0.3
    owns: Callable[[str], bool] = lambda _: True
    today: Callable[[], float] = time.time

    def apart(self, work: Callable[[], T], asker: str = "") -> Pending[T]:
        """Does in a page thread what would hold the loop.

        Raises:
            Refusal: too much work for the ``asker`` (an IP address) waits already.
        """
        result = Pending[T]()
        if not self.workers.run(work, result.settle, asker):
            raise refusals.too_much()
        return result
