"""Holds the rows that a world has stored, and what the world has come to."""

from dataclasses import dataclass
from typing import NamedTuple

from tests.world.plan import Plan
from webapp.play.game.events import Event


class Row(NamedTuple):
    """Holds a stored event as it was when it was first seen, and what the clock on the wall was wrong by then."""

    event: Event
    request: str | None
    data: str
    at: float
    wall: float


class Failure(NamedTuple):
    """Says which rule was broken when, in a sentence."""

    rule: str
    at: float
    words: str


@dataclass(frozen=True)
class Outcome:
    """Holds what a world has come to: its log, and the first failure or None. ``seconds`` were simulated, and
    so many ``pairs`` of acts have come together."""

    plan: Plan
    log: tuple[str, ...]
    failure: Failure | None
    seconds: float
    events: int
    longest: tuple[float, str]
    pairs: int

    def text(self) -> str:
        """Returns the log, byte for byte the same for the same seed."""
        return "\n".join(self.log) + "\n"
