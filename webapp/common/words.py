"""Translates every sentence of the server into the reader's language, which is chosen or comes from the browser's
settings. The catalogues are described in :mod:`webapp.common.speech`."""

from typing import Any

from flask import Flask, Request, Response, g, has_request_context, request

from webapp.common.speech import ENGLISH, LANGUAGES, speech

COOKIE = "language"
"""The cookie with the language that the reader chose. Without it the browser's settings count."""


def t(text: str, /, **values: object) -> str:
    """Returns a sentence in the reader's language, with ``values`` in its holes: ``t("{name} wins.", name="Red")``."""
    return speech(language()).t(text, **values)


def tn(count: int, one: str, many: str, /, **values: object) -> str:
    """Returns a sentence for a count in the reader's language (see :meth:`webapp.common.speech.Speech.tn`)."""
    return speech(language()).tn(count, one, many, **values)


def say(value: object) -> str:
    """Returns a text, the name of a side, or a whole sentence in the reader's language."""
    return speech(language()).say(value)


def language() -> str:
    """Returns the reader's language, English outside of requests."""
    if not has_request_context():
        return ENGLISH
    if "language" not in g:
        g.language = language_of(request.environ)
    found: str = g.language
    return found


def language_of(environ: dict[str, Any]) -> str:
    """Returns the language that the reader of a request (WSGI) has chosen, or that the browser wishes."""
    asked = Request(environ, populate_request=False)
    chosen = asked.cookies.get(COOKIE, "")
    return chosen if chosen in LANGUAGES else asked.accept_languages.best_match(LANGUAGES, ENGLISH)


def speak_in(name: str) -> None:
    """Sets the language of the present answer from its address, not from the reader's settings."""
    g.language, g.by_address = name, True


def speak(app: Flask) -> None:
    """Gives templates the names of this module, and sets the headers ``Vary`` and ``Content-Language``."""

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
