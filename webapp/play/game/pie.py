"""The pie rule: the second player may answer the first move by taking the other side's place.

Who cuts a fair half need not fear the choice: with it the solved win of the first move is worth nothing. The board, the
moves and their notation stay as they are; only the people change sides. Pure decisions, as in ``commands``.
"""

from __future__ import annotations

from dataclasses import replace

from webapp.play.game import events as e
from webapp.play.game.access import Who
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState


def offered(state: GameState) -> bool:
    """Whether the side to move may take the other's place instead of moving."""
    answers = state.pie and not state.swapped and len(state.turns) == 1 and state.outcome is None
    return answers and not state.engines and not state.free


def swap(state: GameState, who: Who) -> list[e.Event]:
    """Take the place of the side that moved first."""
    if not who.seats:
        raise Refusal("not_your_seat", "You are watching this game; only its players can do that.")
    if not state.pie:
        raise Refusal("bad_request", "This game is played without the pie rule.")
    if not offered(state) or state.to_move is None:
        raise Refusal("bad_request", "Sides can be swapped only in answer to the first move.")
    if state.to_move not in who.seats:
        raise Refusal("not_your_turn", f"It is {state.game.player_names[state.to_move]}'s turn.")
    return [e.Swapped(state.ply, state.to_move)]


def exchanged(state: GameState, swapped: bool) -> GameState:
    """The two people on each other's side, with their rights and their time; ``swapped``: by the rule, or back."""
    return replace(
        state,
        seats=state.seats[::-1],
        keys=state.keys[::-1],
        left=state.left[::-1],
        lent=state.lent[::-1],
        handovers=state.handovers[::-1],
        swapped=swapped,
        reswap=not swapped,
    )


def stepped(before: GameState, after: GameState, event: e.Undone | e.Redone) -> GameState:
    """``after`` a takeback or a redo. A swap is a step of its own, at the ply where it was made: taken back by
    standing still there or by going beyond it, and brought back likewise."""
    still, turns = event.ply == before.ply, len(after.turns)
    if isinstance(event, e.Undone):
        return exchanged(after, False) if before.swapped and (still or turns == 0) else after
    return exchanged(after, True) if before.reswap and (still or turns > 1) else after
