"""Says how long a search may take."""

import math
from dataclasses import dataclass
from numbers import Real
from typing import Any


@dataclass(frozen=True, slots=True)
class Limit:
    """Bounds one search; whichever bound is reached first ends it. Without a bound the level decides.

    Args:
        seconds: time by the clock.
        nodes: positions. A search with this bound alone, and a seed, repeats on every machine.
        depth: plies looked ahead.

    Raises:
        ValueError: a bound is not above zero.
    """

    seconds: float = math.inf
    nodes: float = math.inf
    depth: float = math.inf

    def __post_init__(self) -> None:
        for name in self.__slots__:
            given = getattr(self, name)
            if not is_above_zero(given):
                raise ValueError(f"{name}={given!r} is no limit; give a number above 0")


def is_above_zero(given: Any) -> bool:
    """Tells whether something is a number above zero. Infinity is one, and a truth value is none."""
    return not isinstance(given, bool) and isinstance(given, Real) and float(given) > 0
