"""Finds bad words in nicknames: in English, German, French, Spanish and Portuguese, also in simple disguises. Knows
common first names, which reports cannot hide for all.

A disguise changes letters to digits or to letters of another alphabet, doubles letters, or puts spaces, hyphens and
accents between. Long bad words are found anywhere in a name, short ones only as a whole word, because many are parts of
good names (Cockburn, Dominique, Scunthorpe, Schwarzenegger). The libraries found know English words alone, fetch
models, or have had no release for years.
"""

import re
from collections.abc import Iterable

from webapp.play.names.letters import LISTS, sound_of, words_of

_GOOD = re.compile("scunthorpe|shita(?!ss)")
"""Good names with a bad word inside."""
_STROKE = re.compile("1|[a-z]I")
"""A stroke that may be an i or an l."""


def _pattern(words: Iterable[str], letters: dict[str, str]) -> re.Pattern[str]:
    """Returns a pattern of words whose letters may be doubled. ``letters`` holds patterns for some of them."""
    return re.compile("|".join("".join(f"{letters.get(letter, letter)}+" for letter in word) for word in words))


def is_bad(name: str) -> bool:
    """Tells whether a name holds a bad word."""
    anywhere, whole = _ONE_AS_I_OR_L if _STROKE.search(name) else _PLAIN
    words = words_of(name)
    joined = "".join(words)
    return anywhere.search(_GOOD.sub("", joined)) is not None or any(map(whole.fullmatch, (*words, joined)))


_PLAIN, _ONE_AS_I_OR_L = (
    (_pattern(LISTS["bad_anywhere"].split(), letters), _pattern(LISTS["bad_as_a_whole"].split(), letters))
    for letters in ({}, {"i": "[il]", "l": "[il]"})
)


_FIRST_NAMES = frozenset(map(sound_of, LISTS["first_names"].split()))


def is_first_name(name: str) -> bool:
    """Tells whether a name is a common first name, perhaps with a number behind."""
    return sound_of(name.rstrip("0123456789 -")) in _FIRST_NAMES
