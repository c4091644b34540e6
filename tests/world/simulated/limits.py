"""Makes bounds of the server small, so that worlds with few people reach what happens beyond them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from webapp.cluster import front_pages
from webapp.cluster.line import front_end, host_end, sockets
from webapp.play import archive
from webapp.storage import claim, classes, forgetting

SHEETS, CLASSES = 3, 4
"""The most sheets of a class, and the most classes."""
STATES = 4
"""The games whose states the readers of pages keep."""
_SMALL = (
    (archive, "_KEPT", STATES),
    (sockets, "_AT_ONCE", 8),
    (host_end, "BEHIND", 30),
    (front_end, "QUESTIONS_AT_ONCE", 18),
    (host_end, "OPEN_AT_MOST", 30),
    (front_pages, "_AT_ONCE", 3),
    (claim, "_WAIT_SECONDS", 0.0),
    (classes, "MOST_SHEETS", SHEETS),
    (classes, "MOST_CLASSES", CLASSES),
    (forgetting, "AT_ONCE", 2),
    (forgetting, "_CHOICE", 5),
    (forgetting, "_LATER", 45.0),
)
"""Messages read at once, messages and questions of a line, pages brought at once, the real seconds for which a claim
waits, games deleted at once, and the seconds between two looks for old games."""


@contextmanager
def small_bounds() -> Iterator[None]:
    """Makes them small inside this context."""
    with ExitStack() as stack:
        for module, name, value in _SMALL:
            stack.enter_context(patch.object(module, name, value))
        yield
