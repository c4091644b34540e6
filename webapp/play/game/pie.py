"""Decides on the pie rule: the second player may answer the first move by taking the other side's place.

With the rule the solved win of the first move is worth nothing, for the first player cuts the pie and the second player
chooses. The board, the moves and the notation stay; only the people change sides. Pure, as in ``decide.py``.
"""

from __future__ import annotations

from dataclasses import replace

from webapp.play.game import events as e
from webapp.play.game import refusals
from webapp.play.game.access import Rights
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState


def can_swap(state: GameState) -> bool:
    """Tells whether the side to move may take the other side's place instead of moving."""
    answers = state.pie and not state.swapped and len(state.turns) == 1 and state.outcome is None
    return answers and not state.engines and not state.free


def swap(state: GameState, rights: Rights) -> list[e.Event]:
    """Decides on a swap of sides."""
    if not rights.seats:
        raise refusals.watching()
    if not state.pie:
        raise Refusal("bad_request", "This game is played without the swap rule.")
    if not can_swap(state) or state.to_move is None:
        raise Refusal("bad_request", "Sides can be swapped only in answer to the first move.")
    if state.to_move not in rights.seats:
        raise Refusal("not_your_turn", "It is {side}’s turn.", side=state.game.player_names[state.to_move])
    return [e.Swapped(state.ply, state.to_move)]


def swap_people(state: GameState, swapped: bool) -> GameState:
    """Puts the two people on each other's side, with rights and time; ``swapped`` is False where a swap goes back."""
    return replace(
        state,
        seats=state.seats[::-1],
        keys=state.keys[::-1],
        clock_left=state.clock_left[::-1],
        stand_ins=state.stand_ins[::-1],
        handovers=state.handovers[::-1],
        swapped=swapped,
        swap_undone=not swapped,
    )


def restore_sides(before: GameState, after: GameState, event: e.Undone | e.Redone) -> GameState:
    """Returns ``after`` a takeback or a redo with the people on the right sides.

    A swap is a step of its own, at the ply of the swap: a takeback to the same ply, or beyond, takes back the swap; a
    redo brings back the swap likewise.
    """
    still, turns = event.ply == before.ply, len(after.turns)
    if isinstance(event, e.Undone):
        return swap_people(after, False) if before.swapped and (still or turns == 0) else after
    return swap_people(after, True) if before.swap_undone and (still or turns > 1) else after
