"""Keeps the searches of one mind: the planner with its tree, and the position at the root."""

import time
from dataclasses import replace
from typing import Any

from engine.games import CHANCE, Game, Move, Player, plies, replay
from engine.mind.levels.level import find_level
from engine.mind.plain import PlainSearch
from engine.mind.planner import Purpose, SearchPlanner
from engine.mind.plans.budgets import Budgets
from engine.mind.repeatable import RepeatableMode
from engine.mind.root import Root
from engine.mind.search.available import compiles, finishes
from engine.mind.search.kernels import KERNEL_CACHE, Kernels
from engine.mind.tree.advance import Kept
from engine.mind.tree.tree import Tree
from engine.solver.book.book import Book


class Thinking:
    """Searches the position of one mind, and moves the root of the tree. A user holds the mind's lock. The arguments
    are those of :class:`engine.mind.mind.Mind`."""

    def __init__(
        self,
        game: Game[Any],
        level: int,
        seed: int | None,
        cap_mb: float,
        kernels: Kernels | None,
        book: Book | None,
        shares_tables: bool,
        budgets: Budgets,
    ) -> None:
        self.game, self.book, self.cap_mb = game, book, cap_mb
        self.seed = time.time_ns() if seed is None else seed
        self.moves: tuple[Move, ...] = ()
        self.state: Any = game.initial()
        self.kept = Kept(0, 0)
        self.expected: Move | None = None
        self.nodes = 0
        self.busy_seconds = 0.0
        self._level = find_level(level)
        self._budgets = budgets
        self._plain: PlainSearch | None = None
        self._keeps_tree = True
        self._kernels = kernels
        own_tables = not shares_tables and kernels is None and compiles(game) and not finishes(game)
        self._mode = RepeatableMode() if own_tables else None
        self._planner: SearchPlanner | None = None

    @property
    def tree(self) -> Tree | None:
        """Returns the tree, once the mind has worked."""
        return self._planner.bench.tree if self._planner else None

    @property
    def depth(self) -> int:
        """Counts the plies of the search behind the root's value, 0 without one."""
        return self._root().depth

    @property
    def player(self) -> Player:
        """Names the side to move at the root. Undefined once the game is over."""
        return self.game.to_move(self.state)

    @property
    def ply(self) -> int:
        """Counts the moves of the players so far, without drawn lots."""
        return plies(self.game, self.moves)

    @property
    def _repeatable(self) -> RepeatableMode | None:
        """Returns the mode in which a choice depends on the moves and the seed alone, else None."""
        return self._mode if self._level.horizon is None else None

    def _root(self) -> Root:
        planner = self._planner
        return Root(
            game=self.game,
            state=self.state,
            moves=self.moves,
            level=self._level,
            seed=self.seed,
            tree=self.tree,
            book=self.book,
            iteration_values=planner.bench.iteration_values if planner else {},
            tempting=planner.tempting if planner else {},
            kept=self.kept,
            nodes=self.nodes,
            busy_seconds=self.busy_seconds,
            plain=self._plain,
        )

    def _knows(self) -> bool:
        """Tells whether an earlier search or the opening book has been at the root, or the game is over there."""
        over = self.game.outcome(self.state) is not None or self.player is CHANCE
        tree = self.tree
        return over or bool(self._root().book_numbers) or bool(tree and tree.children(tree.root))

    def _work(self, purpose: Purpose, seconds: float, nodes: float) -> bool:
        """Runs a slice of the plan of the level."""
        planner = self._ready(purpose)
        begin, before = time.perf_counter(), planner.nodes
        try:
            if (mode := self._repeatable) and mode.choosing:
                more = mode.run_strides(planner, begin + seconds, nodes)
            else:
                more = planner.run_slice(purpose, begin + seconds, nodes)
        except MemoryError:  # the tree is at the cap and can spare no node
            more = False
        self.nodes += planner.nodes - before
        self.busy_seconds += time.perf_counter() - begin
        return more

    def _work_plainly(self, seconds: float, nodes: float) -> bool:
        """Runs a slice in a game in which a side may move twice in a row."""
        if self.player is CHANCE:
            return False
        if not self._plain:
            self._plain = PlainSearch(self.game, self.state, self._level.horizon, self._budgets.textbook)
        begin, before = time.perf_counter(), self._plain.nodes
        more = self._plain.run(begin + seconds, nodes)
        self.nodes += self._plain.nodes - before
        self.busy_seconds += time.perf_counter() - begin
        return more

    def _forget(self) -> None:
        self._plain = None
        if self._planner:
            self._planner.bench.tree.close()
        self._planner = None
        if self._mode:
            self._mode.forget()

    def _ready(self, purpose: Purpose) -> SearchPlanner:
        """Returns the planner for a slice. A repeatable choice begins from nothing."""
        planner, mode = self._wake(), self._repeatable
        if mode and mode.must_restart(purpose, self.moves):
            expected = self.expected
            self._forget()
            mode.restart(self.moves)
            planner = self._wake()
            self.expected = expected
        return planner

    def _wake(self) -> SearchPlanner:
        """Returns the planner, with a new tree if there is none."""
        if self._planner:
            return self._planner
        kernels = self._kernels or KERNEL_CACHE.kernels_for(self.game)
        step = kernels.solver.height + 1 if kernels and kernels.solver else 0
        if kernels and self._repeatable:
            kernels = self._repeatable.own_tables(kernels)
        tree = Tree(self.cap_mb, step)
        self._planner = SearchPlanner(self.game, tree, kernels, self._level, book=self.book, budgets=self._budgets)
        try:
            self._move_root(self.moves, 0, 0)
        finally:
            self.state = replay(self.game, self.moves)
        self.kept = Kept(1, 0)
        return self._planner

    def _move_root(self, moves: tuple[Move, ...], common: int, before: int) -> None:
        """Moves the root from ``before`` moves back to the first ``common`` ones, then on to the end of ``moves``.

        ``self.moves`` stays as it is meanwhile: other threads read it without a lock, and take another position for the
        end of the work on this one.
        """
        if (planner := self._planner) is None:
            return
        tree = planner.bench.tree
        back, new = before - common, moves[common:]
        planner.cancel(but=tree.child(tree.root, new[0]) if not back and len(new) == 1 else -1)
        for _ in range(back):
            tree.retreat()
        self.state = replay(self.game, moves[:common])
        for move in new:
            if self.game.to_move(self.state) is not CHANCE:
                self.expected = self._root().expected
            self._advance(tree, move)
        if not new:
            self.kept = Kept(tree.size[tree.root], 0)
        planner.rebase(self.state, plies(self.game, moves))
        self.kept = replace(self.kept, remembered=tree.plies_taken_back())

    def _advance(self, tree: Tree, move: Move) -> None:
        """Plays ``move`` from ``self.state``, also in the tree."""
        self.state = self.game.play(self.state, move)
        words = (self.state.own, self.state.mask) if tree.step else (0, 0)
        self.kept = tree.advance(move, *words)
