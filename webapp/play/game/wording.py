"""Puts texts into the form of sentences, and tells the aim of each game."""

from __future__ import annotations

from typing import Any

from engine.games import Game

_NUMBERS = ("", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def sentence(text: object) -> str:
    """Returns a text, for example of an error, with a capital letter and a full stop."""
    words = str(text)
    return f"{words[:1].upper()}{words[1:]}."


def goal(game: Game[Any]) -> str:
    """Returns the aim of a game in a sentence or two; an empty text for a game without a line to make or a heap."""
    rules = getattr(game, "base", game)  # a game with chance wraps the board's rules
    connect, most = getattr(rules, "connect", None), getattr(game, "most", None)
    if connect is not None:
        slip = getattr(game, "slip", 0)
        piece, place = ("disc", "column") if getattr(rules, "gravity", False) else ("mark", "square")
        chance = f" One {piece} in {_count(round(1 / slip))} slips to a {place} beside." if slip else ""
        return f"{_NUMBERS[connect]} in a row wins.{chance}"
    if most is not None:
        return f"Take 1 to {most} matches. The one who takes the last match wins."
    return ""


def _count(number: int) -> str:
    return _NUMBERS[number].lower() if number < len(_NUMBERS) else str(number)
