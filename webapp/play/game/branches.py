"""Keeps the whole lines abandoned by a takeback and another move, and decides on the return to one. Pure."""

from dataclasses import replace

from engine.games import Move
from webapp.play.game import agreements
from webapp.play.game import events as e
from webapp.play.game.access import Rights
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState, Turn

_MOST = 6
"""The number of branches kept, the newest ones."""


def after_move(state: GameState, move: Move) -> tuple[tuple[Turn, ...], ...]:
    """Returns the branches once ``move`` is made: one more if it abandons turns that had been taken back. Games with
    the pie rule keep no branches, because the people may sit on other sides there."""
    future = state.future
    if state.pie or not future or (future[0][0] == move and len(future) == 1):
        return state.branches
    abandoned = (*state.turns, *future)
    return (*(branch for branch in state.branches if branch != abandoned), abandoned)[-_MOST:]


def returnable(state: GameState) -> tuple[tuple[Turn, ...], ...]:
    """Lists the branches open to a return. The last is the line of the redo, if there is one."""
    if state.lent is not None:
        return ()
    return (*state.branches, (*state.turns, *state.future)) if state.future else state.branches


def fork(state: GameState, branch: tuple[Turn, ...]) -> int:
    """Counts the turns that a branch shares with the game as it stands."""
    pairs = zip(branch, state.turns, strict=False)
    shorter = min(len(branch), len(state.turns))
    return next((i for i, (theirs, ours) in enumerate(pairs) if theirs != ours), shorter)


def return_to(before: GameState, after: GameState, branch: int) -> GameState:
    """Returns ``after`` at the end of a branch. The line that is left becomes a branch."""
    turns, here = before.branches[branch], (*before.turns, *before.future)
    others = (*before.branches[:branch], *before.branches[branch + 1 :])
    kept = (*others, here) if here and here != turns[: len(here)] else others
    return replace(after, turns=turns, future=(), branches=kept[-_MOST:], takebacks=before.takebacks + 1)


def go_back(state: GameState, branch: int, rights: Rights) -> list[e.Event]:
    """Decides on a return to the end of a branch, numbered as in :func:`returnable`."""
    agreements.refuse_ended(state)
    agreements.refuse_timed(state)
    agreements.refuse_lent(state)
    if agreements.other_people(state, rights):
        raise Refusal("bad_request", "In a game between two people, play the move again instead.")
    branches = returnable(state)
    if not 0 <= branch < len(branches):
        raise Refusal("nothing_to_redo", "There is no such branch any more.")
    end = state.start_ply + len(branches[branch])
    return [e.Redone(end)] if branch == len(state.branches) else [e.Returned(branch, end)]
