"""Defines the answers to events: what each acknowledgement holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from engine import Explanation
from webapp.play.desk.news import FoundGame, PeopleView
from webapp.play.game import events as e
from webapp.play.game.views import GameView, PublicEvent, SeatView
from webapp.play.game.wire import Disc, Said, derive


class Granted(msgspec.Struct, frozen=True, kw_only=True):
    """Grants an event: the base of all answers."""

    ok: bool = True


class Error(msgspec.Struct, frozen=True):
    """Holds the reason of a refusal: the code for programs, the words for people, and the same for translation."""

    code: str
    message: str
    said: Said | UnsetType = UNSET


class Refused(Granted, frozen=True, kw_only=True):
    """Refuses an event."""

    error: Error
    ok: bool = False


class You(msgspec.Struct, frozen=True):
    """Tells the seats of a page, and whether the page may take back and set levels."""

    seats: list[int]
    controls: bool


class Acknowledged(Granted, frozen=True):
    """Says that a command has been carried out, with the game's ``version`` after it. ``game_id`` is the rematch,
    ``asked`` the question that the other person is asked. ``seat_tokens`` are of the sender's seats in the game of the
    answer, ``table_token`` is of a table for engines, ``you`` the sender's seats after a change, and ``qr`` a picture
    of the link for another device."""

    version: int
    game_id: str | UnsetType = UNSET
    asked: e.Question | UnsetType = UNSET
    seat_tokens: list[str | None] | UnsetType = UNSET
    table_token: str | UnsetType | None = UNSET
    you: You | UnsetType = UNSET
    qr: str | UnsetType = UNSET


class Opened(Granted, frozen=True):
    """Shows a new game, with the tokens of the seats (None for an engine's) and of the table."""

    game_id: str
    seat_tokens: tuple[str | None, str | None]
    table_token: str | None
    state: GameView
    people: PeopleView


class Joined(Granted, frozen=True):
    """Shows a game to a page that joins. ``events`` are those missed by the page, if few."""

    state: GameView
    version: int
    you: You
    people: PeopleView
    events: list[PublicEvent] | UnsetType = UNSET


class Hinted(Granted, frozen=True):
    """Shows the best move. ``result`` is the proven result in words, or empty."""

    ply: int
    move: int
    words: str
    why: str
    said: Said
    value: float
    proven: bool
    result: str


class Previewed(Granted, frozen=True):
    """Shows a level's move. ``blind`` is a proven result beyond the level's horizon, as a sentence, or empty.
    ``glance``: the level's thought was cut short, so the level itself may play otherwise."""

    level: int
    move: int
    words: str
    blind: str
    said: Said
    glance: bool = False


class Refuted(Granted, frozen=True):
    """Answers "why not here?" by a line, which begins with the moves in question, and a sentence."""

    ply: int
    line: tuple[int, ...]
    words: str
    said: Said


if TYPE_CHECKING:
    Explained = Granted
else:
    Explained = derive(Explanation, [("ply", int), ("version", int)], name="Explained", base=Granted)
"""Answers why a position is won, held or lost."""


class EngineAnswer(msgspec.Struct, frozen=True):
    """Holds an engine's words to its move. ``reply`` is the move before, ``expected`` the one that the engine expected.
    A ``slip`` is a weaker move on purpose, with the ``better`` one passed over. ``proven``: the result is proven."""

    ply: int
    seat: int
    move: int
    reply: int | None
    expected: int | None
    slip: bool
    better: int | None
    proven: bool


class Answered(Granted, frozen=True):
    """Lists the engines' words to the moves on the board."""

    answers: list[EngineAnswer]


class Mistaken(Granted, frozen=True):
    """Holds the puzzle made of a move, as a row of ``Puzzle``. None for a move that makes none."""

    ply: int
    puzzle: list[Any] | None


class SayView(msgspec.Struct, frozen=True):
    """Shows a group of cells (column, row) with a large share in a belief."""

    cells: tuple[tuple[int, int], ...]
    weight: float


class BeliefView(msgspec.Struct, frozen=True):
    """Shows what a network believes of a move."""

    move: int
    value: float
    replies: tuple[int, ...]
    says: tuple[SayView, ...]


class Believed(Granted, frozen=True):
    """Lists what a network believes of every move."""

    ply: int
    beliefs: list[BeliefView]


class Finding(Granted, frozen=True):
    """Names the game with a stranger, or counts the others who wait for another clock."""

    found: FoundGame | None
    others: int | UnsetType = UNSET


class CodeMade(Granted, frozen=True):
    """Names the code of a game."""

    code: str


class CodeUsed(Granted, frozen=True):
    """Names the game of a code."""

    game_id: str


class Shown(Granted, frozen=True):
    """Tells for each seat whether the player agrees to be watched."""

    agreed: list[bool]


class ShownTable(msgspec.Struct, frozen=True):
    """Shows a running game to people who like to watch. ``clock`` are seconds and increment."""

    game_id: str
    game: str
    seats: tuple[SeatView, SeatView]
    ply: int
    clock: tuple[float, float] | None
    watchers: int
    discs: tuple[Disc, ...]


class ShownTables(Granted, frozen=True):
    """Lists the tables to watch."""

    tables: list[ShownTable]


class Reported(Granted, frozen=True):
    """Repeats a reported name."""

    name: str
