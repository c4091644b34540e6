"""Judges stored events: whether the sender had the right to each, and whether it was stored as asked."""

from __future__ import annotations

from typing import Any

from tests.world.model import Model, key_of

_OF_SEAT = ("resigned", "asked", "declined", "hand_over", "opened_to_engines", "claimed", "named")
_OF_TABLE = ("undone", "redone", "returned", "level_set", "paced", "rematched")
_SAME = {
    "moved": ("ply", "move"), "level_set": ("seat", "level"), "seat_set": ("seat",), "hand_over": ("seat",),
    "asked": ("what",), "declined": ("what",), "opened_to_engines": ("on",), "swapped": ("ply",),
}  # fmt: skip
"""By kind, the fields of an event that are as they were asked for."""
_SECRETS = {"hand_over": "code", "handed": "token", "seated": "token"}


def misdeed(
    model: Model, event: dict[str, Any], request: str | None, mine: set[str], asked: dict[str, Any]
) -> str | None:
    """Returns what is wrong about an event, caused by the request of who holds the keys ``mine``, else None. A
    ``request`` of None: the server's own."""
    kind, seat = event["kind"], event.get("seat")
    if kind == "moved":
        is_turn = (seat, event["ply"]) == (model.to_move, model.ply) and event["move"] in model.legal
        if not is_turn and not model.created.get("analysis"):
            return f"seat {seat} moved {event['move']} at ply {event['ply']}: not allowed there"
    if kind == "flagged" and seat != model.to_move:
        return f"the flag of seat {seat} fell out of turn"
    if request is None:
        by_person = kind == "moved" and model.seats[event["seat"]]["kind"] == "human"
        is_wrong = by_person and not model.created.get("analysis")
        return f"a move was made for the person of seat {seat}, and by nobody" if is_wrong else None
    if not _may(model, event, mine):
        return f"made {event} without the right to it"
    given = asked.items()
    if any(event.get(name, value) != value for name, value in given if name in _SAME.get(kind, ())):
        return f"asked for {asked}, and stored is {event}"
    secret = asked.get(_SECRETS.get(kind, ""))
    return f"stored is {event} with the key of another secret" if secret and event["key"] != key_of(secret) else None


def _may(model: Model, event: dict[str, Any], mine: set[str]) -> bool:
    kind, seat = event["kind"], event.get("seat", 0)
    others = model.others(mine)
    if kind in ("drawn", "undone") and others and model.asked:  # by consent: the other one says yes
        return model.owner(1 - model.asked["seat"]) in mine
    if kind == "drawn" or (kind in ("undone", "redone", "returned") and others):
        return False
    if kind in _OF_SEAT or kind in ("moved", "swapped", "handed"):
        return model.owner(seat) in mine
    if kind == "seat_set":
        return bool(mine & model.controls) or model.owner(1 - seat) in mine
    if kind == "seated":
        return model.owner(seat) is None
    return kind not in _OF_TABLE or bool(mine & model.controls)
