"""Defines a strict form for each event of a client: ``new_game`` has the form ``NewGame``. The events that change a
game are commands (``webapp/play/game/commands.py``). Unknown fields, other types and numbers out of range are
refused."""

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from webapp.play.game import commands as c
from webapp.play.game import wire as w


class SeatForm(w.Form, frozen=True):
    """Describes a seat of a new game: a person, the first newcomer (``open``), or an engine."""

    kind: Literal["human", "engine"]
    level: w.Level | None = None
    name: w.SeatName | None = None
    open: bool = False

    def __post_init__(self) -> None:
        if self.kind == "engine" and self.open:
            raise ValueError("an engine's seat cannot be open")
        if self.name is not None and (self.kind == "engine" or self.open):
            raise ValueError("only the seat of a person who is here has a name")
        if (self.level is None) is not (self.kind == "human"):
            raise ValueError("an engine's seat has a level, a person's has none")


class ClockForm(w.Form, frozen=True):
    """Holds the seconds of a player for the whole game, and those added after each move."""

    seconds: Annotated[float, Meta(ge=5, le=7200)]
    increment: Annotated[float, Meta(ge=0, le=120)] = 0.0


class NewGame(w.Form, frozen=True):
    """Begins a game from the start position ``moves`` (for ``analysis``, a whole game) with the sender's ``move``. With
    a ``request_id`` the event may be sent again and begins one game only. The answer holds the tokens of the seats, so
    the second request must show the same ``secret``, or without one come from the same connection."""

    game: w.GameName
    seats: tuple[SeatForm, SeatForm]
    moves: w.Moves | w.MovesText | None = None
    analysis: bool = False
    clock: ClockForm | None = None
    pie: bool = False
    with_help: bool = False
    move: w.MoveNumber | None = None
    request_id: w.RequestId | None = None
    secret: w.Secret | None = None


class AtTable(w.Form, frozen=True):
    """Names the game."""

    game_id: w.GameId


class Join(AtTable, frozen=True):
    """Comes to a table. ``version`` is the last version of the game that the page has."""

    token: w.Token | None = None
    tokens: Annotated[list[w.Token | None], Meta(max_length=4)] | None = None
    table_token: w.Token | None = None
    version: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class Hint(AtTable, frozen=True):
    """Asks for the best move."""

    ply: w.Ply


class Preview(w.Form, frozen=True):
    """Asks for the move of a level in a position, of the game ``game_id`` if there is one."""

    game: w.GameName
    level: w.Level
    moves: w.Moves | w.MovesText = ""
    game_id: w.GameId | UnsetType = UNSET


class WatchThinking(AtTable, frozen=True):
    """Starts or stops digests of the search, with its tree's top, and with the truth beside a level's opinion."""

    on: bool
    tree: bool = False
    truth: bool = False


class WhyNot(AtTable, frozen=True):
    """Asks for the refutation of ``move``, or of the moves ``then`` after it. ``seat`` chooses the mind."""

    ply: w.Ply
    move: w.MoveNumber
    then: Annotated[tuple[w.MoveNumber, ...], Meta(max_length=8)] = ()
    seat: w.SeatNumber | UnsetType = UNSET


class Why(Hint, frozen=True):
    """Asks why the position at ``ply`` is won, held or lost for ``side``. ``first`` is a move of interest there.
    ``quick`` asks for a first answer, soon: if it says ``more``, a second question may bring a better one."""

    side: w.SeatNumber | UnsetType = UNSET
    first: w.MoveNumber | UnsetType = UNSET
    quick: bool = False


class Answers(AtTable, frozen=True):
    """Asks for the notes of the engines on their moves."""


class Review(AtTable, frozen=True):
    """Asks for a judgement of every move of the game."""


class Mistake(Hint, frozen=True):
    """Asks, after the game, for the puzzle of the sender's move at ``ply``."""


class Beliefs(Hint, frozen=True):
    """Asks what the network of the board believes of every move at ``ply``."""


class Find(w.Form, frozen=True):
    """Looks for a stranger to play with, or says that the sender still waits. ``token`` proves the right to the
    sender's seat. ``shown``: the sender agrees to be watched."""

    game: w.GameName
    token: w.Secret
    clock: Literal["any", "none", "3+2", "5+3", "10+5"] = "any"
    name: w.SeatName = ""
    shown: bool = False


class StopFinding(w.Form, frozen=True):
    """Ends the search for a stranger."""


class MakeCode(AtTable, frozen=True):
    """Asks for the code of the sender's game, which has a free seat."""


class UseCode(w.Form, frozen=True):
    """Asks for the game of a code."""

    code: w.Code


class Show(AtTable, frozen=True):
    """Agrees to be watched by everybody, in this game and its rematches, or takes the consent back."""

    on: bool


class ShownTables(w.Form, frozen=True):
    """Asks for the running games whose players agree to be watched."""


class React(AtTable, frozen=True):
    """Shows everybody at the table one of four reactions."""

    reaction: w.Reaction


class Report(AtTable, frozen=True):
    """Reports the nickname of the person of ``seat``."""

    seat: w.SeatNumber


class Aim(AtTable, frozen=True):
    """Tells the move under the sender's pointer. None: no move."""

    move: w.MoveNumber | None


class Look(AtTable, frozen=True):
    """Tells whether the sender's page is visible."""

    on: bool


_EVENTS: tuple[type[w.Form], ...] = (
    *(NewGame, Join, WatchThinking, Aim, Look, React),
    *(c.Move, c.Undo, c.Redo, c.Return, c.Swap, c.SetLevel, c.SetSeat, c.Resign, c.Rematch, c.Pace),
    *(c.Sit, c.OpenToEngines, c.Name, c.HandOver, c.TakeSeat, c.Ask, c.Reply, c.StandIn, c.Claim),
    *(Hint, Preview, WhyNot, Why, Answers, Review, Mistake, Beliefs),
    *(Find, StopFinding, MakeCode, UseCode, Show, ShownTables, Report),
)
FORMS = {re.sub(r"(?<!^)(?=[A-Z])", "_", form.__name__).lower(): form for form in _EVENTS}
"""The form of every event from a client."""

for _form in FORMS.values():
    # msgspec reads the fields of a form at the first use, and two threads doing so together crash the process.
    msgspec.json.Decoder(_form)

READ_ONLY = frozenset({"join", "watch_thinking", "aim", "look"})
"""Events that change no game and do not count against the rate of a player."""
QUESTIONS = frozenset({"hint", "preview", "why_not", "why", "answers", "review", "mistake", "beliefs"})
"""Events that take the engine's time and change no game."""
ENGINES_WORD = QUESTIONS | {"watch_thinking"}
"""Events answered with the engine's help, refused while the engine must be silent about the game."""
BEGINNINGS = frozenset({"new_game", "rematch", "find"})
"""Events that begin a game, the first to be refused before a restart."""


def read(event: str, payload: Any) -> w.Form:
    """Returns the payload in the form of ``event``. Raises ``msgspec.ValidationError`` if it does not fit."""
    return msgspec.convert(payload, FORMS[event], strict=True)
