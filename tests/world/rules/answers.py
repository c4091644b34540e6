"""Judges answers: what is refused is refused for a reason that holds, and what is granted had none against it.

Between the sending of a question and its answer a game may go on. So a reason counts where it holds for one version of
that time, and speaks against what was granted where it holds for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import key_of
from tests.world.rules.reasons import Asked, View, changes, holds, is_bad_name, is_sound
from tests.world.rules.refused import misfit
from webapp.play.desk.forms import ENGINES_WORD, QUESTIONS

if TYPE_CHECKING:
    from tests.world.cast.client import Client

_PATIENCE = 30.0
"""Virtual seconds for which the server waits at least for the engine, before it says that no answer comes."""
_LATE = 3.0
"""Virtual seconds for which a game may be decided on as it was before."""
_TOKENS, _GAMES = 4, 8
"""The tokens of a game, and the games, that the server keeps of one page."""
_OF_ONE = ("move", "swap", "resign", "claim", "ask", "name")
"""The events whose requests only the player of their seat may send again."""
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
_CHANGES = "Too many changes were stored"
_RATES: tuple[tuple[str, tuple[str, ...], float, int], ...] = (
    ("That was too fast", (), 11.0, 90),
    ("Too many games were begun", ("new_game", "rematch", "find", "ask", "reply"), 3601.0, 120),
    ("The engine still works", tuple(QUESTIONS), 75.0, 9),
    ("Please wait a moment before", ("react",), 11.0, 5),
    (_CHANGES, (), 3601.0, 60),
    ("Too many wrong codes", ("use_code",), 601.0, 31),
    ("Too many reports", ("report",), 3601.0, 21),
    ("Too many people of your address", ("find",), 60.0, 16),
    ("The engine still reviews other games", ("review",), 3601.0, 8),
    ("Too many games are read", (), 60.0, 0),  # by its readers of pages as well, which send no event
)
"""How refusals for rates begin, which events count (all, if none is named), in how many seconds, and the least of them
after which one is refused."""

_LONG = 60.0
"""Virtual seconds of a rate that no process outlasts by standing still."""

_FEW = 8
"""The open questions of an address below which the engine has room for another one."""
_NEVER_AGAIN = ("stale", "illegal_move", "game_over", "asked_already", "nothing_to_undo", "nothing_to_redo", "seated")
"""What is never said to a request that is stored, however often it is sent."""
_WEIGHED = (
    "stale", "game_over", "not_your_seat", "not_your_turn", "illegal_move", "nothing_to_redo", "nothing_to_undo",
    "timed", "not_over", "no_seat", "seated", "no_engines", "bad_link", "asked_already", "answer_first", "your_turn",
    "no_help", "too_long", "not_ready", "bad_request", "bad_name",
)  # fmt: skip


def judge(client: Client, asked: Asked, answer: dict[str, Any], hears: bool) -> None:  # noqa: C901
    """Fails a world where an answer has no right reason. ``hears``: the answer was not long on its way."""
    world, event, payload = client.world, asked.event, asked.payload
    game_id = payload.get("game_id") if isinstance(payload, dict) else None
    truth, code = world.truth, "" if answer["ok"] else answer["error"]["code"]
    if code == "rate_limited" and not client.name.startswith("Foe"):
        _weigh_rate(client, answer["error"]["message"], world.machine.now)
    if event == "preview" and code == "not_ready" and world.is_calm(asked.at) and not client.name.startswith("Foe"):
        is_free = _on_their_way(client) < _FEW and client.address not in {*world.doubtful, *world.heavy}
        if is_free and not world.is_crowded():
            words = (
                f"{client.name} is refused {payload} after {world.machine.now - asked.at:.1f} s, and nothing is wrong."
            )
            world.fail("each question is answered", words)
    if not isinstance(game_id, str) or game_id in truth.deleted or not is_sound(event, payload):
        return
    if game_id not in truth.facts:
        is_passing = event in ("aim", "look") or (event == "react" and world.plan.hosts)  # a front asks once alone
        if answer["ok"] and not is_passing:
            world.fail("nothing but the truth", f"{client.name} was granted {event!r} in {game_id}, which is no game.")
        return
    if code == "no_such_game" and event != "mistake":
        world.fail("one answer", f"{client.name} was told that there is no game {game_id}, which is stored.")
    is_soon = hears and (not world.plan.hosts or world.is_calm())
    if answer["ok"] and is_soon and event in ENGINES_WORD and payload.get("on", True):
        truth.check_help(client.name, event, game_id)
    heard, now = client.heard, world.machine.now
    few = heard.is_newest(game_id, _GAMES) and len(heard.shown.get(game_id, ())) <= _TOKENS
    stored_at = truth.stored.get((game_id, str(payload.get("request_id"))))
    if stored_at is not None and code in _NEVER_AGAIN:
        words = f"{client.name} sent {payload!r:.200} again, was refused as {code!r}, and it is stored."
        world.fail("one answer", words)
    number = str(payload.get("request_id"))
    is_own = truth.requests.get(number) == (client.name, event) and truth.payloads.get(number) == payload
    is_others = answer["ok"] and event in _OF_ONE and not payload.get("token")
    if stored_at is not None and is_others:
        wallets, (who, _) = truth.wallets, truth.requests.get(number, ("", ""))
        if who and wallets.get(who) is not wallets.get(client.name) and not asked.keys & _keys_of(wallets.get(who, ())):
            world.fail("one owner", f"{client.name} was granted {event!r} by the request {number} of {who}.")
    is_wrong = is_own and is_soon and code in ("not_your_seat", "bad_request")
    if not few or (stored_at is not None and (code or stored_at < asked.at) and not is_wrong):
        return
    first = asked.since(truth)
    elsewhere, today = _plays_elsewhere(client, game_id, asked.at), world.machine.today()
    views = [
        View(shown, facts, keys, today, elsewhere, world.longest)
        for shown, facts in zip(truth.shown[game_id][first - 1 :], truth.facts[game_id][first - 1 :], strict=True)
        for keys in (asked.keys, frozenset(heard.shown.get(game_id, ())))
    ]
    last = f"{views[-1].shown!r:.200}"
    # A foe may have shown tokens in odd ways; of a seat taken while a front is cut off the page hears too late.
    is_known = answer["ok"] and not client.name.startswith("Foe") and (is_soon or not world.plan.hosts)
    for reason in _SURE.get(event, ()) if is_known else ():
        if all(holds(reason, event, payload, view) for view in views):
            words = f"{client.name} was granted {event!r} {payload!r:.200}, against which speaks {reason!r}: {last}."
            world.fail("one answer", words)
    shown = {key_of(payload["token"])} if payload.get("token") else set()
    alone = [view._replace(keys=asked.keys | shown) for view in views]  # where earlier tokens come after this one
    if is_known and "you" in answer and not any(_is_you(answer["you"], view) for view in [*views, *alone]):
        world.fail("one owner", f"{client.name} sent {event!r}, and is told {answer['you']} of {game_id}: {last}.")
    if is_known and "seat_tokens" in answer and "game_id" not in answer and not _has_seats(answer, [*views, *alone]):
        world.fail("one owner", f"{client.name} sent {event!r}, and is given {answer['seat_tokens']}: {last}.")
    if is_known and event == "rematch" and "game_id" in answer:
        _check_rematch(client, asked, answer)
    is_sure = is_soon or not world.plan.hosts
    if code and is_sure and (wrong := misfit(event, payload, answer["error"], views)):
        told = answer["error"]["message"]
        world.fail("one answer", f"{client.name} was refused {event!r} {payload!r:.200} by {told!r}, {wrong}: {last}.")
    is_late = now - asked.at > _PATIENCE or world.is_crowded() or not is_sure
    is_late = is_late or world.was_closed(game_id, asked.at - 1.0)
    if event in QUESTIONS and code == "not_ready" and is_late:
        return
    if (event, code) == ("hint", "stale") and (is_late or len(views) > 2):
        return  # the time for an answer is up, the table was closed, or the game has gone on
    is_doubted = truth.is_doubted(game_id, first)
    is_missing = number != "None" and (game_id, number) not in truth.stored and not is_doubted
    if is_known and is_missing and all(changes(event, payload, view) for view in views):
        words = f"{client.name} was granted {event!r} {payload!r:.200}, of which nothing is stored: {last}."
        world.fail("nothing lost", words)
    if code == "not_away" and is_soon and (why := world.crowd.check_away(world, game_id, payload["seat"], event)):
        world.fail("one answer", f"{client.name} was refused {event!r} as {answer['error']['message']!r}: {why}.")
    if event == "reply" and code == "stale" and is_doubted:
        return
    if (
        code == "bad_name"
        and world.lobby.is_unreported(game_id)
        and not any(is_bad_name(payload, one) for one in views)
    ):
        told = answer["error"]["message"]
        world.fail("one answer", f"{client.name} is refused the name {payload['name']!r} in {game_id}: {told} {last}.")
    if code in _WEIGHED and not any(holds(code, event, payload, view) for view in views):
        words = f"{client.name} was refused {event!r} {payload!r:.200} as {code!r} without reason"
        world.fail("one answer", f"{words} after {now - asked.at:.1f} s: {answer['error']['message']} {last}.")


def _keys_of(wallet: Iterable[str]) -> set[str]:
    return set(map(key_of, wallet))


def _is_you(told: dict[str, Any], view: View) -> bool:
    return (told["seats"], told["controls"]) == (view.own, view.controls)


def _has_seats(answer: dict[str, Any], views: list[View]) -> bool:
    """Tells whether a page is given its token of each seat that is its own, and no other."""
    given = [None if token is None else key_of(token) for token in answer["seat_tokens"]]
    return any(given == [owner if owner in view.keys else None for owner in view.facts.owners] for view in views)


def _plays_elsewhere(client: Client, game_id: str, since: float) -> bool:
    """Tells whether a page may play a person elsewhere: it has shown the token of a seat of a game of two people."""
    truth = client.world.truth
    for other, keys in client.heard.shown.items():
        if other == game_id or other not in truth.games:
            continue
        first = sum(row.at < since - _LATE for row in truth.games[other])
        for shown, facts in zip(
            truth.shown[other][max(0, first - 1) :], truth.facts[other][max(0, first - 1) :], strict=True
        ):
            if not shown["help"] and not facts.free and keys.intersection(filter(None, facts.owners)):
                return True
    return False


def _check_rematch(client: Client, asked: Asked, answer: dict[str, Any]) -> None:
    """Fails a world where a page is not given its tokens of a rematch, or others: those of the game before."""
    game_id = answer["game_id"]
    given = [None if token is None else key_of(token) for token in answer.get("seat_tokens") or ()]
    shown = client.heard.shown.get(asked.payload["game_id"], set())
    right = [
        [owner if owner in keys else None for owner in facts.owners]
        for facts in client.world.truth.facts.get(game_id, ())
        for keys in (asked.keys, shown)
    ]
    if given and right and given not in right:
        words = f"{client.name} is given {answer['seat_tokens']} of the rematch {game_id}, and holds other seats there."
        client.world.fail("one owner", words)


def _on_their_way(client: Client) -> int:
    """Counts the questions of an address whose answers have not come: they may have changed something."""
    return sum(len(one._asked) for one in client.world.clients if one.address == client.address)


def _weigh_rate(client: Client, words: str, now: float) -> None:
    """Fails a world where an address, or everybody, has sent too little for the rate that is said to be exceeded."""
    world = client.world
    if not words.startswith(tuple(begin for begin, *_ in _RATES)):
        world.fail("each question is answered", f"{client.name} is refused by {words!r}, which is no rate.")
    for begin, kinds, seconds, least in _RATES:
        if words.startswith(begin):
            everybody = world.sent.values() if kinds == ("react",) else [world.sent[client.address]]
            count = sum(now - at < seconds and (not kinds or kind in kinds) for sent in everybody for at, kind in sent)
            if kinds == ("use_code",):
                count -= world.lobby.right_codes(client.address, now - seconds)
            if begin == _CHANGES:
                count = sum(now - at < seconds for at in world.changes[client.address]) + _on_their_way(client)
            is_held_up = seconds < _LONG and world.plan.hosts and not world.is_calm(now - seconds)
            if count < least and not is_held_up:  # by a front that stood still, and then has all at once
                words = f"{client.name} is refused ({words!r}) after {count} such events in {seconds:.0f} s"
                world.fail("each question is answered", f"{words}, and {least} are allowed.")
