"""What a choice asks for beyond proven results, found out once: what the book says of the moves, and which of those
that hold a result that is no win tempt the other side most. Done while pondering, nothing of it is left for the reply.
"""

from __future__ import annotations

from typing import Any

from engine.games import Game, LineGame, LineState, Move
from engine.mind.search.kernels import Kernels
from engine.mind.swindle import Weighing
from engine.mind.tree.tree import Tree
from engine.solver.book.book import Book


class Foresight:
    """What is known ahead of choices in one game.

    Args:
        game: the rules.
        kernels: the board's compiled searches, where it has them.
        book: what a perfect mind knows by heart, if anything.
    """

    def __init__(self, game: Game[Any], kernels: Kernels | None, book: Book | None) -> None:
        self.game, self.kernels, self.book = game, kernels, book
        self.done: set[int] = set()
        """Nodes of the replies that a choice would find all it asks for."""
        self.nodes = 0
        self._weighed: dict[Any, Weighing] = {}

    def settle(self, state: Any) -> None:
        """Forget all but what was found out for ``state``, the new root's."""
        self.done.clear()
        self._weighed = {state: self._weighed[state]} if state in self._weighed else {}

    def tempting(self, state: Any) -> dict[Move, float]:
        """The moves that hold the result of ``state``, by how easily the other side errs after them; empty where that
        was not asked."""
        return self._weighed[state].found if state in self._weighed else {}

    def weigh(self, tree: Tree, node: int, state: Any) -> bool:
        """Go on finding that out for the proven ``node``, for a few milliseconds; True once it is known, or there is
        nothing to choose."""
        game, number = self.game, int(tree.low[node])
        if self.kernels is None or self.kernels.solver is None or number > 0:
            return True
        if not isinstance(game, LineGame) or not isinstance(state, LineState):
            return True
        if state not in self._weighed:
            known = self.book.moves(state) if self.book else {}
            moves = [move for move, worth in known.items() if worth == number]
            if len(known) < len(game.moves(state)):
                moves = [int(tree.move[child]) for child in tree.children(node) if -tree.high[child] >= number]
            if len(moves) < 2:
                return True
            self._weighed[state] = Weighing(game, state, self.kernels, self.book, number, moves)
        weighing = self._weighed[state]
        before = weighing.nodes
        weighing.step()
        self.nodes += weighing.nodes - before
        return weighing.done

    def recite(self, state: Any) -> bool:
        """Whether the book knows all that a choice at ``state`` will ask of it; now it is at hand."""
        if self.book is None or not isinstance(state, LineState):
            return False
        moves = self.game.moves(state)
        for after in (self.game.play(state, move) for move in moves):
            if self.game.outcome(after) is None:
                self.book.moves(after)
        return len(self.book.moves(state)) == len(moves)

    def consult(self, tree: Tree, state: Any) -> None:
        """Take from the book what it knows of the moves at the root of ``tree``, which is ``state``."""
        if self.book is None or not isinstance(state, LineState):
            return
        known = self.book.moves(state)
        for node in tree.children(tree.root):
            number = known.get(int(tree.move[node]))
            if number is not None:
                tree.tighten(node, -number, -number)
