"""Tells which files of tests one worker runs, one after the other: a free worker takes the next group or the next file.

The tests of a file share kernels, positions and servers, so spread over all workers these would be made for each.
"""

from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
_MINDS = "analysis ideas shared states tree tree_read trial"
_ENDS = "after end first_paint languages leaf_words why"
GROUPS = {
    "minds and people": (
        *("browser/together", "browser/pages/test_own_engine.py", "browser/pages/test_page_mind.py"),
        *(f"browser/table/test_{name}.py" for name in _MINDS.split()),
    ),
    "alone": ("browser/alone", *(f"browser/table/test_{name}.py" for name in _ENDS.split())),
    "pages": ("browser/pages", "browser/student"),
    "coach": ("browser/coach", "browser/listener", "browser/course"),
    "lab": ("browser/lab",),
    "table": ("browser",),
    "processes": ("chaos", "load", "hostile", "test_guests.py"),
    "small board": tuple(f"engine/search/test_{name}.py" for name in ("deepening", "options", "parallel", "table")),
    "words": ("words", "listener"),
    "runs": ("engine/lab/test_run.py", "engine/lab/test_run_values.py"),
    "bots": ("webapp/test_bot.py", "webapp/test_minimal_clients.py"),
    "timed": ("engine/mind/schedule", "webapp/sockets/transport", "webapp/test_live.py", "webapp/test_drain.py"),
}
"""Files and rooms of which one worker runs all tests. The first name that fits counts.

The first six have a browser each, share the servers, and take about as long: more than half of it they wait. Strangers
who look for somebody are in the first alone, or those of two groups would meet. Those of ``processes`` start many, so
one after the other. Those of ``small board`` share the values of one game, those of ``words`` the sentences collected,
those of ``runs`` the searches watched, those of ``bots`` a server. Those of ``timed`` wait for threads, never two at a
time.
"""


_LONG = ("bot", "foreign_games", "output", "plain_server", "production")
_DEAR = (
    *(f"tests/{room}/" for room in ("browser", "world", "chaos", "load", "hostile", "words")),
    *("tests/test_guests.py", "tests/engine/kernels/test_libraries.py", "tests/webapp/http/lab/test_book.py"),
    *(f"tests/webapp/test_{name}.py" for name in _LONG),
)
"""Rooms and files with much to do: begun last, one would run alone while the other workers have nothing left to do."""


@cache
def _group_of_file(file: str) -> str:
    path = HERE.parent / file
    return next(
        (name for name, rooms in GROUPS.items() if any(path.is_relative_to(HERE / room) for room in rooms)), file
    )


def group_of(test_id: str) -> str:
    """Returns the name of the test's group, or the file for a test without a group."""
    return _group_of_file(test_id.split("::")[0])


def is_dear(test_id: str) -> bool:
    """Returns whether the test's whole group is begun before others."""
    return test_id.startswith(_DEAR)
