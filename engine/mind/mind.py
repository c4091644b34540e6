"""The thinker for one side of one game: it keeps its tree from the first move to the last.

``follow`` makes a list of moves the root: the branch that was played stays, all others are freed. ``work`` does one
slice of thinking and is what the scheduler calls; ``answer`` says what the mind would play. Everything here happens
under the mind's lock, between slices, so a call waits at most one slice.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Any

from engine.games import Game, LineState, Move, Player, plies, replay
from engine.mind import reasons, thought
from engine.mind.deepening import Deepening
from engine.mind.lanes import Lanes
from engine.mind.levels import level as find_level
from engine.mind.numbers import LIMIT
from engine.mind.readiness import WORKSHOP, Kernels
from engine.mind.tree import Tree
from engine.mind.views import Branch, Choice, Digest, Kept, Why

SLICE = 0.008
"""Seconds that one slice aims at; the promise is 10 ms."""

OPENING_DEPTH = 9
"""Plies that a perfect mind looks ahead before it leaves the word to the exact search; one more while it ponders, so
that the reply's own look ahead is done when it comes."""


COMPILED_BUDGET, READABLE_BUDGET = 15_000_000, 40_000
"""Positions that a move may cost, on boards too large to be proven and in games without a compiled search: nodes and
not seconds, so that a level is as strong on a slow machine. Boards of up to 42 cells are thought through to the end."""


class Purpose(Enum):
    """What a slice is for: the mind's own move, the other side's time, or every move's exact result."""

    CHOOSE = "choose"
    PONDER = "ponder"
    ANALYSE = "analyse"


class Mind:
    """One mind.

    Args:
        game: the rules.
        level: 1 to 10.
        seed: of all its chance decisions; None draws one.
        cap_mb: the most memory its tree may take, in MiB.
        kernels: its own solver and table; None: the ones that all minds of this board share.
    """

    def __init__(
        self,
        game: Game[Any],
        level: int = 10,
        seed: int | None = None,
        *,
        cap_mb: float = 16.0,
        kernels: Kernels | None = None,
    ) -> None:
        self.game = game
        self._kernels = kernels
        self.seed = time.time_ns() if seed is None else seed
        self.cap_mb = cap_mb
        self.lock = threading.RLock()
        self.moves: tuple[Move, ...] = ()
        self.state: Any = game.initial()
        self.kept = Kept(0, 0)
        self.expected: Move | None = None
        self.nodes = 0
        self.busy_seconds = 0.0
        self._level = find_level(level)
        self._tree: Tree | None = None
        self._deepening: Deepening[Any] | None = None
        self._lanes: Lanes | None = None
        self._growth: tuple[Purpose, Iterator[None]] | None = None
        self._children: dict[int, Any] = {}
        self._turn = 0
        self._spent = 0
        self._speed = 2e6
        self.closed = False

    # --- what the table calls ---

    @property
    def level(self) -> int:
        """The stop of the slider; it may be set at any time and holds from the next slice on."""
        return self._level.number

    @level.setter
    def level(self, number: int) -> None:
        with self.lock:
            self._level = find_level(number)
            self._growth = None

    def follow(self, moves: Sequence[Move]) -> Kept:
        """Make ``moves`` the line played: step back to where it parts from the old one, then advance.

        Returns:
            How much of the tree survived the last advance, and how much it freed.
        """
        with self.lock:
            line = tuple(moves)
            common = 0
            while common < min(len(line), len(self.moves)) and line[common] == self.moves[common]:
                common += 1
            if common == len(line) == len(self.moves):
                return self.kept
            self._growth, self._spent = None, 0
            try:
                if self._tree:
                    for _ in range(len(self.moves) - common):
                        self._tree.retreat()
                    self.state = replay(self.game, line[:common])
                    for move in line[common:]:
                        self.expected = thought.guess(self._tree)
                        self._advance(move)
                self.moves, self.state = line, replay(self.game, line)
                self._settle()
            except MemoryError:  # no room even for the line itself: a tree is only a cache, and is built anew
                self._forget()
                self.moves, self.state, self.kept = line, replay(self.game, line), Kept(0, 0)
            return self.kept

    def work(self, purpose: Purpose, seconds: float = SLICE) -> bool:
        """Think for one slice; True while there is more to think about."""
        with self.lock:
            if self.closed or self.game.outcome(self.state) is not None or not self._awake():
                return False
            begin = time.perf_counter()
            try:
                more = self._slice(purpose, begin + seconds)
            except MemoryError:  # the tree is at its cap and nothing in it can be spared
                more = False
            self.busy_seconds += time.perf_counter() - begin
            return more

    def answer(self, *, seconds: float = 0.0, expected: Move | None = None) -> Choice:
        """What this mind plays here, from what it knows now; any time, also before it is awake."""
        with self.lock:
            return thought.choose(self, self._level, seconds=seconds, expected=expected)

    def digest(self, *, pondering: bool = False, busy: bool = False, seat: int | None = None) -> Digest:
        """Everything there is to show, at this moment."""
        with self.lock:
            return thought.digest(self, pondering=pondering, busy=busy, seat=seat)

    def top(self, plies: int = 3, limit: int = 400) -> tuple[Branch, ...]:
        """The root and the first plies of the tree, parents before children; short of room, the most visited."""
        with self.lock:
            return thought.top(self, plies, limit)

    def why_not(self, move: Move) -> tuple[Move, ...]:
        """The line that answers ``move``: the move, its refutation, and best play after it as far as the tree knows."""
        with self.lock:
            return thought.line_of(self, move)

    def explain(self, *moves: Move) -> Why:
        """Why not play so? The line that answers ``moves``, and a sentence; empty where a move is not legal."""
        with self.lock:
            return reasons.explain(self, moves)

    def close(self) -> None:
        """Forget everything; no slice runs afterwards."""
        with self.lock:
            self.closed = True
            self._forget()

    # --- what a choice and a digest read ---

    @property
    def tree(self) -> Tree | None:
        """The tree, once the engine is awake."""
        return self._tree

    @property
    def awake(self) -> bool:
        """Whether the tree is there: the kernels it needs are compiled."""
        return self._tree is not None

    @property
    def settled(self) -> dict[int, float]:
        """The opinions of the root's children after the last whole iteration; while the next one runs, those in the
        tree are of two depths, and an odd one does not compare with an even one."""
        if self._deepening is None or self._tree is None or self._deepening.finished[0] != self._tree.root:
            return {}
        return self._deepening.finished[1]

    @property
    def depth(self) -> int:
        """Plies that the opinion of the root looks ahead; 0 while it has none."""
        return max(0, self._tree.depth[self._tree.root]) if self._tree else 0

    @property
    def player(self) -> Player:
        """Who is to move at the root."""
        return self.game.to_move(self.state)

    @property
    def ply(self) -> int:
        """Moves made by the players; drawn lots are not counted."""
        return plies(self.game, self.moves)

    # --- inside ---

    def _forget(self) -> None:
        if self._tree:
            self._tree.close()
        self._tree = self._deepening = self._lanes = self._growth = None

    def _awake(self) -> bool:
        """Build the tree as soon as what it needs is compiled."""
        if self._tree:
            return True
        if not WORKSHOP.tree_ready:
            return False
        kernels = self._kernels or WORKSHOP.kernels_for(self.game)
        if kernels is None and WORKSHOP.compiles(self.game):
            return False
        step = self.game.height + 1 if kernels else 0  # type: ignore[attr-defined]
        self._tree = Tree(self.cap_mb, step)
        if kernels:
            self._deepening = Deepening(self.game, self._tree, kernels.leaf(), 8)
            self._lanes = Lanes(kernels.solver, self._tree)
        else:
            self._deepening = Deepening(self.game, self._tree, None)
        line, self.state = self.moves, self.game.initial()
        for move in line:
            self._advance(move)
        self.kept = Kept(1, 0)
        self._settle()
        return True

    def _advance(self, move: Move) -> None:
        """One move down the tree, from ``self.state``, which goes along."""
        tree = self._tree
        if tree is None:
            raise RuntimeError("a mind that sleeps has no tree to advance in")
        self.state = self.game.play(self.state, move)
        words = (self.state.own, self.state.mask) if tree.step else (0, 0)
        self.kept = tree.advance(move, *words)

    def _settle(self) -> None:
        """At a new root: give it its children, and keep only the searches that still matter."""
        if not self._tree or not self._deepening or self.game.outcome(self.state) is not None:
            return
        self._children = dict(self._deepening.expand(self._tree.root, self.state))
        if self._lanes:
            self._lanes.keep({self.state, *self._children.values()})

    def _slice(self, purpose: Purpose, until: float) -> bool:
        deepening = self._deepening
        if deepening is None or self._tree is None:
            return False
        if purpose is Purpose.CHOOSE and self._spent > self._budget():
            return False
        before = deepening.nodes + (self._lanes.nodes if self._lanes else 0)
        exact = self._level.horizon is None and self._lanes is not None
        self._turn += 1
        if exact and self._opened(purpose) and (self._small or self._turn % 2):
            more = self._prove(purpose, until)
        else:
            more = self._deepen(purpose, until, deepening)
            more = more or (exact and self._open_lane(purpose))
        searched = deepening.nodes + (self._lanes.nodes if self._lanes else 0) - before
        self.nodes += searched
        self._spent += searched if purpose is Purpose.CHOOSE else 0
        return more

    def _budget(self) -> float:
        if self._lanes is None:
            return READABLE_BUDGET
        return math.inf if self._small else COMPILED_BUDGET

    @property
    def _small(self) -> bool:
        """Whether the board is one that the exact search finishes in seconds from almost anywhere."""
        return self.game.max_plies <= 42

    def _opened(self, purpose: Purpose) -> bool:
        """Whether the root is known well enough to leave the word to the exact search."""
        tree = self._tree
        return tree is not None and (tree.proven(tree.root) or tree.depth[tree.root] >= self._opening(purpose))

    def _opening(self, purpose: Purpose) -> int:
        return min(OPENING_DEPTH + (purpose is not Purpose.CHOOSE), self._limit(purpose))

    def _deepen(self, purpose: Purpose, until: float, deepening: Deepening[Any]) -> bool:
        """Go on with iterative deepening for this purpose; False once it has come to its end."""
        tree = self._tree
        if tree is None:
            return False
        if self._growth is None or self._growth[0] is not purpose:
            wide = 1 if purpose is Purpose.CHOOSE else 2
            limit = self._limit(purpose)
            grow = deepening.grow(tree.root, self.state, self.ply, limit, wide)
            self._growth = (purpose, grow)
        deepening.until = until
        for _ in self._growth[1]:
            return True
        return False

    def _limit(self, purpose: Purpose) -> int:
        """Plies of the last iteration: the level's horizon, one more on the other side's time."""
        rest = max(1, self.game.max_plies - self.ply)
        horizon = self._level.horizon
        if horizon is None:
            horizon = OPENING_DEPTH if self._lanes and self._small else LIMIT
        return min(rest, horizon + (purpose is not Purpose.CHOOSE))

    def _prove(self, purpose: Purpose, until: float) -> bool:
        """Spend the rest of a slice on exact searches; True while one of them is open."""
        lanes, tree = self._lanes, self._tree
        if lanes is None or tree is None or not isinstance(self.state, LineState):
            return False
        more = True
        while more and (left := until - time.perf_counter()) > 0.0005:
            node, state = self._lane(purpose, lanes, tree)
            if state is None:
                return False
            budget = max(2_000, int(self._speed * left))
            begin, before = time.perf_counter(), lanes.nodes
            lanes.step(node, state, budget)
            taken = max(1e-5, time.perf_counter() - begin)
            if lanes.nodes - before > 1_000:
                self._speed += 0.3 * ((lanes.nodes - before) / taken - self._speed)
            more = self._lane(purpose, lanes, tree)[1] is not None
        return more

    def _open_lane(self, purpose: Purpose) -> bool:
        return bool(self._lanes and self._tree and self._lane(purpose, self._lanes, self._tree)[1] is not None)

    def _lane(self, purpose: Purpose, lanes: Lanes, tree: Tree) -> tuple[int, LineState | None]:
        """Which search goes on: the root's for an own move, else the unproven reply that got least for its weight."""
        root = tree.root
        if purpose is not Purpose.PONDER and not tree.proven(root):
            return root, self.state
        if purpose is Purpose.CHOOSE:
            return root, None
        open_nodes = [node for node in tree.children(root) if not tree.proven(node)]
        if not open_nodes:
            return root, None
        weights = thought.weights(tree, open_nodes)
        node = min(open_nodes, key=lambda n: (lanes.nodes_of(self._children[n]) + 1) / weights[n])
        return node, self._children[node]
