"""Says what a number of people needs from a machine and its settings (see :mod:`webapp.sizes`)."""

from dataclasses import dataclass
from math import ceil

from webapp.sizes import PAGES_A_PERSON, RATES_A_PERSON, lines

BASE_MIB, MIB_A_PERSON = 400, 0.25
"""Memory of an empty server with its engine's process, and of one person with a game of their own."""
PEOPLE_A_CORE = 1000
MOST_IN_ONE_PROCESS = 3000
"""More people than were measured in one process need several hosts."""
FILES_BESIDE, TASKS_BESIDE = 200, 64
"""Open files beside connections: modules, the database. Threads and processes of an empty server."""


@dataclass(frozen=True, slots=True)
class Needs:
    """Holds what ``people`` behind so many ``addresses`` need of machine and settings. Rates are an address's."""

    people: int
    addresses: int

    @property
    def at_one_address(self) -> int:
        """Returns the most people behind one address."""
        return ceil(self.people / max(1, min(self.addresses, self.people)))

    @property
    def connections(self) -> int:
        """Returns the pages that are connected at a time."""
        return ceil(PAGES_A_PERSON * self.people)

    @property
    def memory_mib(self) -> int:
        """Returns the memory of the server with its processes."""
        return ceil(BASE_MIB + MIB_A_PERSON * self.people)

    @property
    def files(self) -> int:
        """Returns the open files."""
        return self.connections + lines(self.connections) + FILES_BESIDE

    @property
    def cores(self) -> int:
        """Returns the processor cores for people who all play engines."""
        return max(1, ceil(self.people / PEOPLE_A_CORE))

    def rates(self) -> dict[str, tuple[int, int]]:
        """Returns the least rates by setting: how many in how many seconds."""
        crowd = self.at_one_address
        return {name: (ceil(count * crowd), seconds) for name, (count, seconds) in RATES_A_PERSON.items()}
