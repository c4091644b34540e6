"""Defines the strict forms of the events between people, and of those that bring people together.

Unknown fields, other types and numbers out of range are refused.
"""

from __future__ import annotations

from typing import Literal

from webapp.play.desk.fields import Code, Form, GameId, GameName, Move, Ply, RequestId, SeatName, SeatNumber, Secret


class SitForm(Form, frozen=True, forbid_unknown_fields=True):
    """Takes the free seat; ``token`` proves from now on the right to play for the seat."""

    game_id: GameId
    token: Secret
    request_id: RequestId


class NameForm(Form, frozen=True, forbid_unknown_fields=True):
    """Gives the sender's seat a nickname; an empty one takes the nickname away."""

    game_id: GameId
    name: SeatName
    request_id: RequestId | None = None


class FindForm(Form, frozen=True, forbid_unknown_fields=True):
    """Looks for a stranger to play with, or says that the sender still waits.

    ``token`` proves from the beginning of the game on the right to play for the sender's seat. ``shown``: the sender
    agrees to be watched.
    """

    game: GameName
    token: Secret
    clock: Literal["any", "none", "3+2", "5+3", "10+5"] = "any"
    name: SeatName = ""
    shown: bool = False


class StopFindingForm(Form, frozen=True, forbid_unknown_fields=True):
    """Ends the search for a stranger."""


class MakeCodeForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for the code of the sender's game, which has a free seat."""

    game_id: GameId


class UseCodeForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for the game of a code."""

    code: Code


class ShowForm(Form, frozen=True, forbid_unknown_fields=True):
    """Agrees to be watched by everybody, in this game and its rematches, or takes the consent back."""

    game_id: GameId
    on: bool


class ShownTablesForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks for the tables in play whose players agree to be watched."""


class ReactForm(Form, frozen=True, forbid_unknown_fields=True):
    """Shows everybody at the table one of four reactions."""

    game_id: GameId
    reaction: Literal["hello", "well_played", "oops", "thanks"]


class ReportForm(Form, frozen=True, forbid_unknown_fields=True):
    """Reports the nickname of the person of ``seat``."""

    game_id: GameId
    seat: SeatNumber


class HandOverForm(Form, frozen=True, forbid_unknown_fields=True):
    """Offers the sender's seat to the first client that shows ``code``."""

    game_id: GameId
    seat: SeatNumber
    code: Secret
    request_id: RequestId


class TakeSeatForm(Form, frozen=True, forbid_unknown_fields=True):
    """Shows the ``code`` of a seat on offer; ``token`` proves from now on the right to play for the seat."""

    game_id: GameId
    code: Secret
    token: Secret
    request_id: RequestId


class AskForm(Form, frozen=True, forbid_unknown_fields=True):
    """Asks the other person for consent; a takeback names the ply of the question."""

    game_id: GameId
    what: Literal["takeback", "draw", "rematch"]
    ply: Ply | None = None
    request_id: RequestId | None = None


class ReplyForm(Form, frozen=True, forbid_unknown_fields=True):
    """Says yes or no to a question; no to the sender's own question withdraws the question."""

    game_id: GameId
    what: Literal["takeback", "draw", "rematch"]
    yes: bool
    request_id: RequestId | None = None


class StandInForm(Form, frozen=True, forbid_unknown_fields=True):
    """Lets an engine play for the person of ``seat``, absent for long enough."""

    game_id: GameId
    seat: SeatNumber
    request_id: RequestId | None = None


class ClaimForm(Form, frozen=True, forbid_unknown_fields=True):
    """Claims the win against the person of ``seat``, absent for long enough."""

    game_id: GameId
    seat: SeatNumber
    request_id: RequestId | None = None


class AimForm(Form, frozen=True, forbid_unknown_fields=True):
    """Tells the move under the sender's pointer; None: no move."""

    game_id: GameId
    move: Move | None


class LookForm(Form, frozen=True, forbid_unknown_fields=True):
    """Tells whether the sender's page is visible."""

    game_id: GameId
    on: bool


PEOPLE_FORMS: dict[str, type[Form]] = {
    "sit": SitForm,
    "name": NameForm,
    "hand_over": HandOverForm,
    "take_seat": TakeSeatForm,
    "ask": AskForm,
    "reply": ReplyForm,
    "stand_in": StandInForm,
    "claim": ClaimForm,
    "aim": AimForm,
    "look": LookForm,
    "react": ReactForm,
    "find": FindForm,
    "stop_finding": StopFindingForm,
    "make_code": MakeCodeForm,
    "use_code": UseCodeForm,
    "show": ShowForm,
    "shown_tables": ShownTablesForm,
    "report": ReportForm,
}
"""The form of each of these events."""
