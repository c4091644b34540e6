"""Holds the explanation of a position as plain values: the claim, its proof with the words, or else best play."""

from enum import StrEnum
from typing import Any

import msgspec

from engine.coach.certificate import Certificate, Claim, Pair, check_version
from engine.games import Cell, Move
from engine.text import Text, from_wire, wire


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
    """Says one thing about one position, that after ``moves`` from the certificate's. ``said`` is one sentence or more,
    the last ones with the names of the rules, and ``pairs`` are those of the layer."""

    kind: Kind
    said: tuple[Text, ...]
    moves: tuple[Move, ...]
    cells: tuple[Cell, ...] = ()
    pairs: tuple[Pair, ...] = ()

    @property
    def text(self) -> str:
        """Returns the sentences in English."""
        return " ".join(self.said)


VERSION = 2  # the version of the JSON. It changes with the meaning of any field


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Says why a position is won, held or lost.

    Attributes:
        claim: a true claim for the side asked for or, if this side loses, for the other. None: the result is unknown.
        certificate: the proof, or None if there is no small one.
        reason: why there is no proof, in one sentence, or None with a proof.
        steps: the words of the proof, none without a proof.
        play: without a proof, best play to the end of the game, or as far as known. It begins with the move of
            interest, if there is one.
        more: there was no time for every search: a longer question may find a proof.
    """

    claim: Claim | None
    certificate: Certificate | None
    reason: Text | None
    steps: tuple[Step, ...]
    play: tuple[Move, ...]
    more: bool = False


def to_json(explanation: Explanation) -> dict[str, Any]:
    """Returns an explanation as plain values."""
    return {"version": VERSION, **plain(explanation)}


def plain(value: Any) -> Any:
    """Returns an explanation, or a part of one, as plain values: a sentence as its template and its values."""
    return msgspec.to_builtins(value, enc_hook=wire)


def from_json(record: Any) -> Explanation:
    """Returns the explanation written by :func:`to_json`. Raises ValueError for another version or no explanation."""
    return msgspec.convert(check_version(record, VERSION), Explanation, dec_hook=lambda _, said: from_wire(said))
