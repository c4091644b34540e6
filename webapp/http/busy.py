"""Answers requests beyond the share of an address: with a page that tries again by itself, in the reader's language."""

from functools import cache
from html import escape
from typing import Any

from webapp.common.speech import speech
from webapp.common.words import language_of
from webapp.http.security import HEADERS
from webapp.serving.wsgi import RETRY_SECONDS, Answer, busy


def busy_page(environ: dict[str, Any]) -> Answer:
    """Returns the answer to one refused request. Scripts and files get one sentence."""
    if "text/html" not in environ.get("HTTP_ACCEPT", ""):
        return busy(environ)
    return _page(language_of(environ))


@cache
def _page(language: str) -> Answer:
    t = speech(language).t
    title = escape(t("Very many visitors"))
    words = t(
        "Too many requests come from your address at once. This page tries again in {n} seconds.", n=RETRY_SECONDS
    )
    body = (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f'<meta http-equiv="refresh" content="{RETRY_SECONDS}"><meta name="color-scheme" content="light dark">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><h1>{title}</h1><p>{escape(words)}</p></html>\n"
    ).encode()
    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body)), **HEADERS}
    retry = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store", "Content-Language": language}
    return Answer(429, [*headers.items(), *retry.items()], body)
