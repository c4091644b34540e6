"""When garbage in cycles is looked for.

Left alone, Python looks at every object whenever their number has grown by a quarter. With a thousand clients that
stops everybody for 0.2 s, every ten seconds under load, and what it finds is next to nothing: most objects here go
when nobody refers to them any more. Nor does it look at the young ones in time: it counts how many more were made than
went, and as remembered answers take the place of older ones that is few, while the young pile up (0.1 s to look at
them). So they are looked at by the clock, a few milliseconds each time; every ten seconds what those have left; and
everything every ten minutes.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

EVERY, EVERY_YOUNG = 10.0, 0.2
_ROUNDS = 60
_MANY, _NEVER = 50_000, 1_000_000


def collect_by_the_clock(later: Callable[[float, Callable[[], None]], object]) -> None:
    """From now on; ``later`` calls something after so many seconds."""
    gc.set_threshold(_MANY, _NEVER, _NEVER)

    def young() -> None:
        gc.collect(0)
        later(EVERY_YOUNG, young)

    def old(rounds: int) -> None:
        if rounds % _ROUNDS == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()  # looked at, and not again until everything is
        later(EVERY, lambda: old(rounds + 1))

    later(EVERY_YOUNG, young)
    later(EVERY, lambda: old(1))
