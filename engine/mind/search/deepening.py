"""Grows the tree of any game by iterative deepening alpha-beta, and keeps the tree.

Each iteration walks the explicit nodes, skips nodes with proven bounds or with a value of sufficient depth, and adds
nodes elsewhere. Below the explicit plies a leaf job answers: a compiled depth-limited search if the game has one, an
expectiminimax with a memo in games with chance, the game's own evaluation elsewhere. The value of a chance node is the
mean of the children.

The growth is a generator: it yields at the end of each slice and continues from the same place later. The values at the
root (and under every reply, while pondering) are proven, or equal to plain minimax at the same depth.
"""

from collections.abc import Iterator

from engine.games import CHANCE, LineState, Move, Player, S
from engine.mind.plain import MovesAgainError
from engine.mind.search.node_values import NodeValues
from engine.mind.tree.kernels import CHANCE as CHANCE_NODE
from engine.mind.tree.kernels import PINNED
from engine.mind.values import LIMIT, SCALE

UNIT = 1 / SCALE  # the least difference between two values of a compiled search
_MEMO_SIZE = 1 << 16  # the most proven states of the memo, which serves every path to a state. A full memo is emptied.


class Deepening(NodeValues[S]):
    """Grows one tree of one game by iterative deepening."""

    def grow(
        self, node: int, state: S, ply: int, limit: int, wide: int, shown: int = 2, *, every: bool = True
    ) -> Iterator[None]:
        """Deepens below ``node`` to ``limit`` plies, one ply after the other. Yields when the slice is over. ``ply``
        moves lead to ``state``, the position of ``node``. ``wide`` plies have a full window (1: the root's moves, 2:
        also the replies). ``shown`` further plies have nodes in the tree, even if a leaf job could search them faster.
        With ``every`` each move gets an exact value, else only the best moves, for a third of the work."""
        if self.is_solved(node, wide):
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
                yield from self._search_best_moves(node, state, ply, depth, explicit)
            if self.is_solved(node, wide):
                return
            costs.append(self.nodes - begun)

    def expand(self, node: int, state: S) -> list[tuple[int, S]]:
        """Returns the children of the node with the states, in the order of the legal moves (or chance outcomes).
        Raises MovesAgainError if the same side moves again, because a parent's value is minus the value of a child."""
        mover = self.game.to_move(state)
        if mover is CHANCE:
            self.tree.flags[node] |= CHANCE_NODE
            moves: list[Move] = [move for move, _ in self.game.outcomes(state)]
        else:
            moves = list(self.game.moves(state))
        states = [self.game.play(state, move) for move in moves]
        if mover is not CHANCE and any(self._moves_again(after, mover) for after in states):
            raise MovesAgainError("{game}: a tree needs two sides that take turns", game=self.game.title)
        nodes = self.tree.expand(
            node,
            [
                (move, after.own, after.mask) if self.tree.step and isinstance(after, LineState) else (move, 0, 0)
                for move, after in zip(moves, states, strict=True)
            ],
        )
        return list(zip(nodes, states, strict=True))

    def _moves_again(self, state: S, mover: Player) -> bool:
        return self.game.outcome(state) is None and self.game.to_move(state) is mover

    def _search(
        self, node: int, state: S, ply: int, depth: int, alpha: float, beta: float, explicit: int, wide: int
    ) -> Iterator[None]:
        """Runs fail-soft alpha-beta over explicit nodes, and enters the result in the node's value, depth and flags."""
        tree, game = self.tree, self.game
        # Step 1. Nodes with an answer already: by the rules, a proof or an earlier search.
        if self._has_answer(node, state, ply, depth, alpha, beta, wide):
            return
        before = self.nodes - 1
        chance = game.to_move(state) is CHANCE
        # Step 2. A leaf: ask the evaluation, or the compiled search for the remaining plies.
        if explicit <= 0 and not chance:
            if self.chance_search:
                value, depth = yield from self._chance_leaf_value(self.chance_search, node, state, ply, depth)
            else:
                value = yield from self._leaf_value(node, state, depth, alpha, beta)
            self._enter_value(node, depth, value, alpha, beta)
            if self._slice_is_over():
                yield
            return
        # Step 3. The children, best first by the values of the last iteration. A collapse must not free the children.
        tree.flags[node] |= PINNED
        try:
            children = self.expand(node, state)
            if chance:
                yield from self._search_chance(node, state, children, ply, depth, explicit)
            else:
                yield from self._search_moves(node, children, ply, depth, alpha, beta, explicit, wide)
        finally:
            tree.flags[node] &= ~PINNED & 0xFF
        # Step 4. Store proofs in the memo, for every path to this state.
        tree.visits[node] += self.nodes - before
        if tree.proven(node) and not self.leaf:
            if len(self._memo) >= _MEMO_SIZE:
                self._memo.clear()
            self._memo[game.key(state), ply] = tree.low[node]
        if self._slice_is_over():
            yield

    def _search_moves(
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
        """Searches a player's node: the best child counts, and a child at or above beta cuts the search."""
        tree, game = self.tree, self.game
        children.sort(key=lambda pair: self._order(pair[0]))
        best, best_move = -2.0, 0
        for child, after in children:
            floor = alpha if wide else max(alpha, best)
            # The value of a chance node is for the side of the last move.
            same_side = game.outcome(after) is None and game.to_move(after) is CHANCE
            window = (floor, beta) if same_side else (-beta, -floor)
            yield from self._search(child, after, ply + 1, depth - 1, *window, explicit - 1, max(0, wide - 1))
            value = tree.value[child] if same_side else -tree.value[child]
            if value > best:
                best, best_move = value, tree.move[child]
                if best >= beta and not wide:
                    break
        tree.best[node] = best_move
        self._tighten_bounds(node, children)
        ended = self.chance_search is not None and all(self.tree.is_final(child) for child, _ in children)
        self._enter_value(node, LIMIT if ended else depth, best, alpha, beta)

    def _search_best_moves(self, node: int, state: S, ply: int, depth: int, explicit: int) -> Iterator[None]:
        """Runs one iteration that compares each move with the best move so far, instead of finding every value. The
        best move of the last iteration comes first, so the values found count even if the iteration never ends."""
        tree = self.tree
        tree.flags[node] |= PINNED
        try:
            children = self.expand(node, state)
            lead = tree.best[node]
            children.sort(key=lambda pair: (tree.move[pair[0]] != lead, *self._order(pair[0])))
            best, leads, before = -2.0, set[int](), self.nodes
            for child, after in children:
                # A window around the best value also finds the equally good moves. The choice draws one of the best.
                window = (-_round_to_unit(best + UNIT), -_round_to_unit(best - UNIT)) if leads else (-1.0, 1.0)
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
        self._tighten_bounds(node, children)
        self._enter_value(node, depth, best, -2.0, 2.0)
        tree.visits[node] += self.nodes - before

    def _search_chance(
        self, node: int, state: S, children: list[tuple[int, S]], ply: int, depth: int, explicit: int
    ) -> Iterator[None]:
        """Searches a chance node: the mean of the children, for the side of the last move (the opponent moves next)."""
        total, exact = 0.0, True
        for (child, after), (_, probability) in zip(children, self.game.outcomes(state), strict=True):
            # A chance outcome costs no depth: a horizon counts the plies of the players.
            yield from self._search(child, after, ply, depth, -1.0, 1.0, explicit, 0)
            total -= probability * self.tree.value[child]
            exact = exact and self.tree.is_final(child)
        self._enter_value(node, LIMIT if exact else depth, total, -2.0, 2.0)


def _next_cost(costs: list[int]) -> float:
    """Returns the likely cost of the next iteration, by the growth of the last one, 0 for the first few."""
    return costs[-1] * costs[-1] / costs[-2] if len(costs) > 3 else 0.0


def _round_to_unit(value: float) -> float:
    """Returns ``value`` rounded to a multiple of UNIT, as from a compiled search."""
    return round(value * SCALE) / SCALE
