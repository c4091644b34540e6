"""Lets only members of the cluster in: CurveZMQ encrypts, and the database lists the public keys of the members.

Every process draws a pair of keys at the beginning, and writes the public one to the database. So a process with the
right to write there may join, no secret leaves a process, and a key dies with the process. A client with any other key
gets no connection (ZAP, https://rfc.zeromq.org/spec/27).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import zmq
from zmq.auth.thread import ThreadAuthenticator


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

    def serve(self, socket: zmq.Socket[bytes]) -> None:
        """Lets a socket accept connections of members; before ``bind``."""
        socket.curve_secretkey, socket.curve_publickey = self.secret.encode(), self.public.encode()
        socket.curve_server = True

    def call(self, socket: zmq.Socket[bytes], server: str) -> None:
        """Lets a socket connect to the process with the public key ``server``; before ``connect``."""
        socket.curve_secretkey, socket.curve_publickey = self.secret.encode(), self.public.encode()
        socket.curve_serverkey = server.encode()


class Doorkeeper:
    """Asks ``is_member`` about the public key of every connection to the sockets of a context.

    Args:
        context: the context of the sockets.
        is_member: returns whether a public key is a member's.
    """

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], is_member: Callable[[str], bool]) -> None:
        self._is_member, self._refused = is_member, 0
        self._authenticator = ThreadAuthenticator(context)
        self._authenticator.start()
        self._authenticator.configure_curve_callback("*", credentials_provider=self)

    def callback(self, _domain: str, key: bytes) -> bool:
        """Returns whether the holder of a public key may come in."""
        known = self._is_member(key.decode())
        self._refused += not known
        return known

    def refused(self) -> int:
        """Returns the number of connections refused."""
        return self._refused

    def close(self) -> None:
        """Stops asking; to be called after the sockets are closed."""
        self._authenticator.stop()
