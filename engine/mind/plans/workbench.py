"""Holds the searches of one tree, the limits of the running slice, and the position at the root."""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.games import Game
from engine.mind.search.available import drops
from engine.mind.search.deepening import Deepening
from engine.mind.search.kernels import Kernels
from engine.mind.search.lanes import Lanes
from engine.mind.search.recall import Recall
from engine.mind.tie_breaks import TieBreaks
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT
from engine.solver.book.book import Book


@dataclass(frozen=True, slots=True)
class Budgets:
    """Limits the search of one mind. The budgets count positions and not seconds, so a level is as strong on a slow
    machine. No budget limits the choice of a level with a horizon on a board with gravity (the level sees to its
    horizon), nor the choice of the perfect level on a board of at most 42 cells with gravity (the level thinks to the
    end of the game)."""

    large_board: int = 15_000_000
    """Positions for a choice of the perfect level on a board with gravity too large to be proven."""

    no_gravity: int = 6_000_000  # positions for a choice of the perfect level where each square is a move

    no_gravity_horizon: int = 2_000_000  # positions for a choice of a level with a horizon where each square is a move

    textbook: int = 40_000  # positions for a choice in a game without a compiled search

    swindle: int = 500_000
    """Positions for one swindle search. Beyond the opening book of Connect Four the median is 70,000 at first, and less
    with every ply. A search out of budget assumes the best reply for the least likely replies."""

    opening_depth: int = 9
    """Plies of the perfect level's look-ahead before the exact search begins; one more while pondering, to have
    the look-ahead below the reply ready when the reply comes."""


BUDGETS = Budgets()  # the budgets of every level in play


LEAF_DEPTH = 8  # the most plies of a compiled leaf search without a transposition table
FEWEST = 256  # positions an exact search gets at least: fewer may bring no progress
_SHORT = 0.0005  # seconds: with less than this left of a slice, no further search begins


class Workbench:
    """Holds the searches of one tree: iterative deepening, exact searches, and tie-breaks. ``kernels`` are the compiled
    searches of the board, if any, ``book`` the opening book of the perfect level, and ``tag`` the game's in the log of
    proofs."""

    def __init__(
        self, game: Game[Any], tree: Tree, kernels: Kernels | None, book: Book | None, budgets: Budgets, tag: int = 0
    ) -> None:
        self.game, self.tree, self.budgets = game, tree, budgets
        self.compiled = kernels is not None
        self.few_moves = drops(game)
        """Whether a move is a column. Then a tree shows two plies more, and a level sees as far as its name says."""
        solver = kernels.solver if kernels else None
        self.lanes = Lanes(solver, tree, tag) if solver else None
        self.memory = Recall(solver.proofs, tree, tag) if solver and solver.proofs else None
        self.ties = TieBreaks(game, kernels, book, budgets.swindle)
        self.state: Any = game.initial()
        self.replies: dict[int, Any] = {}  # the position of every child of the root
        self.slices = 0  # slices begun so far
        self._leaf = kernels.leaf() if kernels else None
        self._leaf_with_table = kernels.leaf(remembers=True) if kernels else None
        self._has_table = kernels is not None and len(kernels.table) > 0
        self._deepening: Deepening[Any] = Deepening(game, tree, self._leaf, LEAF_DEPTH if kernels else 0)
        self._iterations: dict[int, tuple[int, int, bool, Iterator[None]]] = {}
        self._ply = 0
        self._deadline, self._quota, self._speed = 0.0, math.inf, 2e6

    @property
    def nodes(self) -> int:
        """Counts the positions searched so far."""
        return self._deepening.nodes + self._nodes_besides

    @property
    def deepening_nodes(self) -> int:
        """Counts the positions searched by iterative deepening so far."""
        return self._deepening.nodes

    @property
    def _nodes_besides(self) -> int:
        return self.ties.nodes + (self.lanes.nodes if self.lanes else 0)

    @property
    def iteration_values(self) -> dict[int, float]:
        """Returns the values of the root's children after the last whole iteration. During an iteration the tree holds
        values of two depths, and values of two depths do not compare."""
        return self._deepening.iteration_values.get(self.tree.root, {})

    @property
    def plies_left(self) -> int:
        """Counts the plies to the end of the game, at least 1."""
        return max(1, self.game.max_plies - self._ply)

    def state_of(self, node: int) -> Any:
        """Returns the position of the root or of a child of the root."""
        return self.state if node == self.tree.root else self.replies[node]

    def opened(self, ahead: int) -> bool:
        """Tells whether the look-ahead before exact searches is done, ``ahead`` plies further than for a choice."""
        tree, depth = self.tree, min(self.budgets.opening_depth + ahead, self.plies_left)
        return tree.proven(tree.root) or tree.depth[tree.root] >= depth

    def open_replies(self) -> list[int]:
        """Lists the children of the root whose result is not known yet."""
        return [node for node in self.tree.children(self.tree.root) if not self.tree.is_final(node)]

    def expand(self, node: int, state: Any) -> dict[int, Any]:
        """Gives ``node`` its children. Returns the position of each."""
        return dict(self._deepening.expand(node, state))

    def rebase(self, state: Any, ply: int) -> None:
        """Expands the new root, ``state`` at ``ply``, and keeps only the exact searches of the root and the replies."""
        self.state, self._ply = state, ply
        if self.game.outcome(state) is not None:
            return
        self.replies = self.expand(self.tree.root, state)
        self.ties.rebase(state)
        if self.lanes:
            self.lanes.keep({state, *self.replies.values()})

    def cancel(self, but: int = -1) -> None:
        """Drops all unfinished iterations except the one of node ``but``: the nodes of the others may be freed now."""
        self._iterations = {node: iteration for node, iteration in self._iterations.items() if node == but}
        values = self._deepening.iteration_values
        self._deepening.iteration_values = {but: values[but]} if but in values else {}

    def use_leaf(self, *, with_table: bool) -> None:
        """Sets the compiled leaf search. A search with a transposition table takes all remaining plies. A level with a
        horizon has no table, because its budget counts on searches of one price."""
        self._deepening.leaf = self._leaf_with_table if with_table else self._leaf
        if self.compiled:  # a leaf search with a table can be interrupted, and is quicker with more plies
            self._deepening.leaf_depth = LIMIT if with_table and self._has_table else LEAF_DEPTH

    def recall(self) -> None:
        """Enters what earlier searches have proved of the root and the replies. Only for a level without a horizon."""
        if self.memory and self.game.outcome(self.state) is None:
            self.memory.look(self.state, self.replies)

    def rebuild(self) -> bool:
        """Links what earlier searches have proved of later positions, to the slice's end. True: not done."""
        return self.memory is not None and self.memory.rebuild(self._deadline)

    def begin_slice(self, deadline: float, nodes: float, budget_left: float) -> None:
        """Sets the limits of a slice: ``deadline`` (of time.perf_counter), positions, and the rest of the budget."""
        self._deadline = deadline
        self._quota = self.nodes + min(nodes, budget_left)
        self._deepening.budget = self.nodes + budget_left
        self.slices += 1

    def slice_over(self) -> bool:
        """Tells whether the slice has no room for a further search."""
        return self.nodes >= self._quota or self._deadline - time.perf_counter() < _SHORT

    def deepen(self, node: int, limit: int, *, wide: int = 1, shown: int = 0, every: bool = True) -> bool:
        """Continues the iterative deepening of the root or of a child of the root. False once ``limit`` is reached.

        Args:
            limit: the depth of the last iteration, in plies.
            wide: how many plies get an exact value for every move (1: the moves of the node, 2: also the replies).
            shown: how many plies below ``wide`` become nodes of the tree although a leaf search could cover the plies.
            every: whether every move of the node gets an exact value; else only the best moves do.
        """
        iteration = self._iterations.get(node)
        if iteration is None or iteration[:3] != (wide, limit, every):
            at_root = node == self.tree.root
            if self.game.has_chance:
                shown = 1 + at_root - wide  # shows nodes down to the moves of the next turn, below the lots
            ply = self._ply + (not at_root)
            steps = self._deepening.grow(node, self.state_of(node), ply, limit, wide, shown, every=every)
            iteration = self._iterations[node] = wide, limit, every, steps
        self._deepening.deadline = self._deadline
        self._deepening.quota = self._quota - self._nodes_besides
        for _ in iteration[3]:
            return True
        return False

    def forget_root_values(self) -> None:
        """Drops the values of the root's last iteration: while pondering, the replies' own values are better."""
        self._deepening.iteration_values.pop(self.tree.root, None)

    def search_exactly(self, node: int, state: Any, above: int | None = None) -> bool:
        """Searches ``node`` exactly, or whether its score is above ``above``, to the slice's end. True: not done."""
        if self.lanes is None:
            return False
        begin, before = time.perf_counter(), self.lanes.nodes
        in_time = max(2_000, self._speed * (self._deadline - begin))
        done = self.lanes.step(node, state, int(max(FEWEST, min(in_time, self._quota - self.nodes))), above)
        if above is not None and self.tree.high[node] <= above:
            self.tree.tighten(node, above, above)
        searched = self.lanes.nodes - before
        if searched > 1_000:
            self._speed += 0.3 * (searched / max(1e-5, time.perf_counter() - begin) - self._speed)
        return not done
