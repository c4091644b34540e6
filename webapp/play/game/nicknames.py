"""Decides which nicknames people may show each other. Pure."""

import re
import unicodedata
from typing import Any

from engine.games import Game
from webapp.play.game.refusals import Refusal
from webapp.play.names.bad_words import is_bad
from webapp.play.names.letters import is_plain, look_of

MOST = 20
"""The most characters of a nickname."""
DIGITS_AT_MOST = 4
"""The most digits of a nickname, too few for a telephone number."""
_SHAPE = re.compile(r"[^\W_]+(?:[ '’-][^\W_]+)*")
_NOT_NAMES = """
    you i engine level fourthought admin administrator moderator server nobody computer bot
    rot gelb ich du niemand rouge jaune moi toi moteur personne rojo amarillo yo tu motor nadie
    vermelho amarelo eu voce ninguem
"""
_TAKEN = frozenset(map(look_of, _NOT_NAMES.split()))
"""The words, as they look, by which the pages in all languages name the sides, the reader and the engine."""


def nickname(game: Game[Any], text: str) -> str | None:
    """Returns a nickname as others see it: normalized letters, single spaces. None for an empty text. Raises Refusal if
    the nickname is too long, has other characters than letters, digits, spaces, hyphens and apostrophes between, holds
    a long number or a bad word, or is the name of a side or of a part of the page."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not name:
        return None
    if len(name) > MOST or _SHAPE.fullmatch(name) is None:
        shape = "A name has at most {most} letters or digits, with spaces or hyphens between."
        raise Refusal("bad_name", shape, most=MOST)
    if not all(map(is_plain, re.findall(r"[^\W_]+", name))):
        raise Refusal("bad_name", "Each word of a name has letters of one alphabet.")
    if sum(map(str.isdigit, name)) > DIGITS_AT_MOST:
        raise Refusal("bad_name", "A name has at most {most} digits.", most=DIGITS_AT_MOST)
    if is_bad(name):
        raise Refusal("bad_name", "Please choose another name.")
    if look_of(name) in _TAKEN or any(look_alike(name, str(side)) for side in game.player_names):
        raise taken(name)
    return name


def look_alike(name: str, other: str | None) -> bool:
    """Tells whether two names are easily mistaken for each other."""
    return other is not None and look_of(name) == look_of(other)


def taken(name: str) -> Refusal:
    """Returns the refusal for a name that is or looks like another person's."""
    message = "The name “{name}” would be taken for somebody else; please choose another."
    return Refusal("bad_name", message, name=name)
