"""Defines the messages of a line as short arrays of MessagePack.

A body is encoded apart, so that the reading thread looks at the head alone. A message never changes meaning; new kinds
and new fields at the end may come, and processes of two releases understand each other.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Hello(msgspec.Struct, frozen=True, array_like=True, tag=0):
    """Begins a line: the name of the caller's process, and the connections to pages, for the host to know."""

    caller: str
    sids: list[str]


class Ask(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """Asks a host. The answer bears the same number.

    Args:
        number: counts the questions of the process.
        shard: the shard of the game; -1: no game.
        method: the name of the question.
        body: the content.
    """

    number: int
    shard: int
    method: str
    body: msgspec.Raw


class Tell(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """Tells a host something without an answer; for the fields see ``Ask``."""

    method: str
    body: msgspec.Raw


class Beat(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """Gives a sign of life, and the number of messages received on this line."""

    received: int


class Answer(msgspec.Struct, frozen=True, array_like=True, tag=4):
    """Answers the question of the same number."""

    number: int
    body: msgspec.Raw


class Moved(msgspec.Struct, frozen=True, array_like=True, tag=5):
    """Answers: another host owns the shard now, and nothing was done.

    Args:
        number: of the question.
        owner: the owner as far as the sender knows; empty: unknown.
        epoch: the epoch of the owner.
    """

    number: int
    owner: str = ""
    epoch: int = 0


class News(msgspec.Struct, frozen=True, array_like=True, tag=6):
    """Tells a front the news.

    Args:
        shard: the shard of the game; -1: no game.
        epoch: the epoch in which the sender owns the shard; news of lower epochs than others counts for nothing.
        kind: the kind of the news.
        body: the content.
    """

    shard: int
    epoch: int
    kind: str
    body: msgspec.Raw


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=7):
    """Answers: the host has met an error, and the question may have been carried out in part."""

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
    """Returns the value in a body; raises ``msgspec.ValidationError`` for another kind of value."""
    return msgspec.msgpack.decode(body, type=kind)
