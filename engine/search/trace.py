"""The tree that a search really visited: every state with its window, its value, and what was cut and why."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine.games import CHANCE, Game, Move, Player
from engine.search.values import Counts, Found

S = TypeVar("S", bound=Hashable)

LIMIT = 200_000
"""The most branches that a trace keeps."""


@dataclass(slots=True)
class Branch(Generic[S]):
    """One visit to a state. Window and value are the root player's; ``cut`` names the move that refutes the state.

    ``skipped`` are the moves that were not tried because of it; ``note`` says what a leaf is: an outcome, a guess, or
    an entry of the table.
    """

    move: Move | None
    state: S
    mover: Player | None
    depth: int
    alpha: float
    beta: float
    value: float = 0.0
    note: str = ""
    cut: Move | None = None
    skipped: tuple[Move, ...] = ()
    branches: list[Branch[S]] = field(default_factory=list)


class Trace(Generic[S]):
    """Watches one search; afterwards ``root`` is the tree (of the last iteration, where there are several).

    Args:
        limit: the most branches that are kept (None: :data:`LIMIT`); a search goes on unwatched beyond it, and ``full``
            says so.
    """

    def __init__(self, game: Game[S], player: Player, limit: int | None = None) -> None:
        self.game, self.player = game, player
        self.limit = LIMIT if limit is None else limit
        self.size = 0
        self.root: Branch[S] | None = None
        self._open: list[Branch[S]] = []

    @property
    def full(self) -> bool:
        """Whether more was visited than is kept."""
        return self.size > self.limit

    def tree(self) -> Branch[S]:
        """The root of what was searched; raises ``ValueError`` if nothing was."""
        if self.root is None:
            raise ValueError("nothing has been searched yet")
        return self.root

    def watch(self, function: Callable[..., Found], counts: Counts) -> Callable[..., Found]:
        """``function(state, player, depth, alpha, beta, ply, move)``, watched."""

        def watched(*call: Any) -> Found:
            hits = counts.table_hits
            self._enter(*call)
            found = function(*call)
            self.leave(call[1], found, "table" if counts.table_hits > hits else "guess")
            return found

        return watched

    def watch_steps(
        self, function: Callable[..., Generator[None, None, Found]], counts: Counts
    ) -> Callable[..., Generator[None, None, Found]]:
        """The same for a search that is a generator."""

        def watched(*call: Any) -> Generator[None, None, Found]:
            hits = counts.table_hits
            self._enter(*call)
            found = yield from function(*call)
            self.leave(call[1], found, "table" if counts.table_hits > hits else "guess")
            return found

        return watched

    def _enter(
        self, state: S, player: Player, depth: int, alpha: float, beta: float, ply: int, move: Move | None = None
    ) -> None:
        self.enter(state, player, depth, alpha, beta, move)

    def enter(self, state: S, player: Player, depth: int, alpha: float, beta: float, move: Move | None = None) -> None:
        """A search of ``state`` begins; whatever begins before it ends is below it."""
        if player is not self.player:
            alpha, beta = -beta, -alpha
        over = self.game.outcome(state) is not None
        branch = Branch(move, state, None if over else self.game.to_move(state), depth, alpha, beta)
        if not self._open:
            self.root, self.size = branch, 0
        elif self.size < self.limit:
            self._open[-1].branches.append(branch)
        self.size += 1
        self._open.append(branch)

    def leave(self, player: Player, found: Found, note: str) -> None:
        """It ended with ``found``, for ``player``; ``note``: how, where no move was tried, or that it was a probe."""
        branch = self._open.pop()
        value, line = found
        branch.value = value if player is self.player else -value
        tried = {below.move for below in branch.branches}
        if branch.mover is None:
            branch.note = "over"
        elif not tried:
            branch.note = note
        else:
            branch.note = note if note == "probe" else ""
            lots = branch.mover is CHANCE
            legal = [lot for lot, _ in self.game.outcomes(branch.state)] if lots else self.game.moves(branch.state)
            branch.skipped = tuple(move for move in legal if move not in tried)
            refuted = branch.value >= branch.beta if branch.mover is self.player else branch.value <= branch.alpha
            if branch.skipped and refuted and not lots and not branch.note:
                branch.cut = line[0]
