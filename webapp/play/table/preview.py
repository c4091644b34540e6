"""Asks, while the slider moves, for a level's move at a position and for the level's blind spots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine import Preview
from engine.games import Move, replay
from webapp.play.game.refusals import Refusal
from webapp.play.ports import Engine
from webapp.play.table.creation import start_position
from webapp.play.table.tables import Tables


def preview(
    tables: Tables,
    engine: Engine,
    name: str,
    moves: Sequence[Move] | str,
    level: int,
    done: Callable[[Preview], None],
    game_id: str | None = None,
    asker: str = "",
) -> None:
    """Asks for the move of ``level`` after ``moves``.

    Args:
        tables: the tables. The game of ``game_id`` is opened there: with the game's seed the preview is the move of the
            level there, and the results proven by the table's minds are used.
        engine: works out the preview.
        name: the name of the game.
        moves: the moves to the position.
        level: 1 to 10.
        done: gets the answer, from another thread.
        game_id: the game of the position, if the position comes from one.
        asker: for whom the preview is.

    Raises:
        Refusal: there is no such game, a move is not legal, or the game is over at the position.
    """
    game, line, _ = start_position(name, moves)
    position = replay(game, line)
    if game.outcome(position) is not None:
        raise Refusal("game_over", "The game is over at that position; there is no move to make.")
    seed, prover = 0, None
    if game_id is not None:
        table = tables.open(game_id)
        seed = table.state.seed + int(game.to_move(position))
        prover = table.mind_at(line)
    engine.preview(game, line, level, seed, prover, done, asker)
