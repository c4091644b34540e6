"""Plays one side of one game as a mind: an engine player that keeps a search tree from the first move to the last.

1. ``follow(moves)`` makes the position after ``moves`` the root. The played branch stays, all others are freed.
2. ``work(purpose)`` runs one slice of thinking. The scheduler calls ``work`` again and again, also on the opponent's
   time. The plan of the level decides which search gets the slice (``planner.py``).
3. ``answer()`` chooses a move from all knowledge at the root (``choice.py``).
4. ``digest()``, ``top()`` and ``explain(move)`` tell the page about the thinking (``report/``).

All of it happens under the mind's lock, between slices, so a call waits at most one slice.
"""

import math
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.games import CHANCE, Game, GameError, LineGame, Move, find, parse, plies, replay
from engine.mind.choice import choose
from engine.mind.levels.level import find_level
from engine.mind.plain import MovesAgainError, PlainSearch
from engine.mind.planner import Purpose, RepeatableMode, SearchPlanner
from engine.mind.plans.workbench import BUDGETS, Budgets
from engine.mind.report.digest import digest, top
from engine.mind.report.lines import Judge, add_best_line, add_book_lines, exact_judge, leaf_judge
from engine.mind.report.types import Branch, Choice, Digest, Why
from engine.mind.report.why_not import explain
from engine.mind.root import Root
from engine.mind.search.available import compiles, finishes
from engine.mind.search.kernels import KERNEL_CACHE, Kernels
from engine.mind.search.recall import tag_of
from engine.mind.tree.advance import Kept
from engine.mind.tree.tree import Tree
from engine.solver.book.book import book_of

SLICE = 0.008  # the target length of a slice in seconds. The promise is 10 ms.


class Mind(Root):
    """Plays one side of one game, and thinks in slices. Raises GameError if there is no game of the name, ValueError if
    there is no such level.

    Args:
        game: the rules, or the name of a registered game.
        level: 1 to 10.
        seed: the seed of all chance decisions; None takes one from the clock.
        cap_mb: the most memory of the tree, in MiB.
        kernels: a solver and tables for this mind alone; None: the ones shared by all minds of the board.
        uses_book: whether the mind may look into the opening book, as far as the level does.
        shares_tables: whether the perfect level on a board too large to prove builds on the tables shared by all minds,
            as the engine in the web application does. Else the tables are the mind's own, and until the mind ponders
            every choice is a function of the moves and the seed: a seed repeats a game exactly.
        budgets: how many positions a move may cost.
    """

    def __init__(
        self,
        game: Game[Any] | str,
        level: int = 10,
        seed: int | None = None,
        *,
        cap_mb: float = 16.0,
        kernels: Kernels | None = None,
        uses_book: bool = True,
        shares_tables: bool = False,
        budgets: Budgets = BUDGETS,
    ) -> None:
        self.game = game = find(game)
        self.book, self.cap_mb = book_of(game) if uses_book else None, cap_mb
        self.seed = time.time_ns() if seed is None else seed
        self.moves: tuple[Move, ...] = ()
        self.state: Any = game.initial()
        self.kept = Kept(0, 0)
        self.expected: Move | None = None
        self.nodes = 0
        self.busy_seconds = 0.0
        self.setting = find_level(level)
        self._budgets = budgets
        self._keeps_tree = True
        self._kernels = kernels
        own_tables = not shares_tables and kernels is None and compiles(game) and not finishes(game)
        self._mode = RepeatableMode() if own_tables else None
        self._planner: SearchPlanner | None = None
        self.visitor = ""  # the address that is charged for the searches: the scheduler shares the cores among visitors
        self.lock = threading.RLock()
        self.closed = self._asked = False

    @property
    def tree(self) -> Tree | None:
        """Returns the tree, once the mind has worked."""
        return self._planner.bench.tree if self._planner else None

    @property
    def iteration_values(self) -> dict[int, float]:
        """Gives the value of each child of the root after the last whole iteration."""
        return self._planner.bench.iteration_values if self._planner else {}

    @property
    def recalled(self) -> int | None:
        """Tells how many days ago the result of the root was proved in another game, if it was."""
        memory = self._planner.bench.memory if self._planner and self.setting.horizon is None else None
        return memory.days_ago if memory else None

    @property
    def tempting(self) -> dict[Move, float]:
        """Gives how easily the opponent errs after each move that holds a proven draw or loss."""
        return self._planner.tempting if self._planner else {}

    @property
    def level(self) -> int:
        """Returns the level of the slider. A new level may be set at any time and holds from the next slice on. A lower
        level forgets all findings of the higher level: a level never knows more than its name says."""
        return self.setting.number

    @level.setter
    def level(self, number: int) -> None:
        with self.lock:
            lowered, mode = number < self.setting.number, self._repeatable
            self.setting, self.plain = find_level(number), None
            if lowered or self._repeatable is not mode:
                self._forget()
                self.kept, self._asked = Kept(0, 0), False
            elif self._planner:
                self._planner.set_level(self.setting)

    def follow(self, moves: Sequence[Move] | str) -> Kept:
        """Makes the position after ``moves`` the root: steps back to the last common move, then advances. ``moves`` are
        all moves of the game so far, numbers or text such as "44". Returns how much of the tree the last advance kept
        and freed. Raises GameError if a move is not legal, or the text no list of moves, and then the root stays where
        it was."""
        with self.lock:
            moves = tuple(parse(self.game, moves)[0] if isinstance(moves, str) else moves)
            common = 0
            while common < min(len(moves), len(self.moves)) and moves[common] == self.moves[common]:
                common += 1
            if common == len(moves) == len(self.moves):
                return self.kept
            state = replay(self.game, moves)
            self._asked, self.plain = False, None
            try:
                self._move_root(moves, common, len(self.moves))
            except (MemoryError, MovesAgainError) as error:  # no room even for the path, or no tree for this game:
                self._forget()  # a tree is only a cache, and is rebuilt
                self.kept, self._keeps_tree = Kept(0, 0), isinstance(error, MemoryError)
            self.moves, self.state = moves, state
            return self.kept

    def work(self, purpose: Purpose, seconds: float = SLICE, nodes: float = math.inf) -> bool:
        """Thinks for one slice of so many seconds or positions. True while there is more to search. With ``seconds``
        infinite only ``nodes`` ends the slice, so a seed repeats the slice on any machine. Raises KernelError if the
        package holds no machine code for this platform, and there is no compiler."""
        with self.lock:
            self._asked = True
            if self.closed or self.game.outcome(self.state) is not None:
                return False
            try:
                return self._work(purpose, seconds, nodes) if self._keeps_tree else self._work_plainly(seconds, nodes)
            except MovesAgainError:
                self._forget()
                self._keeps_tree = False
                return True

    def answer(self, *, seconds: float = 0.0, expected: Move | None = None) -> Choice:
        """Chooses a move from the present knowledge. ``seconds`` since the question and the opponent's last move as
        ``expected`` are for the report. Raises GameError if the game is over, a lot is to be drawn, or neither ``work``
        nor the opening book has been at this position."""
        with self.lock:
            if not (self._asked or self._knows()):
                raise GameError("nothing is known of this position yet; call work(Purpose.CHOOSE) before answer()")
            return self.glance(seconds=seconds, expected=expected)

    def glance(self, *, seconds: float = 0.0, expected: Move | None = None) -> Choice:
        """Chooses as :meth:`answer` does, or by a look two plies ahead. Raises GameError where no side moves."""
        with self.lock:
            if self.game.outcome(self.state) is not None:
                raise GameError("the game is over: there is no move to look for")
            if self.player is CHANCE:
                raise GameError("a lot is to be drawn here: there is no move to look for")
            return replace(choose(self, seconds=seconds, expected=expected), kept=self.kept)

    def digest(self, *, pondering: bool = False, busy: bool = False, seat: int | None = None) -> Digest:
        """Describes the thinking at this moment, for ``seat`` at the table, if any. ``pondering`` tells whether the
        mind thinks on the opponent's time, ``busy`` whether it thinks at all."""
        with self.lock:
            return digest(self, pondering=pondering, busy=busy, seat=seat)

    def top(self, plies: int = 3, limit: int = 400) -> tuple[Branch, ...]:
        """Returns the root and the first plies of the tree, parents first: the ``limit`` most visited nodes."""
        with self.lock:  # only while copying: the search waits for this lock
            if (tree := self.tree) is None:
                return ()
            shown, state = tree.snapshot(plies, limit), self.state
            visited = sum(int(tree.visits[child]) for child in tree.children(tree.root))
            worth, first, horizon = self.worth, self.best, self.setting.horizon
        book = None if horizon is not None else self.book  # a level shows only what it sees
        branches = add_book_lines(book, state, top(shown, visited, worth), plies, limit)
        if not first or not isinstance(self.game, LineGame):
            return branches
        seen, judge = min(plies, horizon or plies), self._judge(self.game)
        return add_best_line(self.game, state, branches, first, plies=seen, limit=limit, judge=judge)

    def explain(self, *moves: Move) -> Why:
        """Answers "why not so?" with a sentence and a line beginning with ``moves``, both empty if one is illegal."""
        with self.lock:
            return explain(self, moves)

    def close(self) -> None:
        """Forgets the tree. No slice runs afterwards."""
        with self.lock:
            self.closed = True
            self._forget()

    @property
    def _repeatable(self) -> RepeatableMode | None:
        """Returns the mode in which a choice depends on the moves and the seed alone, else None."""
        return self._mode if self.setting.horizon is None else None

    def _knows(self) -> bool:
        """Tells whether an earlier search or the opening book has been at the root, or the game is over there."""
        over = self.game.outcome(self.state) is not None or self.player is CHANCE
        tree = self.tree
        return over or bool(self.book_numbers) or bool(tree and tree.children(tree.root))

    def _work(self, purpose: Purpose, seconds: float, nodes: float) -> bool:
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
        if not self.plain:
            self.plain = PlainSearch(self.game, self.state, self.setting.horizon, self._budgets.textbook)
        begin, before = time.perf_counter(), self.plain.nodes
        more = self.plain.run(begin + seconds, nodes)
        self.nodes += self.plain.nodes - before
        self.busy_seconds += time.perf_counter() - begin
        return more

    def _forget(self) -> None:
        self.plain = None
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
        if self._planner:
            return self._planner
        kernels = self._kernels or KERNEL_CACHE.kernels_for(self.game)
        step = kernels.solver.height + 1 if kernels and kernels.solver else 0
        if kernels and self._repeatable:
            kernels = self._repeatable.own_tables(kernels)
        tree = Tree(self.cap_mb, step, kernels.search.words if kernels and step else 1)
        self._planner = SearchPlanner(
            self.game, tree, kernels, self.setting, book=self.book, budgets=self._budgets, tag=tag_of(self.seed)
        )
        try:
            self._move_root(self.moves, 0, 0)
        finally:
            self.state = replay(self.game, self.moves)
        self.kept = Kept(1, 0)
        return self._planner

    def _move_root(self, moves: tuple[Move, ...], common: int, before: int) -> None:
        """Moves the root from ``before`` moves back to the first ``common`` ones, then on to the end of ``moves``.
        ``self.moves`` stays as it is meanwhile: other threads read it without a lock, and take another position for the
        end of the work on this one."""
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
                self.expected = self.best
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

    def _judge(self, game: LineGame) -> Judge | None:
        """Returns what values the answers that the tree does not name. None: the level sees no further."""
        if kernels := self._kernels or KERNEL_CACHE.kernels_for(game):
            return leaf_judge(game, kernels.leaf())
        return exact_judge(game) if self.setting.horizon is None and not compiles(game) else None
