"""Defines the ports of live games: the store, the engine and the timers. The publisher is in ``desk/port.py``."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
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
    """Another process has written this version of the game. Read the game again and decide again."""


class StoreError(Exception):
    """The store cannot be used now: the disk is full, or the database is locked or away. Nothing has changed."""


class LostError(StoreError):
    """Another process has taken over the game while it was read here."""


class Reader(Protocol):
    """Reads stored games. Its methods block, so page threads call them, and raise :class:`StoreError`."""

    def load(self, game_id: str, after: int = 0) -> list[Recorded]:
        """Returns the events of a game after version ``after``, in order: none if there is no such game."""

    def timed(self, seconds: float) -> list[str]:
        """Returns the ids of the games with clocks that were begun in the last ``seconds``."""


class Store(Reader, Protocol):
    """Keeps events. A write is all or nothing, stored once its value is there, and raises :class:`StoreError`."""

    def create(self, game_id: str, first: Recorded) -> Awaitable[None]:
        """Writes the first event of a new game. Raises :class:`ConflictError` if there is a game with this id."""

    def append(self, game_id: str, more: Sequence[Recorded], line: int) -> Awaitable[None]:
        """Adds events in order. ``line`` counts the takebacks and redos before, between which every ply is played once.
        Raises :class:`ConflictError` if one of the versions is taken, or the version before is missing."""


class Workers(Protocol):
    """Runs what blocks in page threads."""

    def run(self, work: Callable[[], T], done: Callable[[T | Exception], object], visitor: str = "") -> bool:
        """Calls ``work`` in a page thread, and then ``done`` in the loop with the result or the error. Returns False,
        and does nothing, while too much work of the ``visitor`` waits."""


@dataclass(frozen=True, slots=True)
class NameReport:
    """Describes a report of the nickname of a seat, as shown, ``at`` seconds since 1970. ``reporter`` is a keyed hash
    of the sender's address, behind "watcher " for a person who has not played there."""

    game_id: str
    seat: int
    name: str
    reporter: str
    at: float


class ReportStore(Protocol):
    """Keeps the reports of nicknames. Both methods block, and raise :class:`StoreError`."""

    def add(self, report: NameReport) -> None:
        """Writes a report."""

    def last(self, count: int) -> list[NameReport]:
        """Returns the last reports, the oldest of them first."""


@dataclass(frozen=True, slots=True)
class TreeCut:
    """Describes the cut of a mind's tree by one move: the ply after the move, and the parts kept and cut."""

    ply: int
    move: int
    kept: Kept


@dataclass(frozen=True, slots=True)
class Thoughts:
    """Holds what a mind thinks at one moment: the digest, the tree's top, and the cuts by the last moves, at most two.
    The top has the root and the first plies, parents before children. It is empty where it was not asked for."""

    digest: Digest
    top: Sequence[Branch] = ()
    cuts: Sequence[TreeCut] = ()


class Mind(Protocol):
    """Identifies a mind, which thinks for one side in the engine's process."""

    level: int
    """Holds from the next question on."""
    visitor: str
    """The visitor that the mind thinks for. All visitors have an equal share of the cores."""

    @property
    def moves(self) -> Sequence[Move]:
        """Returns the moves to the position of the mind."""

    def follow(self, moves: Sequence[Move], /) -> None:
        """Goes to the position after ``moves``. The next choice or thoughts tell what was kept of the tree."""

    def close(self) -> None:
        """Forgets the mind."""


class Engine(Protocol):
    """Makes minds and asks the engine's process. Calls return without waiting, ``done`` is called in the loop. A
    process that ends is started again, and asked all questions that it has not answered."""

    def mind(self, game: Game[Any], level: int, seed: int) -> Mind:
        """Returns a new mind."""

    def choose(self, mind: Any, done: Callable[[Choice], None], *, is_shown: bool = False) -> None:
        """Searches for the mind's move, which is due. One shown in a game between engines is less urgent. ``done`` is
        not called if the mind follows other moves or gets other work."""

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
        visitor: str = "",
    ) -> None:
        """Finds the move of a level and its blind spots. ``prover`` is a mind with proven results there, or None."""

    def mistake(
        self, game: LineGame, moves: Sequence[Move], played: Move, done: Callable[[Found], None], visitor: str = ""
    ) -> None:
        """Makes the puzzle of the move ``played`` after ``moves``, which gave a result away, as urgently as a hint."""

    def why(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        side: Player,
        first: Move | None,
        done: Callable[[Explanation | Refusal], None],
        visitor: str = "",
        *,
        quick: bool = False,
    ) -> None:
        """Explains a running position to a side, as urgently as a hint. ``first`` is a move of interest. ``quick``: a
        first answer, within a third of a second of processor time. ``done`` gets a refusal if the game has no proofs,
        or the move is not legal."""

    def ponder(self, mind: Any) -> None:
        """Starts a mind's search on the other side's time."""

    def analyse(self, mind: Any) -> None:
        """Starts a mind's search for the value of every move."""

    def rest(self, mind: Any) -> None:
        """Stops the searches of a mind."""

    def thoughts(
        self, mind: Any, seat: int | None, done: Callable[[Thoughts], None], *, tree: bool = False, again: bool = False
    ) -> None:
        """Asks for the present thoughts of a mind, with ``tree`` also for the top of the tree. A sender who asks at
        every beat says ``again``: only one such question about a mind is open at a time."""

    def explain(self, mind: Any, moves: Sequence[Move], done: Callable[[Why], None]) -> None:
        """Asks for the line and the words against playing ``moves``. Both are empty if a move is not legal."""

    def beliefs(self, game: Game[Any], moves: Sequence[Move], done: Callable[[Sequence[Belief]], None]) -> None:
        """Asks what the network believes of every move after ``moves``: nothing where no network judges."""

    def readiness(self) -> Readiness:
        """Returns whether the engine is ready, with words for a person."""

    def seconds(self) -> float:
        """Returns the longest time of a choice when all is well."""


class Timers(Protocol):
    """Tells the time and calls functions later, in the loop."""

    def now(self) -> float:
        """Returns the seconds of a clock that never goes back."""

    def later(self, seconds: float, call: Callable[[], None], visitor: str = "") -> Callable[[], None]:
        """Calls ``call`` in the loop after ``seconds``. Returns a function to cancel the call. Of the calls that are
        due, those of ``visitor`` with the least use of the loop come first."""


@dataclass(frozen=True, slots=True)
class Ports:
    """Holds the ports of the tables. ``longest_game`` is the most events in a game, ``minimum_reply`` the least seconds
    from a person's move to the engine's. ``owns`` tells whether a game belongs to this process. ``today`` returns the
    seconds since 1970."""

    store: Store
    engine: Engine
    timers: Timers
    publisher: Publisher
    workers: Workers
    longest_game: int = 2000
    minimum_reply: float = 0.3
    owns: Callable[[str], bool] = lambda _: True
    today: Callable[[], float] = field(default_factory=lambda: time.time)

    def apart(self, work: Callable[[], T], visitor: str = "") -> Pending[T]:
        """Does in a page thread what would block the loop. Raises ``Refusal`` if too much work of the visitor waits."""
        result = Pending[T]()
        if not self.workers.run(work, result.settle, visitor):
            raise refusals.too_much()
        return result
