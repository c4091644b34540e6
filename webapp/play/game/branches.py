"""The branches of a game that were left by a takeback and another move: they stay, and can be returned to.

A branch is the whole line of turns from the start position on. Pure decisions, as in ``commands``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.games import Move
from webapp.play.game import agreements
from webapp.play.game import events as e
from webapp.play.game.access import Who
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState, Turn

_MOST = 6
"""So many are kept, the newest."""


def left(state: GameState, move: Move) -> tuple[tuple[Turn, ...], ...]:
    """The branches once ``move`` is made: one more, if moves that had been taken back are given up by it. With the pie
    rule there are none: the sides may differ between them."""
    gone = state.future
    if state.pie or not gone or (gone[0][0] == move and len(gone) == 1):
        return state.branches
    line = (*state.turns, *gone)
    return (*(known for known in state.branches if known != line), line)[-_MOST:]


def shown(state: GameState) -> tuple[tuple[Turn, ...], ...]:
    """All that one may return to; what redo would bring back is the last."""
    return (*state.branches, (*state.turns, *state.future)) if state.future else state.branches


def fork(state: GameState, line: tuple[Turn, ...]) -> int:
    """How many turns a branch shares with the game as it stands."""
    pairs = zip(line, state.turns, strict=False)
    return next((i for i, (theirs, ours) in enumerate(pairs) if theirs != ours), min(len(line), len(state.turns)))


def returned(before: GameState, after: GameState, branch: int) -> GameState:
    """``after`` going back to that branch; the line that is left for it takes its place among the branches."""
    line, here = before.branches[branch], (*before.turns, *before.future)
    others = (*before.branches[:branch], *before.branches[branch + 1 :])
    kept = (*others, here) if here and here != line[: len(here)] else others
    return replace(after, turns=line, future=(), branches=kept[-_MOST:], line=before.line + 1)


def go_back(state: GameState, branch: int, who: Who) -> list[e.Event]:
    """Return to a branch of :func:`shown`, at its end."""
    agreements.not_ended(state)
    agreements.untimed(state)
    if agreements.others(state, who):
        raise Refusal("bad_request", "Between two people a move comes back by being played again.")
    lines = shown(state)
    if not 0 <= branch < len(lines):
        raise Refusal("nothing_to_redo", "There is no such branch any more.")
    if any(lent and state.start_ply + fork(state, lines[branch]) < lent.ply for lent in state.lent):
        raise Refusal("nothing_to_undo", "The moves from before the engine played on stand.")
    if branch == len(state.branches):
        return [e.Redone(state.start_ply + len(lines[branch]))]
    return [e.Returned(branch, state.start_ply + len(lines[branch]))]


def view(state: GameState) -> list[dict[str, Any]]:
    """For a page: each branch as the ply at which it leaves the game, and the players' moves from there."""
    found = []
    for line in shown(state):
        shared = fork(state, line)
        found.append({"ply": state.start_ply + shared, "moves": [turn[0] for turn in line[shared:]]})
    return found
