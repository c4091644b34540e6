"""Breaks ties between moves of one exact result: by the opening book, and by a swindle search where nothing is won.
While pondering, both are prepared for every reply, so that a choice after the reply needs no search."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from engine.games import Game, LineGame, LineState, Move
from engine.games.game import number_of_outcome
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import WeakPlayer
from engine.mind.search.kernels import Kernels
from engine.mind.tree.tree import Tree
from engine.solver.book.book import Book
from engine.solver.solver import Solver


class TieBreaks:
    """Keeps the swindle searches of one mind, and reads the opening book. ``kernels`` are the compiled searches of the
    board, if any, and ``book`` the opening book of the perfect level. ``swindle_budget`` counts the positions for one
    swindle search."""

    def __init__(self, game: Game[Any], kernels: Kernels | None, book: Book | None, swindle_budget: int) -> None:
        self.game, self.kernels, self.book = game, kernels, book
        self.prepared: set[int] = set()  # replies, as nodes of the tree, after which a choice needs no further search
        self.nodes = 0
        self._swindle_budget = swindle_budget
        self._swindles: dict[Any, SwindleSearch] = {}
        self._book_applied = False

    def rebase(self, state: Any) -> None:
        """Takes ``state`` as the new root, and forgets the swindle searches of all other positions."""
        self.prepared.clear()
        self._book_applied = False
        self._swindles = {state: self._swindles[state]} if state in self._swindles else {}

    def tempting(self, state: Any) -> dict[Move, float]:
        """Returns the moves holding the result of ``state``, by how easily the opponent errs, as far as searched."""
        return self._swindles[state].error_chances if state in self._swindles else {}

    def step(self, tree: Tree, node: int, state: Any) -> bool:
        """Continues the swindle search of the proven ``node`` for some milliseconds. True once done or needless."""
        game, number = self.game, int(tree.low[node])
        if self.kernels is None or self.kernels.solver is None or number > 0:
            return True
        if not isinstance(game, LineGame) or not isinstance(state, LineState):
            return True
        if state not in self._swindles:
            moves = self._holding_moves(tree, node, state, number)
            if len(moves) < 2:
                return True
            self._swindles[state] = SwindleSearch(
                game, state, self.kernels, self.book, number=number, moves=moves, budget=self._swindle_budget
            )
        search = self._swindles[state]
        before = search.nodes
        search.step()
        self.nodes += search.nodes - before
        return search.done

    def _holding_moves(self, tree: Tree, node: int, state: LineState, number: int) -> list[Move]:
        """Returns the moves holding the result ``number``, by a book with every move, else by the tree."""
        numbers = self.book.moves(state) if self.book else {}
        if len(numbers) == len(self.game.moves(state)):
            return [move for move, worth in numbers.items() if worth == number]
        return [int(tree.move[child]) for child in tree.children(node) if -tree.high[child] >= number]

    def prefetch_book(self, state: Any) -> bool:
        """Looks up the book moves for a choice at ``state``. True if the book knows every move there."""
        if self.book is None or not isinstance(state, LineState):
            return False
        moves = self.game.moves(state)
        for after in (self.game.play(state, move) for move in moves):
            if self.game.outcome(after) is None:
                self.book.moves(after)
        return len(self.book.moves(state)) == len(moves)

    def apply_book(self, tree: Tree, state: Any) -> None:
        """Writes the book's scores of the root's moves into ``tree``, once for every root."""
        if self._book_applied:
            return
        self._book_applied = True
        if self.book is None or not isinstance(state, LineState):
            return
        numbers = self.book.moves(state)
        for node in tree.children(tree.root):
            number = numbers.get(int(tree.move[node]))
            if number is not None:
                tree.tighten(node, -number, -number)


EYES = 5  # the level which gives the chance of each reply, when playing without oversights

_SLOWER = 0.01
"""The weight of a reply which wins more slowly than possible, where a reply which loses the result weighs 1."""

_PIECE = 10_000  # positions between two looks at the clock

_TABLE_MB = 1.0


class SwindleSearch:
    """Searches in steps how likely the opponent errs after each of the given moves. ``number`` is the exact score
    number of ``state``, which is no win, and ``moves`` hold it. ``budget`` is how many positions the whole search may
    cost. ``book`` is the opening book, if any."""

    def __init__(
        self,
        game: LineGame,
        state: LineState,
        kernels: Kernels,
        book: Book | None,
        *,
        number: int,
        moves: Sequence[Move],
        budget: int,
    ) -> None:
        self.game, self.state, self.number, self.budget = game, state, number, budget
        self.error_chances: dict[Move, float] = dict.fromkeys(sorted(moves), 0.0)
        self.nodes = 0
        self.done = False
        self._kernels, self._book = kernels, book
        self._solver: Solver | None = None
        self._steps = self._run()

    def step(self) -> bool:
        """Searches for a few milliseconds. True once the search is done."""
        if not self.done and next(self._steps, None) is None:
            self.done, self._solver = True, None
        return self.done

    def _run(self) -> Iterator[bool]:
        replies: list[tuple[float, Move, LineState]] = []
        player = WeakPlayer(self.game, find_level(EYES), self._kernels)
        for move in self.error_chances:
            after = self.game.play(self.state, move)
            if self.game.outcome(after) is None:
                chances = player.chances_without_oversight(after)
                replies += ((chances[reply], move, self.game.play(after, reply)) for reply in sorted(chances))
                yield True
        least = -1 if self.number < 0 else 0
        for chance, move, after in sorted(replies, key=lambda reply: -reply[0]):  # the likeliest first
            for above, weight in ((least, 1.0), (self.number, _SLOWER)):
                if self.nodes >= self.budget:
                    return
                if (yield from self._exceeds(after, above)):
                    self.error_chances[move] += chance * weight
                    break

    def _exceeds(self, state: LineState, above: int) -> Generator[bool, None, bool]:
        """Tells whether the exact score of the side to move in ``state`` is more than ``above``."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return number_of_outcome(self.game, outcome, state.ply, self.game.to_move(state)) > above
        book_score = self._book.score(state) if self._book else None
        if book_score is not None:
            return book_score > above
        if self._solver is None:
            self._solver = Solver(self.game.width, self.game.height, self.game.connect, table_mb=_TABLE_MB)
        search = self._solver.begin(*state)
        search.aim(above)
        while search.low <= above < search.high and self.nodes < self.budget:
            before = search.nodes
            search.step(_PIECE)
            self.nodes += search.nodes - before
            yield True
        return search.low > above
