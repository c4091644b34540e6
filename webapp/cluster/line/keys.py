"""Lets only members of the cluster in: CurveZMQ encrypts, and the database lists the public keys of the members.

Every process draws a pair of keys at the beginning, and writes the public one to the database. So a process with the
right to write there may join, no secret leaves a process, and a key dies with the process. A client with any other key
gets no connection (ZAP, https://rfc.zeromq.org/spec/27).
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
        """Lets a socket accept connections of members; before ``bind``."""
        socket.curve_secretkey, socket.curve_publickey = self.secret.encode(), self.public.encode()
        socket.curve_server = True
        socket.zap_domain = b"cluster"

    def call(self, socket: Socket, server: str) -> None:
        """Lets a socket connect to the process with the public key ``server``; before ``connect``."""
        socket.curve_secretkey, socket.curve_publickey = self.secret.encode(), self.public.encode()
        socket.curve_serverkey = server.encode()


class Authenticator:
    """Asks ``find_member`` about the public key of every connection to the sockets of a context; works in the loop.

    Args:
        loop: the loop.
        context: the context of the sockets.
        find_member: calls the function given with the name of the member with a public key, now or later; without a
            name the connection is refused. The messages of the connection bear the name ("User-Id").
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
        """Stops asking; to be called after the sockets are closed."""
        self._socket.close()

    def _receive(self, frames: list[zmq.Frame]) -> None:
        sender, _, version, number, *_, key = (frame.bytes for frame in frames)

        def answer(name: str) -> None:
            self.refused += not name
            verdict = [b"200", b"OK"] if name else [b"400", b"unknown key"]
            self._socket.send_frames([sender, b"", version, number, *verdict, name.encode(), b""])

        self._find_member(z85.encode(key).decode(), answer)
