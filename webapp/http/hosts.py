"""Checks the host of every request before pages and websockets, because links, pictures and cards use it.

A foreign name that resolves to this machine (DNS rebinding) would let another site's page read the responses, because
browsers see one origin. So a server for this machine only answers to the names of this machine.
"""

import ipaddress
import logging
import re
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from webapp.common.seldom import Seldom
from webapp.http.security import HEADERS

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
    """Passes a request to ``app`` if its host is expected, and answers others with 400.

    An empty ``hosts`` means any well-formed name, or with ``local`` any name of this machine. ``ProxyFix`` has applied
    the headers of trusted proxies before (``FOURTHOUGHT_PROXIES``). The gate removes those that remain, because
    engineio would believe any client.
    """

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
