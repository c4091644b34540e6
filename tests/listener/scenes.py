"""Puts all scenes together."""

from tests.listener.minds import OfTheLibrary
from tests.listener.rooms import InTheRooms
from tests.listener.table import AtTheTable

KINDS = (
    "play", "opening", "review", "other", "perfect", "friends", "puzzle", "clock", "win", "course", "openings",
    "zugzwang", "library",
)  # fmt: skip
"""The scenes, in the order in which a session plays them."""


class Scenes(AtTheTable, InTheRooms, OfTheLibrary):
    """Plays scenes of every kind."""

    def play_kind(self, kind: str) -> None:
        """Plays one scene."""
        getattr(self, kind)()
