"""Judges stored events: whether the sender had the right to each, and whether it is what must follow from what was
asked, with every field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import nearest_level
from tests.world.ledger.model import Model, key_of

_OF_SEAT = ("resigned", "asked", "declined", "hand_over", "opened_to_engines", "claimed", "named")
_OF_TABLE = ("undone", "redone", "returned", "level_set", "paced", "rematched")
_BESIDE = ("spent", "at", "lots", "answer")
"""The fields of an event that are judged elsewhere."""
_EMPTY: dict[str, Any] = {"bot": False, "owner": None, "level": None, "name": None}


def misdeed(
    model: Model, event: dict[str, Any], request: str | None, mine: set[str], asked: dict[str, Any], command: str
) -> str | None:
    """Returns what is wrong about an event, caused by the request of who holds the keys ``mine``, else None. A
    ``request`` of None: the server's own."""
    kind, seat = event["kind"], event.get("seat")
    if kind == "moved":
        is_turn = (seat, event["ply"]) == (model.to_move, model.ply) and event["move"] in model.legal
        if not is_turn and not model.created.get("analysis"):
            return f"seat {seat} moved {event['move']} at ply {event['ply']}: not allowed there"
        if is_turn and not model.are_lots(event["move"], event.get("lots", [])):
            return f"seat {seat} moved {event['move']}, after which {event.get('lots')} are no lots"
    if kind == "flagged" and seat != model.to_move:
        return f"the flag of seat {seat} fell out of turn"
    if request is None:
        by_person = kind == "moved" and model.seats[event["seat"]]["kind"] == "human"
        is_wrong = by_person and not model.created.get("analysis")
        return f"a move was made for the person of seat {seat}, and by nobody" if is_wrong else None
    if not _may(model, event, mine):
        return f"made {event} without the right to it"
    if not asked:
        return None  # by a person whose words the world has not noted
    told = _plain({name: value for name, value in event.items() if name not in _BESIDE})
    told |= {"game_id": None} if kind == "rematched" else {}
    holders = [mine, *({model.owner(seat) or ""} & mine for seat in (0, 1))]
    right = [one for each in holders for one in _wanted(model, command, asked, each)]
    return None if told in right else f"asked {command!r} {asked}, and stored is {event}, not {right[:2]}"


def _plain(event: dict[str, Any]) -> dict[str, Any]:
    plain = {name: value for name, value in event.items() if _EMPTY.get(name, value) != value or name not in _EMPTY}
    return {**plain, "to": _plain(event["to"])} if "to" in event else plain


def _wanted(model: Model, command: str, asked: dict[str, Any], mine: set[str]) -> Iterator[dict[str, Any]]:
    """Yields the events that may follow from a command of who shows the keys ``mine``, each with its fields."""
    for kind, fields in _follows(model, command, asked, mine):
        yield _plain({"kind": kind, **fields})


def _follows(  # noqa: C901
    model: Model, command: str, asked: dict[str, Any], mine: set[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    own = [seat for seat in (0, 1) if model.owner(seat) in mine]
    seats = [seat for seat in own if not model.lent[seat]]
    others, seat, first = model.others(mine), asked.get("seat", 0), min(seats, default=-1)
    command = "rematch" if asked.get("what") == "rematch" and command == "ask" else command
    match command:
        case "new_game":
            yield "moved", {"ply": model.start_ply, "seat": model.to_move, "move": asked.get("move")}
        case "move":
            yield "moved", {"ply": asked["ply"], "seat": model.to_move, "move": asked["move"]}
        case "swap":
            yield "swapped", {"ply": asked["ply"], "seat": model.to_move}
        case "undo" | "ask" if others:
            what = asked.get("what", "takeback")
            if model.asked and model.asked["seat"] in others:
                yield "drawn", {}
            ply = model.takeback_ply(first) if what == "takeback" else model.ply
            yield "asked", {"what": what, "seat": first, "ply": ply}
        case "undo":
            yield "undone", {"ply": model.undo_ply}
        case "redo":
            yield "redone", {"ply": model.redo_ply}
        case "return":
            lines, branch = [*model.branches, [*model.turns, *model.future]], asked["branch"]
            end = model.start_ply + len(lines[branch]) if branch < len(lines) else -1
            is_redo = branch == len(model.branches)
            yield ("redone", {"ply": end}) if is_redo else ("returned", {"branch": branch, "ply": end})
        case "set_level":
            yield "level_set", {"seat": seat, "level": asked["level"]}
        case "set_seat" if asked["kind"] == model.seats[seat]["kind"] == "engine":
            yield "level_set", {"seat": seat, "level": asked.get("level") or model.seats[seat]["level"] or 1}
        case "set_seat" if asked["kind"] == "engine":
            level = asked.get("level") or nearest_level(model.game.name)
            owner = model.owner(seat) if others or any(model.lent) else None
            yield "seat_set", {"seat": seat, "to": {"kind": "engine", "level": level}, "key": None, "owner": owner}
        case "set_seat":
            keeps = model.lent[seat] or {"name": None, "bot": False}
            to = {"kind": "human", "name": keeps["name"], "bot": keeps["bot"]}
            for key in {model.owner(seat)} if model.owner(seat) else mine & model.controls:
                yield "seat_set", {"seat": seat, "to": to, "key": key}
        case "stand_in":
            to = {"kind": "engine", "level": nearest_level(model.game.name)}
            yield "seat_set", {"seat": seat, "to": to, "key": None, "owner": model.keys[seat]}
        case "claim":
            yield "claimed", {"seat": 1 - seat}
        case "resign":
            yield "resigned", {"seat": model.to_move if model.to_move in seats else first}
        case "pace":
            paused = asked["paused"] if "paused" in asked else asked.get("step") or model.paused
            yield "paced", {"paused": paused, "per_minute": asked.get("per_minute", model.pace)}
        case "sit":
            free = model.facts().free
            fields = {"seat": free[0] if free else -1, "key": key_of(asked["token"]), "bot": asked.get("bot", False)}
            yield "seated", fields
        case "take_seat":
            for place, offer in enumerate(model.offers):
                if offer and offer[0] == key_of(asked["code"]):
                    yield "handed", {"seat": place, "key": key_of(asked["token"])}
        case "open_to_engines":
            yield "opened_to_engines", {"seat": min(own, default=-1), "on": asked["on"]}
        case "name":
            yield "named", {"seat": first, "name": " ".join(asked["name"].split()) or None}
        case "hand_over":
            yield "hand_over", {"seat": seat, "key": key_of(asked["code"])}
        case "reply" if not asked["yes"]:
            yield "declined", {"what": asked["what"], "seat": first}
        case "reply" if model.asked and model.asked["what"] == asked["what"]:
            ends = {"draw": ("drawn", {}), "takeback": ("undone", {"ply": model.asked["ply"]})}
            yield ends.get(asked["what"], ("rematched", {"game_id": None}))
        case "rematch" if others:
            yield "asked", {"what": "rematch", "seat": first, "ply": model.ply}
            if model.asked and model.asked["seat"] in others:
                yield "rematched", {"game_id": None}
        case "rematch":
            yield "rematched", {"game_id": None}


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
