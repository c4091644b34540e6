"""Lets single questions to the engine go wrong, each kind on its own: about lines that nobody else plays."""

from __future__ import annotations

from typing import Any

Moves = tuple[int, ...]
LOST, LATE, IN_TIME, FAULT, FAULTS = "lost", "late", "in time", "a fault", "a fault each time"
FATES = (LOST, LATE, IN_TIME, FAULT, FAULTS)
"""No answer comes to an order, and to others one after a minute; or one comes too late, or just in time, or the word
that something went wrong in the engine, once or as often as it is asked."""
_SECONDS = {LOST: 60.0, LATE: 34.0, IN_TIME: 29.0}
"""Virtual seconds to an answer. The server waits 31.5 s for one (``SLACK``, and ``FOURTHOUGHT_HINT_SECONDS``)."""
_AGAIN = 36.0
"""Virtual seconds after which an engine is asked again for a move, where no answer has come."""


class Fates:
    """Holds what becomes of the next question of a kind about a line. ``kind`` is the class of a message, or the work
    of an order."""

    def __init__(self) -> None:
        self._planned: dict[tuple[Moves, str], str] = {}
        self._lines: set[Moves] = set()

    def plan(self, line: Moves, kind: str, fate: str) -> None:
        """Lets the next question of a kind whose moves begin with a line have a fate."""
        self._planned[line, kind] = fate
        self._lines.add(line)

    def end(self, line: Moves) -> None:
        """Lets no further question about a line have a fate."""
        self._planned = {planned: fate for planned, fate in self._planned.items() if planned[0] != line}

    def of(self, asked: Any) -> str:
        """Returns the fate of a question, once, and nothing for all others."""
        if not self._planned or getattr(asked, "glance", False):
            return ""
        mind = getattr(asked, "mind", None)
        moves = tuple(getattr(asked, "moves", ()) if mind is None or isinstance(mind, int) else mind.moves)
        kind = getattr(asked, "work", type(asked).__name__)
        for line, planned in self._planned:
            if kind == planned and moves[: len(line)] == line:
                return self._planned.pop((line, planned))
        return ""

    def seconds(self, fate: str) -> float | None:
        """Returns the seconds to an answer of a fate, where it has some of its own."""
        return _SECONDS.get(fate)

    def delay(self, moves: Moves) -> float:
        """Returns the seconds by which the engine's move may be later in a game."""
        return _AGAIN if any(moves[: len(line)] == line for line in self._lines) else 0.0
