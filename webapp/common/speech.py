"""Translates sentences. As with gettext the English sentence is the key, so English needs no catalogue.

Each language has a folder in ``static/words`` with a JSON file for each group of pages, which server and scripts share.
No library is needed: the plural rules of five languages are one line. A sentence without a translation stays English.
This module does not use Flask, because the lab's process translates its own answers.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.text import Count, Text, fill
from webapp.common import paths

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "pt": "Português"}
"""The languages with their own names. The first one needs no catalogue."""
ENGLISH = "en"
SPOKEN = ("table", "more", "pages", "lab_pages", "lab_errors", "lab_runs", "lab_lessons", "lab_exercises")
"""The files with sentences of the server. The scripts of the table use some of them as well."""
SERVER_ONLY = ("pages", "lab_pages", "lab_errors", "lab_runs", "lab_lessons", "lab_exercises")
"""The files that no script needs."""
_ONE_UP_TO = {"fr": 2, "pt": 2}
"""The first number in the plural: in French and Portuguese zero is singular."""
_GROUPS = {
    "en": (",", 1000),
    "de": (".", 1000),
    "fr": ("\N{NARROW NO-BREAK SPACE}", 1000),
    "es": (".", 10_000),
    "pt": (".", 1000),
}
"""The sign between groups of three digits, and the least number with groups, as ``Intl.NumberFormat`` writes
numbers."""

Catalogue = dict[str, Any]


class Speech:
    """Translates into one of :data:`LANGUAGES`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._said: Catalogue = {}
        for room in SPOKEN:
            self._said |= catalogue(language, room)

    def t(self, text: str, /, **values: object) -> str:
        """Returns a sentence with ``values`` in its holes: ``t("{name} wins.", name="Red")``."""
        said = self._said.get(text)
        return fill(said if isinstance(said, str) else text, self._written(values))

    def tn(self, count: int, one: str, many: str, /, **values: object) -> str:
        """Returns one of two English sentences, for one and for other numbers. ``{n}`` is the hole for the count."""
        form = "one" if is_one(self.language, count) else "other"
        said = self._said.get(f"{one}|{many}")
        whole = said.get(form) if isinstance(said, dict) else None
        return fill(whole or (one if count == 1 else many), self._written({**values, "n": count}))

    def say(self, value: object) -> str:
        """Returns a text, the name of a side, or a whole sentence in this language."""
        if not isinstance(value, Text):
            return self.t(str(value))
        values = {name: self._value(one) for name, one in value.values.items()}
        one, _, many = value.template.partition("|")
        if not many:
            return self.t(one, **values)
        count = int(str(value.values["n"]))
        del values["n"]
        return self.tn(count, one, many, **values)

    def number(self, count: int) -> str:
        """Returns a whole number as the language writes it, such as "12,345"."""
        sign, least = _GROUPS[self.language]
        return f"{count:,}".replace(",", sign) if abs(count) >= least else str(count)

    def list(self, words: Sequence[str]) -> str:
        """Returns words as one phrase, such as "a, b and c"."""
        if len(words) == 1:
            return words[0]
        return self.t("{first} and {last}", first=", ".join(words[:-1]), last=words[-1])

    def _value(self, value: object) -> object:
        if isinstance(value, str):
            return self.say(value)
        return [self._value(one) for one in value] if isinstance(value, list | tuple) else value

    def _written(self, values: dict[str, object]) -> dict[str, str]:
        return {name: self._word(value) for name, value in values.items()}

    def _word(self, value: object) -> str:
        if isinstance(value, list | tuple):
            return self.list([self._word(one) for one in value])
        if isinstance(value, Count) and self.language == ENGLISH:
            return value.words
        return self.number(value) if isinstance(value, int) else str(value)


@cache
def speech(language: str) -> Speech:
    """Returns the translator for a language. The catalogues are read once."""
    return Speech(language)


def is_one(language: str, count: int) -> bool:
    """Returns whether a language uses the singular for ``count``, by the rules of ``Intl.PluralRules``."""
    return 0 <= count < _ONE_UP_TO[language] if language in _ONE_UP_TO else count == 1


@cache
def catalogue(language: str, room: str) -> Catalogue:
    """Returns the translations in one file of a language, none for English."""
    path = paths.STATIC / "words" / language / f"{room}.json"
    found: Catalogue = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found
