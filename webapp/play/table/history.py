"""Reads the history of a game from the store, and answers requests that were carried out before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.game.access import Rights, key_of, rights_of
from webapp.play.game.fold import fold_stored
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState

_CAUSED: dict[type, tuple[type, ...]] = {
    c.Move: (e.Moved,),
    c.Undo: (e.Undone, e.Asked),
    c.Redo: (e.Redone,),
    c.Return: (e.Redone, e.Returned),
    c.Swap: (e.Swapped,),
    c.SetLevel: (e.LevelSet,),
    c.SetSeat: (e.SeatSet, e.LevelSet),
    c.Resign: (e.Resigned,),
    c.BeginRematch: (e.Rematched, e.Asked),
    c.Pace: (e.Paced,),
    c.Sit: (e.Seated,),
    c.OpenToEngines: (e.OpenedToEngines,),
    c.Name: (e.Named,),
    c.HandOver: (e.HandOverOffered,),
    c.TakeSeat: (e.SeatTaken,),
    c.Ask: (e.Asked, e.Drawn),
    c.Reply: (e.Declined, e.Drawn, e.Undone),
    c.StandIn: (e.SeatSet,),
    c.Claim: (e.Claimed,),
}
"""By command, the last event that follows from it."""
_OF_THE_SEAT = e.Moved | e.Swapped | e.Resigned | e.Claimed | e.Asked | e.Declined | e.Named | e.Seated | e.SeatTaken
"""The events that only the player of their seat causes."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Holds a game as read from the store: its events, the state after them, and the events by number of request."""

    history: list[e.Recorded]
    state: GameState
    requests: dict[str, e.Recorded]


def read_game(game_id: str, history: Sequence[e.Recorded]) -> StoredGame:
    """Folds the events of a game, in a page thread if it is long. Raises ``Refusal`` if it cannot be read."""
    state = fold_stored(game_id, history)
    return StoredGame(list(history), state, {record.request_id: record for record in history if record.request_id})


def load_game(load: Callable[[str], Sequence[e.Recorded]], game_id: str) -> StoredGame:
    """Reads a game by ``load`` and folds its events."""
    return read_game(game_id, load(game_id))


def check_repeated(state: GameState, earlier: e.Recorded, command: c.AnyCommand, keys: Sequence[str]) -> None:
    """Checks a request sent again. Raises ``Refusal`` if its number is another request's, or another person's."""
    act = command.act if isinstance(command, c.OnAbsence) else command
    shown = (*keys, key_of(act.token)) if isinstance(act, c.Sit | c.TakeSeat) else keys
    rights, event = rights_of(state, shown), earlier.event
    if not _caused_by(state, event, rights):
        raise refusals.watching() if not rights.own and not rights.controls else _other()
    if not isinstance(event, _CAUSED.get(type(act), ())):
        raise _other()


def _caused_by(state: GameState, event: e.Event, rights: Rights) -> bool:
    """Tells whether a person with these rights may have caused an event."""
    if not isinstance(event, _OF_THE_SEAT):
        return rights.controls or bool(rights.own)
    is_first = isinstance(event, e.Swapped) or (isinstance(event, e.Moved) and event.ply == state.start_ply)
    return event.seat ^ (state.swapped and is_first) in rights.own


def _other() -> Refusal:
    return Refusal("bad_request", "This request was made before, for something else.")
