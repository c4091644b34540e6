"""Reads the knowledge of a mind at the root, for choices, digests and explanations."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.games import Game, Move, Player, plies
from engine.mind.levels.level import Level
from engine.mind.plain import PlainSearch
from engine.mind.tree.advance import Kept
from engine.mind.tree.reading import child_value, expected_move
from engine.mind.tree.tree import Tree
from engine.mind.values import LIMIT, value_of
from engine.solver.book.book import Book


class Worth(NamedTuple):
    """Holds the value of a move and the proven bounds as score numbers, for the side to move."""

    value: float
    low: int
    high: int


class Root:
    """Reads what a mind knows of its root. Choices, digests and explanations read it, and hold the mind's lock."""

    game: Game[Any]
    state: Any
    moves: tuple[Move, ...]
    """The moves from the beginning of the game to ``state``."""
    setting: Level
    seed: int
    book: Book | None
    plain: PlainSearch | None = None
    """Replaces the tree where a side may move twice in a row."""
    kept: Kept
    """The last advance of the tree."""
    nodes: int
    """Positions searched in the whole game, in ``busy_seconds``."""
    busy_seconds: float

    @property
    def tree(self) -> Tree | None:
        """Returns the tree, once the mind has worked."""
        raise NotImplementedError

    @property
    def iteration_values(self) -> dict[int, float]:
        """Gives the value of each child of the root after the last whole iteration: two depths do not compare."""
        raise NotImplementedError

    @property
    def recalled(self) -> int | None:
        """Tells how many days ago the result of the root was proved in another game, if it was."""
        raise NotImplementedError

    @property
    def tempting(self) -> dict[Move, float]:
        """Gives, for moves holding a proven draw or loss, how easily the opponent errs, as far as searched."""
        raise NotImplementedError

    @property
    def player(self) -> Player:
        """Names the side to move at the root."""
        return self.game.to_move(self.state)

    @property
    def ply(self) -> int:
        """Counts the moves of the players so far, without drawn lots."""
        return plies(self.game, self.moves)

    @property
    def book_numbers(self) -> Mapping[Move, int]:
        """Returns the book's score numbers if it knows every legal move and the level has no horizon."""
        numbers = self.book.moves(self.state) if self.book and self.setting.horizon is None else {}
        return numbers if len(numbers) == len(self.game.moves(self.state)) else {}

    @property
    def worth(self) -> dict[Move, Worth]:
        """Returns the worth shown for each move, for the side to move: by the book, else by the tree. During an
        iteration the values are those of the last whole one: values of two depths do not compare. No move is worth more
        than the proven result of the root, or than a proven bound of the move."""
        tree, numbers = self.tree, self.book_numbers
        if tree is None:
            return {}
        ceiling = tree.low[tree.root] if tree.proven(tree.root) else LIMIT
        worth = {}
        for child in tree.children(tree.root):
            move = int(tree.move[child])
            value = child_value(tree, child, self.iteration_values.get(child))
            low, high = -tree.high[child], min(-tree.low[child], ceiling)
            if move in numbers:
                low = high = numbers[move]
            if low == high:
                value = value_of(high)
            elif high < 0:
                value = min(value, value_of(high))
            elif 0 in (low, high):
                value = max(0.0, value) if low == 0 else min(0.0, value)
            worth[move] = Worth(round(value, 4), low, high)
        return worth

    def reply(self, move: Move) -> Move | None:
        """Names the best reply to a move, as far as known. Where the result of the move is proven, or the book's, it is
        a reply that proves the result, or none."""
        tree = self.tree
        child = tree.child(tree.root, move) if tree else -1
        if tree is None or child < 0:
            return None
        state, number = self.game.play(self.state, move), self.book_numbers.get(move)
        over = self.game.outcome(state) is not None
        if self.book and self.setting.horizon is None and self.ply <= self.book.plies and not over:
            numbers = self.book.moves(state) if number is not None or tree.proven(child) else {}
            if numbers and len(numbers) == len(self.game.moves(state)):
                return max(numbers, key=lambda reply: numbers[reply])
        ceiling = int(tree.low[tree.root]) if tree.proven(tree.root) else LIMIT
        return self.reply_at(child, state, max(int(tree.low[child]), -ceiling, -LIMIT if number is None else -number))

    def reply_at(self, node: int, state: Any, least: int) -> Move | None:
        """Names a reply at ``node``, which is ``state``: one that is proven to be worth at least ``least``, if known.
        Where nothing is proven, it is the best reply so far."""
        tree, game = self.tree, self.game
        best = int(tree.best[node]) if tree else 0
        if tree is None or game.outcome(state) is not None:
            return None
        if best and (least <= -LIMIT or game.has_chance):
            return best
        end = game.outcome(game.play(state, best)) if best in game.moves(state) else None
        wins = end is not None and end.winner is game.to_move(state)  # no node stands for the end of a game
        return best if wins else tree.holding(node, least) or None

    @property
    def best(self) -> Move | None:
        """Names the best move as far as known: none has a greater worth. None without any search."""
        tree, worth = self.tree, self.worth
        if tree is None:
            return None
        found = expected_move(tree)
        equal = [move for move, one in worth.items() if one.value == max(each.value for each in worth.values())]
        known = found is not None or bool(self.book_numbers)
        if not known or found in equal or not equal:
            return found
        return max(equal, key=lambda move: child_value(tree, tree.child(tree.root, move)))

    @property
    def depth(self) -> int:
        """Counts the plies of the search behind the root's value, 0 without one."""
        if self.tree is None:
            return 0
        return min(max(0, self.tree.depth[self.tree.root]), self.game.max_plies - self.ply)
