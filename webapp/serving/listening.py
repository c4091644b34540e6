"""Opens the listening socket, and raises the limit of open files."""

import errno
import socket
import sys

if sys.platform != "win32":
    import resource

BACKLOG = 2048
"""Connections that wait to be accepted. After a restart all pages come back together."""


class AddressError(Exception):
    """Says in one sentence for a person why the server cannot listen at the address."""


def listen(host: str, port: int) -> socket.socket:
    """Returns a listening socket. Raises ``AddressError`` if the port is in use, or the host is no address of this
    machine."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        sock = socket.socket(family, kind, proto)
    except (OSError, OverflowError):
        raise AddressError(f"{host!r} is no address of this machine; 127.0.0.1 always is.") from None
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        raise AddressError(_reason(error, host, port)) from None
    return sock


def allow_descriptors(count: int) -> None:
    """Raises this process's limit of open files to ``count`` if the system permits. The usual limit is 1,024."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < count:
            wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _reason(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use; choose another one with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by ordinary users; choose one above 1023 with --port."
    return f"{host!r} is no address of this machine; 127.0.0.1 always is."
