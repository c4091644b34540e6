"""Tells which reasons against an event hold for a version of its game, and whether it must change the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tests.world.ledger.longest import is_too_long
from tests.world.ledger.model import Facts, key_of
from tests.world.simulated.minds.thoughts import is_puzzle_found
from webapp.play.desk.forms import read

if TYPE_CHECKING:
    from tests.world.ledger.truth import Truth

_LATE = 3.0
"""Virtual seconds for which a game may be decided on as it was before."""
_OFFERED, _ENDED = 290.0, 315.0
"""Virtual seconds for which a seat offered to another device may be taken, and some less; and some more."""
_PLAIN, _NAMINGS = ("", "Robin", "Kim", "Odo", "Ann"), 3
"""Names that are always allowed, and how often a name may change in one game."""
_OF_CONTROL = ("undo", "redo", "return", "set_level", "set_seat", "pace", "rematch", "hint", "why")
_OF_SEAT = ("resign", "swap", "ask", "name", "react", "claim", "stand_in")
_OF_OWNER = ("open_to_engines", "make_code", "show")


class Asked(NamedTuple):
    """Holds a question as it was sent: when, how far its game was, and the keys that the server knew to be the
    sender's. ``told`` is the newest version that anybody had been told, ``beside`` the games in which the sender
    played a person."""

    event: str
    payload: Any
    at: float
    version: int
    keys: frozenset[str]
    told: int = 0
    beside: tuple[str, ...] = ()

    def since(self, truth: Truth) -> int:
        """Returns the first version of the game that may have been decided on."""
        game_id = self.payload.get("game_id") if isinstance(self.payload, dict) else None
        rows = truth.games.get(game_id, []) if isinstance(game_id, str) else []
        first = max(1, min(self.told, len(rows)), min(self.version, sum(row.at < self.at - _LATE for row in rows)))
        while first > 1 and not truth.is_known(str(game_id), first):  # stored, and told to the server as failed
            first -= 1
        return first


class View(NamedTuple):
    """Holds one version of a game, and who asks."""

    shown: dict[str, Any]
    facts: Facts
    keys: frozenset[str]
    today: float
    plays_elsewhere: bool
    longest: int = 2000

    @property
    def own(self) -> list[int]:
        return [seat for seat in (0, 1) if self.facts.owners[seat] in self.keys]

    @property
    def seats(self) -> list[int]:
        return [seat for seat in self.own if not self.facts.lent[seat]]

    @property
    def controls(self) -> bool:
        return not self.keys.isdisjoint(self.facts.controls)

    @property
    def others(self) -> list[int]:
        shown = self.shown["seats"]
        people = (seat for seat in (0, 1) if shown[seat]["kind"] == "human" and self.facts.owners[seat] is not None)
        return [seat for seat in people if seat not in self.own]


def is_sound(event: str, payload: Any) -> bool:
    """Tells whether a payload has the form of its event."""
    try:
        read(event, payload)
    except (msgspec.ValidationError, KeyError, RecursionError):
        return False
    return True


def holds(reason: str, event: str, payload: dict[str, Any], view: View) -> bool:  # noqa: C901
    """Tells whether a reason against an event holds for one version of its game."""
    shown, facts = view.shown, view.facts
    is_over, seat = shown["over"][0], payload.get("seat", 0)
    match reason:
        case "stale" if event == "reply":
            return shown["asked"] is None or shown["asked"]["what"] != payload["what"]
        case "stale":
            return "ply" in payload and payload["ply"] != shown["ply"]
        case "ended":
            return facts.is_ended
        case "game_over":
            is_ended = event in ("undo", "redo", "set_seat", "sit", "open_to_engines")
            return event in ("why", "preview") or (facts.is_ended if is_ended else is_over)
        case "not_your_seat" if event == "mistake":  # in Connect Four, where the sides take turns
            ply, is_before = payload["ply"], shown["swapped"] and payload["ply"] < (shown["start"] or 1)
            return ply % 2 ^ is_before not in view.own or ply in facts.noted
        case "not_your_seat":
            is_rematch = event == "ask" and payload["what"] == "rematch"
            return _is_not_theirs("rematch" if is_rematch else event, seat, view)
        case "not_your_turn" if event == "reply":
            return shown["asked"] is not None and shown["asked"]["seat"] in view.seats
        case "not_your_turn":
            to_move = shown["to_move"]
            return to_move is None or to_move not in view.seats or shown["seats"][to_move]["kind"] != "human"
        case "illegal_move":
            return event != "move" or (payload["ply"] == shown["ply"] and payload["move"] not in shown["legal"])
        case "nothing_to_redo":
            return payload["branch"] >= shown["branches"] if event == "return" else not shown["can_redo"]
        case "nothing_to_undo":
            return facts.turns <= 1 or any(one["kind"] == "engine" for one in shown["seats"]) or event == "ask"
        case "timed":
            return facts.is_timed
        case "not_over":
            return not is_over or (event == "mistake" and shown["analysis"])
        case "no_seat":
            return not facts.free or (is_over and event != "sit")
        case "seated":
            return bool(view.own)
        case "no_engines":
            return payload.get("bot", False) and not shown["open_to_engines"]
        case "no_offer" | "bad_link":
            code = key_of(payload["code"])
            fit = [offer for offer in facts.offers if offer and offer[0] == code]
            age = view.today - fit[0][1] if fit else 0.0
            return not fit or (not 0 <= age < _OFFERED if reason == "bad_link" else age > _ENDED)
        case "bad_request":
            return _is_out_of_place(event, payload, view)
        case "bad_name":
            return event in ("name", "new_game", "find")
        case "asked_already":
            what = payload.get("what", "rematch" if event == "rematch" else "takeback")
            return any((what, one) in facts.refused for one in view.seats)
        case "answer_first":
            is_same = shown["asked"] is not None and shown["asked"]["what"] == payload.get("what") != "takeback"
            return shown["asked"] is not None and shown["asked"]["seat"] not in view.seats and not is_same
        case "your_turn":
            return bool(shown["to_move"] != seat)
        case "no_help":
            return not shown["help"] or view.plays_elsewhere
        case "not_ready" if event == "mistake":
            line, ply = tuple(shown["moves"]), payload["ply"]
            return ply < len(line) and not is_puzzle_found(shown["game"], line[:ply], line[ply])
        case "too_long":
            return is_too_long(event, payload, view)
    return False


def is_bad_name(payload: dict[str, Any], view: View) -> bool:
    """Tells whether a name may be refused that nobody has reported."""
    name, others = payload.get("name"), {shown["name"] for shown in view.shown["seats"]}
    if name not in _PLAIN:
        return True
    return bool(name) and (name in others or any(view.facts.namings[seat] >= _NAMINGS for seat in view.seats))


def _is_out_of_place(event: str, payload: dict[str, Any], view: View) -> bool:
    """Tells whether the state of a game forbids an event to everybody."""
    shown, seat, others = view.shown, payload.get("seat", 0), len(view.others)
    engines = [one["kind"] == "engine" for one in shown["seats"]]
    match event:
        case "swap":
            return not shown["can_swap"]
        case "set_level":
            return not engines[seat]
        case "redo" | "return":
            return others > 0
        case "ask":  # where the rematch has begun, who asks is led there
            return others != 1 and not (payload["what"] == "rematch" and shown["rematch"])
        case "undo" | "rematch":
            return others > 1
        case "reply" | "react":
            return others != 1
        case "name":
            return len(view.seats) != 1
        case "claim" | "stand_in":
            return seat not in view.others
        case "pace":
            return not all(engines)
        case "mistake":
            return shown["game"] != "connect4" or not shown["start"] <= payload["ply"] < shown["ply"]
    return event in ("why", "why_not", "preview", "report")


def changes(event: str, payload: dict[str, Any], view: View) -> bool:
    """Tells whether an event that is granted must be stored: it changes the game."""
    shown, seat = view.shown, payload.get("seat", 0)
    now, asked = shown["seats"][seat], shown["asked"]
    is_open = asked is not None and asked["seat"] in view.seats
    match event:
        case "undo" | "ask":
            what = payload.get("what", "takeback")
            return not (is_open and asked["what"] == what) and not (what == "rematch" and shown["rematch"])
        case "rematch":
            return not is_open and not shown["rematch"]
        case "reply":
            return not shown["rematch"]
        case "set_level":
            return bool(now["level"] != payload["level"])
        case "set_seat" if payload["kind"] == "human":
            return seat not in view.seats
        case "set_seat":
            return bool(now["kind"] == "human" or now["level"] != (payload.get("level") or now["level"]))
        case "open_to_engines":
            return bool(shown["open_to_engines"] != payload["on"])
        case "hand_over":
            return not any(offer and offer[0] == key_of(payload["code"]) for offer in view.facts.offers)
        case "name":
            own = {shown["seats"][one]["name"] for one in view.seats}
            return own.isdisjoint({" ".join(payload["name"].split()) or None})
        case "pace":
            paused = payload["paused"] if "paused" in payload else payload.get("step") or shown["paused"]
            return bool((paused, payload.get("per_minute", shown["pace"])) != (shown["paused"], shown["pace"]))
    return event in ("move", "redo", "return", "swap", "resign", "sit", "take_seat", "claim", "stand_in")


def _is_not_theirs(event: str, seat: int, view: View) -> bool:
    facts, is_lent = view.facts, any(view.facts.lent)
    if event == "move":
        return not view.seats and not view.controls
    if event == "hand_over":
        return seat not in view.own
    if event in _OF_CONTROL:
        if event in ("undo", "redo", "rematch", "return"):
            return not view.controls or is_lent
        if event in ("set_level", "set_seat"):
            is_kept = facts.lent[seat] and seat not in view.own
            return not view.controls or is_kept or (event == "set_seat" and seat in view.others)
        return not view.controls
    if event in _OF_SEAT or event == "reply":
        return not view.seats
    if event in _OF_OWNER:
        return not view.own
    return True
