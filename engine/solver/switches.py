"""Names the techniques of the exact search, each with a switch, for tests and measurements of a single technique."""

from __future__ import annotations

import enum


class Switch(enum.IntFlag):
    """Switches techniques of the kernel on. A set of techniques makes a solver. Every set finds the same scores."""

    FOLLOW_UP = enum.auto()
    """The follow-up theorem without tails: the side to move can get no more than a draw."""
    LINES = enum.auto()
    """The same theorem where the other side completes a line by following up: the side to move loses."""
    EVEN_TAILS = enum.auto()
    """The theorem with all tails of even length."""
    ODD_TAILS = enum.auto()
    """The theorem with one or two tails of odd length."""
    DISTANCE = enum.auto()
    """The earliest possible win bounds the score."""
    DOUBLES = enum.auto()
    """A move which makes two threats wins."""
    CHAINS = enum.auto()
    """Forced moves are played in a loop, not searched."""
    ETC = enum.auto()
    """Enhanced transposition cutoff: the table is asked about all children first."""
    TABLE = enum.auto()
    """Results found in the table are used."""
    SMALL_TABLE = enum.auto()
    """Late plies have a separate small table, which stays in the processor's cache."""
    MIRROR = enum.auto()
    """Early positions and the mirror images share entries."""
    ORDER_WINS = enum.auto()
    """Moves which make more winning cells come first."""
    ORDER_UNDER = enum.auto()
    """Moves just below an own winning cell come last."""
    ORDER_THREAT = enum.auto()
    """Moves which threaten to win at once come earlier."""
    ORDER_HIGH = enum.auto()
    """Among moves of equal promise, higher ones come earlier."""
    ORDER_LEARNT = enum.auto()
    """Early moves come in the order of a learnt network, on boards whose network ships."""

    ALL = (1 << 16) - 1
    PLAIN = 0

    @property
    def title(self) -> str:
        """Returns the name for people, as "odd-tails"."""
        return (self.name or "").lower().replace("_", "-")


def find_switch(title: str) -> Switch:
    """Returns the technique called ``title``.

    Raises:
        ValueError: there is none. The message lists all names.
    """
    found = {switch.title: switch for switch in Switch}
    if title not in found:
        raise ValueError(f"there is no technique {title!r}; there are {', '.join(found)}")
    return found[title]
