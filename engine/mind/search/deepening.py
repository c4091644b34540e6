"""The grower for any game: iterative deepening alpha-beta that keeps its tree.

Each iteration walks the explicit nodes, goes around what is known (proven bounds, opinions of sufficient depth) and
adds nodes where nothing is known yet. Below the explicit plies a leaf job answers: a compiled depth-limited search
where there is one, an expectiminimax that remembers in games with chance, the game's own evaluation elsewhere. Chance
nodes take the mean of their children.

The growth is a generator: it yields whenever its slice is over, and goes on later from exactly there. The values at
the root (and under every reply, while pondering) are those of plain minimax at the same depth, or proven.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Hashable, Iterator
from typing import Generic, TypeVar

from engine.games import CHANCE, Game, LineState, Move
from engine.games.numbers import number_of_outcome
from engine.mind.search.expectiminimax import ChanceSearch
from engine.mind.search.leaf import LeafJob
from engine.mind.tree.kernels import CHANCE as CHANCE_NODE
from engine.mind.tree.kernels import EXACT, EXPANDED, LOWER, PINNED
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT, SCALE, number_in, value_of

S = TypeVar("S", bound=Hashable)

_KIND = EXACT | LOWER

UNIT = 1 / SCALE
"""The least difference of two values that a compiled search gives."""

PIECE = 16_384
"""Positions that a leaf job searches between two looks at the clock."""

_MEMO_SIZE = 1 << 16
"""Proven states that are remembered for every way to get there; then the memory begins anew."""


class Deepening(Generic[S]):
    """Grows one tree of one game by iterative deepening.

    Args:
        game: the rules.
        tree: where the nodes live.
        leaf: the compiled leaf job, or None where the game has none.
        leaf_depth: the most plies that a compiled leaf job may take; one of a game with chance takes what is left.
    """

    def __init__(self, game: Game[S], tree: Tree, leaf: LeafJob | None, leaf_depth: int = 0) -> None:
        self.game, self.tree, self.leaf = game, tree, leaf
        self.chance_search: ChanceSearch[S] | None = ChanceSearch(game) if game.has_chance else None
        self.leaf_depth = LIMIT if self.chance_search else leaf_depth
        self.deadline = 0.0
        self.quota = math.inf
        self.budget = math.inf
        """In games with chance no iteration is begun that would hardly end before so many positions are searched."""
        self.nodes = 0
        self.iteration_values: dict[int, dict[int, float]] = {}
        """Of each node that was grown, the values of its children after the last whole iteration."""
        self._centre = (game.board_size() or (0, 0))[0] + 1
        self._memo: dict[Hashable, int] = {}

    def grow(
        self, node: int, state: S, ply: int, limit: int, wide: int, shown: int = 2, *, every: bool = True
    ) -> Iterator[None]:
        """Deepen below ``node`` to ``limit`` plies, one ply after the other; yields when the slice is over.

        Args:
            node: where to grow, ``state`` its position after ``ply`` moves.
            state: the position.
            ply: moves made so far.
            limit: the depth of the last iteration.
            wide: how many plies are looked at anew (1: the root's moves, 2: the replies' as well).
            every: whether each move there gets its exact value; else only the best ones do, for a third of the work.
            shown: how many plies below those are nodes of the tree even where a leaf job could search them, sooner.
        """
        if self.solved(node, wide):
            return
        costs = [0]
        for depth in range(1, limit + 1):
            if self.chance_search and self.nodes + _next_cost(costs) > self.budget:
                return
            begun = self.nodes
            explicit = max(min(depth, shown + wide), depth - self.leaf_depth)
            if every or self.game.outcome(state) is not None:
                yield from self._search(node, state, ply, depth, -1.0, 1.0, explicit, wide)
                self.iteration_values[node] = {child: self.tree.value[child] for child in self.tree.children(node)}
            else:
                yield from self._lead(node, state, ply, depth, explicit)
            if self.solved(node, wide):
                return
            costs.append(self.nodes - begun)

    def solved(self, node: int, wide: int = 1) -> bool:
        """Whether nothing is left to learn: the node is seen to its end, and so are its moves if ``wide`` asks it."""
        return self.tree.ended(node) and not (wide and self._any_open(node))

    def _any_open(self, node: int) -> bool:
        tree = self.tree
        return not tree.flags[node] & EXPANDED or not all(map(tree.ended, tree.children(node)))

    def expand(self, node: int, state: S) -> list[tuple[int, S]]:
        """The node's children and their states, in the order of the legal moves (or of the lots)."""
        if self.game.to_move(state) is CHANCE:
            self.tree.flags[node] |= CHANCE_NODE
            moves: list[Move] = [move for move, _ in self.game.outcomes(state)]
        else:
            moves = list(self.game.moves(state))
        states = [self.game.play(state, move) for move in moves]
        nodes = self.tree.expand(
            node,
            [
                (move, after.own, after.mask) if self.tree.step and isinstance(after, LineState) else (move, 0, 0)
                for move, after in zip(moves, states, strict=True)
            ],
        )
        return list(zip(nodes, states, strict=True))

    def _search(
        self, node: int, state: S, ply: int, depth: int, alpha: float, beta: float, explicit: int, wide: int
    ) -> Iterator[None]:
        """One fail-soft alpha-beta over explicit nodes; leaves its result in the node's value, depth and flags."""
        tree, game = self.tree, self.game
        # Step 1. What is known already, or decided by the rules.
        if self._settled(node, state, ply, depth, alpha, beta, wide):
            return
        before = self.nodes - 1
        chance = game.to_move(state) is CHANCE
        # Step 2. A leaf: ask the evaluation, or the compiled search for the plies that are left.
        if explicit <= 0 and not chance:
            if self.chance_search:
                value, depth = yield from self._mean_value(self.chance_search, node, state, ply, depth)
            else:
                value = yield from self._leaf_value(node, state, depth, alpha, beta)
            self._conclude(node, depth, value, alpha, beta)
            if self._over():
                yield
            return
        # Step 3. The children, best first by what the last iteration thought of them. They must outlive a collapse.
        tree.flags[node] |= PINNED
        try:
            children = self.expand(node, state)
            if chance:
                yield from self._mean(node, state, children, ply, depth, explicit)
            else:
                yield from self._best(node, children, ply, depth, alpha, beta, explicit, wide)
        finally:
            tree.flags[node] &= ~PINNED & 0xFF
        # Step 4. Remember what is proven, for every way to get here.
        tree.visits[node] += self.nodes - before
        if tree.proven(node) and not self.leaf:
            if len(self._memo) >= _MEMO_SIZE:
                self._memo.clear()
            self._memo[game.key(state), ply] = tree.low[node]
        if self._over():
            yield

    def _best(
        self,
        node: int,
        children: list[tuple[int, S]],
        ply: int,
        depth: int,
        alpha: float,
        beta: float,
        explicit: int,
        wide: int,
    ) -> Iterator[None]:
        """A player's node: the best of its children, until one refutes the move that led here."""
        tree, game = self.tree, self.game
        children.sort(key=lambda pair: (self._rank(pair[0]), self._outwards(pair[0])))
        best, best_move = -2.0, 0
        for child, after in children:
            floor = alpha if wide else max(alpha, best)
            same_side = game.outcome(after) is None and game.to_move(after) is CHANCE  # valued for who moved into it
            window = (floor, beta) if same_side else (-beta, -floor)
            yield from self._search(child, after, ply + 1, depth - 1, *window, explicit - 1, max(0, wide - 1))
            value = tree.value[child] if same_side else -tree.value[child]
            if value > best:
                best, best_move = value, tree.move[child]
                if best >= beta and not wide:
                    break
        tree.best[node] = best_move
        self._bounds(node, children)
        ended = self.chance_search is not None and all(self.tree.ended(child) for child, _ in children)
        self._conclude(node, LIMIT if ended else depth, best, alpha, beta)

    def _lead(self, node: int, state: S, ply: int, depth: int, explicit: int) -> Iterator[None]:
        """One iteration that asks of each move only whether it is as good as the best so far, which comes first: what
        is finished counts, even if the rest of the iteration never is."""
        tree = self.tree
        tree.flags[node] |= PINNED
        try:
            children = self.expand(node, state)
            lead = tree.best[node]
            children.sort(key=lambda pair: (tree.move[pair[0]] != lead, self._rank(pair[0]), self._outwards(pair[0])))
            best, leads, before = -2.0, set[int](), self.nodes
            for child, after in children:
                # A window around the best: moves that are as good are found as well, and drawn from by lot.
                window = (-_notch(best + UNIT), -_notch(best - UNIT)) if leads else (-1.0, 1.0)
                yield from self._search(child, after, ply + 1, depth - 1, *window, explicit - 1, 0)
                if leads and -tree.value[child] > best:
                    yield from self._search(child, after, ply + 1, depth - 1, -1.0, -best, explicit - 1, 0)
                value = -tree.value[child]
                if value >= best:
                    leads = {child} | (leads if value == best else set())
                    best = value
                    tree.best[node] = tree.best[node] if value == best and len(leads) > 1 else tree.move[child]
                self.iteration_values[node] = {
                    other: -best if other in leads else max(tree.value[other], UNIT - best) for other, _ in children
                }
        finally:
            tree.flags[node] &= ~PINNED & 0xFF
        self._bounds(node, children)
        self._conclude(node, depth, best, -2.0, 2.0)
        tree.visits[node] += self.nodes - before

    def _over(self) -> bool:
        """Whether the slice is."""
        return self.nodes >= self.quota or time.perf_counter() > self.deadline

    def _settled(self, node: int, state: S, ply: int, depth: int, alpha: float, beta: float, wide: int) -> bool:
        """Whether the node needs no search; enters it into the counts if it does."""
        tree, game = self.tree, self.game
        outcome = game.outcome(state)
        if outcome is not None and not tree.proven(node):
            tree.low[node] = tree.high[node] = number_of_outcome(game, outcome, ply, game.to_move(state))
        if tree.proven(node) and (outcome is not None or not (wide and self._any_open(node))):
            self._conclude(node, depth, value_of(tree.low[node]), -2.0, 2.0)
            return True
        if tree.depth[node] >= depth and not wide and self._answers(node, alpha, beta):
            return True
        self.nodes += 1
        tree.visits[node] += 1
        if not wide and not self.leaf:
            number = self._memo.get((game.key(state), ply))
            if number is not None:
                tree.low[node] = tree.high[node] = number
                self._conclude(node, depth, value_of(number), -2.0, 2.0)
                return True
        return False

    def _mean(
        self, node: int, state: S, children: list[tuple[int, S]], ply: int, depth: int, explicit: int
    ) -> Iterator[None]:
        """A chance node: the mean of its children, for the side whose move led here (its opponent moves next)."""
        total, exact = 0.0, True
        for (child, after), (_, probability) in zip(children, self.game.outcomes(state), strict=True):
            # The lot costs no depth: a horizon counts the players' plies.
            yield from self._search(child, after, ply, depth, -1.0, 1.0, explicit, 0)
            total -= probability * self.tree.value[child]
            exact = exact and self.tree.ended(child)
        self._conclude(node, LIMIT if exact else depth, total, -2.0, 2.0)

    def _mean_value(
        self, means: ChanceSearch[S], node: int, state: S, ply: int, depth: int
    ) -> Generator[None, None, tuple[float, int]]:
        """The value of a leaf in a game with chance, and how many plies it is seen ahead."""
        job, before = means.search(state, ply, depth), means.nodes
        try:
            while True:
                next(job)
                self._count(node, means.nodes - before)
                before = means.nodes
                if self._over():
                    yield
        except StopIteration as end:
            self._count(node, means.nodes - before)
            value: tuple[float, int] = end.value
            return value

    def _count(self, node: int, searched: int) -> None:
        self.nodes += searched
        self.tree.visits[node] += searched

    def _leaf_value(self, node: int, state: S, depth: int, alpha: float, beta: float) -> Generator[None, None, float]:
        tree = self.tree
        if self.leaf is None or not isinstance(state, LineState):
            return float(self.game.evaluate(state, self.game.to_move(state)))
        job, done = self.leaf(state, depth, alpha, beta), False
        while not done:
            before = job.nodes
            done = job.run(int(min(PIECE, max(1, self.quota - self.nodes))))
            self.nodes += job.nodes - before
            tree.visits[node] += job.nodes - before
            if not done and self._over():
                yield
        value = job.value
        if value > alpha and job.move:  # elsewhere no move is known to be better than another
            tree.best[node] = job.move
        number = number_in(value)
        if number is not None:
            # A forced end within the depth is seen full width: no faster one, no longer defence. One beyond it, which
            # the table of opinions knew, proves only that it can be reached.
            seen = self._plies_to(state, number) <= depth
            if value > alpha and (seen or number > 0):
                tree.low[node] = max(tree.low[node], number)
            if value < beta and (seen or number < 0):
                tree.high[node] = min(tree.high[node], number)
        return value

    def _plies_to(self, state: LineState, number: int) -> int:
        """Plies from ``state`` to the end that a score number other than a draw's tells of."""
        plies = self.game.max_plies - state.mask.bit_count() - 2 * (abs(number) - 1)
        return plies - (plies % 2 != (number > 0))

    def _bounds(self, node: int, children: list[tuple[int, S]]) -> None:
        """Proven bounds from the children's; a node with chance beneath it has none."""
        tree = self.tree
        if any(tree.flags[child] & CHANCE_NODE for child, _ in children):
            return
        tree.low[node] = max(tree.low[node], max(-tree.high[child] for child, _ in children))
        tree.high[node] = min(tree.high[node], max(-tree.low[child] for child, _ in children))

    def _conclude(self, node: int, depth: int, value: float, alpha: float, beta: float) -> None:
        tree = self.tree
        tree.value[node] = value
        tree.depth[node] = max(depth, 0)
        kind = EXACT if alpha < value < beta else (LOWER if value >= beta else 0)
        tree.flags[node] = tree.flags[node] & ~_KIND & 0xFF | kind

    def _answers(self, node: int, alpha: float, beta: float) -> bool:
        """Whether the node's opinion, a bound perhaps, settles this window."""
        kind, value = self.tree.flags[node] & _KIND, self.tree.value[node]
        return bool(kind & EXACT or (kind & LOWER and value >= beta) or (not kind and value <= alpha))

    def _outwards(self, child: int) -> int:
        """The centre first."""
        return abs(2 * int(self.tree.move[child]) - self._centre)

    def _rank(self, child: int) -> float:
        tree = self.tree
        if tree.flags[child] & CHANCE_NODE:
            return -float(tree.value[child])
        return value_of(tree.low[child]) if tree.proven(child) else float(tree.value[child])


def _next_cost(costs: list[int]) -> float:
    """What the next iteration may cost, if it grows as the last one did; the first ones grow otherwise."""
    return costs[-1] * costs[-1] / costs[-2] if len(costs) > 3 else 0.0


def _notch(value: float) -> float:
    """The multiple of a unit next to ``value``, as a compiled search would give it."""
    return round(value * SCALE) / SCALE
