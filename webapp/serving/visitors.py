"""Finds the visitor behind an address. Limits and shares are counted by visitor."""

import ipaddress
import logging
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from webapp.common.seldom import Seldom

_seldom = Seldom(logging.getLogger(__name__))
NOBODY = "nobody"
"""The visitor of all requests whose address cannot be read. They have the share of one address."""
_WITH_PORT = re.compile(r"(?:([0-9.]+)|\[([0-9A-Fa-f:.]+)\])(?::[0-9]{1,5})?", re.ASCII)
_NETWORK_BITS = 64
"""The part of an IPv6 address that identifies a visitor, who gets a whole network (RFC 6177)."""


@lru_cache(1024)
def visitor_of(address: str) -> str:
    """Returns the visitor behind an IP address: the IPv4 address, or the IPv6 network."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((int(ip), _NETWORK_BITS), strict=False))


def address_of(peer: str, forwarded: str, proxies: int) -> str:
    """Returns the address of a client: the nearest one that is not a reverse proxy of ours.

    Args:
        peer: the address at the other end of the connection.
        forwarded: the header ``X-Forwarded-For``. Each proxy appends the address in front of it.
        proxies: the number of reverse proxies in front. A header that is too short for them is ignored. What is no
            IP address belongs to :data:`NOBODY`.
    """
    addresses = forwarded.split(",") if forwarded and proxies else []  # an open quote of a client hides nothing
    if len(addresses) < proxies or not addresses:
        return peer
    said = addresses[-proxies].strip()
    match = _WITH_PORT.fullmatch(said)
    address = match[1] or match[2] if match else said
    try:
        ipaddress.ip_address(address)
    except ValueError:
        _seldom.warning("an X-Forwarded-For holds no address where FOURTHOUGHT_PROXIES=%d expects one", proxies)
        return NOBODY
    return address


class RealAddress:
    """Gives ``app`` the client's address in place of the proxy's (:func:`address_of`), by WSGI."""

    def __init__(self, app: Callable[..., Iterable[bytes]], proxies: int) -> None:
        self._app, self._proxies = app, proxies

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answers one request (WSGI)."""
        forwarded = environ.get("HTTP_X_FORWARDED_FOR", "")
        environ["REMOTE_ADDR"] = address_of(environ.get("REMOTE_ADDR", ""), forwarded, self._proxies)
        return self._app(environ, start_response)
