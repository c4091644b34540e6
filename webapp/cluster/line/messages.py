"""Defines the messages of a line as short arrays of MessagePack. The body stays encoded until its reader is known. A
message never changes its meaning. Later releases may add kinds and fields at the end, so processes of two releases
understand each other."""

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Hello(msgspec.Struct, frozen=True, array_like=True, tag=0):
    """Begins a line: the name of the front, and its connections that the host should know."""

    front: str
    sids: list[str]


class Ask(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """Asks a host about the game of a shard, or with ``NO_SHARD`` about none. The answer has the same number."""

    number: int
    shard: int
    method: str
    body: msgspec.Raw


class Tell(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """Tells a host something without an answer."""

    method: str
    body: msgspec.Raw


class Beat(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """Says that the process lives, and how many messages it has received on this line."""

    received: int


class Answer(msgspec.Struct, frozen=True, array_like=True, tag=4):
    """Answers the question of the same number."""

    number: int
    body: msgspec.Raw


class Moved(msgspec.Struct, frozen=True, array_like=True, tag=5):
    """Answers that another host owns the shard, with its name and epoch if known, and that nothing was done."""

    number: int
    owner: str = ""
    epoch: int = 0


class News(msgspec.Struct, frozen=True, array_like=True, tag=6):
    """Sends a front a message for pages, with the shard of the game and the epoch in which the host owns it."""

    shard: int
    epoch: int
    kind: str
    body: msgspec.Raw


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=7):
    """Answers that the host has met an error, and that the question may have been carried out in part."""

    number: int


Up = Hello | Ask | Tell | Beat
Down = Answer | Moved | Failed | News | Beat
NO_SHARD = -1

_encoder = msgspec.msgpack.Encoder()
encode = _encoder.encode
read_up = msgspec.msgpack.Decoder(Up).decode
read_down = msgspec.msgpack.Decoder(Down).decode


def pack(value: Any) -> msgspec.Raw:
    """Returns a value as the body of a message."""
    return msgspec.Raw(encode(value))


def unpack(body: msgspec.Raw, kind: type[T]) -> T:
    """Returns the value in a body, or raises ``msgspec.ValidationError`` for another kind of value."""
    return msgspec.msgpack.decode(body, type=kind)
