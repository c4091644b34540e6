"""Says every sentence of the server in the reader's language, by choice or by the wishes of the browser.

The sentences themselves stand in catalogues, see :mod:`webapp.common.speech`.
"""

from __future__ import annotations

from flask import Flask, Response, g, has_request_context, request

from webapp.common.speech import ENGLISH, LANGUAGES, speech

COOKIE = "language"
"""The cookie with the language that the reader chose; without the cookie the browser's wishes count."""


def t(text: str, /, **values: object) -> str:
    """Returns a sentence in the reader's language, with ``values`` in the holes: ``t("{name} wins.", name="Red")``."""
    return speech(language()).t(text, **values)


def tn(count: int, one: str, many: str, /, **values: object) -> str:
    """Returns a sentence with a count, which stands in the hole ``{n}``, in the reader's language.

    Args:
        count: the number that decides between the forms.
        one: the English sentence for one.
        many: the English sentence for any other number.
        values: what stands in the other holes.
    """
    return speech(language()).tn(count, one, many, **values)


def say(value: object) -> str:
    """Returns a text, a side, or a whole sentence in the reader's language."""
    return speech(language()).say(value)


def language() -> str:
    """Returns the reader's language: by choice, else by the wishes of the browser; English outside of requests."""
    if not has_request_context():
        return ENGLISH
    if "language" not in g:
        chosen = request.cookies.get(COOKIE, "")
        g.language = chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, ENGLISH)
    found: str = g.language
    return found


def speak_in(name: str) -> None:
    """Has the present answer said in the language of its address, whatever the reader's choice and wishes are."""
    g.language, g.by_address = name, True


def speak(app: Flask) -> None:
    """Gives templates ``t``, ``tn``, ``language`` and ``languages``, and tells caches what the answer depends on."""

    @app.context_processor
    def _names() -> dict[str, object]:
        return {"t": t, "tn": tn, "say": say, "language": language(), "languages": LANGUAGES}

    @app.after_request
    def _vary(response: Response) -> Response:
        if "language" in g:
            if "by_address" not in g:
                response.vary.update(("Accept-Language", "Cookie"))
            if response.mimetype == "text/html":
                response.headers.setdefault("Content-Language", g.language)
        return response
