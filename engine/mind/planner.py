"""What a slice of thinking is spent on: which search goes on, of which node, for what purpose.

A level with a horizon deepens its root to that depth, one ply more on the other side's time. A perfect mind on a board
that can be proven looks some plies ahead and then leaves the word to exact searches: the root's when it is to move, one
lane for each reply when it ponders. On larger boards it deepens and tries to prove by turns, again the root or every
reply. Replies share the time by how likely they are, and a part of it evenly.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from enum import Enum
from typing import Any

from engine.games import Game, LineState, Move
from engine.mind.levels.level import Level
from engine.mind.reply_budget import Shares
from engine.mind.search.available import PROVABLE_CELLS
from engine.mind.search.deepening import Deepening
from engine.mind.search.kernels import Kernels
from engine.mind.search.lanes import Lanes
from engine.mind.tie_breaks import Foresight
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT
from engine.solver.book.book import Book

OPENING_DEPTH = 9
"""Plies that a perfect mind looks ahead before it leaves the word to the exact search; one more while it ponders, so
that the reply's own look ahead is done when it comes."""

LEAF_DEPTH = 8
"""The most plies that a compiled leaf job takes."""

COMPILED_BUDGET, READABLE_BUDGET = 15_000_000, 40_000
DEEPEST_BUDGET, WIDE_BUDGET = 6_000_000, 2_000_000
"""Positions that a move may cost: on boards too large to be proven, in games without a compiled search; where each
square is a move, at the perfect level and at one with a horizon. Nodes and not seconds: as strong on a slow machine.
With gravity, up to 42 cells are thought through to the end, and a level sees to its horizon."""

GLANCE_DEPTH = 2
"""Plies that it looks ahead in a game without a compiled search before it deals its time to the replies."""

HOPEFUL = 40
"""With at most so many cells left, every other slice of a perfect mind tries to prove; before, one of eight."""

FEWEST = 256
"""Positions that an exact search gets at least, once it has its turn: fewer may not bring it anywhere."""

_SHORT = 0.0005
"""Seconds: with less than that left of a slice, no further search is begun."""


class Purpose(Enum):
    """What a slice is for: the mind's own move, the other side's time, or every move's exact result."""

    CHOOSE = "choose"
    PONDER = "ponder"
    ANALYSE = "analyse"


class Growth:
    """Everything that searches for one tree, and whose turn it is.

    Args:
        game: the rules.
        tree: what grows.
        kernels: the board's compiled searches, or None for games that have none.
        book: what a perfect mind knows by heart, if anything.
    """

    def __init__(self, game: Game[Any], tree: Tree, kernels: Kernels | None, book: Book | None = None) -> None:
        self.game, self.tree = game, tree
        self.lanes = Lanes(kernels.solver, tree) if kernels and kernels.solver else None
        self._leaves = (kernels.leaf(), kernels.leaf(remembers=True)) if kernels else (None, None)
        self._compiled, self._remembers = kernels is not None, kernels is not None and len(kernels.table) > 0
        self._deepening: Deepening[Any] = Deepening(game, tree, self._leaves[0], LEAF_DEPTH if kernels else 0)
        self._state, self._ply = game.initial(), 0
        self._children: dict[int, Any] = {}
        self._under_way: dict[int, tuple[int, int, bool, Iterator[None]]] = {}
        self._turn = self._spent = 0
        self._quota, self._speed = math.inf, 2e6
        self._foresight, self._consulted = Foresight(game, kernels, book), False
        self._small = game.max_plies <= PROVABLE_CELLS and (self.lanes is not None or not self._compiled)
        self._shares = Shares(tree, small=self._small, large=self._compiled and not self._small)

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._deepening.nodes + self._exact_nodes

    @property
    def settled(self) -> dict[int, float]:
        """The opinions of the root's children after the last whole iteration; while the next one runs, those in the
        tree are of two depths, and an odd one does not compare with an even one."""
        return self._deepening.iteration_values.get(self.tree.root, {})

    def halt(self, but: int = -1) -> None:
        """Drop the searches that are under way, except that of node ``but``: the others' nodes may be freed now."""
        self._under_way = {node: found for node, found in self._under_way.items() if node == but}
        values = self._deepening.iteration_values
        self._deepening.iteration_values = {but: values[but]} if but in values else {}
        self._spent = 0

    def settle(self, state: Any, ply: int) -> None:
        """At a new root: give it its children, and keep only the exact searches that still matter."""
        self._state, self._ply, self._consulted = state, ply, False
        self._shares.clear()
        if self.game.outcome(state) is not None:
            return
        self._children = dict(self._deepening.expand(self.tree.root, state))
        self._foresight.settle(state)
        if self.lanes:
            self.lanes.keep({state, *self._children.values()})

    def tempting(self) -> dict[Move, float]:
        """As of a mind."""
        return self._foresight.tempting(self._state)

    def slice(self, purpose: Purpose, level: Level, until: float, nodes: float = math.inf) -> bool:
        """Search on until about ``until`` (of time.perf_counter) or for about so many positions; True while there is
        more to do."""
        if purpose is Purpose.CHOOSE and self._spent >= self._budget(level):
            return False
        if level.horizon is None and purpose is not Purpose.PONDER and not self._consulted and self._due(purpose):
            self._consulted = True  # pondering goes without, and finds out why
            self._foresight.consult(self.tree, self._state)
        self._deepening.leaf = self._leaves[level.horizon is None]  # a level's budget counts on searches of one price
        if self._compiled:  # a job that remembers can be left and resumed, and is quicker the more is left to it
            self._deepening.leaf_depth = LIMIT if self._remembers and level.horizon is None else LEAF_DEPTH
        before = self.nodes
        left = self._budget(level) - self._spent if purpose is Purpose.CHOOSE else math.inf
        self._quota, self._deepening.budget = before + min(nodes, left), before + left
        self._turn += 1
        if level.horizon is None and purpose is Purpose.PONDER and not self._finishes:
            more = self._ponder(until)
        elif level.horizon is None and self.lanes and self._opened(purpose) and self._proving:
            more = self._prove(purpose, until)
        else:
            more = self._look_ahead(purpose, level, until)
            more = more or (level.horizon is None and bool(self._due(purpose)))
        if not more and level.horizon is None and purpose is Purpose.PONDER:
            more = self._foresee(until)
        elif not more and level.horizon is None and purpose is Purpose.CHOOSE:
            more = self._weigh(self.tree.root, self._state, until)
        self._spent += self.nodes - before if purpose is Purpose.CHOOSE else 0
        return more

    def hurry(self, until: float) -> None:
        """Let the walk through the tree that is under way end so soon; exact searches run beside the interpreter."""
        self._deepening.deadline = min(self._deepening.deadline, until)

    # --- inside ---

    @property
    def _exact_nodes(self) -> int:
        return self._foresight.nodes + (self.lanes.nodes if self.lanes else 0)

    @property
    def _finishes(self) -> bool:
        """Whether a perfect mind thinks this board through to the end."""
        return self.lanes is not None and self._small

    @property
    def _proving(self) -> bool:
        """Whether this slice is for an exact search rather than for looking ahead."""
        return self._small or self._turn % (2 if self._rest <= HOPEFUL else 8) == 1

    def _budget(self, level: Level) -> float:
        if not self._compiled:
            return READABLE_BUDGET
        if not self.lanes:
            return DEEPEST_BUDGET if level.horizon is None else WIDE_BUDGET
        return COMPILED_BUDGET if level.horizon is None and not self._small else math.inf

    def _opened(self, purpose: Purpose) -> bool:
        """Whether the root is known well enough to leave the word to the exact search."""
        depth = min(OPENING_DEPTH + (purpose is not Purpose.CHOOSE), self._rest)
        return self.tree.proven(self.tree.root) or self.tree.depth[self.tree.root] >= depth

    @property
    def _rest(self) -> int:
        return max(1, self.game.max_plies - self._ply)

    def _look_ahead(self, purpose: Purpose, level: Level, until: float) -> bool:
        """Deepen the root as far as the level sees, one ply more on the other side's time."""
        horizon = level.horizon
        if horizon is None:
            horizon = OPENING_DEPTH if self._finishes else LIMIT
        own = purpose is Purpose.CHOOSE
        shown = 2 if level.horizon is not None and self.lanes else 0  # else exact searches report, or moves abound
        every = level.horizon is not None or self._finishes or not self._compiled or purpose is Purpose.ANALYSE
        wide, limit = 1 if own else 2, min(self._rest, horizon + (not own))
        return self._deepen(self.tree.root, wide, limit, until, shown, every=every)

    def _deepen(self, node: int, wide: int, limit: int, until: float, shown: int = 0, *, every: bool = True) -> bool:
        """Go on with the iterative deepening of the root or of one of its children; False once it is at its end."""
        found = self._under_way.get(node)
        if found is None or found[:3] != (wide, limit, every):
            state, ply = (self._state, 0) if node == self.tree.root else (self._children[node], 1)
            if self.game.has_chance:
                shown = 1 + (node == self.tree.root) - wide  # up to the aims of the next turn
            grown = self._deepening.grow(node, state, self._ply + ply, limit, wide, shown, every=every)
            found = self._under_way[node] = wide, limit, every, grown
        self._deepening.deadline = until
        self._deepening.quota = self._quota - self._exact_nodes
        for _ in found[3]:
            return True
        return False

    def _prove(self, purpose: Purpose, until: float) -> bool:
        """Spend the rest of a slice on exact searches; True while one of them is open."""
        root = self.tree.root
        while due := self._due(purpose):
            node = self._shares.next(due)
            asked = -self.tree.low[root] if node != root and purpose is Purpose.CHOOSE else None
            self._step(node, self._state if node == root else self._children[node], until, asked)
            if self._over(until):
                return bool(self._due(purpose))
        return False

    def _foresee(self, until: float) -> bool:
        """Every reply is proven: find out, too, what a choice after it asks for; True while there is more of that."""
        foresight = self._foresight
        for node in [node for node in self._children if node not in foresight.done]:
            state = self._children[node]
            if self.tree.proven(node) and self.game.outcome(state) is None:
                if not foresight.recite(state) and not self._confirm(node, state, until):
                    return True
                if self._weigh(node, state, until):
                    return True
            foresight.done.add(node)
            if self._over(until):
                break
        return len(foresight.done) < len(self._children)

    def _confirm(self, node: int, state: Any, until: float) -> bool:
        """Whether it is known of every answer below ``node``, which is proven, if it holds the result."""
        if self.lanes is None:
            return True
        answers = dict(self._deepening.expand(node, state))
        while unsure := self._unconfirmed(node):
            self._step(unsure[0], answers[unsure[0]], until, -self.tree.low[node])
            if self._over(until) and self._unconfirmed(node):
                return False
        for after in answers.values():
            self.lanes.forget(after)
        return True

    def _weigh(self, node: int, state: Any, until: float) -> bool:
        """Find out which of the moves that hold the result of ``node``, once it is proven, tempts the other side most;
        True while there is more to find out."""
        while self.tree.proven(node) and not self._foresight.weigh(self.tree, node, state):
            if self._over(until):
                return True
        return False

    def _over(self, until: float) -> bool:
        return self.nodes >= self._quota or until - time.perf_counter() < _SHORT

    def _due(self, purpose: Purpose) -> list[int]:
        """Which exact searches matter: the root's for an own move, then each reply's, until it is known which of them
        hold its result (or until all are proven, if it is for more than a move)."""
        root = self.tree.root
        if self.lanes is None or not isinstance(self._state, LineState):
            return []
        if purpose is not Purpose.PONDER and not self.tree.proven(root):
            return [root]
        return self._unconfirmed(root) if purpose is Purpose.CHOOSE else self._open()

    def _unconfirmed(self, above: int) -> list[int]:
        """A move at the proven node ``above`` of which it is open whether it holds the result. A choice by lot among
        all that do is the same whatever the shared table knows; among those that a search happened to confirm, it would
        not be."""
        tree, number = self.tree, self.tree.low[above]
        unsure = [node for node in tree.children(above) if -tree.high[node] < number <= -tree.low[node]]
        return sorted(unsure, key=lambda node: tree.move[node] != tree.best[above])[:1]

    def _open(self) -> list[int]:
        return [node for node in self.tree.children(self.tree.root) if not self.tree.is_final(node)]

    def _step(self, node: int, state: Any, until: float, above: int | None = None) -> bool:
        """Go on with one exact search for the rest of the slice, or find out only whether its score is ``above`` the
        least that it can be; True while it is open."""
        if self.lanes is None:
            return False
        begin, before = time.perf_counter(), self.lanes.nodes
        timed = max(2_000, self._speed * (until - begin))
        done = self.lanes.step(node, state, int(max(FEWEST, min(timed, self._quota - self.nodes))), above)
        if above is not None and self.tree.high[node] <= above:
            self.tree.tighten(node, above, above)
        searched = self.lanes.nodes - before
        if searched > 1_000:
            self._speed += 0.3 * (searched / max(1e-5, time.perf_counter() - begin) - self._speed)
        self._shares.add(node, searched)
        return not done

    def _ponder(self, until: float) -> bool:
        """On boards that are not thought through to the end: each reply is deepened, and proven, as the root will be
        when it comes, and the root, to see which one that will be; True while a reply is open."""
        root, large = self.tree.root, self._compiled
        if not large and self._deepen(root, 1, min(GLANCE_DEPTH, self._rest), until):
            return True
        self._deepening.iteration_values.pop(root, None)  # the replies' own values are the better ones
        replies = self._open()
        waiting = [*replies, root] if large else [*replies]
        while replies:
            node = self._shares.next(waiting)
            before = self._deepening.nodes
            prove = self.lanes is not None and node != root and self._proving
            if prove:
                more = self._step(node, self._children[node], until)
            elif node == root:
                more = self._deepen(root, 1, self._rest, until, every=False)
            else:
                more = self._deepen(node, 1, max(1, self._rest - 1), until, every=not large)
            self._shares.add(node, self._deepening.nodes - before)
            if not more and not prove and self.lanes and node != root:
                more = self._step(node, self._children[node], until)
            if not more:
                waiting.remove(node)
                replies = [reply for reply in replies if reply in waiting]
            if self._over(until):
                break
        return bool(replies) or (not large and self._deepen(root, 1, self._rest, until))  # what they say of the root
