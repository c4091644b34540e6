"""The thinker for one side of one game: it keeps its tree from the first move to the last.

``follow`` makes a list of moves the root: the branch that was played stays, all others are freed. ``work`` does one
slice of thinking and is what the scheduler calls; ``answer`` says what the mind would play. Everything here happens
under the mind's lock, between slices, so a call waits at most one slice.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.games import CHANCE, Game, Move, Player, plies, replay
from engine.mind.choice import choose
from engine.mind.levels.level import find_level
from engine.mind.planner import Growth, Purpose
from engine.mind.report.book_lines import add_book_lines
from engine.mind.report.digest import digest, top
from engine.mind.report.types import Branch, Choice, Digest, Why
from engine.mind.report.why_not import explain
from engine.mind.root import Root
from engine.mind.search.available import compiles, finishes
from engine.mind.search.kernels import KERNEL_CACHE, Kernels
from engine.mind.tree.advance import Kept
from engine.mind.tree.check import check_tree
from engine.mind.tree.reading import guess
from engine.mind.tree.tree import Tree
from engine.solver.book.book import book_of

SLICE = 0.008
"""Seconds that one slice aims at; the promise is 10 ms."""

STRIDE = 8_192
"""Positions between two looks at the clock where a choice must not depend on one."""


class Mind:
    """One mind.

    Args:
        game: the rules.
        level: 1 to 10.
        seed: of all its chance decisions; None draws one.
        cap_mb: the most memory its tree may take, in MiB.
        kernels: its own solver and table; None: the ones that all minds of this board share.
        reads: whether it may look into the opening book, as far as its level does.
        shares: whether the highest level on a board too large to prove builds on what all minds have found out there,
            as at a table where it ponders. Else its tables are its own, and until it ponders what it plays is a
            function of the moves and the seed alone: a seed repeats a game exactly, whatever else is played.
    """

    def __init__(
        self,
        game: Game[Any],
        level: int = 10,
        seed: int | None = None,
        *,
        cap_mb: float = 16.0,
        kernels: Kernels | None = None,
        reads: bool = True,
        shares: bool = False,
    ) -> None:
        self.game = game
        self.book = book_of(game) if reads else None
        self._kernels = kernels
        self._apart = not shares and kernels is None and compiles(game) and not finishes(game)
        self._tables: Kernels | None = None
        self._informed = False
        self._begun: tuple[Move, ...] | None = None
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
        self._growth: Growth | None = None
        self.closed = False

    # --- what the table calls ---

    @property
    def level(self) -> int:
        """The stop of the slider; it may be set at any time and holds from the next slice on. Set lower, the mind
        forgets what the higher level has found out: a level never knows more than its name says."""
        return self._level.number

    @level.setter
    def level(self, number: int) -> None:
        with self.lock:
            lowered, alone = number < self._level.number, self._alone
            self._level = find_level(number)
            if lowered or self._alone != alone:
                self._forget()
                self.kept = Kept(0, 0)
            elif self._growth:
                self._growth.halt()

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
            try:
                self._go(line, common)
            except MemoryError:  # no room even for the line itself: a tree is only a cache, and is built anew
                self._forget()
                self.kept = Kept(0, 0)
            self.moves, self.state = line, replay(self.game, line)
            return self.kept

    def work(self, purpose: Purpose, seconds: float = SLICE, nodes: float = math.inf) -> bool:
        """Think for one slice, of so many seconds or positions; True while there is more to think about.

        With ``seconds`` infinite it is the positions alone that end it, so that a seed repeats it on any machine.
        """
        with self.lock:
            if self.closed or self.game.outcome(self.state) is not None or not (growth := self._ready(purpose)):
                return False
            begin, before = time.perf_counter(), growth.nodes
            try:
                if self._begun is None:
                    more = growth.slice(purpose, self._level, begin + seconds, nodes)
                else:
                    more = self._stride(growth, begin + seconds, nodes)
            except MemoryError:  # the tree is at its cap and nothing in it can be spared
                more = False
            self.nodes += growth.nodes - before
            self.busy_seconds += time.perf_counter() - begin
            return more

    def hurry(self, until: float) -> None:
        """End the slice that runs, if one does, about at ``until`` (of time.perf_counter). Takes no lock."""
        growth = self._growth
        if growth and self._begun is None:  # a stride is short, and ends where it ends on any machine
            growth.hurry(until)

    def answer(self, *, seconds: float = 0.0, expected: Move | None = None) -> Choice:
        """What this mind plays here, from what it knows now; any time, also before it is awake."""
        with self.lock:
            return choose(self._root(), seconds=seconds, expected=expected)

    def digest(self, *, pondering: bool = False, busy: bool = False, seat: int | None = None) -> Digest:
        """Everything there is to show, at this moment."""
        with self.lock:
            return digest(self._root(), pondering=pondering, busy=busy, seat=seat)

    def top(self, plies: int = 3, limit: int = 400) -> tuple[Branch, ...]:
        """The root and the first plies of the tree, parents before children; short of room, the most visited."""
        with self.lock:  # no longer than a copy takes: the search waits for it
            if (tree := self._tree) is None:
                return ()
            shown, state = tree.snapshot(plies, limit), self.state
            visited = sum(int(tree.visits[child]) for child in tree.children(tree.root))
            book = None if self._level.horizon is not None else self.book  # a level does not show more than it sees
        return add_book_lines(book, state, top(shown, visited), plies, limit)

    def explain(self, *moves: Move) -> Why:
        """Why not play so? The line that answers ``moves``, and a sentence; empty where a move is not legal."""
        with self.lock:
            return explain(self._root(), moves)

    def check(self) -> None:
        """Raise AssertionError unless every node of the tree is in its place, and none has leaked."""
        with self.lock:
            if self._tree and self._growth:
                loose, lanes = check_tree(self._tree), self._growth.lanes
                if loose != (waiting := lanes.waiting if lanes else 0):
                    raise AssertionError(f"{loose} nodes hang nowhere, but {waiting} wait for their parents")

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
    def depth(self) -> int:
        """Counts the plies of the search behind the root's value; 0 without one."""
        return self._root().depth

    @property
    def player(self) -> Player:
        """Names the side to move at the root."""
        return self.game.to_move(self.state)

    @property
    def ply(self) -> int:
        """Counts the moves of the players so far, without drawn lots."""
        return plies(self.game, self.moves)

    def _root(self) -> Root:
        growth = self._growth
        return Root(
            game=self.game,
            state=self.state,
            moves=self.moves,
            level=self._level,
            seed=self.seed,
            tree=self._tree,
            book=self.book,
            iterated=growth.settled if growth else {},
            tempting=growth.tempting() if growth else {},
            kept=self.kept,
            nodes=self.nodes,
            busy_seconds=self.busy_seconds,
        )

    # --- inside ---

    def _forget(self) -> None:
        if self._tree:
            self._tree.close()
        self._tree = self._growth = self._begun = None
        self._informed = False

    @property
    def _alone(self) -> bool:
        """Whether its tables are its own, and its choices depend on nothing but the moves and the seed."""
        return self._apart and self._level.horizon is None

    def _ready(self, purpose: Purpose) -> Growth | None:
        """What grows the tree, if it is awake; for a choice that is to depend on nothing else, begun from nothing."""
        growth = self._awake()
        if growth is None or not self._alone:
            return growth
        self._informed |= purpose is not Purpose.CHOOSE
        if self._informed:
            self._begun = None
        elif self._begun != self.moves and self._tables:
            expected = self.expected
            self._forget()
            self._tables.clear()
            growth = self._awake()
            self.expected, self._begun = expected, self.moves
        return growth

    def _stride(self, growth: Growth, until: float, nodes: float) -> bool:
        """Choose on by whole strides until it is time, or so many positions are searched."""
        end, more = growth.nodes + nodes, True
        while more:
            more = growth.slice(Purpose.CHOOSE, self._level, math.inf, STRIDE)
            if growth.nodes >= end or time.perf_counter() >= until:
                break
        return more

    def _awake(self) -> Growth | None:
        """What grows the tree; both are built as soon as what they need is compiled."""
        if self._growth or not KERNEL_CACHE.tree_ready:
            return self._growth
        kernels = self._kernels or KERNEL_CACHE.kernels_for(self.game)
        if kernels is None and compiles(self.game):
            return None
        step = kernels.solver.height + 1 if kernels and kernels.solver else 0
        if kernels and self._alone:
            kernels = self._tables = self._tables or kernels.with_own_tables()
        self._tree = Tree(self.cap_mb, step)
        self._growth = Growth(self.game, self._tree, kernels, self.book)
        line, self.moves = self.moves, ()
        self._go(line, 0)
        self.moves, self.state, self.kept = line, replay(self.game, line), Kept(1, 0)
        return self._growth

    def _go(self, line: tuple[Move, ...], common: int) -> None:
        """Move the root along: back to ``common`` moves, then on to the end of ``line``."""
        tree, growth = self._tree, self._growth
        if tree is None or growth is None:
            return
        back, new = len(self.moves) - common, line[common:]
        growth.halt(but=tree.child(tree.root, new[0]) if not back and len(new) == 1 else -1)
        for _ in range(back):
            tree.retreat()
        self.state = replay(self.game, line[:common])
        for move in new:
            if self.game.to_move(self.state) is not CHANCE:
                self.expected = guess(tree)
            self._advance(tree, move)
        if not new:
            self.kept = Kept(tree.size[tree.root], 0)
        growth.settle(self.state, plies(self.game, line))
        self.kept = replace(self.kept, remembered=tree.plies_taken_back())

    def _advance(self, tree: Tree, move: Move) -> None:
        """One move down the tree, from ``self.state``, which goes along."""
        self.state = self.game.play(self.state, move)
        words = (self.state.own, self.state.mask) if tree.step else (0, 0)
        self.kept = tree.advance(move, *words)
