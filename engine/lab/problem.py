"""Names the trees and the positions that a search in the Lab begins from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.games import Game, find, parse
from engine.games.leaves import LeafTree
from engine.search.catalogue import with_features


@dataclass(frozen=True, slots=True)
class Problem:
    """Holds a game and the state at the root of a search.

    Attributes:
        game: the rules.
        state: the root.
        text: the tree as text, or the moves before the root.
    """

    game: Game[Any]
    state: Any
    text: str

    @classmethod
    def of_tree(cls, text: str) -> Problem:
        """Returns the problem of a tree of leaves, in the forms of :meth:`engine.games.leaves.LeafTree.parse`.

        Raises:
            GameError: the text is no tree.
        """
        tree = LeafTree.parse(text)
        return cls(tree, tree.initial(), text)

    @classmethod
    def of_game(cls, name: str, moves: str = "") -> Problem:
        """Returns the problem of a position of a registered game, with the textbook's weighted features.

        Raises:
            GameError: there is no such game, or the moves are not legal.
        """
        game = with_features(find(name))
        return cls(game, parse(game, moves)[1], moves)

    @property
    def tree(self) -> LeafTree | None:
        """Returns the tree of leaves; None for a position of a game."""
        return self.game if isinstance(self.game, LeafTree) else None
