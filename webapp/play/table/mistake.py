"""Asks, after a game, whether a person's move makes a puzzle: the move let a result slip, and one other would not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.games import LineGame
from engine.puzzles.puzzle import Found
from webapp.play.game.refusals import Refusal
from webapp.play.ports import Engine
from webapp.play.table.table import Table
from webapp.play.table.views import answers_view

BOARDS = frozenset({"connect4"})
"""The games with puzzles at the coach's."""


def mistake(
    table: Table,
    engine: Engine,
    ply: int,
    keys: Sequence[str],
    done: Callable[[Found], None],
    asker: str = "",
) -> None:
    """Asks for the puzzle of the sender's move after ``ply`` moves: only the player of the side learns the better one.

    Raises:
        Refusal: the game goes on or has no puzzles, or the move is none of the sender's.
    """
    state = table.state
    if state.game.name not in BOARDS or not isinstance(state.game, LineGame):
        raise Refusal("bad_request", "This game has no puzzles; Connect Four has.")
    if state.outcome is None or state.analysis:
        raise Refusal("not_over", "Puzzles are made of games that are over.")
    if not state.start_ply <= ply < state.ply:
        raise Refusal("bad_request", "The game has no move {move} of a player.", move=ply + 1)
    by_an_engine = any(note.ply == ply for note in answers_view(state, table.history))
    if state.player_of(ply) not in table.rights(keys).own or by_an_engine:
        raise Refusal("not_your_seat", "Move {move} is not yours; puzzles are made of your own moves.", move=ply + 1)
    engine.mistake(state.game, state.moves[:ply], state.moves[ply], done, asker)
