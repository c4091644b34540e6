"""Defines the steps of an explanation: sentences, and what a board shows to them."""

from enum import StrEnum

import msgspec

from engine.coach.certificate import Pair
from engine.games import Cell, Move
from engine.text import Text


class Kind(StrEnum):
    """Names the layer of a step."""

    CLAIM = "claim"
    FOUR = "four"
    THREATS = "threats"
    FORCED = "forced"
    TREE = "tree"
    REPLY = "reply"
    WAIT = "wait"
    FORBIDDEN = "forbidden"
    COUNT = "count"
    PAIRS = "pairs"
    REACH = "reach"
    LINE = "line"
    DIAGRAM = "diagram"
    END = "end"


class Step(msgspec.Struct, frozen=True):
    """Says one thing about one position.

    Attributes:
        said: one sentence or more, the last ones with the names of the rules.
        moves: the moves from the certificate's position to the position of the step.
        pairs: the pairs of the layer, often empty.
    """

    kind: Kind
    said: tuple[Text, ...]
    moves: tuple[Move, ...]
    cells: tuple[Cell, ...] = ()
    pairs: tuple[Pair, ...] = ()

    @property
    def text(self) -> str:
        """Returns the sentences in English."""
        return " ".join(self.said)
