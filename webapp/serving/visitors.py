"""Tells visitors apart by address: limits and shares are counted for each visitor."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

from werkzeug.http import parse_list_header

_NETWORK_BITS = 64
"""The part of an IPv6 address that tells one visitor from others: each visitor gets a whole network (RFC 6177)."""


@lru_cache(1024)
def visitor_of(address: str) -> str:
    """Returns the name of the visitor behind an IP address: the IPv4 address itself, or the IPv6 network."""
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
    """Returns the address of a client: the nearest one that no reverse proxy of ours has.

    Args:
        peer: the address at the other end of the connection.
        forwarded: the header ``X-Forwarded-For``; each proxy adds at the end the address in front of the proxy.
        proxies: the number of reverse proxies in front. A header too short for them counts for nothing, as for
            werkzeug's ``ProxyFix``.
    """
    addresses = parse_list_header(forwarded) if proxies else []
    return addresses[-proxies] or peer if 0 < proxies <= len(addresses) else peer
