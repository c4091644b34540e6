"""Runs the garbage collector by the clock.

By default Python collects all objects when their number has grown by a quarter. With a thousand clients a full
collection stops all threads for 0.2 s, every ten seconds under load, and frees almost nothing, because most objects die
by reference counting. The youngest generation is collected too late: Python counts how many more objects were made than
freed, and answers replace older ones, so the count stays low while the generation grows (0.1 s a collection). Here the
youngest generation is collected every 0.2 s, which takes a few milliseconds. Once a second the survivors are collected
and then frozen. All objects are collected, which takes 0.15 s, only when nobody is connected: what lives for seconds
here refers to itself nowhere (``tests/webapp/process/test_knots.py``), so nothing piles up on a busy server.
"""

import gc
from collections.abc import Callable

EVERY_YOUNG, EVERY_GROWN, EVERY_FULL = 0.2, 1.0, 3600.0
"""Seconds between collections, of all objects between two looks whether nobody is connected. With ten seconds between
collections of the survivors one took 0.1 s, and one move in a hundred waited for it."""

_MANY, _NEVER = 50_000, 1_000_000


def schedule_collections(later: Callable[[float, Callable[[], None]], object], connected: Callable[[], int]) -> None:
    """Starts the schedule. ``later`` calls a function after some seconds, ``connected`` counts the clients."""
    gc.set_threshold(_MANY, _NEVER, _NEVER)
    gc.freeze()  # what the start has made: the first collection would take 57 ms, under load three times that

    def collect_all() -> None:
        if not connected():
            _collect_all()

    def repeat(seconds: float, collect: Callable[[], None]) -> None:
        def collect_and_repeat() -> None:
            try:
                collect()
            finally:
                repeat(seconds, collect)

        later(seconds, collect_and_repeat)

    repeat(EVERY_YOUNG, _collect_young)
    repeat(EVERY_GROWN, _collect_grown)
    repeat(EVERY_FULL, collect_all)


def _collect_young() -> None:
    gc.collect(0)


def _collect_grown() -> None:
    gc.collect(1)
    gc.freeze()  # objects alive after two collections wait for the next full one


def _collect_all() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()
