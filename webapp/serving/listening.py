"""Opens the listening socket or takes over that of systemd, and raises the limit of open files."""

import errno
import os
import socket
import stat
import sys
from collections.abc import MutableMapping
from pathlib import Path

if sys.platform != "win32":
    import resource

BACKLOG = 2048
"""Connections that wait to be accepted. After a restart all pages come back together."""
UNIX = getattr(socket, "AF_UNIX", None)
"""The family of Unix sockets; None where the system has none."""
LOCAL = "127.0.0.1"
"""The address of a client that came by a Unix socket, so from this machine."""
_LAST_PORT = 65_535
_FIRST_INHERITED = 3
_INHERITED: list[socket.socket] = []
"""The socket that systemd has opened, whose file is systemd's."""


class AddressError(Exception):
    """Says in one sentence for a person why the server cannot listen at the address."""


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """Returns a listening socket. Raises ``AddressError`` if the port is in use, or the host not ours. ``option`` is
    that which names another port."""
    if port > _LAST_PORT:
        raise AddressError(f"There is no port {port}; choose one up to {_LAST_PORT} with {option}.")
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
        raise AddressError(_reason(error, host, port, option)) from None
    return sock


def listen_at_path(path: str) -> socket.socket:
    """Returns a listening Unix socket, which this user and group may use. The socket of a server that has ended is
    replaced. Raises ``AddressError`` if another server listens there, or the path cannot be used."""
    if UNIX is None:
        raise AddressError("this system has no Unix sockets; choose an address with --host and --port.")
    place, sock = Path(path), socket.socket(UNIX, socket.SOCK_STREAM)
    try:
        if place.exists() and stat.S_ISSOCK(place.stat().st_mode):
            with socket.socket(UNIX, socket.SOCK_STREAM) as asked:
                if asked.connect_ex(path) == 0:
                    raise AddressError(f"another server listens at {path}; stop it, or choose another path with --uds.")
            place.unlink()
        before = os.umask(0o007)
        try:
            sock.bind(path)
        finally:
            os.umask(before)
        sock.listen(BACKLOG)
    except (OSError, ValueError) as error:
        sock.close()
        words = getattr(error, "strerror", None) or str(error)
        raise AddressError(f"the server cannot listen at {path} ({words}).") from None
    except AddressError:
        sock.close()
        raise
    return sock


def inherited(environ: MutableMapping[str, str]) -> socket.socket | None:
    """Returns the listening socket that systemd has opened for this process, or None if it has opened none. Takes the
    variables (``sd_listen_fds(3)``) out of ``environ``, because they are not for child processes. Raises
    ``AddressError`` if systemd passes several sockets, or one that does not listen."""
    meant, count = environ.pop("LISTEN_PID", ""), environ.pop("LISTEN_FDS", "")
    environ.pop("LISTEN_FDNAMES", None)
    if meant != str(os.getpid()) or not count.isdigit() or count == "0":
        return None
    if count != "1":
        raise AddressError(f"systemd passes {count} sockets; the server takes one (ListenStream in the socket unit).")
    sock, listens = None, 0
    try:
        sock = socket.socket(fileno=_FIRST_INHERITED)
        listens = sock.type == socket.SOCK_STREAM and sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    except OSError:
        pass  # no file at all
    if sock is None or not listens:
        if sock is not None:
            sock.close()
        raise AddressError("the socket that systemd passes does not listen; the unit needs ListenStream and Accept=no.")
    sock.set_inheritable(False)
    _INHERITED.append(sock)
    return sock


def name_of(sock: socket.socket) -> tuple[tuple[str, int], str]:
    """Returns the address and port of a listening socket, and its URL. A Unix socket has the names of this machine."""
    if sock.family == UNIX:
        return ("localhost", 80), f"unix:{sock.getsockname()}"
    host, port = sock.getsockname()[:2]
    return (str(host), int(port)), f"http://{f'[{host}]' if ':' in host else host}:{port}"


def close(sock: socket.socket) -> None:
    """Closes a listening socket. A Unix socket's file stays where systemd has opened it, and goes otherwise."""
    path = sock.getsockname() if sock.family == UNIX and sock not in _INHERITED else ""
    sock.close()
    if path:
        Path(path).unlink(missing_ok=True)


def allow_descriptors(count: int) -> None:
    """Raises this process's limit of open files to ``count`` if the system permits. The usual limit is 1,024."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < count:
            wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _reason(error: OSError, host: str, port: int, option: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use; choose another one with {option}."
    if error.errno == errno.EACCES:
        return f"Port {port} may not be used by ordinary users; choose one above 1023 with {option}."
    return f"{host!r} is no address of this machine; 127.0.0.1 always is."
