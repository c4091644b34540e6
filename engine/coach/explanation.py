"""Holds the explanation of a position as plain values: the claim, its proof with the words, or else best play."""

from typing import Any

import msgspec

from engine.coach.certificate import VERSION, Certificate, Claim, check_version
from engine.coach.step import Step
from engine.games import Move


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Says why a position is won, held or lost.

    Attributes:
        claim: a true claim for the side asked for or, if this side loses, for the other. None: the result is unknown.
        certificate: the proof, or None if there is no small one.
        reason: why there is no proof, in one sentence, or "" with a proof.
        steps: the words of the proof, none without a proof.
        play: without a proof, best play to the end of the game, or as far as known. It begins with the move of
            interest, if there is one.
        more: there was no time for every search: a longer question may find a proof.
    """

    claim: Claim | None
    certificate: Certificate | None
    reason: str
    steps: tuple[Step, ...]
    play: tuple[Move, ...]
    more: bool = False


def to_json(explanation: Explanation) -> dict[str, Any]:
    """Returns an explanation as plain values."""
    return {"version": VERSION, **msgspec.to_builtins(explanation)}


def from_json(record: Any) -> Explanation:
    """Returns the explanation written by :func:`to_json`. Raises ValueError if the record is of another version, or
    no explanation."""
    return msgspec.convert(check_version(record), Explanation)
