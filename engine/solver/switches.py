"""Names the techniques of the exact search, each with a switch, for tests and measurements of a single technique."""

import enum


class Switch(enum.IntFlag):
    """Switches techniques of the kernel on. A set of techniques makes a solver. Every set finds the same scores."""

    FOLLOW_UP = enum.auto()  # the follow-up theorem without tails: the side to move can at most draw
    LINES = enum.auto()
    """The same theorem where the other side completes a line by following up: the side to move loses."""
    EVEN_TAILS = enum.auto()  # the theorem with all tails of even length
    ODD_TAILS = enum.auto()  # the theorem with one or two tails of odd length
    DISTANCE = enum.auto()  # the earliest possible win bounds the score
    DOUBLES = enum.auto()  # a move which makes two threats wins
    CHAINS = enum.auto()  # Forced moves are played in a loop, not searched
    ETC = enum.auto()  # Enhanced transposition cutoff: the table is asked about all children first
    TABLE = enum.auto()  # Results found in the table are used
    SMALL_TABLE = enum.auto()  # Late plies have a separate small table, which stays in the processor's cache
    MIRROR = enum.auto()  # Early positions and the mirror images share entries
    ORDER_WINS = enum.auto()  # moves which make more winning cells come first
    ORDER_UNDER = enum.auto()  # moves just below an own winning cell come last
    ORDER_THREAT = enum.auto()  # moves which threaten an immediate win come earlier
    ORDER_HIGH = enum.auto()  # Among moves of equal promise, higher ones come earlier
    ORDER_LEARNT = enum.auto()  # Early moves come in the order of a learnt network, on boards whose network ships

    ALL = (1 << 16) - 1
    PLAIN = 0

    @property
    def title(self) -> str:
        """Returns the name for people, as "odd-tails"."""
        return (self.name or "").lower().replace("_", "-")


def find_switch(title: str) -> Switch:
    """Returns the technique called ``title``. Raises ValueError with a list of all names if there is none."""
    found = {switch.title: switch for switch in Switch}
    if title not in found:
        raise ValueError(f"there is no technique {title!r}; there are {', '.join(found)}")
    return found[title]
