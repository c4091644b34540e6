"""Checks who may ask the engine what about a game, and asks: for a preview of a level, for reasons, for a puzzle."""

from collections.abc import Callable, Sequence

from engine import Explanation, Preview
from engine.games import CHANCE, LineGame, Move, Player, replay
from engine.puzzles.puzzle import Found
from webapp.play.game import refusals
from webapp.play.game.access import rights_of
from webapp.play.game.move_marks import prefixes
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.ports import Engine
from webapp.play.table.creation import start_position
from webapp.play.table.engine_views import answers_view
from webapp.play.table.table import Table

BOARDS = frozenset({"connect4"})
"""The games with puzzles."""


def preview(
    engine: Engine,
    name: str,
    moves: Sequence[Move] | str,
    level: int,
    done: Callable[[Preview], None],
    table: Table | None = None,
    visitor: str = "",
) -> None:
    """Asks for the move of ``level`` after ``moves``, by the seed and the proven results of a ``table``. Raises
    :class:`Refusal` if there is no such game, a move is not legal, or nobody is to move at the position."""
    game, line, position = start_position(name, moves)
    if game.outcome(position) is not None:
        raise Refusal("game_over", "The game is over at that position; there is no move to make.")
    if game.to_move(position) is CHANCE:
        raise Refusal("illegal_move", "A lot is to be drawn at that position; there is no move to make.")
    seed = table.state.seed + int(game.to_move(position)) if table else 0
    engine.preview(game, line, level, seed, table.thinking.mind_at(line) if table else None, done, visitor)


def mistake(
    table: Table, engine: Engine, ply: int, keys: Sequence[str], done: Callable[[Found], None], visitor: str = ""
) -> None:
    """Asks for the puzzle of the sender's move after ``ply`` moves: only the player of the side learns the better one.
    Raises :class:`Refusal` if the game is running or has no puzzles, or the move is not the sender's."""
    state = table.state
    if state.game.name not in BOARDS or not isinstance(state.game, LineGame):
        raise Refusal("bad_request", "This game has no puzzles; Connect Four has.")
    if state.outcome is None or state.analysis:
        raise Refusal("not_over", "Puzzles are made of games that are over.")
    if not state.start_ply <= ply < state.ply:
        raise Refusal("bad_request", "The game has no move {move} of a player.", move=ply + 1)
    by_an_engine = any(note.ply == ply for note in answers_view(state, table.history))
    if state.player_of(ply) not in rights_of(state, keys).own or by_an_engine:
        raise Refusal("not_your_seat", "Move {move} is not yours; puzzles are made of your own moves.", move=ply + 1)
    engine.mistake(state.game, state.moves[:ply], state.moves[ply], done, visitor)


def ask_why(
    table: Table,
    engine: Engine,
    ply: int,
    side: int | None,
    first: Move | None,
    keys: Sequence[str],
    done: Callable[[Explanation | Refusal], None],
    visitor: str = "",
    best_line: Callable[[Sequence[Move]], None] = lambda _: None,
    *,
    quick: bool = False,
) -> None:
    """Asks why the position at ``ply`` is as good for ``side`` (None: the side to move) as it is. ``first`` is a move
    of interest, such as a hint. ``best_line`` gets the best line of a mind at the position, before the explanation.
    ``quick`` asks for a first answer. Raises :class:`Refusal` if the sender may not ask about the position or the game
    is over there."""
    state = table.state
    _check_may_ask_why(state, ply, keys)
    moves = prefixes(state.game, state.moves)[ply]
    position = replay(state.game, moves)
    if state.game.outcome(position) is not None:
        raise Refusal("game_over", "The game is over here; go back a move to ask why.")
    mover = state.game.to_move(position)
    chosen = Player(side) if side is not None else Player(mover) if mover in (0, 1) else Player.FIRST
    mind = table.thinking.mind_at(moves)
    if mind is not None:
        engine.thoughts(mind, None, lambda thoughts: best_line(thoughts.digest.pv))
    engine.why(state.game, moves, chosen, first, done, visitor, quick=quick)


def _check_may_ask_why(state: GameState, ply: int, keys: Sequence[str]) -> None:
    """Raises a refusal unless the sender may ask about ``ply``: in a running game as for a hint, else about any."""
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
