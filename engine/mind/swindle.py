"""Where nothing is to be won any more: the move after which the other side errs most easily.

Every reply to each move that holds the result is asked whether it lets the result slip, or else could have won sooner.
It counts as much as it is likely to be played by somebody who sees as far as a middling level: of what is plain to see,
such as a block, nobody hopes that it is overlooked. The searches have a table of their own and are counted in
positions, so what anybody found out before changes no choice. From 150 lost positions after 12 to 19 moves it brings 97
points against level 6; to count all replies alike brings 77, and to draw lots 73.5.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from engine.games import LineGame, LineState, Move
from engine.games.numbers import number_of_outcome
from engine.mind.levels.level import find_level
from engine.mind.levels.weak_play import WeakPlayer
from engine.mind.search.kernels import Kernels
from engine.solver.book.book import Book
from engine.solver.solver import Solver

EYES = 5
"""The level that says how likely each reply is, when it misses nothing."""

MOST = 500_000
"""Positions that all of it may cost. Beyond the opening book of Connect Four the median is 70,000 at first, and less
with every ply; of what is not known by then, the least likely replies, the best is assumed."""

_SLOWER = 0.01
"""What a reply that wins more slowly than it could weighs, beside one that lets the result slip."""

_PIECE = 10_000
"""Positions between two looks at the clock."""

_TABLE_MB = 1.0


class Weighing:
    """The moves that hold ``number``, each with how likely the other side errs after it; to be left and taken up again.

    Args:
        game, state: the position.
        kernels: of its board.
        book: what is known without a search, if anything.
        number: the exact result here, which is no win.
        moves: those that hold it.
    """

    def __init__(
        self, game: LineGame, state: LineState, kernels: Kernels, book: Book | None, number: int, moves: Sequence[Move]
    ) -> None:
        self.game, self.state, self.number = game, state, number
        self.found: dict[Move, float] = dict.fromkeys(sorted(moves), 0.0)
        self.nodes = 0
        self.done = False
        self._kernels, self._book = kernels, book
        self._solver: Solver | None = None
        self._steps = self._run()

    def step(self) -> bool:
        """Go on for a few milliseconds; True once there is nothing left to find out."""
        if not self.done and next(self._steps, None) is None:
            self.done, self._solver = True, None
        return self.done

    # --- inside ---

    def _run(self) -> Iterator[bool]:
        replies: list[tuple[float, Move, LineState]] = []
        player = WeakPlayer(self.game, find_level(EYES), self._kernels)
        for move in self.found:
            after = self.game.play(self.state, move)
            if self.game.outcome(after) is None:
                chances = player.chances_without_oversight(after)
                replies += ((chances[reply], move, self.game.play(after, reply)) for reply in sorted(chances))
                yield True
        least = -1 if self.number < 0 else 0
        for chance, move, after in sorted(replies, key=lambda reply: -reply[0]):  # the likeliest first
            for above, weight in ((least, 1.0), (self.number, _SLOWER)):
                if self.nodes >= MOST:
                    return
                if (yield from self._exceeds(after, above)):
                    self.found[move] += chance * weight
                    break

    def _exceeds(self, state: LineState, above: int) -> Generator[bool, None, bool]:
        """Whether the exact score of the side to move in ``state`` is more than ``above``."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return number_of_outcome(self.game, outcome, state.ply, self.game.to_move(state)) > above
        known = self._book.score(state) if self._book else None
        if known is not None:
            return known > above
        if self._solver is None:
            self._solver = Solver(self.game.width, self.game.height, self.game.connect, table_mb=_TABLE_MB)
        search = self._solver.begin(*state)
        search.aim(above)
        while search.low <= above < search.high and self.nodes < MOST:
            before = search.nodes
            search.step(_PIECE)
            self.nodes += search.nodes - before
            yield True
        return search.low > above
