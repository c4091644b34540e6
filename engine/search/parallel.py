"""Root moves searched by several threads that share the bound: what one has found narrows what the others must show.

Each thread takes the next move that nobody has, and looks at the bound when it starts on it. With the interpreter's
lock this saves nodes but no time; where threads run at once, it saves both.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from engine.games import Game, GameError, Move
from engine.search.deepening import ranked, search_to
from engine.search.options import Options
from engine.search.selective import Search
from engine.search.table import Table
from engine.search.values import INFINITY, UNLIMITED, Bound, Counts, MoveValue, Result, just_below, root_player

S = TypeVar("S", bound=Hashable)


class SharedBound:
    """The greatest value that any thread has proven for the root, for all of them to read."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.best = -INFINITY

    def raise_to(self, value: float) -> None:
        """Tell the others."""
        with self._lock:
            self.best = max(self.best, value)

    @property
    def alpha(self) -> float:
        """Just below the best, so that a move of equal value is still told from a worse one."""
        return just_below(self.best)


def parallel(
    game: Game[S],
    state: S,
    depth: int | None = None,
    *,
    threads: int = 2,
    options: Options = Options(table=True),  # noqa: B008
) -> Result:
    """Alpha-beta with the root moves shared out to ``threads`` threads; value and move are those of one thread.

    Raises:
        GameError: the game is over, lots are to be drawn, a depth below zero, or no thread.
    """
    root_player(game, state, depth)
    if threads < 1:
        raise GameError(f"a search by {threads} threads finds nothing; it needs at least one")
    if depth == 0:
        return search_to(game, state, 0, options=options)
    job = _Job(game, state, UNLIMITED if depth is None else depth, options)
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(job.work) for _ in range(threads)]:
            done.result()
    known = sorted(job.found, key=lambda one: job.order.index(one.move))
    return ranked(game, state, job.counts, known, job.depth)


class _Job(Generic[S]):
    """The moves that are left, and what has been found."""

    def __init__(self, game: Game[S], state: S, depth: int, options: Options) -> None:
        self.game, self.state, self.depth, self.options = game, state, depth, options
        self.table = Table() if options.table else None
        self.order = list(game.moves(state))
        self.bound = SharedBound()
        self.found: list[MoveValue] = []
        self.counts = Counts(nodes=1)
        self._lock = threading.Lock()
        self._left: Iterator[Move] = iter(self.order)

    def work(self) -> None:
        """One thread: take moves until there are none."""
        search = Search(self.game, self.options, self.table)
        while True:
            with self._lock:
                move = next(self._left, None)
            if move is None:
                break
            found = self._try(search, move)
            self.bound.raise_to(found.value if found.bound is Bound.EXACT else -INFINITY)
            with self._lock:
                self.found.append(found)
        with self._lock:
            self.counts.add(search.counts)

    def _try(self, search: Search[S], move: Move) -> MoveValue:
        alpha = self.bound.alpha
        found: list[MoveValue] = []
        for _ in search.root(self.state, self.depth, [move], found, floor=alpha):
            pass
        search.counts.nodes -= 1  # the root is one node, whoever searches it
        return found.pop()
