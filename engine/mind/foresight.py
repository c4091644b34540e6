"""What a choice asks for beyond proven results, found out once: what the book says of the moves, and which of those
that hold a result that is no win tempt the other side most. Done while pondering, nothing of it is left for the reply.
"""

from __future__ import annotations

from typing import Any

from engine.games import Game, LineGame, LineState, Move
from engine.mind import recited
from engine.mind.temptation import LATE_CELLS, temptations
from engine.mind.tree import Tree
from engine.solver.book import Book
from engine.solver.solver import Solver


class Foresight:
    """What is known ahead of choices in one game.

    Args:
        game: the rules.
        solver: exact results, where the board has a compiled search.
        book: what a perfect mind knows by heart, if anything.
    """

    def __init__(self, game: Game[Any], solver: Solver | None, book: Book | None) -> None:
        self.game, self.solver, self.book = game, solver, book
        self.done: set[int] = set()
        """Nodes of the replies that a choice would find all it asks for."""
        self._tempting: dict[Any, dict[Move, float]] = {}

    def settle(self, state: Any) -> None:
        """Forget all but what was found out for ``state``, the new root's."""
        self.done.clear()
        self._tempting = {state: self._tempting[state]} if state in self._tempting else {}

    def tempting(self, state: Any, number: int) -> dict[Move, float]:
        """The moves that hold ``number``, the exact result of ``state``, by how easily the other side errs after them;
        empty where that is a win, or would take too long."""
        game = self.game
        if number > 0 or self.solver is None or not isinstance(game, LineGame) or not isinstance(state, LineState):
            return {}
        if game.max_plies - state.ply > LATE_CELLS:
            return {}
        if state not in self._tempting:
            self._tempting[state] = temptations(self.solver, game, state, number)
        return self._tempting[state]

    def recite(self, state: Any) -> bool:
        """Whether the book knows all that a choice at ``state`` will ask of it; now it is at hand."""
        if self.book is None or not isinstance(state, LineState):
            return False
        moves = self.game.moves(state)
        for after in (self.game.play(state, move) for move in moves):
            if self.game.outcome(after) is None:
                recited.known(self.book, after)
        return len(recited.known(self.book, state)) == len(moves)

    def consult(self, tree: Tree, state: Any) -> None:
        """Take from the book what it knows of the moves at the root of ``tree``, which is ``state``."""
        if self.book is None or not isinstance(state, LineState):
            return
        known = recited.known(self.book, state)
        for node in tree.children(tree.root):
            number = known.get(int(tree.move[node]))
            if number is not None:
                tree.tighten(node, -number, -number)
