"""Defines the events of a game, and writes and reads them. A game is a list of events, from which the state is folded.
Stored events stay as they are, and no kind changes in meaning: a class may be renamed, a tag or a field may not. Of
seat tokens only the hashes are stored."""

from typing import Literal

import msgspec

Kind = Literal["human", "engine"]
Question = Literal["takeback", "draw", "rematch"]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Describes the player of one side. ``level`` is the engine's, 1 to 10. ``bot``: a program plays as a person."""

    kind: Kind
    level: int | None = None
    name: str | None = None
    bot: bool = False


class Clock(msgspec.Struct, frozen=True):
    """Holds the seconds of each side for the whole game, and those gained with every move."""

    seconds: float
    increment: float = 0.0


class Answer(msgspec.Struct, frozen=True):
    """Holds an engine's account of a move.

    ``seconds`` and ``nodes`` were spent on this move. ``kept`` and ``pruned`` are the nodes of the tree left and cut by
    the move before, ``waited`` the seconds of the opponent. ``words`` are the proven result, or empty. A ``slip`` is a
    weaker move on purpose, with the ``better`` move passed over. The engine had read the position before to ``depth``
    plies. Of the positions searched before, the ``share`` (0 to 1) lay below the move before, and ``dropped`` counts
    the others.
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
    share: float = 0.0
    dropped: int = 0
    better: int | None = None
    waited: float = 0.0


class Created(msgspec.Struct, frozen=True, tag_field="kind", tag="created"):
    """Begins the list.

    ``keys`` are the hashes of the seats' tokens: a person's seat without one is free. ``controls`` are the hashes of
    further tokens that may take back and set levels and the pace, as at a table for engines. ``analysis``: the moves
    from the empty board, perhaps to the end, are a position to analyse. ``pie``: the second player may answer the first
    move by swapping sides, or where ``start`` has discs whoever is to move there. ``with_help``: both people may ask
    the engine. ``wins``: by seat, the earlier games won in a series of rematches. ``newcomers``: in a rematch, the
    hashes of the tokens of people who came by an invitation or by a seat handed over. None in a rematch of an older
    release: all.
    """

    game: str
    seats: tuple[Seat, Seat]
    start: tuple[int, ...]
    seed: int
    keys: tuple[str | None, str | None]
    controls: tuple[str, ...]
    per_minute: float
    rematch_of: str | None = None
    analysis: bool = False
    clock: Clock | None = None
    pie: bool = False
    with_help: bool = False
    newcomers: tuple[str, ...] | None = None
    wins: tuple[int, int] = (0, 0)


class Moved(msgspec.Struct, frozen=True, tag_field="kind", tag="moved"):
    """Reports ``move`` of ``seat`` at ``ply``, the ``lots`` drawn by chance afterwards, and the seconds ``spent``."""

    ply: int
    seat: int
    move: int
    lots: tuple[int, ...] = ()
    answer: Answer | None = None
    spent: float = 0.0


class Undone(msgspec.Struct, frozen=True, tag_field="kind", tag="undone"):
    """Reports a takeback to ``ply``. If the game stood there already, a swap of sides was taken back."""

    ply: int


class Redone(msgspec.Struct, frozen=True, tag_field="kind", tag="redone"):
    """Reports a redo: moves taken back before are played again, up to ``ply``."""

    ply: int


class Returned(msgspec.Struct, frozen=True, tag_field="kind", tag="returned"):
    """Reports a return to the end of an abandoned branch, at ``ply``."""

    branch: int
    ply: int


class Swapped(msgspec.Struct, frozen=True, tag_field="kind", tag="swapped"):
    """Reports a swap by the pie rule: ``seat``, to move at ``ply``, took the other side's place."""

    ply: int
    seat: int
    spent: float = 0.0


class LevelSet(msgspec.Struct, frozen=True, tag_field="kind", tag="level_set"):
    """Reports a new level of an engine."""

    seat: int
    level: int


class SeatSet(msgspec.Struct, frozen=True, tag_field="kind", tag="seat_set"):
    """Reports a new player on a seat, with the hash of the person's token: ``owner`` while an engine plays."""

    seat: int
    to: Seat
    key: str | None
    owner: str | None = None
    spent: float = 0.0


class Resigned(msgspec.Struct, frozen=True, tag_field="kind", tag="resigned"):
    """Reports the resignation of ``seat``. ``spent`` are the seconds on the clock of the side to move."""

    seat: int
    spent: float = 0.0


class Claimed(msgspec.Struct, frozen=True, tag_field="kind", tag="claimed"):
    """Reports a claim: ``seat`` wins, because the other side has left."""

    seat: int
    spent: float = 0.0


class Flagged(msgspec.Struct, frozen=True, tag_field="kind", tag="flagged"):
    """Reports the fall of the flag of ``seat``, which has no time left and loses."""

    seat: int


class Drawn(msgspec.Struct, frozen=True, tag_field="kind", tag="drawn"):
    """Reports a draw by agreement."""

    spent: float = 0.0


class Seated(msgspec.Struct, frozen=True, tag_field="kind", tag="seated"):
    """Reports a person on a free seat, with the hash of the person's token. ``bot``: the person is a program."""

    seat: int
    key: str
    bot: bool = False


class OpenedToEngines(msgspec.Struct, frozen=True, tag_field="kind", tag="opened_to_engines"):
    """Reports whether programs may take the free seat. ``seat`` is the seat of the person who decided it."""

    seat: int
    on: bool


class Named(msgspec.Struct, frozen=True, tag_field="kind", tag="named"):
    """Reports the nickname of the person of ``seat``. None takes the nickname away."""

    seat: int
    name: str | None


class HandOverOffered(msgspec.Struct, frozen=True, tag_field="kind", tag="hand_over"):
    """Reports the offer of a seat for the code with the hash ``key``, once, ``at`` seconds since 1970."""

    seat: int
    key: str
    at: float = 0.0


class SeatTaken(msgspec.Struct, frozen=True, tag_field="kind", tag="handed"):
    """Reports a seat handed over to the token with the hash ``key``. The former token is void."""

    seat: int
    key: str


class Asked(msgspec.Struct, frozen=True, tag_field="kind", tag="asked"):
    """Reports a question of ``seat`` to the other side. A takeback leads to ``ply``. Any move ends the question."""

    what: Question
    seat: int
    ply: int


class Declined(msgspec.Struct, frozen=True, tag_field="kind", tag="declined"):
    """Reports the no of ``seat``, which withdraws its own question."""

    what: Question
    seat: int


class Paced(msgspec.Struct, frozen=True, tag_field="kind", tag="paced"):
    """Reports a pause of a game between engines or its end, and the moves a minute (0: as fast as possible)."""

    paused: bool
    per_minute: float


class Rematched(msgspec.Struct, frozen=True, tag_field="kind", tag="rematched"):
    """Reports a rematch: the same players play ``game_id`` next, with sides swapped."""

    game_id: str


Ending = Resigned | Claimed | Flagged | Drawn
"""The events that end a game which could continue by the rules."""
Act = HandOverOffered | Named | Asked | Declined | SeatSet | LevelSet | OpenedToEngines
"""The events about a seat that one person may cause again and again."""
Event = Created | Moved | Returned | Swapped | Undone | Redone | Act | Seated | SeatTaken | Ending | Paced | Rematched

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


class Recorded(msgspec.Struct, frozen=True):
    """Holds an event, the version of the game after it, and the request that caused it."""

    version: int
    event: Event
    request_id: str | None = None


encode = msgspec.json.encode
"""Returns an event as JSON."""


def decode(text: str | bytes) -> Event:
    """Returns the event written by :func:`encode`. Raises ``msgspec.ValidationError`` for any other text."""
    return _decoder.decode(text)
