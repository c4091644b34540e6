"""Defines a strict form for each event of a client: ``resign`` has the form ``ResignForm``.

Unknown fields, other types and numbers out of range are refused.
Patterns end with ``\\Z``: msgspec searches, and ``$`` would let a line feed through.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from webapp.play.desk.fields import (
    ClockForm,
    Form,
    GameId,
    GameName,
    Level,
    Move,
    Moves,
    MovesText,
    PerMinute,
    Ply,
    RequestId,
    SeatForm,
    SeatName,
    SeatNumber,
    Secret,
    Token,
)
from webapp.play.desk.people_forms import PEOPLE_FORMS

SLOWEST_PACE = 0.01
"""Moves a minute at least, but for a pace of 0 (as fast as the engines can): the interval must stay finite."""


class NewGameForm(Form, frozen=True, forbid_unknown_fields=True):
    """Begins a game; ``moves`` is the start position as a list or as text, for ``analysis`` the game so far.

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
    request_id: RequestId | None = None
    secret: Secret | None = None


class JoinForm(Form, frozen=True, forbid_unknown_fields=True):
    """Comes to a table; ``version`` is the last version of the game that the page has."""

    game_id: GameId
    token: Token | None = None
    tokens: Annotated[list[Token | None], Meta(max_length=4)] | None = None
    table_token: Token | None = None
    version: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class _PlyForm(Form, frozen=True, forbid_unknown_fields=True):
    """Holds the fields of an act that needs nothing but the ply at which the page saw the game."""

    game_id: GameId
    ply: Ply
    request_id: RequestId


class MoveForm(Form, frozen=True, forbid_unknown_fields=True):
    """Plays a move."""

    game_id: GameId
    ply: Ply
    move: Move
    request_id: RequestId
    token: Token | None = None


class UndoForm(_PlyForm, frozen=True, forbid_unknown_fields=True):
    """Goes back to the last decision of a person."""


class RedoForm(_PlyForm, frozen=True, forbid_unknown_fields=True):
    """Plays again the moves that the last undo took back."""


class ReturnForm(Form, frozen=True, forbid_unknown_fields=True):
    """Goes back to an abandoned branch; ``branch`` is the branch's index in the list of the game's state."""

    game_id: GameId
    ply: Ply
    branch: Annotated[int, Meta(ge=0, le=100)]
    request_id: RequestId


class SwapForm(_PlyForm, frozen=True, forbid_unknown_fields=True):
    """Takes the other side instead of moving, by the pie rule."""


class SetLevelForm(Form, frozen=True, forbid_unknown_fields=True):
    """Sets another level for an engine."""

    game_id: GameId
    seat: SeatNumber
    level: Level
    request_id: RequestId | None = None


class SetSeatForm(Form, frozen=True, forbid_unknown_fields=True):
    """Replaces an engine by a person, or a person by an engine."""

    game_id: GameId
    seat: SeatNumber
    kind: Literal["human", "engine"]
    level: Level | None = None
    name: SeatName | None = None
    request_id: RequestId | None = None


class ResignForm(Form, frozen=True, forbid_unknown_fields=True):
    """Gives the game up."""

    game_id: GameId
    request_id: RequestId | None = None


class RematchForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for another game with sides swapped, or begins one against an engine."""

    game_id: GameId
    request_id: RequestId | None = None


class PaceForm(Form, frozen=True, forbid_unknown_fields=True):
    """Pauses, resumes, or sets the moves a minute; ``step`` plays one move and pauses."""

    game_id: GameId
    paused: bool | UnsetType = UNSET
    per_minute: PerMinute | UnsetType = UNSET
    step: bool = False
    request_id: RequestId | None = None

    def __post_init__(self) -> None:
        if self.per_minute is not UNSET and 0 < self.per_minute < SLOWEST_PACE:
            raise ValueError(f"a pace is 0 or at least {SLOWEST_PACE} moves a minute")


class HintForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for the best move."""

    game_id: GameId
    ply: Ply


class PreviewForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for the move of a level in a position; ``game_id`` names the game of the position, if there is one."""

    game: GameName
    level: Level
    moves: Moves | MovesText = ""
    game_id: GameId | UnsetType = UNSET


class WatchThinkingForm(Form, frozen=True, forbid_unknown_fields=True):
    """Starts or stops the reports of the engine's search: with the top of the search tree or without, with the truth
    beside a level's opinion or without."""

    game_id: GameId
    on: bool
    tree: bool = False
    truth: bool = False


class WhyNotForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for the refutation of ``move``, or of the moves ``then`` after ``move``; ``seat`` chooses the mind."""

    game_id: GameId
    ply: Ply
    move: Move
    then: Annotated[tuple[Move, ...], Meta(max_length=8)] = ()
    seat: SeatNumber | UnsetType = UNSET


class WhyForm(HintForm, frozen=True, forbid_unknown_fields=True):
    """Asks why the position at ``ply`` is won, held or lost for ``side``; ``first`` is a move of interest there."""

    side: SeatNumber | UnsetType = UNSET
    first: Move | UnsetType = UNSET


class AnswersForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for the notes of the engines on their moves."""

    game_id: GameId


class ReviewForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for a judgement of every move of the game."""

    game_id: GameId


class MistakeForm(HintForm, frozen=True, forbid_unknown_fields=True):
    """Asks, after the game, for the puzzle of the sender's move at ``ply``."""


class BeliefsForm(HintForm, frozen=True, forbid_unknown_fields=True):
    """Asks what the network of the board believes of every move at ``ply``."""


FORMS: dict[str, type[Form]] = {
    "new_game": NewGameForm,
    "join": JoinForm,
    "move": MoveForm,
    "undo": UndoForm,
    "redo": RedoForm,
    "return": ReturnForm,
    "swap": SwapForm,
    "set_level": SetLevelForm,
    "set_seat": SetSeatForm,
    "resign": ResignForm,
    "rematch": RematchForm,
    "pace": PaceForm,
    "hint": HintForm,
    "preview": PreviewForm,
    "watch_thinking": WatchThinkingForm,
    "why_not": WhyNotForm,
    "why": WhyForm,
    "answers": AnswersForm,
    "review": ReviewForm,
    "mistake": MistakeForm,
    "beliefs": BeliefsForm,
    **PEOPLE_FORMS,
}
"""The form of every event from a client."""

for _form in FORMS.values():
    # msgspec reads the fields of a form at the first use; two threads doing so at once crash the process.
    msgspec.json.Decoder(_form)


def read(event: str, payload: Any) -> Form:
    """Returns the payload in the form of ``event``.

    Raises:
        msgspec.ValidationError: the payload does not fit the form.
    """
    return msgspec.convert(payload, FORMS[event], strict=True)
