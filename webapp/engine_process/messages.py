"""Defines everything that crosses the engine's pipe: questions and orders to the engine, and its answers. An order
about a mind holds the whole mind, so a new process can make it again. A question has a number, and its answer has the
same. A sentence crosses as ``engine.text.wire`` makes it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from engine import Belief, Choice, Load, Preview, Why
from engine.games import Move
from webapp.play.ports import Thoughts


class _Message(msgspec.Struct, frozen=True, array_like=True, tag=True):
    pass


class _Numbered(_Message, frozen=True):
    number: int


class _OfPosition(_Numbered, frozen=True):
    game: str
    moves: tuple[Move, ...]


# --- to the engine ---


class MindSpec(msgspec.Struct, frozen=True, array_like=True):
    """Describes a mind and its position."""

    number: int
    game: str
    level: int
    seed: int
    visitor: str
    moves: tuple[Move, ...]


class Work(StrEnum):
    """Names the work of a mind."""

    CHOOSE = "choose"
    SHOW = "show"
    """Chooses a move of a game between engines."""
    HINT = "hint"
    PONDER = "ponder"
    ANALYSE = "analyse"


class Start(_Message, frozen=True):
    """Gives the limits, as the first message. ``proofs`` is the folder of what is proved at a price, or empty."""

    threads: int
    tree_mb: float
    trees_mb: float
    ponder_seconds: float
    proofs: str = ""
    proofs_mb: float = 0.0


class Ping(_Message, frozen=True):
    """Asks for the :class:`State`."""


class Order(_Numbered, frozen=True):
    """Brings a mind to its position, and replaces its work. ``number`` is 0 for work without an answer. ``glance`` asks
    for an answer without a compiled search, because this work has ended two processes."""

    mind: MindSpec
    work: Work
    seconds: float = 0.0
    glance: bool = False


class Rest(_Message, frozen=True):
    """Stops the work of a mind. ``close`` also forgets the mind."""

    mind: int
    close: bool = False


class Look(_Numbered, frozen=True):
    """Asks for the thoughts of a mind: the digest, and with ``tree`` the top of the tree."""

    mind: MindSpec
    seat: int | None
    tree: bool


class WhyNot(_Numbered, frozen=True):
    """Asks for the line against some moves."""

    mind: MindSpec
    moves: tuple[Move, ...]


class Foretell(_OfPosition, frozen=True):
    """Asks for the preview of a level. ``prover`` is the number of a mind with proofs, or 0."""

    level: int
    seed: int
    prover: int
    visitor: str
    seconds: float


class MakePuzzle(_OfPosition, frozen=True):
    """Asks for the puzzle of a move."""

    played: Move
    visitor: str
    seconds: float


class Explain(_OfPosition, frozen=True):
    """Asks why a position is as good for a side as it is."""

    side: int
    first: Move | None
    visitor: str
    seconds: float
    quick: bool


class Believe(_OfPosition, frozen=True):
    """Asks for the beliefs of the network."""


Question = Order | Look | WhyNot | Foretell | MakePuzzle | Explain | Believe
Asked = Start | Ping | Rest | Question

# --- from the engine ---


class State(_Message, frozen=True):
    """Answers a :class:`Ping`: the load, and the memory of all trees."""

    load: Load = Load(0, 0, 0, 0.0, 0, 0.0)
    tree_bytes: int = 0


class Chosen(_Numbered, frozen=True):
    """Answers an :class:`Order`."""

    choice: Choice
    why: Any


class Seen(_Numbered, frozen=True):
    """Answers a :class:`Look`."""

    thoughts: Thoughts


class Refuted(_Numbered, frozen=True):
    """Answers :class:`WhyNot`."""

    why: Why
    words: Any


class Foretold(_Numbered, frozen=True):
    """Answers :class:`Foretell`."""

    preview: Preview
    blind: Any


class MadePuzzle(_Numbered, frozen=True):
    """Answers :class:`MakePuzzle`. ``row`` is the puzzle as for the pages, packed."""

    complete: bool
    row: msgspec.Raw


class Explained(_Numbered, frozen=True):
    """Answers :class:`Explain`, as ``engine.explanation_to_json`` writes an explanation."""

    explanation: dict[str, Any]


class Believed(_Numbered, frozen=True):
    """Answers :class:`Believe`."""

    beliefs: tuple[Belief, ...]


class Refused(_Numbered, frozen=True):
    """Refuses a question, with a code and words for a person."""

    code: str
    words: str


Answer = Chosen | Seen | Refuted | Foretold | MadePuzzle | Explained | Believed | Refused
Told = State | Answer


def _plain(value: Any) -> Any:
    """Returns a number of NumPy as one of Python, and a text as a string."""
    return str(value) if isinstance(value, str) else value.item()


_encoder = msgspec.msgpack.Encoder(enc_hook=_plain)
_asked: msgspec.msgpack.Decoder[Asked] = msgspec.msgpack.Decoder(Asked)
_told: msgspec.msgpack.Decoder[Told] = msgspec.msgpack.Decoder(Told)


def pack(message: Asked | Told) -> bytes:
    """Returns a message as bytes."""
    return _encoder.encode(message)


def read_asked(packed: bytes) -> Asked:
    """Returns a message to the engine, or raises ``msgspec.MsgspecError``."""
    return _asked.decode(packed)


def read_told(packed: bytes) -> Told:
    """Returns a message from the engine, or raises ``msgspec.MsgspecError``."""
    return _told.decode(packed)
