"""What a client may send: one strict form for each event.

Unknown fields, other types and numbers out of range are refused.
Patterns end with ``\\Z``: msgspec searches, and ``$`` would let a line feed through.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

GameId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{12}\Z")]
GameName = Annotated[str, Meta(min_length=1, max_length=64)]
RequestId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:-]{1,64}\Z")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{16,128}\Z")]
Secret = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}\Z")]
"""What a page draws from 256 random bits: a token of its own, or the code of a link that hands a seat over."""
SeatNumber = Literal[0, 1]
Level = Annotated[int, Meta(ge=1, le=10)]
Ply = Annotated[int, Meta(ge=0, le=10_000)]
Move = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Moves = Annotated[list[Move], Meta(max_length=512)]
MovesText = Annotated[str, Meta(max_length=1000)]
PerMinute = Annotated[float, Meta(ge=0, le=100_000)]
SeatName = Annotated[str, Meta(min_length=1, max_length=40)]


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A client event."""


class SeatForm(Form, frozen=True, forbid_unknown_fields=True):
    """Who shall sit there; ``open``: the first person who comes."""

    kind: Literal["human", "engine"]
    level: Level | None = None
    name: SeatName | None = None
    open: bool = False

    def __post_init__(self) -> None:
        if self.open and self.kind == "engine":
            raise ValueError("an engine's seat cannot be open")
        if (self.level is None) is not (self.kind == "human"):
            raise ValueError("an engine's seat has a level, a person's has none")


class ClockForm(Form, frozen=True, forbid_unknown_fields=True):
    """Seconds for the whole game, and those that a move brings back."""

    seconds: Annotated[float, Meta(ge=5, le=7200)]
    increment: Annotated[float, Meta(ge=0, le=120)] = 0.0


class NewGame(Form, frozen=True, forbid_unknown_fields=True):
    """Set up a table; ``moves`` is the start position as a list or as text, for ``analysis`` the game so far.

    With a ``request_id`` it may be sent again: it stays one game, for whoever shows the same ``secret``, as the answer
    holds the tokens of the seats; without a secret only on the same connection.
    """

    game: GameName
    seats: tuple[SeatForm, SeatForm]
    moves: Moves | MovesText | None = None
    analysis: bool = False
    clock: ClockForm | None = None
    pie: bool = False
    request_id: RequestId | None = None
    secret: Secret | None = None


class Join(Form, frozen=True, forbid_unknown_fields=True):
    """Come to a table; ``version`` is what the page has of the game already."""

    game_id: GameId
    token: Token | None = None
    tokens: Annotated[list[Token | None], Meta(max_length=4)] | None = None
    table_token: Token | None = None
    version: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class MakeMove(Form, frozen=True, forbid_unknown_fields=True):
    """Move."""

    game_id: GameId
    ply: Ply
    move: Move
    request_id: RequestId
    token: Token | None = None


class TakeBack(Form, frozen=True, forbid_unknown_fields=True):
    """Undo or redo, or swap sides by the pie rule."""

    game_id: GameId
    ply: Ply
    request_id: RequestId


class Return(Form, frozen=True, forbid_unknown_fields=True):
    """Back to a branch that was left, by its place in the state's list."""

    game_id: GameId
    ply: Ply
    branch: Annotated[int, Meta(ge=0, le=100)]
    request_id: RequestId


class SetLevel(Form, frozen=True, forbid_unknown_fields=True):
    """Another level for an engine."""

    game_id: GameId
    seat: SeatNumber
    level: Level
    request_id: RequestId | None = None


class SetSeat(Form, frozen=True, forbid_unknown_fields=True):
    """A person for an engine, or the other way round."""

    game_id: GameId
    seat: SeatNumber
    kind: Literal["human", "engine"]
    level: Level | None = None
    name: SeatName | None = None
    request_id: RequestId | None = None


class Ask(Form, frozen=True, forbid_unknown_fields=True):
    """Resign, or ask for a rematch."""

    game_id: GameId
    request_id: RequestId | None = None


class Pace(Form, frozen=True, forbid_unknown_fields=True):
    """Hold, go on, how fast; ``step`` makes one move and holds."""

    game_id: GameId
    paused: bool | UnsetType = UNSET
    per_minute: PerMinute | UnsetType = UNSET
    step: bool = False
    request_id: RequestId | None = None


class Hint(Form, frozen=True, forbid_unknown_fields=True):
    """What should I play?"""

    game_id: GameId
    ply: Ply


class PreviewMove(Form, frozen=True, forbid_unknown_fields=True):
    """What would this level play here? ``game_id`` is the game that the position is from, if it is from one."""

    game: GameName
    level: Level
    moves: Moves | MovesText = ""
    game_id: GameId | UnsetType = UNSET


class WatchThinking(Form, frozen=True, forbid_unknown_fields=True):
    """Show me the engine's thoughts, with the top of its tree or without, or stop."""

    game_id: GameId
    on: bool
    tree: bool = False


class WhyNot(Form, frozen=True, forbid_unknown_fields=True):
    """What speaks against ``move``, or against the moves ``then`` after it? ``seat`` is whose mind is asked."""

    game_id: GameId
    ply: Ply
    move: Move
    then: Annotated[tuple[Move, ...], Meta(max_length=8)] = ()
    seat: SeatNumber | UnsetType = UNSET


class Answers(Form, frozen=True, forbid_unknown_fields=True):
    """What did the engines say with their moves?"""

    game_id: GameId


class Review(Form, frozen=True, forbid_unknown_fields=True):
    """What were the moves of this game worth?"""

    game_id: GameId


class Sit(Form, frozen=True, forbid_unknown_fields=True):
    """Take the free seat; ``token`` is the newcomer's own from now on."""

    game_id: GameId
    token: Secret
    request_id: RequestId


class HandOver(Form, frozen=True, forbid_unknown_fields=True):
    """Whoever shows ``code`` gets my seat."""

    game_id: GameId
    seat: SeatNumber
    code: Secret
    request_id: RequestId


class TakeSeat(Form, frozen=True, forbid_unknown_fields=True):
    """Here is the code; ``token`` holds the seat from now on."""

    game_id: GameId
    code: Secret
    token: Secret
    request_id: RequestId


class Question(Form, frozen=True, forbid_unknown_fields=True):
    """Ask the other person; a takeback names the ply it is asked at."""

    game_id: GameId
    what: Literal["takeback", "draw", "rematch"]
    ply: Ply | None = None
    request_id: RequestId | None = None


class Reply(Form, frozen=True, forbid_unknown_fields=True):
    """Yes or no to a question; no to one's own withdraws it."""

    game_id: GameId
    what: Literal["takeback", "draw", "rematch"]
    yes: bool
    request_id: RequestId | None = None


class Absence(Form, frozen=True, forbid_unknown_fields=True):
    """The person of that seat is away: let an engine play on, or claim the game."""

    game_id: GameId
    seat: SeatNumber
    request_id: RequestId | None = None


class Aim(Form, frozen=True, forbid_unknown_fields=True):
    """Where my pointer is; None: nowhere."""

    game_id: GameId
    move: Move | None


class Look(Form, frozen=True, forbid_unknown_fields=True):
    """Whether my page is in front of me."""

    game_id: GameId
    on: bool


FORMS: dict[str, type[Form]] = {
    "new_game": NewGame,
    "join": Join,
    "move": MakeMove,
    "undo": TakeBack,
    "redo": TakeBack,
    "return": Return,
    "swap": TakeBack,
    "set_level": SetLevel,
    "set_seat": SetSeat,
    "resign": Ask,
    "rematch": Ask,
    "pace": Pace,
    "hint": Hint,
    "preview": PreviewMove,
    "watch_thinking": WatchThinking,
    "why_not": WhyNot,
    "answers": Answers,
    "review": Review,
    "sit": Sit,
    "hand_over": HandOver,
    "take_seat": TakeSeat,
    "ask": Question,
    "reply": Reply,
    "stand_in": Absence,
    "claim": Absence,
    "aim": Aim,
    "look": Look,
}
"""Every event that a client may send."""

for _form in FORMS.values():
    # A form is taken apart when it is first used; where two threads do that at once, the library crashes the process.
    msgspec.json.Decoder(_form)


def read(event: str, payload: Any) -> Form:
    """The payload in its form; raises ``msgspec.ValidationError`` if it has another."""
    return msgspec.convert(payload, FORMS[event], strict=True)
