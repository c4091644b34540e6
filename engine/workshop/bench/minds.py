"""Measures how long minds keep others waiting: looks at the tree, and slices."""

import functools
import gc
import random
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

from engine.games import Game, Move
from engine.games.openings import random_opening
from engine.mind.mind import Mind
from engine.mind.planner import Purpose

FIRST, LAST = 5, 16  # positions lie at least so many moves from the beginning and from the end

PONDER_LIMIT = 1.0
"""Seconds of processor time for a position."""


def _line(game: Game[Any], rng: random.Random) -> tuple[Move, ...]:
    return random_opening(game, rng.randint(FIRST, max(FIRST, game.max_plies - LAST)), rng.randrange(1 << 20))


def slice_times(game: Game[Any], count: int, seed: int = 1) -> list[float]:
    """Returns the processor time of every slice, in seconds, over ``count`` positions pondered and then answered."""
    rng, taken = random.Random(seed), list[float]()

    def work(mind: Mind, purpose: Purpose) -> None:
        end = time.thread_time() + PONDER_LIMIT
        while (begin := time.thread_time()) < end and mind.work(purpose):
            taken.append(time.thread_time() - begin)

    gc.collect()
    gc.freeze()  # as a server does: objects left by the compiler are not collected again and again
    for number in range(count):
        mind = Mind(game, rng.choice((5, 9, 10, 10)), number, uses_book=False, shares_tables=True)
        mind.follow(_line(game, rng))
        work(mind, Purpose.PONDER)
        move = rng.choice(list(game.moves(mind.state)))
        if game.outcome(game.play(mind.state, move)) is None:
            mind.follow([*mind.moves, move])
            work(mind, Purpose.CHOOSE)
        mind.close()
    gc.unfreeze()
    return taken


class _Held:
    """Wraps a mind's lock and notes the processor time between taking and releasing the lock."""

    def __init__(self, lock: Any) -> None:
        self._lock, self._began = lock, 0.0
        self.seconds: list[float] = []

    def __enter__(self) -> None:
        self._lock.acquire()
        self._began = time.thread_time()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.seconds.append(time.thread_time() - self._began)
        self._lock.release()


def look_times(game: Game[Any], count: int, seed: int = 1) -> dict[str, list[float]]:
    """Returns the seconds for which a look stops the search: at the digest, the top (400 nodes), or a line."""
    rng, waits = random.Random(seed), dict[str, list[float]]()
    for _ in range(count):
        mind = Mind(game, 10, 1)
        mind.follow(_line(game, rng))
        for _ in range(20):
            mind.work(Purpose.PONDER)
        move = rng.choice(list(game.moves(mind.state)))
        looks: dict[str, Callable[[], Any]] = {"digest": mind.digest, "top of the tree": mind.top}
        looks["why not here"] = functools.partial(mind.explain, move)
        for name, look in looks.items():
            held = _Held(mind.lock)
            mind.lock = held  # type: ignore[assignment]
            look()
            mind.lock = held._lock
            waits.setdefault(name, []).append(max(held.seconds))
        mind.close()
    return waits


def quantile(seconds: list[float], share: float) -> float:
    """Returns a time that at least ``share`` of the times do not exceed, one of theirs."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
