"""Judges answers: what is refused is refused for a reason that holds, and what is granted had none against it.

Between the sending of a question and its answer a game may go on. So a reason counts where it holds for one version of
that time, and speaks against what was granted where it holds for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from tests.world.ledger.model import Facts, key_of
from tests.world.simulated.minds.thoughts import is_puzzle_found
from webapp.play.desk.forms import ENGINES_WORD, QUESTIONS, read

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.ledger.truth import Truth

_LATE = 3.0
"""Virtual seconds for which a game may be decided on as it was before."""
_OFFERED = 290.0
"""Virtual seconds for which a seat offered to another device may be taken, and some less."""
_MANY = 250
"""Events of a game from which on it may be refused as too long."""
_TOKENS, _GAMES = 4, 8
"""The tokens of a game, and the games, that the server keeps of one page."""
_OF_CONTROL = ("undo", "redo", "return", "set_level", "set_seat", "pace", "rematch", "hint", "why")
_OF_SEAT = ("resign", "swap", "ask", "name", "react", "claim", "stand_in")
_OF_ONE = ("move", "swap", "resign", "claim", "ask", "name")
"""The events whose requests only the player of their seat may send again."""
_OF_OWNER = ("open_to_engines", "make_code", "show")
_SURE = {
    "move": ("not_your_seat", "game_over", "stale", "not_your_turn", "illegal_move"),
    "hint": ("not_your_seat", "game_over", "stale", "not_your_turn"),
    "undo": ("not_your_seat", "ended", "timed"),
    "redo": ("not_your_seat", "ended", "stale", "nothing_to_redo", "bad_request"),
    "return": ("not_your_seat", "ended", "stale", "timed", "nothing_to_redo", "bad_request"),
    "swap": ("not_your_seat", "stale", "not_your_turn", "bad_request"),
    "set_level": ("not_your_seat", "bad_request"),
    "set_seat": ("not_your_seat", "ended"),
    "resign": ("not_your_seat", "game_over"),
    "claim": ("not_your_seat", "game_over", "your_turn", "bad_request"),
    "stand_in": ("not_your_seat", "game_over", "bad_request"),
    "rematch": ("not_your_seat", "not_over"),
    "sit": ("seated", "no_seat", "ended", "no_engines"),
    "take_seat": ("no_offer",),
    "ask": ("not_your_seat", "asked_already", "answer_first", "bad_request"),
    **dict.fromkeys(("name", "react", "pace"), ("not_your_seat", "bad_request")),
    "mistake": ("not_over", "not_your_seat", "bad_request"),
    "open_to_engines": ("not_your_seat", "ended", "no_seat"),
    "make_code": ("not_your_seat", "no_seat"),
    "show": ("not_your_seat",),
    "hand_over": ("not_your_seat",),
}
"""By event, the reasons for which it is refused whenever they hold."""


_RATES: tuple[tuple[str, tuple[str, ...], float, int], ...] = (
    ("That was too fast", (), 11.0, 100),
    ("Too many games were begun", ("new_game", "rematch", "find", "ask", "reply"), 3601.0, 500),
    ("The engine still works", tuple(QUESTIONS), 75.0, 9),
    ("Please wait a moment before", ("react",), 11.0, 5),
    ("Too many changes were stored", (), 3601.0, 1000),
    ("Too many wrong codes", ("use_code",), 601.0, 31),
    ("Too many reports", ("report",), 3601.0, 21),
    ("Too many people of your address", ("find",), 60.0, 16),
)
"""How refusals for rates begin, which events count (all, if none is named), in how many seconds, and the least of them
after which one is refused."""


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
        return max(1, min(self.told, len(rows)), min(self.version, sum(row.at < self.at - _LATE for row in rows)))


class _View(NamedTuple):
    """Holds one version of a game, and who asks."""

    shown: dict[str, Any]
    facts: Facts
    keys: frozenset[str]
    today: float
    plays_elsewhere: bool

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


def judge(client: Client, asked: Asked, answer: dict[str, Any], hears: bool) -> None:  # noqa: C901
    """Fails a world where an answer has no right reason. ``hears``: the answer was not long on its way."""
    world, event, payload = client.world, asked.event, asked.payload
    game_id = payload.get("game_id") if isinstance(payload, dict) else None
    truth, code = world.truth, "" if answer["ok"] else answer["error"]["code"]
    if code == "rate_limited" and not client.name.startswith("Foe"):
        _weigh_rate(client, answer["error"]["message"], world.machine.now)
    if not isinstance(game_id, str) or game_id in truth.deleted or not is_sound(event, payload):
        return
    if game_id not in truth.facts:
        if answer["ok"] and event not in ("aim", "look"):
            world.fail("nothing but the truth", f"{client.name} was granted {event!r} in {game_id}, which is no game.")
        return
    if code == "no_such_game" and event != "mistake":
        world.fail("one answer", f"{client.name} was told that there is no game {game_id}, which is stored.")
    is_soon = hears and (not world.plan.hosts or world.is_calm())
    if answer["ok"] and is_soon and event in ENGINES_WORD and payload.get("on", True):
        truth.check_help(client.name, event, game_id)
    heard, now = client.heard, world.machine.now
    few = len(heard.shown) <= _GAMES and len(heard.shown.get(game_id, ())) <= _TOKENS
    stored_at = truth.stored.get((game_id, str(payload.get("request_id"))))
    if stored_at is not None and code in _NEVER_AGAIN:
        words = f"{client.name} sent {payload!r:.200} again, was refused as {code!r}, and it is stored."
        world.fail("one answer", words)
    number = str(payload.get("request_id"))
    is_others = answer["ok"] and event in _OF_ONE and not payload.get("token")
    if stored_at is not None and is_others:
        wallets, (who, _) = truth.wallets, truth.requests.get(number, ("", ""))
        if who and wallets.get(who) is not wallets.get(client.name) and not asked.keys & _keys_of(wallets.get(who, ())):
            world.fail("one owner", f"{client.name} was granted {event!r} by the request {number} of {who}.")
    if not few or (stored_at is not None and (code or stored_at < asked.at)):
        return
    first = asked.since(truth)
    elsewhere, today = bool(heard.shown.keys() - {game_id}), world.machine.today()
    views = [
        _View(shown, facts, keys, today, elsewhere)
        for shown, facts in zip(truth.shown[game_id][first - 1 :], truth.facts[game_id][first - 1 :], strict=True)
        for keys in (asked.keys, frozenset(heard.shown.get(game_id, ())))
    ]
    last = f"{views[-1].shown!r:.200}"
    # A foe may have shown tokens in odd ways; of a seat taken while a front is cut off the page hears too late.
    is_known = answer["ok"] and not client.name.startswith("Foe") and (is_soon or not world.plan.hosts)
    for reason in _SURE.get(event, ()) if is_known else ():
        if all(_holds(reason, event, payload, view) for view in views):
            words = f"{client.name} was granted {event!r} {payload!r:.200}, against which speaks {reason!r}: {last}."
            world.fail("one answer", words)
    shown = {key_of(payload["token"])} if payload.get("token") else set()
    alone = [view._replace(keys=asked.keys | shown) for view in views]  # where earlier tokens come after this one
    if is_known and "you" in answer and not any(_is_you(answer["you"], view) for view in [*views, *alone]):
        world.fail("one owner", f"{client.name} sent {event!r}, and is told {answer['you']} of {game_id}: {last}.")
    if is_known and "seat_tokens" in answer and "game_id" not in answer and not _has_seats(answer, [*views, *alone]):
        world.fail("one owner", f"{client.name} sent {event!r}, and is given {answer['seat_tokens']}: {last}.")
    if event in QUESTIONS and code in ("stale", "not_ready") and (len(views) > 2 or not world.is_calm(asked.at)):
        return
    is_doubted = truth.is_doubted(game_id, first)
    is_missing = number != "None" and (game_id, number) not in truth.stored and not is_doubted
    if is_known and is_missing and all(_changes(event, payload, view) for view in views):
        words = f"{client.name} was granted {event!r} {payload!r:.200}, of which nothing is stored: {last}."
        world.fail("nothing lost", words)
    if code == "not_away" and is_soon and (why := world.crowd.check_away(world, game_id, payload["seat"], event)):
        world.fail("one answer", f"{client.name} was refused {event!r} as {answer['error']['message']!r}: {why}.")
    if event == "reply" and code == "stale" and is_doubted:
        return
    if code in _WEIGHED and not any(_holds(code, event, payload, view) for view in views):
        words = f"{client.name} was refused {event!r} {payload!r:.200} as {code!r} without reason"
        world.fail("one answer", f"{words} after {now - asked.at:.1f} s: {answer['error']['message']} {last}.")


def _keys_of(wallet: Iterable[str]) -> set[str]:
    return set(map(key_of, wallet))


def _is_you(told: dict[str, Any], view: _View) -> bool:
    return (told["seats"], told["controls"]) == (view.own, view.controls)


def _has_seats(answer: dict[str, Any], views: list[_View]) -> bool:
    """Tells whether a page is given its token of each seat that is its own, and no other."""
    given = [None if token is None else key_of(token) for token in answer["seat_tokens"]]
    return any(given == [owner if owner in view.keys else None for owner in view.facts.owners] for view in views)


def _weigh_rate(client: Client, words: str, now: float) -> None:
    """Fails a world where an address, or everybody, has sent too little for the rate that is said to be exceeded."""
    world = client.world
    for begin, kinds, seconds, least in _RATES:
        if words.startswith(begin):
            everybody = world.sent.values() if kinds == ("react",) else [world.sent[client.address]]
            count = sum(now - at < seconds and (not kinds or kind in kinds) for sent in everybody for at, kind in sent)
            if kinds == ("use_code",):
                count -= world.lobby.right_codes(client.address, now - seconds)
            if count < least:
                words = f"{client.name} is refused ({words!r}) after {count} such events in {seconds:.0f} s"
                world.fail("each question is answered", f"{words}, and {least} are allowed.")


def is_sound(event: str, payload: Any) -> bool:
    """Tells whether a payload has the form of its event."""
    try:
        read(event, payload)
    except (msgspec.ValidationError, KeyError, RecursionError):
        return False
    return True


_NEVER_AGAIN = ("stale", "illegal_move", "game_over", "asked_already", "nothing_to_undo", "nothing_to_redo", "seated")
"""What is never said to a request that is stored, however often it is sent."""
_WEIGHED = (
    "stale", "game_over", "not_your_seat", "not_your_turn", "illegal_move", "nothing_to_redo", "nothing_to_undo",
    "timed", "not_over", "no_seat", "seated", "no_engines", "bad_link", "asked_already", "answer_first", "your_turn",
    "no_help", "too_long", "not_ready", "bad_request", "bad_name",
)  # fmt: skip


def _holds(reason: str, event: str, payload: dict[str, Any], view: _View) -> bool:  # noqa: C901
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
            return not fit or (reason == "bad_link" and not 0 <= view.today - fit[0][1] < _OFFERED)
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
            return int(shown["version"]) > _MANY
    return False


def _is_out_of_place(event: str, payload: dict[str, Any], view: _View) -> bool:
    """Tells whether an event has no place in a game as it is, whoever sends it."""
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


def _changes(event: str, payload: dict[str, Any], view: _View) -> bool:
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


def _is_not_theirs(event: str, seat: int, view: _View) -> bool:
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
