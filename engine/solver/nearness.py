"""Judges whether threads may share a table for late plies: on cores with one cache sharing saves time, else it costs.

A line of memory that another core has changed arrives after some 30 ns from a core behind the same cache, after 170 ns
from any other. Sharing late positions takes two threads 0.95 of the time in the first case, 1.35 times the time in the
second. A virtual machine does not know which case holds, and may be moved at any time. So the speed itself decides.
"""

SLICE = 100_000  # nodes after which a thread is judged, about ten milliseconds

FAR = 1.2
"""With the shared table and distant cores a node takes at least so many times as long (half of the slices of near
cores: 0.95 to 1.05, of far ones: 1.2 to 1.5)."""

DOUBTS = 6
"""The excess of slow slices over others, with the shared table, that proves distant cores. Of near cores one slice in
40 is slow."""

REST = 100  # slices without the shared table before the next trial
COMPARE = 64  # one slice of so many runs without the shared table, to know the usual speed


class Nearness:
    """Tells from the speed of slices whether threads shall share a table for late plies. A thread asks ``shares``
    before each slice and calls ``note`` afterwards. All threads of a solver may use one object without a lock, because
    the next note makes up for a lost one."""

    def __init__(self) -> None:
        self._usual = 0.0  # seconds a node without the shared table (0: not known)
        self._slices = self._rest = self._doubts = 0

    def shares(self) -> bool:
        """Counts a slice, and returns whether the slice shall use the shared table."""
        self._slices += 1
        if self._rest > 0:
            self._rest -= 1
            return False
        return self._usual > 0 and self._slices % COMPARE != 0

    def note(self, shared: bool, nodes: int, seconds: float) -> None:
        """Takes the speed of a slice into account if it was long enough. ``shared``: it used the shared table."""
        if 2 * nodes < SLICE:
            return
        pace = seconds / nodes
        if not shared:
            self._usual = (3 * self._usual + pace) / 4 if self._usual else pace
        elif pace <= FAR * self._usual:
            self._doubts = max(self._doubts - 1, 0)
        elif self._doubts + 1 < DOUBTS:
            self._doubts += 1
        else:  # the next trial may end with the first slow slice
            self._rest = REST
