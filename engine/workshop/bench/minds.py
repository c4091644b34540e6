"""Measures how quickly minds react: answers to proven replies, short looks, short slices, moves in time in a crowd."""

import functools
import gc
import random
import threading
import time
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

from engine.games import Game, Move, find
from engine.games.openings import random_opening
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.schedule.scheduler import Scheduler

FIRST, LAST = 5, 16  # positions lie at least so many moves from the beginning and from the end

PONDER_LIMIT = 3.0
"""Seconds of processor time. If a position's replies are not proven by then, another position is taken."""


def reply_times(game: Game[Any], count: int, seed: int = 1) -> Iterator[tuple[float, float, int]]:
    """Measures replies after whole pondering: processor seconds to the answer, of the choice, and freed nodes."""
    rng, measured = random.Random(seed), 0
    while measured < count:
        mind = Mind(game, 10, 1)
        mind.follow(_line(game, rng))
        end = time.thread_time() + PONDER_LIMIT
        while (more := mind.work(Purpose.PONDER)) and time.thread_time() < end:
            pass
        move = rng.choice(list(game.moves(mind.state)))
        if not more and game.outcome(game.play(mind.state, move)) is None:
            line, begin = [*mind.moves, move], time.thread_time()
            pruned = mind.follow(line).pruned
            while mind.work(Purpose.CHOOSE):  # as the scheduler does, with little work left
                pass
            asked = time.thread_time()
            mind.answer()
            yield asked - begin + (now := time.thread_time() - asked), now, pruned
            measured += 1
        mind.close()


def _line(game: Game[Any], rng: random.Random) -> tuple[Move, ...]:
    return random_opening(game, rng.randint(FIRST, max(FIRST, game.max_plies - LAST)), rng.randrange(1 << 20))


def slice_times(game: Game[Any], count: int, seed: int = 1) -> list[float]:
    """Returns the processor time of every slice, in seconds, over ``count`` positions pondered and then answered."""
    rng, taken = random.Random(seed), list[float]()

    def work(mind: Mind, purpose: Purpose) -> None:
        end = time.thread_time() + PONDER_LIMIT / 3
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


def crowd_delays(
    name: str, pondering: int, due: int, budget: float, threads: int, lead_time: float = 5.0
) -> list[float]:
    """Ponders in ``pondering`` games for ``lead_time`` seconds, and then makes ``due`` moves due at the same time.
    Returns for each move the seconds after its ``budget`` (less than 0: before)."""
    game, scheduler, rng = find(name), Scheduler(threads), random.Random(1)
    minds = [Mind(game, 10, number, cap_mb=1.0, shares_tables=True) for number in range(pondering + due)]
    for mind in minds:
        mind.follow(random_opening(game, rng.randrange(2, 9), rng.randrange(1 << 20)))
    late: list[float] = []
    all_here = threading.Event()

    def came(choice: Any) -> None:
        late.append(choice.seconds - budget)
        if len(late) == due:
            all_here.set()

    for mind in minds[:pondering]:
        scheduler.ponder(mind)
    scheduler.start()
    try:
        time.sleep(lead_time)
        for mind in minds[pondering:]:
            scheduler.choose(mind, came, seconds=budget)
        if not all_here.wait(budget * 10 + 60):
            raise TimeoutError(f"only {len(late)} of {due} moves came")
    finally:
        scheduler.close()
        for mind in minds:
            mind.close()
    return late
