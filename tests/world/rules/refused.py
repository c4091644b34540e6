"""Judges the sentences of refusals: each belongs to its code and its events, and what it says of the game is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from engine.games import find
from engine.text import from_wire
from tests.world.rules.reasons import View

_TURN, _HERE = "It is {side}’s turn.", "{side} is here."
_WAIT, _WAITS = ("{side} may still come back; wait {n} second%s more." % ending for ending in ("", "s"))  # noqa: UP031
_SAID: dict[str, dict[str, str]] = {
    "not_your_seat": {
        "You are watching this game; only its players can do that.": "",
        "You are watching this game; only its players can move.": "move",
        "You are watching this game; hints are for its players.": "hint",
        "You are watching this game; reasons are for its players until its end.": "why",
        "Only a player can resign.": "resign",
        "Only the player of {side} can hand that seat over.": "hand_over",
        "Only the player of {side} can leave that seat.": "set_seat",
        "The engine plays on for {side}, who may come back.": "undo redo return rematch ask reply set_level set_seat",
        "Move {move} is not yours; puzzles are made of your own moves.": "mistake",
    },
    "stale": {
        "The game has gone on: it stands at move {now}, not {then}.":
            "move undo redo return swap ask hint why why_not beliefs",
        "The game has gone on; there is no hint for that position any more.": "hint",
        "That question is not open any more.": "reply",
    },
    "game_over": {
        "The game is over already.": "resign claim stand_in ask",
        "The game is over; begin a new one to play on.": "move",
        "The game has ended; begin a new one to play on.": "undo redo return set_seat sit open_to_engines ask",
        "The game is over; there is no move to hint at.": "hint",
        "The game is over here; go back a move to ask why.": "why",
        "The game is over at that position; there is no move to make.": "preview",
        "That position is finished; there is nothing to play.": "new_game",
    },
    "not_your_turn": {
        _TURN: "move swap",
        "Another player has that seat now.": "move",
        "That is for {side} to answer.": "reply",
        "Hints are for the side to move.": "hint",
        "Reasons are for the side to move.": "why",
    },
    "nothing_to_undo": {
        "You have made no move to take back.": "ask undo",
        "There is no move to take back.": "undo",
    },
    "nothing_to_redo": {
        "There is no move to bring back.": "redo",
        "There is no such branch any more.": "return",
    },
    "timed": {"In a game with clocks no move can be taken back.": "undo return ask"},
    "not_over": {
        "A rematch is possible after the game; resign first, or begin a new game.": "rematch ask reply",
        "Puzzles are made of games that are over.": "mistake",
    },
    "no_seat": {
        "Both seats are taken; you are watching.": "sit",
        "No seat of this game is free.": "open_to_engines",
        "No seat of this game is free, so it needs no code.": "make_code",
    },
    "seated": {"You have a seat at this table already.": "sit"},
    "no_engines": {"This seat is not open to engines; its owner can open it on the page.": "sit"},
    "bad_link": {"This link has been used or has ended; make a new one on the other device.": "take_seat"},
    "asked_already": {"You have asked already; ask again after the next move.": "ask undo rematch"},
    "answer_first": {"{side} has asked you something: answer first.": "ask undo rematch"},
    "your_turn": {"It is your turn; you can claim the game when it waits for {side}.": "claim"},
    "not_away": {_HERE: "claim stand_in", _WAIT: "claim stand_in", _WAITS: "claim stand_in"},
    "no_help": {
        "The engine is silent until the game ends.":
            "hint preview why_not why answers review mistake beliefs watch_thinking",
        "You play another person; the engine is silent until that game ends.":
            "hint preview why_not why answers review mistake beliefs watch_thinking",
        "You play another person; please finish that game, or resign.": "",
        "The engine's level stays as it is; take your seat back to play on.": "set_level set_seat",
        "The engine takes over a seat only while its player is away.": "set_seat",
    },
    "too_long": {"This game has changed too often; please begin a new one.": ""},
    "not_ready": {
        "The engine is busy; move the slider again in a moment.": "preview",
        "The engine is busy; ask for this puzzle again in a moment.": "mistake",
        "The engine is busy; ask again in a moment.": "why why_not beliefs",
    },
    "no_such_code": {"No game has this code now; please ask for the code again.": "use_code"},
    "bad_request": {
        "There is nobody on the other side to ask.": "ask undo reply rematch",
        "There is nobody on the other side to see it.": "react",
        "Nobody else sits there.": "claim stand_in",
        "Names are for two people.": "name",
        "{side} is played by a person and has no level.": "set_level",
        "In a game between two people, play the move again instead.": "redo return",
        "This game is played without the swap rule.": "swap",
        "Sides can be swapped only in answer to the first move.": "swap",
        "Only a game between two engines can be paused or made faster.": "pace",
        "Only people at the table can report a name.": "report",
        "There is no name of another person on that seat.": "report",
        "This game has no puzzles; Connect Four has.": "mistake",
        "The game has no move {move} of a player.": "mistake",
        "No engine thinks about this position now.": "why_not",
        "This request was made before, for something else.": "",
        "This request was made before, for another game.": "new_game",
    },
}  # fmt: skip
"""By code, each sentence, and the events that it is said to (nothing: any)."""
_IN_OTHER_WORDS = {"bad_request": ("why", "new_game", "preview", "find")}
"""The events whose refusals also have words of the engine or of the rules of a game, by code."""
_HOLES = {"side": "(?P<side>.+)", **{name: rf"(?P<{name}>-?[\d,]+)" for name in ("now", "then", "move", "n")}}


def _pattern(sentence: str) -> re.Pattern[str]:
    plain = re.escape(sentence)
    for name, hole in _HOLES.items():
        plain = plain.replace(re.escape(f"{{{name}}}"), hole)
    return re.compile(plain)


_PATTERNS = {code: {sentence: _pattern(sentence) for sentence in said} for code, said in _SAID.items()}
Seats = Callable[[dict[str, Any], View], list[Any]]
_SIDES: dict[str, Seats] = {
    _TURN: lambda _, view: [view.shown["to_move"] or 0],
    "That is for {side} to answer.": lambda _, view: [1 - view.shown["asked"]["seat"]] if view.shown["asked"] else [],
    "{side} has asked you something: answer first.":
        lambda _, view: [view.shown["asked"]["seat"]] if view.shown["asked"] else [],
    "The engine plays on for {side}, who may come back.":
        lambda _, view: [seat for seat in (0, 1) if view.facts.lent[seat]],
}  # fmt: skip
"""By sentence, whose side it may name. Others name that of the seat that was asked about."""


def misfit(event: str, payload: dict[str, Any], error: dict[str, Any], views: list[View]) -> str | None:
    """Returns what is wrong about the words of a refusal, which hold for one of some versions of the game, or None."""
    code, words = error["code"], error["message"]
    if "said" in error and str(from_wire(error["said"])) != words:
        return f"for translation {error['said']!r}"
    if code not in _SAID:
        return None
    for sentence, pattern in _PATTERNS[code].items():
        if found := pattern.fullmatch(words):
            events = _SAID[code][sentence].split()
            if events and event not in events:
                return f"a sentence for {events}"
            return None if any(_is_true(sentence, found, payload, view) for view in views) else "what is not so"
    return None if event in _IN_OTHER_WORDS.get(code, ()) else "a sentence that no rule knows"


def _is_true(sentence: str, found: re.Match[str], payload: dict[str, Any], view: View) -> bool:
    """Tells whether what fills the holes of a sentence holds for a version of the game."""
    told = found.groupdict()
    if "side" in told:
        names = find(view.shown["game"]).player_names
        seats = _SIDES[sentence](payload, view) if sentence in _SIDES else [payload["seat"]]
        if told["side"] not in {str(names[seat]) for seat in seats}:
            return False
    right = {"now": view.shown["ply"], "then": payload.get("ply"), "move": (payload.get("ply") or 0) + 1}
    return all(int(told[name].replace(",", "")) == value for name, value in right.items() if name in told)
