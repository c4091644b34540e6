"""Accepts connections of members alone: CurveZMQ encrypts, and the database lists the public keys of the members.

Every process draws a pair of keys at its start and writes the public one to the database, so only a process with the
right to write there can join. No secret key leaves its process. ZeroMQ asks about each key by ZAP
(https://rfc.zeromq.org/spec/27).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import zmq
from zmq.utils import z85

from webapp.cluster.line.sockets import LoopSocket, Socket
from webapp.serving.loop import Loop

_ADDRESS = "inproc://zeromq.zap.01"


@dataclass(frozen=True, slots=True)
class Keys:
    """Holds the keys of one process, each as 40 letters (Z85)."""

    public: str
    secret: str = field(repr=False)

    @classmethod
    def draw(cls) -> Keys:
        """Returns new keys."""
        public, secret = zmq.curve_keypair()
        return cls(public.decode(), secret.decode())

    def serve(self, socket: Socket) -> None:
        """Prepares a socket for connections of members. Call it before ``bind``."""
        socket.curve_secretkey, socket.curve_publickey = self.secret.encode(), self.public.encode()
        socket.curve_server = True
        socket.zap_domain = b"cluster"

    def call(self, socket: Socket, server: str) -> None:
        """Prepares a socket for the process with the public key ``server``. Call it before ``connect``."""
        socket.curve_secretkey, socket.curve_publickey = self.secret.encode(), self.public.encode()
        socket.curve_serverkey = server.encode()


class Authenticator:
    """Accepts or refuses each connection to the sockets of a context by its public key. Works in the loop.

    Args:
        find_member: calls the function given with the name of the member with a public key, at once or later. An empty
            name refuses the connection. The messages of an accepted connection have the key as their "User-Id".
    """

    def __init__(
        self, loop: Loop, context: zmq.Context[Socket], find_member: Callable[[str, Callable[[str], None]], None]
    ) -> None:
        self._find_member = find_member
        self.refused = 0
        """Connections refused."""
        socket = context.socket(zmq.ROUTER)
        socket.linger = 0
        socket.bind(_ADDRESS)
        self._socket = LoopSocket(loop, socket, self._receive)

    def close(self) -> None:
        """Closes the socket, after the other sockets of the context."""
        self._socket.close()

    def _receive(self, frames: list[zmq.Frame]) -> None:
        to, _, version, number, *_, key = (frame.bytes for frame in frames)
        text = z85.encode(key)

        def answer(name: str) -> None:
            self.refused += not name
            verdict = [b"200", b"OK", text] if name else [b"400", b"unknown key", b""]
            self._socket.send_frames([to, b"", version, number, *verdict, b""])

        self._find_member(text.decode(), answer)
