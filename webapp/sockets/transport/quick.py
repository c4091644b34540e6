"""Receives and sends what a socket has or takes just now, without giving up the interpreter's lock.

``socket.recv`` and ``socket.send`` give up the lock for the system call, and then wait for the lock as long as any
other thread wants to work: a millisecond and more for each thread, for a call of some microseconds. A thread that
reads from two hundred busy websockets needed a tenth of a second for a round, and every move waited for that. A call
that never waits needs no other thread meanwhile.
"""

from __future__ import annotations

import ctypes
import os
import select
import socket
from typing import Any

_NO_WAITING = getattr(socket, "MSG_DONTWAIT", 0)
READ = 4096
"""The most bytes received at once."""


def _system_calls() -> tuple[Any, Any] | None:
    """Returns the system's ``recv`` and ``send``, called under the interpreter's lock; None on a system without."""
    if not _NO_WAITING:  # Windows
        return None
    library = ctypes.PyDLL(None, use_errno=True)
    calls = library.recv, library.send
    for call in calls:
        call.argtypes, call.restype = (ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int), ctypes.c_ssize_t
    calls[0].argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return calls


_CALLS = _system_calls()


class Receiver:
    """Receives bytes from sockets, in one thread."""

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(READ)

    def receive(self, sock: socket.socket) -> bytes:
        """Returns the bytes that have come, at most ``READ``; none at the end of the stream.

        Raises:
            BlockingIOError: no bytes have come.
            OSError: the connection is broken or closed.
        """
        if _CALLS is None:
            return sock.recv(READ)  # readable, and so not waiting
        size = _CALLS[0](sock.fileno(), self._buffer, READ, _NO_WAITING)
        if size < 0:
            raise _error()
        return ctypes.string_at(self._buffer, size)


def send(sock: socket.socket, data: bytes) -> int:
    """Sends as many bytes as the socket takes now; returns the number.

    Raises:
        OSError: the connection is broken or closed.
    """
    if _CALLS is None:
        return sock.send(data) if select.select((), (sock,), (), 0)[1] else 0
    size: int = _CALLS[1](sock.fileno(), data, len(data), _NO_WAITING)
    if size < 0:
        error = _error()
        if isinstance(error, BlockingIOError):
            return 0
        raise error
    return size


def _error() -> OSError:
    """Returns the error of the last call, as the kind of OSError that belongs to the number."""
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))
