"""Puts texts into the form of sentences, and tells the aim of each game."""

from __future__ import annotations

from typing import Any

from engine.games import Game
from engine.text import text

_IN_A_ROW = {3: "Three in a row wins.", 4: "Four in a row wins.", 5: "Five in a row wins."}


def sentence(text: object) -> str:
    """Returns a text, for example of an error, with a capital letter and a full stop."""
    words = str(text)
    return f"{words[:1].upper()}{words[1:]}."


def goal(game: Game[Any]) -> str:
    """Returns the aim of a game in a sentence or two; an empty text for a game without a line to make or a heap."""
    rules = getattr(game, "base", game)  # a game with chance wraps the board's rules
    connect, most = getattr(rules, "connect", None), getattr(game, "most", None)
    if connect is not None:
        aim = text(_IN_A_ROW.get(connect, "{n} in a row wins."), n=connect)
        slip = getattr(game, "slip", 0)
        if not slip:
            return aim
        discs = "One disc in {n} slips to a column beside."
        marks = "One mark in {n} slips to a square beside."
        chance = text(discs if getattr(rules, "gravity", False) else marks, n=round(1 / slip))
        return text("{aim} {chance}", aim=aim, chance=chance)
    if most is not None:
        return text("Take 1 to {most} matches. The one who takes the last match wins.", most=most)
    return ""
