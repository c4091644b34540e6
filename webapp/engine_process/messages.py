"""Defines all that crosses the pipe of the engine: questions and orders to the engine, and answers.

Each order about a mind holds the whole mind: a new engine process makes a mind from the next order, so that nothing is
lost with a process. A question has a number, and the answer has the same number.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from engine import Belief, Choice, Explanation, Preview, Why
from engine.games import Move
from engine.text import Side, Text, text
from webapp.play.ports import Thoughts


class Said(msgspec.Struct, frozen=True, tag="text"):
    """Holds a sentence for translation: the template, and what stands in its holes."""

    template: str
    values: dict[str, Value]


class Named(msgspec.Struct, frozen=True, tag="side"):
    """Holds the name of a side."""

    name: str


class Listed(msgspec.Struct, frozen=True, tag="list"):
    """Holds several values."""

    values: list[Value]


Value = int | float | str | Said | Named | Listed


def said(value: Any) -> Any:
    """Returns a text, or a value in one, as plain structs."""
    if isinstance(value, Text):
        return Said(value.template, {name: said(one) for name, one in value.values.items()})
    if isinstance(value, Side):
        return Named(str(value))
    return Listed([said(one) for one in value]) if isinstance(value, list | tuple) else value


def unsaid(value: Any) -> Any:
    """Returns what :func:`said` was given."""
    if isinstance(value, Said):
        return text(value.template, **{name: unsaid(one) for name, one in value.values.items()})
    if isinstance(value, Named):
        return Side(value.name)
    return [unsaid(one) for one in value.values] if isinstance(value, Listed) else value


class _Message(msgspec.Struct, frozen=True, array_like=True, tag=True):
    pass


# --- to the engine ---


class MindSpec(msgspec.Struct, frozen=True, array_like=True):
    """Describes a mind, and its position, so that any process can make the mind."""

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
    """Gives the limits; the first message."""

    threads: int
    tree_mb: float
    trees_mb: float
    ponder_seconds: float


class Ping(_Message, frozen=True):
    """Asks for the :class:`State`."""


class Order(_Message, frozen=True):
    """Brings a mind to its position, and gives the mind work in place of its work before.

    ``number`` is 0 for work without an answer. ``glance`` demands an answer without a compiled search: this work has
    ended two processes.
    """

    number: int
    mind: MindSpec
    work: Work
    seconds: float = 0.0
    glance: bool = False


class Rest(_Message, frozen=True):
    """Stops the work of a mind; ``close`` forgets the mind, too."""

    mind: int
    close: bool = False


class Look(_Message, frozen=True):
    """Asks for the thoughts of a mind: the digest, and with ``tree`` the top of the tree."""

    number: int
    mind: MindSpec
    seat: int | None
    tree: bool


class WhyNot(_Message, frozen=True):
    """Asks for the line against some moves."""

    number: int
    mind: MindSpec
    moves: tuple[Move, ...]


class Foretell(_Message, frozen=True):
    """Asks for the preview of a level; ``prover`` is the number of a mind with proofs, 0 for none."""

    number: int
    game: str
    moves: tuple[Move, ...]
    level: int
    seed: int
    prover: int
    visitor: str
    seconds: float


class MakePuzzle(_Message, frozen=True):
    """Asks for the puzzle of a move."""

    number: int
    game: str
    moves: tuple[Move, ...]
    played: Move
    visitor: str
    seconds: float


class Explain(_Message, frozen=True):
    """Asks why a position is as good for a side as it is."""

    number: int
    game: str
    moves: tuple[Move, ...]
    side: int
    first: Move | None
    visitor: str
    seconds: float


class Believe(_Message, frozen=True):
    """Asks for the beliefs of the network."""

    number: int
    game: str
    moves: tuple[Move, ...]


Question = Order | Look | WhyNot | Foretell | MakePuzzle | Explain | Believe
Asked = Start | Ping | Rest | Question

# --- from the engine ---


class State(_Message, frozen=True):
    """Tells how the engine is: the answer to a :class:`Ping`, and sent when the engine has become ready.

    The load has the meaning of ``engine.Load``. ``explains`` tells whether the searches for explanations are loaded;
    ``depth`` is the depth of some thinking minds, on average.
    """

    ready: bool
    stage: str
    explains: bool
    due: int = 0
    hints: int = 0
    pondering: int = 0
    oldest: float = 0.0
    nodes: int = 0
    busy_seconds: float = 0.0
    urgent: float = 0.0
    quiet: float = 0.0
    tree_bytes: int = 0
    depth: float = 0.0


class Chosen(_Message, frozen=True):
    """Answers an :class:`Order`."""

    number: int
    choice: Choice
    why: Value


class Seen(_Message, frozen=True):
    """Answers a :class:`Look`, all of one moment."""

    number: int
    thoughts: Thoughts


class Refuted(_Message, frozen=True):
    """Answers :class:`WhyNot`."""

    number: int
    why: Why
    words: Value


class Foretold(_Message, frozen=True):
    """Answers :class:`Foretell`."""

    number: int
    preview: Preview
    blind: Value


class MadePuzzle(_Message, frozen=True):
    """Answers :class:`MakePuzzle`; ``row`` is the puzzle as for the pages, packed."""

    number: int
    complete: bool
    row: msgspec.Raw


class Explained(_Message, frozen=True):
    """Answers :class:`Explain`."""

    number: int
    explanation: Explanation


class Believed(_Message, frozen=True):
    """Answers :class:`Believe`."""

    number: int
    beliefs: tuple[Belief, ...]


class Refused(_Message, frozen=True):
    """Answers a question that cannot be answered, with a code and words for a person."""

    number: int
    code: str
    words: str


Answer = Chosen | Seen | Refuted | Foretold | MadePuzzle | Explained | Believed | Refused
Told = State | Answer


def _plain(value: Any) -> Any:
    """Returns a number of NumPy as one of Python, and a text as a string: what messages hold besides is plain."""
    return str(value) if isinstance(value, str) else value.item()


_encoder = msgspec.msgpack.Encoder(enc_hook=_plain)
_asked: msgspec.msgpack.Decoder[Asked] = msgspec.msgpack.Decoder(Asked)
_told: msgspec.msgpack.Decoder[Told] = msgspec.msgpack.Decoder(Told)


def pack(message: Asked | Told) -> bytes:
    """Returns a message as bytes."""
    return _encoder.encode(message)


def read_asked(packed: bytes) -> Asked:
    """Returns a message to the engine; raises ``msgspec.MsgspecError``."""
    return _asked.decode(packed)


def read_told(packed: bytes) -> Told:
    """Returns a message from the engine; raises ``msgspec.MsgspecError``."""
    return _told.decode(packed)
