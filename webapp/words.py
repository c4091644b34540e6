"""Says every sentence of the server in the reader's language.

The English sentence is the key, as with gettext, so English needs no catalogue. Each language has a folder of
``static/words`` with a file of JSON for each room: ``pages.json`` for the server, the others for the scripts
(``static/js/words.js``). Server and scripts share one format, and the format needs no library: the plural rules of five
languages are one line. A sentence without a translation stays English.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from flask import Flask, Response, g, has_request_context, request

from engine.text import Text, fill
from webapp import paths

LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español", "pt": "Português"}
"""The languages with their own names; the first one needs no catalogue."""
COOKIE = "language"
"""The cookie with the language that the reader chose; without the cookie the browser's wishes count."""
_ENGLISH = "en"
_ONE_UP_TO = {"fr": 2, "pt": 2}
"""The number from which on the plural is said: in French and Portuguese nought is singular as well."""

Catalogue = dict[str, Any]


def t(text: str, /, **values: object) -> str:
    """Returns a sentence in the reader's language, with ``values`` in the holes: ``t("{name} wins.", name="Red")``."""
    said = _said(language()).get(text)
    return fill(said if isinstance(said, str) else text, values)


def tn(count: int, one: str, many: str, /, **values: object) -> str:
    """Returns a sentence with a count, which stands in the hole ``{n}``, in the reader's language.

    Args:
        count: the number that decides between the forms.
        one: the English sentence for one.
        many: the English sentence for any other number.
        values: what stands in the other holes.
    """
    form = "one" if is_one(language(), count) else "other"
    said = _said(language()).get(f"{one}|{many}")
    whole = said.get(form) if isinstance(said, dict) else None
    return fill(whole or (one if count == 1 else many), {**values, "n": count})


def say(value: object) -> str:
    """Returns a text, a side, or a whole sentence in the reader's language."""
    if not isinstance(value, Text):
        return t(str(value))
    values = {name: say(one) if isinstance(one, str) else one for name, one in value.values.items()}
    one, _, many = value.template.partition("|")
    count = values.pop("n", 0) if many else 0
    return tn(int(str(count)), one, many, **values) if many else t(one, **values)


def is_one(name: str, count: int) -> bool:
    """Returns whether a language says ``count`` in the singular; the same rules as ``Intl.PluralRules``."""
    return 0 <= count < _ONE_UP_TO[name] if name in _ONE_UP_TO else count == 1


def language() -> str:
    """Returns the reader's language: by choice, else by the wishes of the browser; English outside of requests."""
    if not has_request_context():
        return _ENGLISH
    if "language" not in g:
        chosen = request.cookies.get(COOKIE, "")
        g.language = chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, _ENGLISH)
    found: str = g.language
    return found


@cache
def _said(name: str) -> Catalogue:
    """Returns the translations for the server: of sentences that the table's scripts say, too, and of others."""
    return catalogue(name, "table") | catalogue(name, "more") | catalogue(name, "pages")


@cache
def catalogue(name: str, room: str) -> Catalogue:
    """Returns the translations of a room into a language; none for English."""
    path = paths.STATIC / "words" / name / f"{room}.json"
    found: Catalogue = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def speak(app: Flask) -> None:
    """Gives templates ``t``, ``tn``, ``language`` and ``languages``, and tells caches what the answer depends on."""

    @app.context_processor
    def _names() -> dict[str, object]:
        return {"t": t, "tn": tn, "say": say, "language": language(), "languages": LANGUAGES}

    @app.after_request
    def _vary(response: Response) -> Response:
        if "language" in g:
            response.vary.update(("Accept-Language", "Cookie"))
            if response.mimetype == "text/html":
                response.headers.setdefault("Content-Language", g.language)
        return response
