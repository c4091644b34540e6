"""Names what a search in the Lab begins from: a tree of leaves, or a position of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.games import Game, find, parse
from engine.lab.trees import Tree
from engine.lab.trees import parse as parse_tree
from engine.search.catalogue import with_features


@dataclass(frozen=True, slots=True)
class Problem:
    """Holds the rules and the root of a search.

    Attributes:
        tree: the tree of leaves; None for a position of a game.
        moves: the moves before the root, as text.
    """

    game: Game[Any]
    state: Any
    tree: Tree | None = None
    moves: str = ""

    @classmethod
    def of_tree(cls, text: str) -> Problem:
        """Returns the problem of a tree, in any of the forms of :func:`engine.lab.trees.parse`.

        Raises:
            GameError: the text is no tree, or the tree is too large.
        """
        tree = parse_tree(text)
        return cls(tree.game, tree.game.initial(), tree)

    @classmethod
    def of_game(cls, name: str, moves: str = "") -> Problem:
        """Returns the problem of a position of a registered game, with the textbook's weighted features.

        Raises:
            GameError: there is no such game, or a move is not legal.
        """
        game = with_features(find(name))
        return cls(game, parse(game, moves)[1], None, moves)
