"""Reads texts and numbers as people write them: copied from a paper, from a file of another system, or typed. Every
text from outside passes :func:`plain` before a pattern looks at it, and every number :func:`number`."""

import re
import unicodedata
from fractions import Fraction
from typing import Final

from engine.games.game import GameError

LARGEST: Final = 10**100  # the largest number read: sums, means and windows of as many leaves as a tree has stay finite
_DIGITS = 400  # characters of a number at most. Python refuses to convert more than 4,300 digits.
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,3})?", re.IGNORECASE)
_FRACTION = re.compile(r"[+-]?[0-9]+/[0-9]+")
_MINUS = "\N{MINUS SIGN}\N{MODIFIER LETTER MINUS SIGN}\N{HEAVY MINUS SIGN}\N{SUPERSCRIPT MINUS}\N{SUBSCRIPT MINUS}"
_SEEN_AS_SPACE = "\N{BRAILLE PATTERN BLANK}\N{LINE SEPARATOR}\N{PARAGRAPH SEPARATOR}"
_UNSEEN = re.compile(
    "[\N{COMBINING GRAPHEME JOINER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{HANGUL FILLER}"
    "\N{HALFWIDTH HANGUL FILLER}\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
"""Matches the characters that Unicode draws as nothing, except those of the category "format"."""


def plain(text: str) -> str:
    """Returns a text with one minus sign, one kind of space and of line end, and without invisible characters. Letters,
    digits and line ends stay, so a sentence about the text quotes what its writer sees."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_plain, _UNSEEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))))


def number(word: str) -> Fraction | None:
    """Returns the number ``word``, such as 3, -2.5, 1e-3 or 1/4, or None. Raises GameError if it is too large."""
    if not (_DECIMAL.fullmatch(word) or _FRACTION.fullmatch(word)):
        return None
    if len(word) > _DIGITS:
        raise _too_large(word)
    try:
        value = Fraction(word)
    except ZeroDivisionError:
        return None
    if abs(value) > LARGEST:
        raise _too_large(word)
    return value


def _too_large(word: str) -> GameError:
    shown = word if len(word) <= 20 else f"{word[:17]}..."
    return GameError("the number {word} is too large; numbers reach from -1e100 to 1e100", word=shown)


def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Pd" or character in _MINUS:
        return "-"
    if category == "Zs" or character in _SEEN_AS_SPACE:
        return " "
    if category == "Cf":
        return ""
    if category == "Cc" and character != "\n":
        return " " if character.isspace() else ""
    return character
