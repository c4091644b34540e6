"""Redirects an address with extra characters at its end, such as a full stop copied with a link."""

import unicodedata
from urllib.parse import quote

from flask import Flask, Response, has_request_context, redirect, request
from werkzeug.wrappers import Response as Answer

_LEFT_OVER = "PSZC"
"""The first letters of Unicode's categories of punctuation, symbols, spaces and invisible characters."""
_MAY_END = "-_,"
"""Signs that end some correct addresses, such as the move "36,". They are only removed if nothing else is left to
remove."""
_QUERY_MAY_END = ".,;:!?"
_SAFE = "/,;:@!$&'()*+=~-._?%"


def lead_on(app: Flask) -> None:
    """Answers a wrong address by 301 if its path or query has extra characters at its end."""

    @app.after_request
    def _lead_on(response: Response) -> Answer:
        if response.status_code not in (400, 404) or request.method not in ("GET", "HEAD"):
            return response
        path, query = request.path, request.query_string.decode("latin-1")
        if tidied(path) != path:
            return redirected(tidied(path), query)
        bare = query.rstrip(_QUERY_MAY_END if _opens(query) else _QUERY_MAY_END + ")]}")
        if bare != query:
            return redirected(path, bare)
        return response


def here(path: str) -> str:
    """Returns the address of a path of this server, which may live below a root path such as ``/games``."""
    return request.script_root + path if has_request_context() else path


def redirected(path: str, query: str) -> Answer:
    """Returns the permanent redirection to an address of this server. ``path`` is not quoted yet."""
    address = quote("/" + path.lstrip("/\\"), safe=_SAFE.replace("?", "").replace("%", ""))
    return redirect(here(address) + (f"?{quote(query, safe=_SAFE)}" if query else ""), 301)


def tidied(text: str) -> str:
    """Returns a text without slashes, stops, brackets and the like at its end. A part of only these stays."""
    bare = text.rstrip("/")
    before, slash, last = bare.rpartition("/")
    part = _stripped(last, _MAY_END)
    if part == last and bare == text:
        part = _stripped(last, "")
    return (before + slash + part if part else bare) or text[:1]


def _stripped(text: str, kept: str) -> str:
    end = len(text)
    while end and text[end - 1] not in kept and unicodedata.category(text[end - 1])[0] in _LEFT_OVER:
        end -= 1
    return text[:end]


def _opens(query: str) -> bool:
    """Returns whether a query has an opening bracket, to which one at the end may belong."""
    return any(bracket in query.upper() for bracket in ("(", "[", "{", "%28", "%5B", "%7B"))
