"""Searches root moves in several threads with a shared bound: a value found by one thread narrows the windows of all.

Each thread takes the next free move and reads the shared bound once, at the start of the move. Under the interpreter's
lock the shared bound saves nodes but no time. Where threads run in parallel, it saves both. For a trace, one thread
does the work of all: in each round all threads take a move and the bound, then all search.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Generic

from engine.games import Game, GameError, Move, S
from engine.search.deepening import iteration_result, run, search_to
from engine.search.parts.options import Options
from engine.search.parts.table import Table
from engine.search.parts.trace import Trace
from engine.search.parts.values import INFINITY, UNLIMITED, Bound, Counts, MoveValue, Result, just_below, root_player
from engine.search.selective import Search


class SharedBound:
    """Shares the greatest value proven for the root among all threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.best = -INFINITY

    def raise_to(self, value: float) -> None:
        """Raises the bound to ``value``, if greater."""
        with self._lock:
            self.best = max(self.best, value)

    @property
    def alpha(self) -> float:
        """Returns a value just below the best one, so that a move of equal value still differs from a worse move."""
        return just_below(self.best)


def parallel(
    game: Game[S],
    state: S,
    depth: int | None = None,
    *,
    threads: int = 2,
    options: Options = Options(table=True),  # noqa: B008
    trace: Trace[S] | None = None,
) -> Result:
    """Searches by alpha-beta with the root moves divided among threads, with the value and move of one thread. All
    threads search with the ``options`` and share a table. ``trace`` records the visited tree. Raises GameError as
    :func:`engine.search.deepening.search_to`, and without a thread."""
    player = root_player(game, state, depth)
    if threads < 1:
        raise GameError(f"a search by {threads} threads finds nothing; it needs at least one")
    if depth == 0:
        return search_to(game, state, 0, options=options, trace=trace)
    job = _Job(game, state, UNLIMITED if depth is None else depth, options, trace)
    if trace is None:
        with ThreadPoolExecutor(threads) as pool:
            for done in [pool.submit(job.work) for _ in range(threads)]:
                done.result()
    else:
        trace.enter(state, player, job.depth, -INFINITY, INFINITY)
        job.work_in_turns(threads)
        trace.leave(player, (job.bound.best, ()))
    known = sorted(job.found, key=lambda one: job.order.index(one.move))
    return iteration_result(game, state, job.counts, known, job.depth)


class _Job(Generic[S]):
    """Holds the root moves still to search and the values found so far."""

    def __init__(self, game: Game[S], state: S, depth: int, options: Options, trace: Trace[S] | None) -> None:
        self.game, self.state, self.depth, self.options, self.trace = game, state, depth, options, trace
        self.table = Table() if options.table else None
        self.order = list(game.moves(state))
        self.bound = SharedBound()
        self.found: list[MoveValue] = []
        self.counts = Counts(nodes=1)
        self._lock = threading.Lock()
        self._left: Iterator[Move] = iter(self.order)

    def work(self) -> None:
        """Searches moves in one thread until none is left."""
        search = self._begin()
        while (task := self._take()) is not None:
            self._search(search, *task)
        self._end(search)

    def work_in_turns(self, threads: int) -> None:
        """Does the work of several threads in one: in each round all take a move and the bound, then all search."""
        searches = [self._begin() for _ in range(threads)]
        while tasks := [task for _ in searches if (task := self._take()) is not None]:
            for search, task in zip(searches, tasks, strict=False):
                self._search(search, *task)
        for search in searches:
            self._end(search)

    def _begin(self) -> Search[S]:
        return Search(self.game, self.options, self.table, self.trace)

    def _take(self) -> tuple[Move, float] | None:
        """Returns the next move and the present bound, or None if no move is left."""
        with self._lock:
            move = next(self._left, None)
        return None if move is None else (move, self.bound.alpha)

    def _search(self, search: Search[S], move: Move, alpha: float) -> None:
        found = run(search.root_move(self.state, move, self.depth, alpha))
        self.bound.raise_to(found.value if found.bound is Bound.EXACT else -INFINITY)
        with self._lock:
            self.found.append(found)

    def _end(self, search: Search[S]) -> None:
        with self._lock:
            self.counts.add(search.counts)
