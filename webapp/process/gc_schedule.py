"""When garbage in cycles is looked for.

Left alone, Python looks at every object whenever their number has grown by a quarter. With a thousand clients that
stops everybody for 0.2 s, every ten seconds under load, and what it finds is next to nothing: most objects here go
when nobody refers to them any more. Nor does it look at the young ones in time: it counts how many more were made than
went, and as remembered answers take the place of older ones that is few, while the young pile up (0.1 s to look at
them). So they are looked at by the clock, a few milliseconds each time; once more a second later, before they count
as settled; and everything, settled or not, once an hour.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

EVERY_YOUNG, EVERY_GROWN, EVERYTHING = 0.2, 1.0, 3600.0
"""Seconds. Every ten seconds, looking at what those had left took 0.1 s: one move in a hundred waited for it."""

_MANY, _NEVER = 50_000, 1_000_000


def collect_by_the_clock(later: Callable[[float, Callable[[], None]], object]) -> None:
    """From now on; ``later`` calls something after so many seconds."""
    gc.set_threshold(_MANY, _NEVER, _NEVER)

    def again(seconds: float, collect: Callable[[], None]) -> None:
        def turn() -> None:
            collect()
            again(seconds, collect)

        later(seconds, turn)

    again(EVERY_YOUNG, _look_at_the_young)
    again(EVERY_GROWN, _settle)
    again(EVERYTHING, _look_at_everything)


def _look_at_the_young() -> None:
    gc.collect(0)


def _settle() -> None:
    gc.collect(1)
    gc.freeze()  # looked at twice, and not again until everything is


def _look_at_everything() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()
