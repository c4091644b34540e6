"""Checks the host of every request before pages and websockets, because links, pictures and cards use it. A foreign
name that resolves to this machine (DNS rebinding) would let another site's page read the responses, because browsers
see one origin. So a server for this machine only answers to the names of this machine."""

import ipaddress
import logging
import re
import unicodedata
from collections.abc import Callable, Iterable
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, has_request_context, redirect, request
from werkzeug.wrappers import Response as Answer

from webapp.common.metrics import Metrics
from webapp.common.seldom import Seldom
from webapp.http.security import HEADERS
from webapp.serving.wsgi import ROUTE, Served

_seldom = Seldom(logging.getLogger(__name__))
LONGEST_HOST = 253
"""The most characters of a host name (RFC 1035, section 2.3.4, without the dots at both ends)."""

_LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_HOST = re.compile(rf"({_LABEL}(?:\.{_LABEL})*\.?|\[[0-9A-Fa-f:.]{{2,45}}\])(?::([0-9]{{1,5}}))?", re.ASCII)
_SCHEMES = ("http", "https")
_FORWARDED = tuple(f"HTTP_X_FORWARDED_{name}" for name in ("HOST", "PROTO", "PORT", "PREFIX", "SERVER", "SCHEME"))
_REFUSAL = b"This server does not answer to that host name; please use the address that was given to you.\n"


def host_name(host: str) -> str | None:
    """Returns the name in a Host header, in small letters and without the port, or None if the header is malformed."""
    match = _HOST.fullmatch(host)
    if match is None or len(match[1]) > LONGEST_HOST or int(match[2] or 0) > 65_535:
        return None
    return match[1].lower().rstrip(".")


def is_local(name: str) -> bool:
    """Returns whether a host name (from ``host_name``) always means the client's own machine."""
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


class HostGate:
    """Passes a request to ``app`` if its host is expected, and answers others with 400. An empty ``hosts`` means any
    well-formed name, or with ``local`` any name of this machine. ``ProxyFix`` has applied the headers of trusted
    proxies before (``FOURTHOUGHT_PROXIES``). The gate removes those that remain, because engineio would believe any
    client."""

    def __init__(self, app: WSGIApplication, hosts: frozenset[str], local: bool = False) -> None:
        self._app, self._hosts, self._local = app, hosts, local

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers one request (WSGI)."""
        if environ["wsgi.url_scheme"] not in _SCHEMES or not self._expects(environ.get("HTTP_HOST")):
            _seldom.warning("requests for another host are refused; FOURTHOUGHT_HOSTS names the hosts of this server")
            size = ("Content-Length", str(len(_REFUSAL)))
            head = [("Content-Type", "text/plain; charset=utf-8"), size, *HEADERS.items()]
            start_response("400 Bad Request", head)
            return [] if environ["REQUEST_METHOD"] == "HEAD" else [_REFUSAL]
        for name in _FORWARDED:
            environ.pop(name, None)
        return self._app(environ, start_response)

    def _expects(self, host: str | None) -> bool:
        if not host:  # HTTP/1.0, where the server's own address is the host
            return host is None and not self._hosts
        name = host_name(host)
        if name is None or self._hosts:
            return name in self._hosts
        return is_local(name) or not self._local


class RootPath:
    """Passes requests to ``app``, whose addresses all begin with ``root``. A proxy may pass the whole path on or take
    ``root`` away, and a supervisor asks for ``/healthz`` at the server's own port, so a path without ``root`` is the
    same page."""

    def __init__(self, app: WSGIApplication, root: str) -> None:
        self._app, self._root = app, root

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers one request (WSGI)."""
        path = environ.get("PATH_INFO", "")
        if path == self._root:
            start_response("308 Permanent Redirect", [("Location", f"{self._root}/"), ("Content-Length", "0")])
            return []
        if path.startswith(f"{self._root}/"):
            environ["PATH_INFO"] = path.removeprefix(self._root)
        environ["SCRIPT_NAME"] = self._root
        return self._app(environ, start_response)


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


_log = logging.getLogger("webapp.access")


def name_routes(app: Flask) -> None:
    """Gives every request the name of its route, such as "/game/<game_id>"; "none" where no page is."""

    @app.before_request
    def _name() -> None:
        names: list[str] = request.environ.get(ROUTE, [])
        names.append(request.url_rule.rule if request.url_rule is not None else "none")


def note_requests(metrics: Metrics, logged: bool) -> Callable[[Served], None]:
    """Returns what the server calls for every answered request. With ``logged`` each is a line of the log."""
    if logged:
        _log.setLevel(logging.INFO)

    def note(served: Served) -> None:
        metrics.request(served.route, served.status, served.seconds)
        if logged:
            facts = {
                "address": served.address,
                "method": served.method,
                "path": served.path,  # without the query
                "route": served.route,
                "status": served.status,
                "milliseconds": round(1000 * served.seconds, 1),
                "bytes": served.size,
            }
            _log.info("request", extra={"facts": facts})

    return note
