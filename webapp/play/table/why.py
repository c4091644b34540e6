"""Asks why a position of a game is won, held or lost: who may ask, about which position, and for whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import Explanation
from engine.games import Move, Player, replay
from webapp.play.game import refusals
from webapp.play.game.access import rights_of
from webapp.play.game.move_marks import prefixes
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.ports import Engine
from webapp.play.table.table import Table


def ask_why(
    table: Table,
    engine: Engine,
    ply: int,
    side: int | None,
    first: Move | None,
    keys: Sequence[str],
    done: Callable[[Explanation | Refusal], None],
    asker: str = "",
    best_line: Callable[[Sequence[Move]], None] = lambda _: None,
) -> None:
    """Asks why the position at ``ply`` is as good for a side as it is.

    In a game under way ``ply`` is the present one, in an analysis and after the end any one. Without a ``side``, the
    side to move counts; ``first`` is a move of interest, such as a hint. ``best_line`` gets the engine's best line so far
    there, before the explanation, where a mind thinks.

    Raises:
        Refusal: the sender may not ask about this position, or the position has no proofs.
    """
    state = table.state
    check_may_ask(state, ply, keys)
    moves = prefixes(state.game, state.moves)[ply]
    position = replay(state.game, moves)
    if state.game.outcome(position) is not None:
        raise Refusal("game_over", "The game is over here; go back a move to ask why.")
    mover = state.game.to_move(position)
    chosen = Player(side) if side is not None else Player(mover) if mover in (0, 1) else Player.FIRST
    mind = table.thinking.mind_at(moves)
    if mind is not None:
        engine.thoughts(mind, None, lambda thoughts: best_line(thoughts.digest.pv))
    engine.why(state.game, moves, chosen, first, done, asker)


def check_may_ask(state: GameState, ply: int, keys: Sequence[str]) -> None:
    """Raises a refusal unless the sender may ask about ``ply``: in a game under way as for a hint."""
    if state.outcome is None and not state.analysis:
        rights = rights_of(state, keys)
        if not rights.controls:
            raise Refusal("not_your_seat", "You are watching this game; reasons are for its players until its end.")
        if ply != state.ply:
            raise refusals.stale(state, ply)
        if state.to_move not in rights.seats:
            raise Refusal("not_your_turn", "Reasons are for the side to move.")
    elif ply > state.ply:
        raise refusals.stale(state, ply)
