"""Records the tree of a search: every visited state with the window, the value, and the moves cut with the reason.

Each end of a window is a value found earlier in the search. A trace names the visit with this value: the witness of
every cut below.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Generic

from engine.games import CHANCE, Game, Move, Player, S
from engine.search.parts.values import Counts, Found, is_null, just_below

LIMIT = 200_000  # the most branches of a trace
Way = tuple[Move, ...]  # the moves from the root to a node


@dataclass(slots=True)
class Branch(Generic[S]):
    """Records one visit to a state. Window and value are from the view of the root's player.

    Attributes:
        alpha_from: the visit whose value set ``alpha`` (None: no visit). Below a chance state, where Star1 and Star2
            scale the window, it is the visit that set the window of the chance state. So for ``beta_from``.
    """

    move: Move | None  # the move before the state (None: the root)
    state: S
    mover: Player | None  # the side to move (None: the game is over)
    depth: int  # plies left to the horizon
    alpha: float
    beta: float
    value: float = 0.0
    note: str = ""  # the kind of a leaf: an outcome, a guess, or an entry of the table, or ``probe`` (Star2)
    cut: Move | None = None  # the move with the cutoff
    skipped: tuple[Move, ...] = ()  # the moves not tried
    branches: list[Branch[S]] = field(default_factory=list)  # the visits below
    alpha_from: Branch[S] | None = field(default=None, repr=False, compare=False)
    beta_from: Branch[S] | None = field(default=None, repr=False, compare=False)
    met: bool = False  # the value of the moves tried met the bound, with or without a move left to skip
    aside: bool = False  # a look ahead of the search proper (singular extension), from which no bound is taken
    numbers: tuple[float, ...] | None = None  # the proof number and the disproof number, or what each player gets


@dataclass(slots=True)
class _Open(Generic[S]):
    """Holds an unfinished visit, with all visits below so far. ``aside`` is set during looks ahead of the search."""

    branch: Branch[S]
    below: list[Branch[S]] = field(default_factory=list)
    aside: bool = False

    def setter(self, bound: float, own: float, origin: Branch[S] | None, move: Move | None) -> Branch[S] | None:
        """Returns the visit that set one end (``bound``) of the window of a visit below, reached by ``move``. ``own``
        is the same end of the window of this visit, set by ``origin``."""
        if self.branch.mover is CHANCE or bound == own:
            return origin
        found = None
        for one in reversed(self.below):  # the first of equal values set the bound
            # a late move searched again has the value of the second search
            if not one.aside and one.move != move and bound in (one.value, just_below(one.value)):
                found = one
            move = one.move
        return found


class Trace(Generic[S]):
    """Watches one search, with ``player`` to move at the root. Afterwards ``root`` is the tree of the last iteration.
    ``met`` counts the visits in which a value met the bound, over all iterations, and ``cuts`` those among them with
    moves left to skip. At most ``limit`` branches are kept (None: :data:`LIMIT`). Beyond them the search continues
    unwatched (``full``)."""

    def __init__(self, game: Game[S], player: Player, limit: int | None = None) -> None:
        self.game, self.player = game, player
        self.limit = LIMIT if limit is None else limit
        self.size = 0
        self.met = self.cuts = 0
        self.root: Branch[S] | None = None
        self._open: list[_Open[S]] = []
        self._way: Way | None = None  # to the next visit, of a search that begins at the ends
        self._apart: dict[Way, list[Branch[S]]] = {}  # its visits by the way to the node above

    @property
    def full(self) -> bool:
        """Tests if more branches were visited than kept."""
        return self.size > self.limit

    def tree(self) -> Branch[S]:
        """Returns the root of the searched tree. Raises ValueError if nothing has been searched yet."""
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

    def enter(
        self,
        state: S,
        player: Player,
        depth: int,
        alpha: float,
        beta: float,
        move: Move | None = None,
        *,
        probe: bool = False,
    ) -> None:
        """Begins a visit. Every visit begun before the end of this one lies below. ``depth`` counts the plies left to
        the horizon. ``alpha`` and ``beta`` are for ``player``. ``move`` is the move before the state. ``probe`` marks a
        probe of Star2."""
        if player is not self.player:
            alpha, beta = -beta, -alpha
        over = self.game.outcome(state) is not None
        branch = Branch(move, state, None if over else self.game.to_move(state), depth, alpha, beta)
        if not self._open:
            self.root, self.size = branch, 0 if self._way is None else self.size
            if self._way is not None:
                branch.branches = sorted(self._apart.pop(self._way, []), key=lambda one: one.move or 0)
            if self._way and self.size < self.limit:
                self._apart.setdefault(self._way[:-1], []).append(branch)
        else:
            above = self._open[-1]
            origin, branch.aside = above.branch, above.aside
            branch.note = "probe" if probe else ""
            # a probe has one end of the window from above, and the other end is the least or the greatest payoff
            maximises = branch.mover is self.player
            if not math.isinf(alpha) and not (probe and maximises):
                branch.alpha_from = above.setter(alpha, origin.alpha, origin.alpha_from, move)
            if not math.isinf(beta) and not (probe and not maximises):
                branch.beta_from = above.setter(beta, origin.beta, origin.beta_from, move)
            if is_null(alpha, beta):  # both ends stand at one value
                branch.alpha_from = branch.beta_from = branch.alpha_from or branch.beta_from
            if self.size < self.limit:
                origin.branches.append(branch)
        self.size += 1
        self._open.append(_Open(branch))

    def go_to(self, way: Way) -> None:
        """Says to which node the next visit goes, in a search that visits what lies below a node before the node."""
        self._way = way

    def look_aside(self, aside: bool) -> None:
        """Marks the next visits below the present one as looks ahead of the search proper, or as the search."""
        self._open[-1].aside = aside

    def note_numbers(self, *numbers: float) -> None:
        """Notes the numbers of the present visit: proof number and disproof number, or the share of each player."""
        self._open[-1].branch.numbers = numbers

    def leave(self, player: Player, found: Found, note: str = "") -> None:
        """Ends the last visit begun, with the value for ``player``. ``note`` is the kind of a leaf."""
        ended = self._open.pop()
        branch, (value, line) = ended.branch, found
        branch.value = value if player is self.player else -value
        if self._open:
            self._open[-1].below.append(branch)
        if branch.mover is None:
            branch.note = branch.note or "over"
        elif self._way is not None:
            branch.note = "" if branch.depth else "guess"
        elif not ended.below:
            branch.note = note
        else:
            self._refute(ended, line)

    def _refute(self, ended: _Open[S], line: tuple[Move, ...]) -> None:
        """Notes the moves not tried, and whether the moves tried met the bound."""
        branch = ended.branch
        lots = branch.mover is CHANCE
        legal = [lot for lot, _ in self.game.outcomes(branch.state)] if lots else self.game.moves(branch.state)
        tried = {below.move for below in ended.below if not below.aside}
        branch.skipped = tuple(move for move in legal if move not in tried)
        if branch.note or branch.numbers is not None:
            return
        above, below = branch.value >= branch.beta, branch.value <= branch.alpha
        branch.met = above or below if lots else above if branch.mover is self.player else below
        searched = {below.move for below in ended.below if below.note != "probe"}
        probed = any(below.skipped for below in ended.below if below.move not in searched)
        self.met += branch.met
        self.cuts += branch.met and (probed or branch.skipped != ())
        if branch.met and branch.skipped and not lots:
            branch.cut = line[0]
