"""Says what a number of people needs. The figures come from ``python -m tests.load --people 2000 --one-address``."""

from dataclasses import dataclass
from math import ceil

BASE_MIB, MIB_A_PERSON = 400, 0.25
"""Memory of an empty server with its engine's process, and of one person with a game of their own."""
PEOPLE_A_CORE = 1000
MOST_IN_ONE_PROCESS = 3000
"""More people than were measured in one process need several hosts."""
FILES_BESIDE, TASKS_BESIDE = 712, 64
"""Open files beside websockets: requests for pages, modules, the database. Threads and processes of an empty server."""
_SPARE = 1.25
"""People come back before their old connection is known to be gone, and some open two pages."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Holds what ``people`` behind so many ``addresses`` need: sizes of the machine, and least values of settings.

    Rates are for one address: in a minute all of its people may come twice, each sends an event a second, and begins
    ten games an hour with twenty takebacks, names and the like.
    """

    people: int
    addresses: int

    @property
    def at_one_address(self) -> int:
        """Returns the most people behind one address."""
        return ceil(self.people / max(1, min(self.addresses, self.people)))

    @property
    def connections(self) -> int:
        """Returns the pages that are connected at a time."""
        return ceil(_SPARE * self.people)

    @property
    def memory_mib(self) -> int:
        """Returns the memory of the server with its processes."""
        return ceil(BASE_MIB + MIB_A_PERSON * self.people)

    @property
    def files(self) -> int:
        """Returns the open files."""
        return self.connections + FILES_BESIDE

    @property
    def cores(self) -> int:
        """Returns the processor cores for people who all play engines."""
        return max(1, ceil(self.people / PEOPLE_A_CORE))

    def rates(self) -> dict[str, tuple[int, int]]:
        """Returns the least rates by setting: how many in how many seconds."""
        crowd = self.at_one_address
        return {
            "connect_rate": (2 * crowd, 60),
            "address_rate": (10 * crowd, 10),
            "game_rate": (10 * crowd, 3600),
            "stored_rate": (20 * crowd, 3600),
        }
