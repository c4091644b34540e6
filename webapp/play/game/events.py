"""What has happened in a game: the events, and how they are written.

A game is its list of events; everything else is folded from it. Events are facts: they are appended, never changed,
and a kind never changes its meaning. Only hashes of seat tokens are in them.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Kind = Literal["human", "engine"]
Question = Literal["takeback", "draw", "rematch"]
"""What one person may ask the other."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits on one side; ``level`` is the engine's, 1 to 10."""

    kind: Kind
    level: int | None = None
    name: str | None = None


class Clock(msgspec.Struct, frozen=True):
    """Seconds that each side has for the whole game, and the seconds it gains with every move."""

    seconds: float
    increment: float = 0.0


class Answer(msgspec.Struct, frozen=True):
    """What an engine said with its move: for the move list and the panel.

    ``kept`` and ``pruned`` are nodes of its tree at the move before; ``share`` of the positions it had searched lay
    beneath that move, ``dropped`` lay elsewhere; it was read ``depth`` deep already, or ``foreseen`` to the end.
    ``better`` is the move that a ``slip`` passed over.
    """

    expected: int | None
    seconds: float
    nodes: int
    kept: int
    pruned: int
    proven: bool
    words: str
    why: str
    slip: bool
    depth: int = 0
    foreseen: bool = False
    share: float = 0.0
    dropped: int = 0
    better: int | None = None


class Created(msgspec.Struct, frozen=True, tag_field="kind", tag="created"):
    """The game begins. ``keys`` are the hashes of the seats' tokens, ``controls`` those of others who may undo, set
    levels and the pace: whoever set up a table for engines. A person's seat without a key is free."""

    game: str
    seats: tuple[Seat, Seat]
    start: tuple[int, ...]
    seed: int
    keys: tuple[str | None, str | None]
    controls: tuple[str, ...]
    per_minute: float
    rematch_of: str | None = None
    analysis: bool = False
    """A position that is looked into, from the empty board on; it may be a finished one."""
    clock: Clock | None = None
    pie: bool = False
    """The second player may answer the first move by swapping sides."""


class Moved(msgspec.Struct, frozen=True, tag_field="kind", tag="moved"):
    """``seat`` made ``move`` at ``ply``; ``lots`` is what chance drew after it, ``spent`` the seconds on its clock."""

    ply: int
    seat: int
    move: int
    lots: tuple[int, ...] = ()
    answer: Answer | None = None
    spent: float = 0.0


class Undone(msgspec.Struct, frozen=True, tag_field="kind", tag="undone"):
    """Moves were taken back: ``ply`` is where the game stands now; where it stood already, a swap was."""

    ply: int


class Redone(msgspec.Struct, frozen=True, tag_field="kind", tag="redone"):
    """Moves that had been taken back stand again, up to ``ply``."""

    ply: int


class Returned(msgspec.Struct, frozen=True, tag_field="kind", tag="returned"):
    """Back to a branch that had been left: the game stands at its end, at ``ply``."""

    branch: int
    ply: int


class Swapped(msgspec.Struct, frozen=True, tag_field="kind", tag="swapped"):
    """By the pie rule ``seat``, whose turn it was at ``ply``, took the other side's place: the people change sides.

    ``spent`` are the seconds on the clock of ``seat``.
    """

    ply: int
    seat: int
    spent: float = 0.0


class LevelSet(msgspec.Struct, frozen=True, tag_field="kind", tag="level_set"):
    """An engine plays at another level from now on."""

    seat: int
    level: int


class SeatSet(msgspec.Struct, frozen=True, tag_field="kind", tag="seat_set"):
    """A person took over from an engine or the other way round; ``key`` is the hash of the new owner's token.

    ``owner`` is the hash of the token of the person for whom an engine plays on, and who alone may come back.
    ``spent`` are the seconds on the clock of the side to move.
    """

    seat: int
    to: Seat
    key: str | None
    owner: str | None = None
    spent: float = 0.0


class Resigned(msgspec.Struct, frozen=True, tag_field="kind", tag="resigned"):
    """``seat`` gave up."""

    seat: int


class Claimed(msgspec.Struct, frozen=True, tag_field="kind", tag="claimed"):
    """``seat`` wins because the other side has left."""

    seat: int


class Flagged(msgspec.Struct, frozen=True, tag_field="kind", tag="flagged"):
    """``seat`` has no time left and loses."""

    seat: int


class Drawn(msgspec.Struct, frozen=True, tag_field="kind", tag="drawn"):
    """The two sides agreed on a draw."""


class Seated(msgspec.Struct, frozen=True, tag_field="kind", tag="seated"):
    """Somebody took a free seat; ``key`` is the hash of their token."""

    seat: int
    key: str


class HandOver(msgspec.Struct, frozen=True, tag_field="kind", tag="hand_over"):
    """Whoever shows the code of which ``key`` is the hash gets the seat, once; an earlier code is void."""

    seat: int
    key: str


class Handed(msgspec.Struct, frozen=True, tag_field="kind", tag="handed"):
    """The seat was handed over: the token with the hash ``key`` holds it from now on, the one before does not."""

    seat: int
    key: str


class Asked(msgspec.Struct, frozen=True, tag_field="kind", tag="asked"):
    """``seat`` asks the other side; a takeback leads to ``ply``. Any move ends the question."""

    what: Question
    seat: int
    ply: int


class Declined(msgspec.Struct, frozen=True, tag_field="kind", tag="declined"):
    """``seat`` says no to the question, or withdraws its own."""

    what: Question
    seat: int


class Paced(msgspec.Struct, frozen=True, tag_field="kind", tag="paced"):
    """Engine against engine: held or going on, and how many moves a minute (0: as fast as they can)."""

    paused: bool
    per_minute: float


class Rematched(msgspec.Struct, frozen=True, tag_field="kind", tag="rematched"):
    """The same players play ``game_id`` next, with sides swapped."""

    game_id: str


Ending = Resigned | Claimed | Flagged | Drawn
"""Ends a game that the rules would let go on."""

Event = (
    Created
    | Moved
    | Returned
    | Swapped
    | Undone
    | Redone
    | LevelSet
    | SeatSet
    | Seated
    | HandOver
    | Handed
    | Asked
    | Declined
    | Ending
    | Paced
    | Rematched
)

_decoder = msgspec.json.Decoder(Event)


class Recorded(msgspec.Struct, frozen=True):
    """An event in its place: the game's ``version`` after it, and the request that caused it."""

    version: int
    event: Event
    request_id: str | None = None


def encode(event: Event) -> str:
    """The event as JSON."""
    return msgspec.json.encode(event).decode()


def decode(text: str) -> Event:
    """The event that :func:`encode` wrote; raises ``msgspec.ValidationError`` for anything else."""
    event: Event = _decoder.decode(text)
    return event


def public(recorded: Recorded) -> dict[str, Any]:
    """The event as everybody may see it: without seeds and keys."""
    fields: dict[str, Any] = msgspec.to_builtins(recorded.event)
    for secret in ("seed", "keys", "controls", "key", "owner"):
        fields.pop(secret, None)
    return {"version": recorded.version, **fields}
