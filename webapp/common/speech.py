"""Says sentences in a language: the English sentence is the key, as with gettext, so English needs no catalogue.

Each language has a folder of ``static/words`` with a file of JSON for each room. Server and scripts share one format,
and the format needs no library: the plural rules of five languages are one line. A sentence without a translation stays
English. Nothing here knows Flask: a process that computes for the server says its answers itself.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.text import Text, fill
from webapp.common import paths

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "pt": "Português"}
"""The languages with their own names; the first one needs no catalogue."""
ENGLISH = "en"
SPOKEN = ("table", "more", "pages", "lab_pages", "lab_errors", "lab_runs", "lab_lessons", "lab_exercises")
"""The rooms whose sentences the server says; the scripts of the table say some of them, too."""
SERVER_ONLY = ("pages", "lab_pages", "lab_errors", "lab_runs", "lab_lessons", "lab_exercises")
"""The rooms that no script needs."""
_ONE_UP_TO = {"fr": 2, "pt": 2}
"""The number from which on the plural is said: in French and Portuguese nought is singular as well."""
_GROUPS = {
    "en": (",", 1000),
    "de": (".", 1000),
    "fr": ("\N{NARROW NO-BREAK SPACE}", 1000),
    "es": (".", 10_000),
    "pt": (".", 1000),
}
"""Stands between groups of three digits, and the least number with groups; as ``Intl.NumberFormat`` writes numbers."""

Catalogue = dict[str, Any]


class Speech:
    """Says sentences in one language.

    Args:
        language: one of :data:`LANGUAGES`.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self._said: Catalogue = {}
        for room in SPOKEN:
            self._said |= catalogue(language, room)

    def t(self, text: str, /, **values: object) -> str:
        """Returns a sentence with ``values`` in the holes: ``t("{name} wins.", name="Red")``."""
        said = self._said.get(text)
        return fill(said if isinstance(said, str) else text, self._written(values))

    def tn(self, count: int, one: str, many: str, /, **values: object) -> str:
        """Returns a sentence with a count, which stands in the hole ``{n}``.

        Args:
            count: the number that decides between the forms.
            one: the English sentence for one.
            many: the English sentence for any other number.
            values: what stands in the other holes.
        """
        form = "one" if is_one(self.language, count) else "other"
        said = self._said.get(f"{one}|{many}")
        whole = said.get(form) if isinstance(said, dict) else None
        return fill(whole or (one if count == 1 else many), self._written({**values, "n": count}))

    def say(self, value: object) -> str:
        """Returns a text, a side, or a whole sentence in this language."""
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
        """Returns a whole number as the language writes it: 12345 as "12,345"."""
        sign, least = _GROUPS[self.language]
        return f"{count:,}".replace(",", sign) if abs(count) >= least else str(count)

    def list(self, words: Sequence[str]) -> str:
        """Returns words in one phrase: "a, b and c"."""
        if len(words) == 1:
            return words[0]
        return self.t("{first} and {last}", first=", ".join(words[:-1]), last=words[-1])

    def _value(self, value: object) -> object:
        """Returns the value of a hole with all texts said."""
        if isinstance(value, str):
            return self.say(value)
        return [self._value(one) for one in value] if isinstance(value, list | tuple) else value

    def _written(self, values: dict[str, object]) -> dict[str, str]:
        """Returns the values of holes as words."""
        return {name: self._word(value) for name, value in values.items()}

    def _word(self, value: object) -> str:
        if isinstance(value, list | tuple):
            return self.list([self._word(one) for one in value])
        return self.number(value) if isinstance(value, int) else str(value)


@cache
def speech(language: str) -> Speech:
    """Returns the speech of a language; the catalogues are read once."""
    return Speech(language)


def is_one(language: str, count: int) -> bool:
    """Returns whether a language says ``count`` in the singular; the same rules as ``Intl.PluralRules``."""
    return 0 <= count < _ONE_UP_TO[language] if language in _ONE_UP_TO else count == 1


@cache
def catalogue(language: str, room: str) -> Catalogue:
    """Returns the translations of a room into a language; none for English."""
    path = paths.STATIC / "words" / language / f"{room}.json"
    found: Catalogue = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found
