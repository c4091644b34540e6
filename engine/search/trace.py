"""Records the tree of a search: every visited state with the window, the value, and the moves cut with the reason."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from engine.games import CHANCE, Game, Move, Player
from engine.search.values import Counts, Found

S = TypeVar("S", bound=Hashable)

LIMIT = 200_000
"""The most branches of a trace."""


@dataclass(slots=True)
class Branch(Generic[S]):
    """Records one visit to a state. Window and value are from the view of the root's player.

    Attributes:
        move: the move before the state (None: the root).
        state: the visited state.
        mover: the side to move (None: the game is over).
        depth: plies left to the horizon.
        alpha: lower end of the window.
        beta: upper end of the window.
        value: the value found.
        note: the kind of a leaf: an outcome, a guess, or an entry of the table; ``probe`` for a probe of Star2.
        cut: the move with the cutoff.
        skipped: the moves not tried.
        branches: the visits below.
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
    """Watches one search; afterwards ``root`` is the tree (of the last iteration, after several).

    Args:
        game: the rules.
        player: the side to move at the root.
        limit: the most branches kept (None: :data:`LIMIT`); beyond, the search goes on unwatched, see ``full``.
    """

    def __init__(self, game: Game[S], player: Player, limit: int | None = None) -> None:
        self.game, self.player = game, player
        self.limit = LIMIT if limit is None else limit
        self.size = 0
        self.root: Branch[S] | None = None
        self._open: list[Branch[S]] = []

    @property
    def full(self) -> bool:
        """Tests if more branches were visited than kept."""
        return self.size > self.limit

    def tree(self) -> Branch[S]:
        """Returns the root of the searched tree.

        Raises:
            ValueError: nothing has been searched yet.
        """
        if self.root is None:
            raise ValueError("nothing has been searched yet")
        return self.root

    def watch(self, function: Callable[..., Found], counts: Counts) -> Callable[..., Found]:
        """Returns ``function(state, player, depth, alpha, beta, ply, move)`` with every call recorded."""

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
        """Returns a search written as a generator with every call recorded."""

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
        """Begins a visit; every visit begun before the end of this one lies below.

        Args:
            state: the visited state.
            player: the player of alpha and beta.
            depth: plies left to the horizon.
            alpha: lower end of the window.
            beta: upper end of the window.
            move: the move before the state.
        """
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
        """Ends the last visit begun.

        Args:
            player: the player the value is for.
            found: the value and the line of best play.
            note: the kind of a leaf, or ``probe``.
        """
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
