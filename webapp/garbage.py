"""When garbage in cycles is looked for.

Left alone, Python looks at every object whenever their number has grown by a quarter. With a thousand clients that
stops everybody for 0.2 s, every ten seconds under load, and what it finds is next to nothing: most objects here go
when nobody refers to them any more. So it looks at the young ones only, and at all of them once a minute.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

EVERY = 60.0
_YOUNG, _MIDDLE, _NEVER = 5_000, 20, 1_000_000


def collect_rarely(later: Callable[[float, Callable[[], None]], object]) -> None:
    """From now on; ``later`` calls something after so many seconds."""
    gc.set_threshold(_YOUNG, _MIDDLE, _NEVER)

    def again() -> None:
        gc.collect()
        later(EVERY, again)

    later(EVERY, again)
