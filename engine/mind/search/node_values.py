"""Values the nodes of a tree that need no search below: by the rules, by proofs, and by leaf jobs."""

import math
import time
from collections.abc import Generator, Hashable
from typing import Generic

from engine.games import Game, LineState, S
from engine.games.game import number_of_outcome
from engine.mind.search.expectiminimax import ChanceSearch
from engine.mind.search.leaf import LeafJob
from engine.mind.tree.kernels import CHANCE as CHANCE_NODE
from engine.mind.tree.kernels import EXACT, EXPANDED, LOWER
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT, number_in, value_of

_KIND = EXACT | LOWER

PIECE = 16_384  # positions searched by a leaf job between two looks at the clock


class NodeValues(Generic[S]):
    """Enters values in the nodes of one tree of one game. ``leaf`` is the compiled leaf job, if the game has one, of at
    most ``leaf_depth`` plies. In games with chance a leaf job takes all remaining plies."""

    def __init__(self, game: Game[S], tree: Tree, leaf: LeafJob | None, leaf_depth: int = 0) -> None:
        self.game, self.tree, self.leaf = game, tree, leaf
        self.chance_search: ChanceSearch[S] | None = ChanceSearch(game) if game.has_chance else None
        self.leaf_depth = LIMIT if self.chance_search else leaf_depth
        self.deadline = 0.0
        self.quota = math.inf
        self.budget = math.inf
        """In games with chance, an iteration begins only if likely to end before so many positions are searched."""
        self.nodes = 0
        self.iteration_values: dict[int, dict[int, float]] = {}
        """For each grown node, the values of the children after the last whole iteration."""
        self._centre = (game.board_size() or (0, 0))[0] + 1
        self._memo: dict[Hashable, int] = {}

    def is_solved(self, node: int, wide: int = 1) -> bool:
        """Returns whether the value of the node is final, and (if ``wide``) the values of all moves as well."""
        return self.tree.is_final(node) and not (wide and self._has_open_child(node))

    def _has_open_child(self, node: int) -> bool:
        tree = self.tree
        return not tree.flags[node] & EXPANDED or not all(map(tree.is_final, tree.children(node)))

    def _slice_is_over(self) -> bool:
        return self.nodes >= self.quota or time.perf_counter() > self.deadline

    def _has_answer(self, node: int, state: S, ply: int, depth: int, alpha: float, beta: float, wide: int) -> bool:
        """Returns whether the node has an answer without a search. If not, counts the node as searched."""
        tree, game = self.tree, self.game
        outcome = game.outcome(state)
        if outcome is not None and not tree.proven(node):
            tree.low[node] = tree.high[node] = number_of_outcome(game, outcome, ply, game.to_move(state))
        if tree.proven(node) and (outcome is not None or not (wide and self._has_open_child(node))):
            self._enter_value(node, depth, value_of(tree.low[node]), -2.0, 2.0)
            return True
        if tree.depth[node] >= depth and not wide and self._value_answers(node, alpha, beta):
            return True
        self.nodes += 1
        tree.visits[node] += 1
        if not wide and not self.leaf:
            number = self._memo.get((game.key(state), ply))
            if number is not None:
                tree.low[node] = tree.high[node] = number
                self._enter_value(node, depth, value_of(number), -2.0, 2.0)
                return True
        return False

    def _chance_leaf_value(
        self, means: ChanceSearch[S], node: int, state: S, ply: int, depth: int
    ) -> Generator[None, None, tuple[float, int]]:
        """Returns the value of a leaf in a game with chance, and the depth of the search in plies."""
        job, before = means.search(state, ply, depth), means.nodes
        try:
            while True:
                next(job)
                self._count(node, means.nodes - before)
                before = means.nodes
                if self._slice_is_over():
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
            if not done and self._slice_is_over():
                yield
        value = job.value
        if value > alpha and job.move:  # otherwise no move is known to be better than another
            tree.best[node] = job.move
        number = number_in(value)
        if number is not None:
            # A forced end within the depth is exact: the full-width search has seen every faster win and every longer
            # defence. A later end, from the transposition table, is only a bound.
            seen = self._plies_to(state, number) <= depth
            if value > alpha and (seen or number > 0):
                tree.low[node] = max(tree.low[node], number)
            if value < beta and (seen or number < 0):
                tree.high[node] = min(tree.high[node], number)
        return value

    def _plies_to(self, state: LineState, number: int) -> int:
        plies = self.game.max_plies - state.mask.bit_count() - 2 * (abs(number) - 1)
        return plies - (plies % 2 != (number > 0))

    def _tighten_bounds(self, node: int, children: list[tuple[int, S]]) -> None:
        """Tightens the proven bounds by the bounds of the children. A node above chance nodes has no bounds."""
        tree = self.tree
        if any(tree.flags[child] & CHANCE_NODE for child, _ in children):
            return
        tree.low[node] = max(tree.low[node], max(-tree.high[child] for child, _ in children))
        tree.high[node] = min(tree.high[node], max(-tree.low[child] for child, _ in children))

    def _enter_value(self, node: int, depth: int, value: float, alpha: float, beta: float) -> None:
        tree = self.tree
        tree.value[node] = value
        tree.depth[node] = max(depth, 0)
        kind = EXACT if alpha < value < beta else (LOWER if value >= beta else 0)
        tree.flags[node] = tree.flags[node] & ~_KIND & 0xFF | kind

    def _value_answers(self, node: int, alpha: float, beta: float) -> bool:
        """Returns whether the node's value, exact or a bound, answers a search with this window."""
        kind, value = self.tree.flags[node] & _KIND, self.tree.value[node]
        return bool(kind & EXACT or (kind & LOWER and value >= beta) or (not kind and value <= alpha))

    def _order(self, child: int) -> tuple[float, int]:
        """Returns the sort key of a child: the best value first, then the move nearest the centre."""
        tree = self.tree
        from_centre = abs(2 * int(tree.move[child]) - self._centre)
        if tree.flags[child] & CHANCE_NODE:
            return -float(tree.value[child]), from_centre
        return value_of(tree.low[child]) if tree.proven(child) else float(tree.value[child]), from_centre
