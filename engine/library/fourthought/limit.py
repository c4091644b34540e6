"""Says how long a search may take."""

import math
from dataclasses import dataclass


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
            if not getattr(self, name) > 0:
                raise ValueError(f"{name}={getattr(self, name)} is no limit; give a number above 0")
