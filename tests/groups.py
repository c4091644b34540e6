"""Spreads the tests over the workers of pytest-xdist: a free worker takes the next file, or the next group of files.

The tests of a file share kernels, positions and servers, so spread over all workers these would be made for each.

The groups come from paths. The ``--dist=loadgroup`` of pytest-xdist reads marks out of test ids, and since pytest 9.2
finds none there (pytest-xdist, issue 1386): all workers would share the tests of a group, without a word.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

HERE = Path(__file__).parent
GROUPS = {
    "minds in the browser": tuple(
        f"browser/test_{name}.py"
        for name in (
            *("accessible", "analysis", "ideas", "shared", "strangers"),
            *("thinking", "together", "tree", "tree_read", "trial"),
        )
    ),
    "browser": ("browser",),
    "small board": tuple(f"engine/search/test_{name}.py" for name in ("deepening", "options", "parallel", "table")),
    "runs": ("engine/lab/test_run.py", "engine/lab/test_run_values.py"),
    "timed": ("engine/mind/schedule", "webapp/sockets/transport", "webapp/test_live.py", "webapp/test_drain.py"),
}
"""Files and rooms of which one worker runs all tests; the first name that fits counts. Those of ``browser`` share one
browser and one server, those of ``minds in the browser`` another browser and a server whose minds ponder, those of
``small board`` the values of one game, those of ``runs`` the searches watched; those of ``timed`` wait for threads,
never two at a time."""


@cache
def _group_of_file(file: str) -> str:
    path = HERE.parent / file
    return next(
        (name for name, rooms in GROUPS.items() if any(path.is_relative_to(HERE / room) for room in rooms)), file
    )


def group_of(test_id: str) -> str:
    """Returns the name of the test's group; for a test without a group the file."""
    return _group_of_file(test_id.split("::")[0])


class GroupScheduling(LoadScopeScheduling):
    """Gives a free worker the next group or file, in the order of the folders: the browser's come first."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
