"""Defines a strict form for each event of a client: ``new_game`` has the form ``NewGame``.

The events that change a game are commands (``webapp/play/game/commands.py``). Unknown fields, other types and numbers
out of range are refused.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from webapp.play.game import commands as c
from webapp.play.game.wire import (
    Code,
    Form,
    GameId,
    GameName,
    Level,
    MoveNumber,
    Moves,
    MovesText,
    Ply,
    Reaction,
    RequestId,
    SeatName,
    SeatNumber,
    Secret,
    Token,
)


class SeatForm(Form, frozen=True):
    """Describes a seat of a new game: a person, the first newcomer (``open``), or an engine."""

    kind: Literal["human", "engine"]
    level: Level | None = None
    name: SeatName | None = None
    open: bool = False

    def __post_init__(self) -> None:
        if self.kind == "engine" and self.open:
            raise ValueError("an engine's seat cannot be open")
        if self.name is not None and (self.kind == "engine" or self.open):
            raise ValueError("only the seat of a person who is here has a name")
        if (self.level is None) is not (self.kind == "human"):
            raise ValueError("an engine's seat has a level, a person's has none")


class ClockForm(Form, frozen=True):
    """Holds the seconds of a player for the whole game, and the seconds added after each move."""

    seconds: Annotated[float, Meta(ge=5, le=7200)]
    increment: Annotated[float, Meta(ge=0, le=120)] = 0.0


class NewGame(Form, frozen=True):
    """Begins a game; ``moves`` is the start position as a list or as text, for ``analysis`` the game so far, and
    ``move`` is the sender's move there.

    With a ``request_id`` the event may be sent again and begins one game only. The answer holds the tokens of the
    seats, so the second request must show the same ``secret``; without a secret it must use the same connection.
    """

    game: GameName
    seats: tuple[SeatForm, SeatForm]
    moves: Moves | MovesText | None = None
    analysis: bool = False
    clock: ClockForm | None = None
    pie: bool = False
    with_help: bool = False
    move: MoveNumber | None = None
    request_id: RequestId | None = None
    secret: Secret | None = None


class AtTable(Form, frozen=True):
    """Names the game."""

    game_id: GameId


class Join(AtTable, frozen=True):
    """Comes to a table; ``version`` is the last version of the game that the page has."""

    token: Token | None = None
    tokens: Annotated[list[Token | None], Meta(max_length=4)] | None = None
    table_token: Token | None = None
    version: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class Hint(AtTable, frozen=True):
    """Asks for the best move."""

    ply: Ply


class Preview(Form, frozen=True):
    """Asks for the move of a level in a position; ``game_id`` names the game of the position, if there is one."""

    game: GameName
    level: Level
    moves: Moves | MovesText = ""
    game_id: GameId | UnsetType = UNSET


class WatchThinking(AtTable, frozen=True):
    """Starts or stops the reports of the engine's search: with the top of the search tree or without, with the truth
    beside a level's opinion or without."""

    on: bool
    tree: bool = False
    truth: bool = False


class WhyNot(AtTable, frozen=True):
    """Asks for the refutation of ``move``, or of the moves ``then`` after ``move``; ``seat`` chooses the mind."""

    ply: Ply
    move: MoveNumber
    then: Annotated[tuple[MoveNumber, ...], Meta(max_length=8)] = ()
    seat: SeatNumber | UnsetType = UNSET


class Why(Hint, frozen=True):
    """Asks why the position at ``ply`` is won, held or lost for ``side``; ``first`` is a move of interest there."""

    side: SeatNumber | UnsetType = UNSET
    first: MoveNumber | UnsetType = UNSET


class Answers(AtTable, frozen=True):
    """Asks for the notes of the engines on their moves."""


class Review(AtTable, frozen=True):
    """Asks for a judgement of every move of the game."""


class Mistake(Hint, frozen=True):
    """Asks, after the game, for the puzzle of the sender's move at ``ply``."""


class Beliefs(Hint, frozen=True):
    """Asks what the network of the board believes of every move at ``ply``."""


class Find(Form, frozen=True):
    """Looks for a stranger to play with, or says that the sender still waits.

    ``token`` proves from the beginning of the game on the right to play for the sender's seat. ``shown``: the sender
    agrees to be watched.
    """

    game: GameName
    token: Secret
    clock: Literal["any", "none", "3+2", "5+3", "10+5"] = "any"
    name: SeatName = ""
    shown: bool = False


class StopFinding(Form, frozen=True):
    """Ends the search for a stranger."""


class MakeCode(AtTable, frozen=True):
    """Asks for the code of the sender's game, which has a free seat."""


class UseCode(Form, frozen=True):
    """Asks for the game of a code."""

    code: Code


class Show(AtTable, frozen=True):
    """Agrees to be watched by everybody, in this game and its rematches, or takes the consent back."""

    on: bool


class ShownTables(Form, frozen=True):
    """Asks for the tables in play whose players agree to be watched."""


class React(AtTable, frozen=True):
    """Shows everybody at the table one of four reactions."""

    reaction: Reaction


class Report(AtTable, frozen=True):
    """Reports the nickname of the person of ``seat``."""

    seat: SeatNumber


class Aim(AtTable, frozen=True):
    """Tells the move under the sender's pointer; None: no move."""

    move: MoveNumber | None


class Look(AtTable, frozen=True):
    """Tells whether the sender's page is visible."""

    on: bool


_EVENTS: tuple[type[Form], ...] = (
    *(NewGame, Join, WatchThinking, Aim, Look, React),
    *(c.Move, c.Undo, c.Redo, c.Return, c.Swap, c.SetLevel, c.SetSeat, c.Resign, c.Rematch, c.Pace),
    *(c.Sit, c.Name, c.HandOver, c.TakeSeat, c.Ask, c.Reply, c.StandIn, c.Claim),
    *(Hint, Preview, WhyNot, Why, Answers, Review, Mistake, Beliefs),
    *(Find, StopFinding, MakeCode, UseCode, Show, ShownTables, Report),
)
FORMS = {re.sub(r"(?<!^)(?=[A-Z])", "_", form.__name__).lower(): form for form in _EVENTS}
"""The form of every event from a client."""

for _form in FORMS.values():
    # msgspec reads the fields of a form at the first use; two threads doing so at once crash the process.
    msgspec.json.Decoder(_form)

READ_ONLY = frozenset({"join", "watch_thinking", "aim", "look"})
"""Events that change no game and do not count against the rate of a player."""
QUESTIONS = frozenset({"hint", "preview", "why_not", "why", "answers", "review", "mistake", "beliefs"})
"""Events that take the engine's time and change no game."""
ENGINES_WORD = QUESTIONS | {"watch_thinking"}
"""Events answered with the engine's help, refused while the engine must be silent about the game."""
BEGINNINGS = frozenset({"new_game", "rematch", "find"})
"""Events that begin a game, the first to be refused before a restart."""


def read(event: str, payload: Any) -> Form:
    """Returns the payload in the form of ``event``.

    Raises:
        msgspec.ValidationError: the payload does not fit the form.
    """
    return msgspec.convert(payload, FORMS[event], strict=True)
