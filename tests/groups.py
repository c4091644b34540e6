"""Spreads the tests over the workers of pytest-xdist: a free worker takes the next test, or the next group of tests.

The groups come from paths. The ``--dist=loadgroup`` of pytest-xdist reads marks out of test ids, and since pytest 9.2
finds none there (pytest-xdist, issue 1386): all workers would share the tests of a group, without a word.
"""

from __future__ import annotations

from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

HERE = Path(__file__).parent
GROUPS = {
    "minds in the browser": tuple(
        f"browser/test_{name}.py"
        for name in ("accessible", "analysis", "ideas", "shared", "thinking", "together", "tree")
    ),
    "browser": ("browser",),
    "house": ("house",),
    "tictactoe": ("engine/search/test_exact.py",),
    "small board": tuple(f"engine/search/test_{name}.py" for name in ("deepening", "options", "parallel", "table")),
    "timed": ("engine/mind/schedule", "webapp/sockets/transport", "webapp/test_live.py", "webapp/test_drain.py"),
}
"""Files and rooms of which one worker runs all tests; the first name that fits counts. Those of ``browser`` share one
browser and one server, those of ``minds in the browser`` another browser and two servers, those of ``house`` one
reading of all sources, those of ``tictactoe`` and of ``small board`` the positions of one game and their values; those
of ``timed`` wait for threads, never two at a time."""


def group_of(test_id: str) -> str:
    """Returns the name of the test's group, or the test's own id for a test without a group."""
    path = HERE.parent / test_id.split("::")[0]
    for name, rooms in GROUPS.items():
        if any(path.is_relative_to(HERE / room) for room in rooms):
            return name
    return test_id


class GroupScheduling(LoadScopeScheduling):
    """Gives the largest groups to the workers first, then the other tests one by one."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
