"""Plays on a tree of leaf values: Max wants the greatest leaf, Min the least. Max moves first, if nothing else is said.
A bare list of numbers is a tree of equal branching. The registry has none, because a tree needs leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.formats.leaf_text import Choice, Lottery, Node, Shares, number_words, words
from engine.games.game import CHANCE, Game, GameError, IllegalMoveError, Move, Outcome, Player
from engine.text import Side, text


class TreeState(NamedTuple):
    """Holds the present node, and the side to decide next."""

    node: Node
    player: Player


@dataclass(frozen=True, slots=True)
class Payoff(Outcome):
    """Holds the worth of a leaf for Max."""

    amount: float = 0.0

    def value(self, player: Player) -> float:
        """Returns the amount for Max, the negative amount for Min."""
        return self.amount if player is Player.FIRST else -self.amount


class LeafTree(Game[TreeState]):
    """Plays the tree below ``root``. The sides take turns, drawn lots take none, and a choice with a mover belongs to
    that side. ``bounds`` are the least and the greatest value that a leaf may have, where an exercise gives them.

    Leaves of :class:`Shares` make a tree of more than two players, who take turns level by level. The other searches
    see it as its first player, called Max, sees it who is paranoid: all others are Min.

    If Min moves first, searches still count every value for Max, as exercises do. Raises GameError for a list without a
    leaf, probabilities with another sum than one, a chance state at the root, a tree of more than 64 levels, or a leaf
    outside the bounds."""

    name, title = "leaves", "A tree of leaves"
    player_names: tuple[str, str] = (Side("Max"), Side("Min"))

    def __init__(self, root: Node, bounds: tuple[float, float] | None = None) -> None:
        if isinstance(root, Lottery):
            raise GameError("Max moves first: put the chance state into a list, as in [{1/2: 3, 1/2: 5}]")
        self.root = root if isinstance(root, Choice) else Choice((root,))
        leaves = list(_leaves(self.root))
        self.payoffs = min(leaves), max(leaves)
        self.sides = max((len(leaf.each) for leaf in leaves if isinstance(leaf, Shares)), default=2)
        if self.sides > 2:
            self.player_names = (text("Player {n}", n=1), text("Everyone else"))
        self.viewer = Player.FIRST if self.root.mover is Player.SECOND else None
        if bounds is not None:
            self.bounds = self.payoffs = _holding(bounds, *self.payoffs)
        self.has_chance = _has_lots(self.root)
        self.max_plies = _depth(self.root)

    @classmethod
    def of(cls, leaves: Sequence[float], branching: int) -> LeafTree:
        """Returns a tree with all ``leaves`` at one depth, ``branching`` to a node. The last nodes may have fewer.
        Raises GameError if there is no leaf, or for a branching below two."""
        if branching < 2:
            raise GameError("a branching of {branching} makes no tree; it must be at least 2", branching=branching)
        if not leaves:
            raise GameError("there is no leaf; give numbers such as 3 5 2 9, or nested lists such as [[3,5],[2,9]]")
        level: list[Node] = list(leaves)
        while len(level) > 1:
            level = [Choice(tuple(level[i : i + branching])) for i in range(0, len(level), branching)]
        return cls(level[0])

    def initial(self) -> TreeState:
        """Returns the root, with Max to move, or the mover of the root."""
        return TreeState(self.root, Player.FIRST if self.root.mover is None else self.root.mover)

    def to_move(self, state: TreeState) -> Player:
        """Returns the side deciding here, or chance."""
        return CHANCE if isinstance(state.node, Lottery) else state.player

    def moves(self, state: TreeState) -> Sequence[Move]:
        """Returns the branches, counted from 1."""
        return () if isinstance(state.node, float | int) else range(1, len(state.node.branches) + 1)

    def play(self, state: TreeState, move: Move) -> TreeState:
        """Goes down a branch."""
        node = state.node
        if isinstance(node, float | int) or not 1 <= move <= len(node.branches):
            raise IllegalMoveError("there is no branch {move} here", move=move)
        below = node.branches[move - 1]
        if isinstance(below, Choice) and below.mover is not None:
            return TreeState(below, below.mover)
        return TreeState(below, state.player if isinstance(node, Lottery) else state.player.other)

    def outcome(self, state: TreeState) -> Payoff | None:
        """Returns the amount of a leaf, or None for a node with branches."""
        amount = state.node
        if not isinstance(amount, float | int):
            return None
        return Payoff(Player.FIRST if amount > 0 else Player.SECOND if amount < 0 else None, (), amount)

    def outcomes(self, state: TreeState) -> Sequence[tuple[Move, float]]:
        """Returns the branches of a chance state with their probabilities."""
        return tuple(enumerate(state.node.chances, start=1)) if isinstance(state.node, Lottery) else ()

    def evaluate(self, state: TreeState, player: Player) -> float:
        """Returns the mean of all leaves below."""
        leaves = list(_leaves(state.node))
        mean = sum(leaves) / len(leaves)
        return mean if player is Player.FIRST else -mean

    def shares(self, state: TreeState) -> tuple[float, ...]:
        """Returns for each player the mean of its shares at all leaves below."""
        every = [leaf.each for leaf in _leaves(state.node) if isinstance(leaf, Shares)]
        return tuple(sum(one) / len(every) for one in zip(*every, strict=True))

    def describe(self, state: TreeState) -> str:
        """Returns the text of the tree, as :meth:`parse` reads it."""
        return words(state.node)

    def move_words(self, move: Move) -> str:
        """Returns "branch 2"."""
        return text("branch {move}", move=move)


def _holding(bounds: tuple[float, float], least: float, most: float) -> tuple[float, float]:
    low, high = bounds
    if low > least or high < most:
        leaf = number_words(least if low > least else most)
        words = {"low": number_words(low), "high": number_words(high), "leaf": leaf}
        raise GameError("the leaf {leaf} lies outside the bounds {low} to {high}", **words)
    return bounds


def _leaves(node: Node) -> Iterator[float]:
    if isinstance(node, float | int):
        yield node
    else:
        for branch in node.branches:
            yield from _leaves(branch)


def _has_lots(node: Node) -> bool:
    return isinstance(node, Lottery) or (isinstance(node, Choice) and any(map(_has_lots, node.branches)))


def _depth(node: Node) -> int:
    if isinstance(node, float | int):
        return 0
    return isinstance(node, Choice) + max(map(_depth, node.branches))
