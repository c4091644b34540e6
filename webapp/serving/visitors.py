"""Finds the visitor behind an address. Limits and shares are counted by visitor."""

import ipaddress
from functools import lru_cache

from werkzeug.http import parse_list_header

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
        proxies: the number of reverse proxies in front. A header that is too short for them is ignored, as by
            werkzeug's ``ProxyFix``.
    """
    addresses = parse_list_header(forwarded) if proxies else []
    return addresses[-proxies] or peer if 0 < proxies <= len(addresses) else peer
