"""Decides which nicknames people may show each other: short, of letters and digits, decent, and of nobody else."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from engine.games import Game
from webapp.play.game.bad_words import is_bad, sound_of
from webapp.play.game.refusals import Refusal

MOST = 20
"""The most characters of a nickname."""
DIGITS_AT_MOST = 4
"""The most digits of a nickname: no number of a telephone is one."""
_SHAPE = re.compile(r"[^\W_]+(?:[ '’-][^\W_]+)*")
_NOT_NAMES = """
    you i engine level fourthought admin administrator moderator server nobody computer bot
    rot gelb ich du niemand rouge jaune moi toi moteur personne rojo amarillo yo tu motor nadie
    vermelho amarelo eu voce ninguem
"""
_TAKEN = frozenset(_NOT_NAMES.split())
"""The words, as they sound, by which the pages in all languages name the sides, the reader and the engine."""


def nickname(game: Game[Any], text: str) -> str | None:
    """Returns a nickname as others see it: one form of each letter, single spaces; None for an empty text.

    Raises:
        Refusal: the nickname is too long, has other characters than letters, digits, spaces, hyphens and apostrophes
            between, holds a long number or a bad word, or is the name of a side or of a part of the page.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name:
        return None
    if len(name) > MOST or _SHAPE.fullmatch(name) is None:
        shape = "A name has at most {most} letters or digits, with spaces or hyphens between."
        raise Refusal("bad_name", shape, most=MOST)
    if sum(map(str.isdigit, name)) > DIGITS_AT_MOST:
        raise Refusal("bad_name", "A name has at most {most} digits.", most=DIGITS_AT_MOST)
    if is_bad(name):
        raise Refusal("bad_name", "Please choose another name.")
    if sound_of(name) in _TAKEN | {sound_of(side) for side in game.player_names}:
        raise Refusal(
            "bad_name", "The name “{name}” would be taken for somebody else; please choose another.", name=name
        )
    return name
