"""Judges how long a game grows: its last tenth is for moves, one person's acts leave room for what others need, and to
come, to come back and to end a game is always granted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.world.ledger.model import Model
    from tests.world.rules.reasons import View

ACTS = ("hand_over", "named", "asked", "declined", "seat_set", "level_set", "opened_to_engines")
"""The events about a seat that one person may cause again and again: a fifth of a game at most."""
_ALWAYS = ("resigned", "claimed", "flagged", "drawn", "seated", "handed", "rematched")
_NEVER_REFUSED = ("resign", "claim", "sit", "take_seat", "rematch")
_OF_ACTS = ("hand_over", "name", "ask", "reply", "undo", "set_seat", "set_level", "open_to_engines", "stand_in")


def excess(model: Model, event: dict[str, Any], longest: int) -> str | None:
    """Returns by what an event makes a game too long, before the model has followed it; else None."""
    kind, seat, after = event["kind"], event.get("seat", 0), model.version + 1
    is_own = kind == "seat_set" and event.get("key") is not None and event["key"] == model.owner(seat)
    is_bounded = is_own or event.get("what") == "rematch" or (kind == "named" and event.get("name") is None)
    if kind in _ALWAYS or is_bounded:
        return None
    most = longest if kind == "moved" else longest * 9 // 10
    if after > most:
        return f"{kind} is event {after} of {most} at most"
    owners = model.owner(0), model.owner(1)
    is_alone = owners[0] == owners[1] or None in owners
    if kind in ACTS and not is_alone and model.acts[seat] >= longest // 5:
        return f"{kind} is act {model.acts[seat] + 1} about seat {seat}, of {longest // 5} at most"
    return None


def is_too_long(event: str, payload: dict[str, Any], view: View) -> bool:
    """Tells whether an event may be refused because its game has changed too often."""
    version, longest = int(view.shown["version"]), view.longest
    if event in _NEVER_REFUSED:
        return False
    if event == "move":
        return version + 1 > longest
    is_full = event in _OF_ACTS and max(view.facts.acts) >= longest // 5
    return is_full or version + 2 > longest * 9 // 10
